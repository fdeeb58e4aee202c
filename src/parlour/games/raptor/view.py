"""What people see of Raptor, may pick, and are asked."""

import msgspec

from parlour.core.contract import SPECTATOR, Known, Pile, Record
from parlour.games.raptor.factions import FACTIONS, START_HOUNDS
from parlour.games.raptor.geometry import MAPS, cell_to_name
from parlour.games.raptor.map_reader import BRIDGE
from parlour.games.raptor.rules import to_act
from parlour.games.raptor.rules.cards import hand_size, is_shown
from parlour.games.raptor.rules.effects import may_stop
from parlour.games.raptor.state import (
    ACTIONS,
    BABIES,
    BABIES_TO_WIN,
    BABY_KIND,
    BAIT,
    CALL_BABIES,
    CAPTURED,
    CARDS,
    CHOOSE,
    DISAPPEAR,
    EFFECT,
    ESCAPED,
    FEAR,
    FRESH,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    MAX_TOKENS,
    NEUTRALIZED,
    NO_SCIENTIST,
    NOTHING,
    OVER,
    PLACE_RAPTORS,
    PLACE_SCIENTISTS,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RESHUFFLE,
    RETURN,
    ROUNDS,
    SCATTER,
    SCIENTIST,
    SLEEPING_GAS,
    START_SCIENTISTS,
    USED,
    WHISTLE,
)
from parlour.games.raptor.text.board import cards, cells_of, content, deck_size, effect, fires, is_inactive
from parlour.games.raptor.text.label import label as label
from parlour.games.raptor.text.narrate import narrate as narrate
from parlour.games.raptor.text.picks import picks as picks
from parlour.games.raptor.text.position_text import ENVIRONMENTS, cells_showing
from parlour.games.raptor.text.prompt import prompt as prompt
from parlour.games.raptor.text.why_not import why_not as why_not
from parlour.games.raptor.text.words import (
    EFFECT_NAMES,
    FIGURES,
    SIDE_NAMES,
    SIDES,
    amount_words,
    card_effect,
    side_of,
)

PHASES = ("placement", "placement", "card", "effect", "actions", "return", "over")  # by phase of the record
ENDINGS = {
    ESCAPED: "escaped",
    NO_SCIENTIST: "no_scientist",
    NEUTRALIZED: "neutralized",
    CAPTURED: "captured",
    ROUNDS: "rounds",
}
EFFECT_CODES = {
    NOTHING: "none",
    CALL_BABIES: "call",
    DISAPPEAR: "disappear",
    FEAR: "fear",
    RECOVER: "recover",
    SLEEPING_GAS: "gas",
    REINFORCE: "reinforce",
    JEEP_RIDE: "jeep",
    LIGHT_FIRE: "fire",
    LEAP: "leap",
    SCATTER: "scatter",
    BAIT: "bait",
    KENNEL: "kennel",
    WHISTLE: "whistle",
}


class Figure(msgspec.Struct, frozen=True):
    """A figurine on the board."""

    kind: str  # mother, baby, scientist, sister, hound
    space: str
    is_active: bool  # not asleep, not frightened
    is_fresh: bool  # asleep or frightened since this round: cannot be woken, cannot stand up
    is_used: bool  # has attacked in this round, or is a baby that this card has moved


class TrayItem(msgspec.Struct, frozen=True):
    """Something that waits to be put on the board."""

    kind: str  # mother, baby, scientist, sister, hound, fire
    left: int


class Card(msgspec.Struct, frozen=True):
    """A card with what it does."""

    value: int
    effect: (
        str  # none, call, disappear, fear, recover, gas, reinforce, jeep, fire, leap, scatter, bait, kennel, whistle
    )
    name: str  # of the effect, to show
    amount: str  # how often it may be applied, to show; empty where that means nothing
    reshuffles: bool


