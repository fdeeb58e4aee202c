"""What people see of Raptor, may pick, and are asked."""

import msgspec

from parlour.core.contract import SPECTATOR, Record
from parlour.games.raptor.actions import move_cost
from parlour.games.raptor.board import (
    EFFECT_NAMES,
    SIDE_NAMES,
    card_words,
    cards,
    cells_of,
    content,
    deck_size,
    effect,
    fires,
    is_inactive,
    points_words,
    read_action,
    side_of,
)
from parlour.games.raptor.cards import hand_size, is_shown
from parlour.games.raptor.effects import may_stop
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.narration import narrate as narrate
from parlour.games.raptor.picking import picks as picks
from parlour.games.raptor.position_text import ENVIRONMENTS, rows
from parlour.games.raptor.reasons import EFFECT_HINTS, hint
from parlour.games.raptor.reasons import why_not as why_not
from parlour.games.raptor.rules import to_act
from parlour.games.raptor.state import (
    ACTIONS,
    BABIES_TO_WIN,
    BABY_KIND,
    CAPTURED,
    CHOOSE,
    EFFECT,
    ESCAPED,
    EXIT,
    FRESH,
    LIGHT_FIRE,
    MAX_TOKENS,
    MOTHER_KIND,
    NEUTRALIZED,
    NO_SCIENTIST,
    OVER,
    PLACE_RAPTORS,
    RAPTOR,
    RETURN,
    ROUND_CAP,
    ROUNDS,
    SCIENTIST,
    SCIENTIST_KIND,
    USED,
)

STEPS = ("placement", "placement", "card", "effect", "actions", "return", "over")  # by phase
ENDINGS = {
    ESCAPED: "escaped",
    NO_SCIENTIST: "no_scientist",
    NEUTRALIZED: "neutralized",
    CAPTURED: "captured",
    ROUNDS: "rounds",
}
FIGURES = {MOTHER_KIND: "mother", BABY_KIND: "baby", SCIENTIST_KIND: "scientist"}


class Figure(msgspec.Struct, frozen=True):
    """A figurine on the board."""

    kind: str  # mother, baby, scientist
    space: str
    is_active: bool  # not asleep, not frightened
    is_fresh: bool  # asleep or frightened since this round: cannot be woken, cannot stand up
    is_used: bool  # a scientist that has attacked in this round, a baby that this card has called


class Card(msgspec.Struct, frozen=True):
    """A card with what it does."""

    value: int
    words: str


class Cards(msgspec.Struct, frozen=True):
    """The cards of one side."""

    hand: list[Card]  # only the own one; empty for others
    hand_size: int
    deck_size: int
    played: list[Card]  # the pile, in order
    has_chosen: bool
    chosen: int  # the chosen card where it may be known, or 0
    revealed: int  # the card revealed last, or 0


class RaptorView(msgspec.Struct, frozen=True):
    """A Raptor table; spaces are named a1 to m6, row 1 at the top. Lists of two are by side: raptor, scientist."""

    sides: list[str]  # by seat
    phase: str
    to_act: list[int]  # seats
    environment: str
    board: list[str]  # six rows of 13 letters, see `position_text`
    rocks: list[str]
    exits: list[str]
    fires: list[str]
    figures: list[Figure]
    mother: str  # her space, or empty
    sleep_tokens: int
    max_sleep_tokens: int
    escaped: int
    captured: int
    babies_to_win: int
    scientists: int  # on the board
    reserve: int
    fire_limit: int  # 0: none
    round: int
    round_cap: int
    card: str  # the effect that is resolved, or empty
    units: int  # of it, that may still be applied
    may_stop: bool
    points: int  # action points left, or waiting for the end of the effect
    move_cost: int  # of the mother's next move
    in_fire: str  # the space of the scientist that must walk on, or empty
    observation: bool  # the scientist shows the card: the next round, or this one while cards are chosen
    cards: list[Cards]


def view(s: Record, seat: int) -> RaptorView:
    board = rows(s)
    cells = {name: _named(board, letter) for name, letter in (("rocks", "#"), ("exits", "X"))}
    return RaptorView(
        sides=list(side_names(s)),
        phase=phase(s),
        to_act=[other for other in (0, 1) if int(to_act(s)) >> other & 1],
        environment=ENVIRONMENTS[s.environment],
        board=board,
        rocks=cells["rocks"],
        exits=cells["exits"],
        fires=[cell_to_name(cell) for cell in fires(s)],
        figures=[_figure(s, cell, figure) for figure in FIGURES for cell in cells_of(s, figure)],
        mother=_name(s.mother),
        sleep_tokens=int(s.tokens),
        max_sleep_tokens=MAX_TOKENS,
        escaped=int(s.escaped),
        captured=int(s.captured),
        babies_to_win=BABIES_TO_WIN,
        scientists=int(s.scientists),
        reserve=int(s.reserve),
        fire_limit=int(s.fire_limit),
        round=int(s.rounds),
        round_cap=ROUND_CAP,
        card=EFFECT_NAMES[effect(s)] if s.phase == EFFECT else "",
        units=int(s.units),
        may_stop=_may_stop(s),
        points=int(s.points),
        move_cost=int(move_cost(s)),
        in_fire=_name(s.walking),
        observation=bool(s.observation),
        cards=[_cards(s, side, seat) for side in (RAPTOR, SCIENTIST)],
    )


def _name(cell: int) -> str:
    return cell_to_name(int(cell)) if cell else ""


def _named(board: list[str], letter: str) -> list[str]:
    """List the spaces that show a letter."""
    return [
        f"{'abcdefghijklm'[column]}{row}"
        for row, line in enumerate(board, 1)
        for column, shown in enumerate(line)
        if shown == letter
    ]


