"""What Raptor asks of a seat now, or what the seat waits for."""

from parlour.core.contract import SPECTATOR, Known
from parlour.core.phrasing import counted, seat_name
from parlour.games.raptor.factions import SISTERS, START_HOUNDS
from parlour.games.raptor.geometry import STANDARD, cell_to_name
from parlour.games.raptor.rules import to_act
from parlour.games.raptor.rules.actions import move_cost
from parlour.games.raptor.rules.effects import may_stop
from parlour.games.raptor.state import (
    ACTIONS,
    BABIES,
    BABY_KIND,
    BAIT,
    CALL_BABIES,
    CHOOSE,
    EFFECT,
    FEAR,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    OVER,
    PLACE_RAPTORS,
    PLACE_SCIENTISTS,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RETURN,
    SCATTER,
    SCIENTIST,
    SLEEPING_GAS,
    START_SCIENTISTS,
    WHISTLE,
)
from parlour.games.raptor.text.board import cells_of, effect
from parlour.games.raptor.text.words import EFFECT_NAMES, card_words, points_words, side_of

PICKS = {
    PLACE_RAPTORS: "Pick the mother or a baby, then a space for it.",
    CHOOSE: "Pick one of your cards.",
    RETURN: "Pick the mother, then any free space.",
}
EFFECT_PICKS = {
    CALL_BABIES: "Pick a baby, then a free space of the mother's tile.",
    FEAR: "Pick a scientist to frighten.",
    RECOVER: "Pick a sleeping baby to wake it, or the mother to take off a sleep token.",
    SLEEPING_GAS: "Pick a baby to put to sleep.",
    REINFORCE: "Pick a scientist from the reserve, then a free space of a long edge.",
    JEEP_RIDE: "Pick a scientist, then a space straight ahead of it.",
    LIGHT_FIRE: "Pick a fire, then a free space beside an active scientist or a fire.",
    LEAP: "Pick the sister, then a free space of her tile or a tile beside it.",
    SCATTER: "Pick a baby, then a free space or an exit beside it.",
    BAIT: "Pick a baby near a scientist, then a free space beside it.",
    KENNEL: "Pick a hound from the kennel, then a free space where reinforcements arrive.",
    WHISTLE: "Pick a hound, then a space straight ahead of it.",
}


def what_to_pick(s: Known) -> str:
    """Describe what can be picked in this phase."""
    if s.phase == EFFECT:
        return EFFECT_PICKS[effect(s)]
    if s.phase == ACTIONS:
        return f"Pick {_actors(s)}, then what it does; or stop."
    if s.phase == PLACE_SCIENTISTS:
        return f"Pick a {_next_piece(s)}, then a space of {_camp(s)}."
    if s.phase == PLACE_RAPTORS and _has_sister(s):
        return "Pick the mother, her sister or a baby, then a space for it."
    return PICKS[int(s.phase)]


def _actors(s: Known) -> str:
    if s.side == RAPTOR:
        return "the mother, her sister or a baby" if s.sister else "the mother or a baby"
    return "a scientist or hound" if s.hounds else "a scientist"


def _has_sister(s: Known) -> bool:
    return bool(SISTERS[int(s.factions[RAPTOR])])


def _next_piece(s: Known) -> str:
    return "scientist" if s.scientists < START_SCIENTISTS else "hound"


def _camp(s: Known) -> str:
    """Name a tile where scientists start: on the standard map it has the shape of an L."""
    return "an L-tile" if s.map == STANDARD else "a camp"


def prompt(s: Known, seat: int) -> str:  # one sentence for each phase
    if s.phase == OVER:
        return "The game is over."
    seats = int(to_act(s))
    if seat == SPECTATOR or not seats >> seat & 1:
        return _waiting(s, seat, seats)
    if s.phase == CHOOSE:
        return _card_prompt(s, seat)
    if s.phase == EFFECT:
        return _effect_prompt(s)
    if s.phase == ACTIONS:
        return _action_prompt(s)
    if s.phase == RETURN:
        return "The mother comes back: pick any free space for her."
    return _placement_prompt(s)


def _placement_prompt(s: Known) -> str:
    if s.phase == PLACE_SCIENTISTS and s.scientists < START_SCIENTISTS:
        camps = "L-tiles" if s.map == STANDARD else "camps"
        return f"{_pieces(START_SCIENTISTS - int(s.scientists))}: one scientist on each of the four {camps}."
    if s.phase == PLACE_SCIENTISTS:
        return f"{_pieces(START_HOUNDS[int(s.factions[SCIENTIST])] - int(s.hounds))}: hounds, beside your scientists."
    babies = BABIES - len(cells_of(s, BABY_KIND))
    mother = "" if s.mother else "the mother on a central tile, "
    sister = "her sister on a central tile, " if _has_sister(s) and not s.sister else ""
    left = babies + (not s.mother) + bool(sister)
    return f"{_pieces(left)}: {mother}{sister}one baby on each other square tile."


def _pieces(left: int) -> str:
    return f"{counted(left, 'piece')} to place"


def _waiting(s: Known, seat: int, seats: int) -> str:
    if seats == 3:
        return "Both players are choosing a card."
    name = seat_name(0 if seats == 1 else 1, seat)
    if s.phase == CHOOSE:
        chosen = "You chose a card. " if seat != SPECTATOR and s.chosen[side_of(s, seat)] else ""
        return f"{chosen}{name} is choosing a card."
    if s.phase == EFFECT:
        return f"{name} is resolving {EFFECT_NAMES[effect(s)]}."
    if s.phase == ACTIONS:
        return f"{name} has {points_words(int(s.points))} to spend."
    return f"{name} is bringing the mother back." if s.phase == RETURN else f"{name} is placing the pieces."


def _card_prompt(s: Known, seat: int) -> str:
    shown, other = int(s.chosen[SCIENTIST]), seat_name(1 - seat, seat)
    if s.observation and shown > 0:
        return f"{other} shows {shown}, {card_words(s, SCIENTIST, shown)}. Choose your card."
    if s.observation:
        return f"Choose a card. {other} will see it before choosing."
    return "Choose a card in secret: the lower one takes effect, the higher side acts."


def _effect_prompt(s: Known) -> str:
    resolving = effect(s)
    up_to = "" if s.units == 1 or resolving == LIGHT_FIRE else "up to "
    more = " more" if s.begun else ""
    stop = " Or stop." if may_stop(s) else ""
    return f"{EFFECT_NAMES[resolving]} ({up_to}{s.units}{more}): {_lower_first(EFFECT_PICKS[resolving])}{stop}"


def _lower_first(words: str) -> str:
    return words[:1].lower() + words[1:]


def _action_prompt(s: Known) -> str:
    points = points_words(int(s.points))
    if s.walking:
        return f"The scientist on {cell_to_name(int(s.walking))} stands in fire: walk on. You have {points}."
    cost = int(move_cost(s))
    extra = f" The mother's next move costs {cost}." if s.side == RAPTOR and cost > 1 else ""
    return f"You have {points}.{extra} {what_to_pick(s)}"