class Cards(msgspec.Struct, frozen=True):
    """The cards of one side."""

    hand: list[Card]  # only the viewer's own; empty for others
    hand_size: int
    deck_size: int
    played: list[int]  # values of the pile, in order
    has_chosen: bool
    chosen: Card | None  # where it may be known
    revealed: Card | None  # the one revealed last
    role: str  # what the revealed card gives its side in this round: effect, points, tie; empty while cards are chosen


class RaptorView(msgspec.Struct, frozen=True):
    """A Raptor table; spaces are named a1 to m6, row 1 at the top. A side is 0, the raptor, or 1, the scientist."""

    sides: list[int]  # by seat
    phase: str
    ending: str  # escaped, no_scientist, neutralized, captured, rounds; empty while the game goes on
    to_act: list[int]  # seats
    environment: str
    rocks: list[str]
    exits: list[str]
    fires: list[str]
    figures: list[Figure]
    tray: list[TrayItem]
    sleep_tokens: int
    max_sleep_tokens: int
    escaped: int
    captured: int
    babies_to_win: int
    scientists: int  # on the board
    reserve: int
    fire_limit: int  # 0: none
    round: int
    effect_name: str  # of the effect that is resolved, to show; empty at other times
    units: int  # of it, that may still be applied
    may_stop: bool
    points: int  # action points left, or waiting for the end of the effect
    round_points: int  # action points that this round began with
    in_fire: str  # the space of the scientist that must walk on, or empty
    observation: bool  # the scientist shows the card: the next round, or this one while cards are chosen
    cards: list[Cards]  # by side
    map: str  # its name
    rock: str  # what the rocks are called on it
    barrier: str  # what stops figurines but no shots is called so; empty where there is nothing of that kind
    barriers: list[str]
    bridges: list[str]  # ground that looks different
    tiles: list[str]  # six rows of 13: the number of the tile, 0 4 5 9 where scientists start, 2 and 7 in the middle
    factions: list[str]  # by side, to show
    hounds: int  # on the board
    kennel: int  # hounds that wait


def view(s: Known, seat: int) -> RaptorView:
    drawn = MAPS[int(s.map)]
    return RaptorView(
        sides=[side_of(s, other) for other in (0, 1)],
        phase=phase(s),
        ending=ENDINGS[int(s.ending)] if s.phase == OVER else "",
        to_act=[other for other in (0, 1) if int(to_act(s)) >> other & 1],
        environment=ENVIRONMENTS[s.environment],
        rocks=cells_showing(s, "#"),
        exits=cells_showing(s, "X"),
        fires=[cell_to_name(cell) for cell in fires(s)],
        figures=[_figure(s, cell, figure) for figure in FIGURES for cell in cells_of(s, figure)],
        tray=[item for item in _tray(s) if item.left],
        sleep_tokens=int(s.tokens),
        max_sleep_tokens=MAX_TOKENS,
        escaped=int(s.escaped),
        captured=int(s.captured),
        babies_to_win=BABIES_TO_WIN,
        scientists=int(s.scientists),
        reserve=int(s.reserve),
        fire_limit=int(s.fire_limit),
        round=int(s.rounds),
        effect_name=EFFECT_NAMES[effect(s)] if s.phase == EFFECT else "",
        units=int(s.units),
        may_stop=_may_stop(s),
        points=int(s.points),
        round_points=abs(int(s.revealed[0]) - int(s.revealed[1])),
        in_fire=_name(s.walking),
        observation=bool(s.observation),
        cards=[_cards(s, side, seat) for side in SIDES],
        map=drawn.name,
        rock=drawn.rock,
        barrier=drawn.barrier,
        barriers=cells_showing(s, "~"),
        bridges=drawn.spaces(BRIDGE),
        tiles=list(drawn.tiles),
        factions=[FACTIONS[side][int(s.factions[side])].title for side in SIDES],
        hounds=int(s.hounds),
        kennel=int(s.kennel),
    )


