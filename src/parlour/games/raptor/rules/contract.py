"""The rules of Raptor: the contract's kernels, and the course of a round."""

from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues
from parlour.games.raptor.factions import KENNELS, RESERVES, START_HOUNDS, UNITS
from parlour.games.raptor.geometry import CELL_OF, SPACES
from parlour.games.raptor.rules.actions import act, list_regular_actions
from parlour.games.raptor.rules.board_setup import (
    are_scientists_placed,
    assemble_board,
    list_placements,
    place,
    place_mother,
)
from parlour.games.raptor.rules.cards import (
    deal,
    draw_card,
    guess_cards,
    hide_cards,
    list_cards,
    play_card,
    reshuffle,
    sides_choosing,
)
from parlour.games.raptor.rules.effects import apply_unit, effect_of, forget_calls, has_unit, list_units, moves_babies
from parlour.games.raptor.rules.ground import has_free_space
from parlour.games.raptor.state import (
    ACTIONS,
    BURNING,
    CARD,
    CHOOSE,
    DISAPPEAR,
    DONE,
    DRAWN,
    EFFECT,
    FREE,
    LASTING,
    MOTHER,
    OVER,
    PLACE_RAPTORS,
    PLACE_SCIENTISTS,
    RAPTOR,
    RAPTOR_WON,
    RESHUFFLE,
    RETURN,
    ROUND_CAP,
    ROUNDS,
    SCIENTIST,
    START_SCIENTISTS,
)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    s.environment = options[1]
    s.raptor_seat = options[2]
    s.fire_limit = options[3]
    s.map = options[4]
    s.factions[RAPTOR] = options[5]
    s.factions[SCIENTIST] = options[6]
    assemble_board(s, options[0] == 0)
    s.phase = PLACE_RAPTORS
    s.side = RAPTOR
    s.reserve = START_SCIENTISTS + min(RESERVES[s.factions[RAPTOR], s.factions[SCIENTIST]], options[7])
    s.kennel = START_HOUNDS[s.factions[SCIENTIST]] + KENNELS[s.factions[SCIENTIST]]


@kernel
def to_act(s: Record) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == CHOOSE:
        sides = sides_choosing(s)
        return sides if s.raptor_seat == 0 or sides == 3 else 3 - sides
    return 1 << seat_of(s, s.side)


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    if s.phase == ACTIONS:
        return list_regular_actions(s, out)
    if s.phase == CHOOSE:
        return list_cards(s, seat ^ s.raptor_seat, out)
    if s.phase == EFFECT:
        return list_units(s, out)
    if s.phase == RETURN:
        return list_returns(s, out)
    return list_placements(s, out)


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    if s.phase == ACTIONS:
        spend(s, action)
    elif s.phase == CHOOSE:
        s.chosen[seat ^ s.raptor_seat] = action - CARD + 1
        if s.chosen[RAPTOR] != 0 and s.chosen[SCIENTIST] != 0:
            reveal(s)
    elif s.phase == EFFECT:
        resolve(s, action)
    elif s.phase == RETURN:
        return_mother(s, CELL_OF[action - MOTHER])
        end_round(s)
    else:
        place(s, action)
        if s.phase == PLACE_SCIENTISTS and are_scientists_placed(s):
            start_rounds(s)


@kernel
def result(s: Record, seat: int) -> float:
    if s.over == DRAWN:
        return 0.5
    return 1.0 if seat == seat_of(s, s.over - RAPTOR_WON) else 0.0


@kernel
def hide(s: Record, seat: int) -> None:
    s.generator[:] = 0
    for side in range(2):
        if seat_of(s, side) != seat:
            hide_cards(s, side)


@kernel
def guess(s: Record, seat: int) -> None:
    for side in range(2):
        if seat_of(s, side) != seat:
            guess_cards(s, side)


@kernel
def mid_turn(s: Record) -> bool:
    """The units of an effect are one turn, and so are the actions; each figurine is placed in a turn of its own."""
    return s.begun == 1


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    """The second card chosen turns both over; a card chosen under Observation is shown."""
    return s.phase == CHOOSE and (s.observation == 1 or s.chosen[RAPTOR] != 0 or s.chosen[SCIENTIST] != 0)


@kernel
def seat_of(s: Record, side: int) -> int:
    return side ^ s.raptor_seat


@kernel
def start_rounds(s: Record) -> None:
    deal(s)
    s.rounds = 1
    s.phase = CHOOSE


@kernel
def reveal(s: Record) -> None:
    """Turn both cards over: the lower one's effect is resolved, then the higher side spends the difference."""
    play_card(s, RAPTOR)
    play_card(s, SCIENTIST)
    s.observation = 0
    raptor, scientist = int(s.revealed[RAPTOR]), int(s.revealed[SCIENTIST])
    if raptor == scientist:
        end_round(s)
        return
    s.side = RAPTOR if raptor < scientist else SCIENTIST
    s.card = min(raptor, scientist)
    s.points = abs(raptor - scientist)
    s.units = UNITS[s.factions[s.side], s.side, s.card]
    s.phase = EFFECT
    if effect_of(s) == DISAPPEAR:
        disappear(s)
    if s.units == 0 or not has_unit(s):
        end_effect(s)


@kernel
def disappear(s: Record) -> None:
    s.board[s.mother] = FREE
    s.mother = 0
    s.observation = 1


@kernel
def resolve(s: Record, action: int) -> None:
    """Apply one unit of the effect, or stop it."""
    if action == DONE:
        end_effect(s)
        return
    apply_unit(s, action)
    if s.phase == OVER:  # a baby escaped by a card
        s.begun = 0
        return
    s.begun = 1
    if s.units == 0 or not has_unit(s):
        end_effect(s)


@kernel
def end_effect(s: Record) -> None:
    if moves_babies(effect_of(s)):
        forget_calls(s)
    if s.card == RESHUFFLE:
        reshuffle(s, s.side)
    s.units = 0
    s.begun = 0
    s.side = 1 - s.side
    s.phase = ACTIONS


@kernel
def spend(s: Record, action: int) -> None:
    """Spend action points, or stop; the rest is lost."""
    if action == DONE:
        s.points = 0
    else:
        act(s, action)
    if s.phase == OVER:
        s.begun = 0
        return
    s.begun = 1
    if s.points == 0:
        end_actions(s)


@kernel
def end_actions(s: Record) -> None:
    s.begun = 0
    if s.mother == 0:
        s.side = RAPTOR
        s.phase = RETURN
    else:
        end_round(s)


@kernel
def list_returns(s: Record, out: Actions) -> int:
    """Write all free spaces; if there is none, the mother may come back in place of a fire."""
    content = FREE if has_free_space(s) else BURNING
    n = 0
    for space in range(SPACES):
        if s.board[CELL_OF[space]] == content:
            out[n] = MOTHER + space
            n += 1
    return n


@kernel
def return_mother(s: Record, cell: int) -> None:
    if s.board[cell] == BURNING:
        s.fires -= 1
    place_mother(s, cell)


@kernel
def end_round(s: Record) -> None:
    """Draw, and clear what lasts a round; after the last round the game is a draw."""
    for space in range(SPACES):
        s.board[CELL_OF[space]] &= LASTING
    s.wound_paid = 0
    s.card = 0
    s.side = RAPTOR
    if s.rounds == ROUND_CAP:
        s.over = DRAWN
        s.ending = ROUNDS
        s.phase = OVER
        return
    for side in range(2):
        draw_card(s, side)
    s.rounds += 1
    s.phase = CHOOSE
