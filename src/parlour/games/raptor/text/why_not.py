"""Why picks lead to no legal action of Raptor, in words."""

from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.core.phrasing import listed
from parlour.games.raptor.factions import SISTERS, START_HOUNDS
from parlour.games.raptor.geometry import CELLS, STANDARD
from parlour.games.raptor.rules.board_setup import is_camp, is_central
from parlour.games.raptor.rules.effects import may_stop
from parlour.games.raptor.state import (
    ACTIONS,
    BABY_KIND,
    CHOOSE,
    EFFECT,
    LIGHT_FIRE,
    MOTHER_KIND,
    PLACE_RAPTORS,
    PLACE_SCIENTISTS,
    RAPTOR,
    RETURN,
    SCIENTIST,
    START_SCIENTISTS,
)
from parlour.games.raptor.text.blocked import walker_words, why_not_free
from parlour.games.raptor.text.board import cards, effect, kind, legal, tile_at
from parlour.games.raptor.text.picks import picks as picks_of
from parlour.games.raptor.text.picks import read_picks
from parlour.games.raptor.text.prompt import what_to_pick
from parlour.games.raptor.text.why_not_action import why_not_action
from parlour.games.raptor.text.why_not_effect import why_not_unit
from parlour.games.raptor.text.words import EFFECT_NAMES, side_of

HOLDERS = (MOTHER_KIND, BABY_KIND)  # a tile with one of these takes no baby


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    possible = [picks_of(s, seat, action) for action in legal(s, seat)]
    if picks and any(way[: len(picks)] == list(picks) for way in possible):
        return ""
    return _reason(s, seat, read_picks(picks)) or what_to_pick(s)


def _reason(s: Known, seat: int, read: list[tuple[str, int]]) -> str:
    if not read:
        return ""
    if s.phase == CHOOSE:
        return _why_not_card(s, seat, read)
    if read[0][0] == "done":
        return _why_not_done(s)
    if s.phase == EFFECT:
        return why_not_unit(s, read)
    if s.phase == ACTIONS:
        return why_not_action(s, read)
    return _why_not_placement(s, read)


def _why_not_card(s: Known, seat: int, read: list[tuple[str, int]]) -> str:
    hand = listed(cards(int(s.hand[side_of(s, seat)])), "and")
    if read[0][0] == "card" and len(read) == 1:
        return f"You do not hold card {read[0][1]}. You hold {hand}."
    return f"{what_to_pick(s)} You hold {hand}."


def _why_not_done(s: Known) -> str:
    if s.walking:
        return walker_words(s)
    if s.phase != EFFECT or may_stop(s):
        return what_to_pick(s)
    if effect(s) == LIGHT_FIRE:
        return f"Fire must be applied in full: {s.units} more to light. {what_to_pick(s)}"
    return f"{EFFECT_NAMES[effect(s)]} must be applied at least once. {what_to_pick(s)}"


def _why_not_placement(s: Known, read: list[tuple[str, int]]) -> str:
    what, cell = read[0][0], read[-1][1]
    if len(read) != 2 or read[1][0] not in ("space", "exit"):
        return what_to_pick(s)
    taken = why_not_free(s, cell)
    if taken or s.phase == RETURN:
        return taken or what_to_pick(s)
    tile = tile_at(s, cell)
    if s.phase == PLACE_SCIENTISTS and what in ("tray:scientist", "tray:hound"):
        return _why_not_camp(s, what, tile)
    if s.phase == PLACE_RAPTORS and what == "tray:mother":
        return _why_not_mother_tile(s, tile)
    if s.phase == PLACE_RAPTORS and what == "tray:sister":
        return _why_not_sister_tile(s, tile)
    return _why_not_baby_tile(s, tile) if s.phase == PLACE_RAPTORS and what == "tray:baby" else what_to_pick(s)


def _why_not_camp(s: Known, what: str, tile: int) -> str:
    camp = "L-tile" if s.map == STANDARD else "camp"
    if what == "tray:hound":
        if not START_HOUNDS[int(s.factions[SCIENTIST])]:
            return what_to_pick(s)
        is_early = s.scientists < START_SCIENTISTS
        return "Place all scientists before the hounds." if is_early else f"Hounds start on the four {camp}s."
    if is_camp(tile):
        return f"There is a scientist on that {camp} already: each of the four gets one."
    return f"Scientists start on the four {camp}s{' at the ends of the map' if s.map == STANDARD else ''}."


def _why_not_sister_tile(s: Known, tile: int) -> str:
    if s.sister:
        return "The sister is on the board already."
    if SISTERS[int(s.factions[RAPTOR])] and not is_central(tile):
        return "The sister starts on one of the two central tiles."
    return what_to_pick(s)


def _why_not_mother_tile(s: Known, tile: int) -> str:
    if s.mother:
        return "The mother is on the board already."
    if not is_central(tile):
        where = ", from f1 to h6" if s.map == STANDARD else ""
        return f"The mother starts on one of the two central tiles{where}."
    return "There is a baby on that tile: the mother needs the other central tile."


def _why_not_baby_tile(s: Known, tile: int) -> str:
    if is_camp(tile):
        camp = "an L-tile" if s.map == STANDARD else "a camp"
        return f"No raptor starts on {camp}: those are for the scientists."
    holders = [cell for cell in range(CELLS) if tile_at(s, cell) == tile and kind(s, cell) in HOLDERS]
    if not holders:
        return "One of the two central tiles must stay free for the mother."
    who = "The mother" if kind(s, holders[0]) == MOTHER_KIND else "A baby"
    return f"{who} is on that tile already: each square tile but the mother's gets one baby."