def _name(cell: int) -> str:
    return cell_to_name(int(cell)) if cell else ""


def _figure(s: Known, cell: int, figure: int) -> Figure:
    flags = content(s, cell)
    return Figure(
        FIGURES[figure], cell_to_name(cell), not is_inactive(s, cell), bool(flags & FRESH), bool(flags & USED)
    )


def _tray(s: Known) -> list[TrayItem]:
    if s.phase == PLACE_RAPTORS:
        babies = BABIES - len(cells_of(s, BABY_KIND))
        has_sister = FACTIONS[RAPTOR][int(s.factions[RAPTOR])].has_sister and not s.sister
        return [
            TrayItem("mother", 0 if s.mother else 1), TrayItem("sister", int(has_sister)), TrayItem("baby", babies)
        ]  # fmt: skip
    if s.phase == PLACE_SCIENTISTS:
        scientists = START_SCIENTISTS - int(s.scientists)
        hounds = START_HOUNDS[int(s.factions[SCIENTIST])] - int(s.hounds)
        return [TrayItem("scientist", scientists)] if scientists else [TrayItem("hound", hounds)]
    if s.phase == RETURN:
        return [TrayItem("mother", 1)]
    if effect(s) == REINFORCE:
        return [TrayItem("scientist", min(int(s.units), int(s.reserve)))]
    if effect(s) == KENNEL:
        return [TrayItem("hound", min(int(s.units), int(s.kennel)))]
    return [TrayItem("fire", int(s.units))] if effect(s) == LIGHT_FIRE else []


def _cards(s: Known, side: int, seat: int) -> Cards:
    is_own = seat != SPECTATOR and side_of(s, seat) == side
    chosen = int(s.chosen[side])
    return Cards(
        hand=[_card(s, side, value) for value in cards(int(s.hand[side]))] if is_own else [],
        hand_size=int(hand_size(s)),
        deck_size=deck_size(s, side),
        played=s.played[side, : s.num_played[side]].tolist(),
        has_chosen=chosen != 0,
        chosen=_card(s, side, chosen) if chosen and (is_own or is_shown(s, side)) else None,
        revealed=_card(s, side, int(s.revealed[side])) if s.revealed[side] else None,
        role=_role(s, side),
    )


def _card(s: Known, side: int, value: int) -> Card:
    which = card_effect(s, side, value)
    return Card(value, EFFECT_CODES[which], EFFECT_NAMES[which], amount_words(s, side, value), value == RESHUFFLE)


def _role(s: Known, side: int) -> str:
    own, other = int(s.revealed[side]), int(s.revealed[1 - side])
    if s.phase == CHOOSE or not own:
        return ""
    return "tie" if own == other else "effect" if own < other else "points"


def _may_stop(s: Known) -> bool:
    if s.phase == ACTIONS:
        return bool(s.walking == 0)
    return bool(s.phase == EFFECT and may_stop(s))


def face_down(s: Record) -> list[Pile]:
    """Return the cards in the deck of each side; which one is drawn next is decided when it is."""
    left = [_deck(s, side) for side in SIDES]
    return [
        Pile(
            f"{SIDE_NAMES[side]}'s deck",
            [f"{value} {EFFECT_NAMES[card_effect(s, side, value)]}" for value in values],
            False,
        )
        for side, values in enumerate(left)
        if values
    ]


def _deck(s: Record, side: int) -> list[int]:
    gone = {*cards(int(s.hand[side])), *s.played[side, : s.num_played[side]].tolist()}
    return [value for value in range(1, CARDS + 1) if value not in gone]


def phase(s: Known) -> str:
    return PHASES[s.phase]


def side_names(s: Known) -> tuple[str, str]:
    first, second = (SIDE_NAMES[side_of(s, seat)] for seat in (0, 1))
    return first, second


def ending(s: Known) -> str:
    return ENDINGS[int(s.ending)]