def _figure(s: Record, cell: int, figure: int) -> Figure:
    flags = content(s, cell)
    return Figure(
        FIGURES[figure], cell_to_name(cell), not is_inactive(s, cell), bool(flags & FRESH), bool(flags & USED)
    )


def _cards(s: Record, side: int, seat: int) -> Cards:
    is_own = seat != SPECTATOR and side_of(s, seat) == side
    chosen = int(s.chosen[side])
    return Cards(
        hand=[_card(side, value) for value in cards(int(s.hand[side]))] if is_own else [],
        hand_size=int(hand_size(s)),
        deck_size=deck_size(s, side),
        played=[_card(side, int(value)) for value in s.played[side, : s.num_played[side]]],
        has_chosen=chosen != 0,
        chosen=chosen if is_own or is_shown(s, side) else 0,
        revealed=int(s.revealed[side]),
    )


def _card(side: int, value: int) -> Card:
    return Card(value, card_words(side, value))


def _may_stop(s: Record) -> bool:
    if s.phase == ACTIONS:
        return bool(s.walking == 0)
    return bool(s.phase == EFFECT and may_stop(s))


def prompt(s: Record, seat: int) -> str:
    if s.phase == OVER:
        return "The game is over."
    seats = int(to_act(s))
    if seat == SPECTATOR or not seats >> seat & 1:
        return _waiting(s, seat, seats)
    if s.phase == CHOOSE:
        return _card_prompt(s)
    if s.phase == EFFECT:
        return _effect_prompt(s)
    if s.phase == ACTIONS:
        return _action_prompt(s)
    if s.phase == RETURN:
        return "The mother comes back: pick any free space for her."
    if s.phase == PLACE_RAPTORS:
        return "You play the Raptor. Place the mother on a central tile and one baby on each other square tile."
    return "You play the Scientist. Place one scientist on each of the four L-tiles."


def _waiting(s: Record, seat: int, seats: int) -> str:
    if seats == 3:
        return "Both sides choose a card."
    name = SIDE_NAMES[side_of(s, 0 if seats == 1 else 1)]
    if s.phase == CHOOSE:
        chosen = "You have chosen. " if seat != SPECTATOR and s.chosen[side_of(s, seat)] else ""
        return f"{chosen}{name} is to choose a card."
    what = {EFFECT: f"resolves {EFFECT_NAMES[effect(s)]}", ACTIONS: f"has {points_words(int(s.points))} to spend"}
    words = {RETURN: "brings the mother back"} | what
    return f"{name} {words.get(int(s.phase), 'places the figurines')}."


def _card_prompt(s: Record) -> str:
    shown = int(s.chosen[SCIENTIST])
    if s.observation and shown > 0:
        return f"The Scientist shows {shown}, {card_words(SCIENTIST, shown)}. Choose your card."
    if s.observation:
        return "Choose a card. The Raptor will see it before choosing."
    return "Choose a card in secret: the lower one takes effect, the higher side acts."


def _effect_prompt(s: Record) -> str:
    resolving = effect(s)
    up_to = "" if s.units == 1 or resolving == LIGHT_FIRE else "up to "
    more = " more" if s.begun else ""
    stop = " Or stop." if may_stop(s) else ""
    return f"{EFFECT_NAMES[resolving]} ({up_to}{s.units}{more}): {_lower_first(EFFECT_HINTS[resolving])}{stop}"


def _lower_first(words: str) -> str:
    return words[:1].lower() + words[1:]


def _action_prompt(s: Record) -> str:
    points = points_words(int(s.points))
    if s.walking:
        return f"The scientist on {_name(s.walking)} stands in fire: walk on. You have {points}."
    cost = int(move_cost(s))
    extra = f" The mother's next move costs {cost}." if s.side == RAPTOR and cost > 1 else ""
    return f"You have {points}.{extra} {hint(s)}"


def label(s: Record, seat: int, action: int) -> str:
    verb, origin, target, card = read_action(s, action)
    start, end = _name(origin), _name(target)
    if verb == "card":
        return f"play {card}: {card_words(side_of(s, seat), card)}"
    if verb == "done":
        return f"stop; {points_words(int(s.points))} left unused" if s.phase == ACTIONS else "stop the effect"
    mover = "baby" if s.side == RAPTOR else "scientist"
    if verb == "mother":
        return f"move the mother from {start} to {end}" if s.phase == ACTIONS else f"place the mother on {end}"
    if verb == "step":
        leaves = target and int(s.board[target]) == EXIT
        return f"let the baby on {start} escape by {end}" if leaves else f"move the {mover} from {start} to {end}"
    if verb == "seize":
        return (
            f"{'capture' if is_inactive(s, target) else 'put to sleep'} the baby on {end} with the scientist on {start}"
        )
    words = {
        "heal": "take a sleep token off the mother",
        "baby": f"place a baby on {end}",
        "scientist": f"place a scientist on {end}",
        "fire": f"light a fire on {end}",
        "kill": f"kill the scientist on {end}",
        "wake": f"wake the baby on {end}",
        "douse": f"put out the fire on {end} and all connected ones",
        "fear": f"frighten the scientist on {end}",
        "gas": f"put the baby on {end} to sleep",
        "shoot": f"shoot the mother on {end} from {start}",
        "stand": f"let the scientist on {start} stand up",
        "call": f"call the baby from {start} to {end}",
        "jeep": f"drive the scientist from {start} to {end}",
    }
    return words[verb]


def phase(s: Record) -> str:
    return STEPS[s.phase]


def side_names(s: Record) -> tuple[str, str]:
    first, second = (SIDE_NAMES[side_of(s, seat)] for seat in (0, 1))
    return first, second


def ending(s: Record) -> str:
    return ENDINGS[int(s.ending)]
