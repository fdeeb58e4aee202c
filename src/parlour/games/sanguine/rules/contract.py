"""The kernels of the contract, in its order."""

from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator, shuffle
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import one_action_turns
from parlour.core.option import OptionValues
from parlour.games.sanguine.rules.board import num_cells, place
from parlour.games.sanguine.rules.hands import discard, draw_card, hand_card
from parlour.games.sanguine.rules.scoring import owner_sign, total
from parlour.games.sanguine.rules.secrets import deal_unseen, num_unseen, unseen_place
from parlour.games.sanguine.rules.start import begin, read_decks
from parlour.games.sanguine.state import (
    COLUMNS,
    EXTENDED,
    HAND_SIZE,
    MAX_CELLS,
    MAX_DECK,
    MAX_PAST,
    PASS,
    PASSES_TO_END,
    ROWS,
    SHUFFLE,
    UNKNOWN,
)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    s.rows = options[ROWS]
    s.columns = options[COLUMNS]
    s.shuffled = options[SHUFFLE]
    s.extended = options[EXTENDED]
    read_decks(s, options)
    s.dealt = options[HAND_SIZE]
    for seat in range(2):
        lay_by_list(s, seat)
        if s.shuffled:
            shuffle(s.generator, s.order[seat], s.deck_size[seat])
    begin(s)


@kernel
def to_act(s: Record) -> int:
    return 0 if s.passes == PASSES_TO_END else 1 << int(s.turn)


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    sign = owner_sign(seat)
    n = 0
    for i in range(s.hand_size[seat]):
        cost = s.costs[hand_card(s, seat, i)]
        for cell in range(num_cells(s)):
            if sign * s.pawns[cell] >= cost:
                out[n] = i * MAX_CELLS + cell
                n += 1
    out[n] = PASS
    return n + 1


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    if s.played < MAX_PAST:
        s.past[s.played] = action
    s.played += 1
    if action == PASS:
        s.passes += 1
    else:
        s.passes = 0
        i = action // MAX_CELLS
        kind = hand_card(s, seat, i)
        discard(s, seat, i)
        place(s, seat, kind, action % MAX_CELLS)
    s.turn = 1 - seat
    if s.passes < PASSES_TO_END:
        draw_card(s, 1 - seat)


@kernel
def result(s: Record, seat: int) -> float:
    own, enemy = total(s, seat), total(s, 1 - seat)
    return 1.0 if own > enemy else 0.0 if own < enemy else 0.5


@kernel
def hide(s: Record, seat: int) -> None:
    s.generator[:] = 0
    for side in range(2):
        for j in range(num_unseen(s, side, seat)):
            s.order[side, unseen_place(s, side, seat, j)] = UNKNOWN


@kernel
def guess(s: Record, seat: int) -> None:
    """Deal what a seat has not seen; a deck that was not shuffled lies in the order of its public list."""
    for side in range(2):
        if s.shuffled:
            deal_unseen(s, side, seat)
        else:
            lay_by_list(s, side)


mid_turn = one_action_turns


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    """Return whether a card is shown: by a placement, or to the other side by its next draw."""
    if not s.shuffled:
        return False
    if action != PASS:
        return True
    return s.passes + 1 < PASSES_TO_END and s.drawn[1 - seat] < s.deck_size[1 - seat]


@kernel
def lay_by_list(s: Record, seat: int) -> None:
    """Lay a deck in the order of its list; card by card, as a GPU cannot assign one array to another."""
    for i in range(MAX_DECK):
        s.order[seat, i] = s.lists[seat, i]
