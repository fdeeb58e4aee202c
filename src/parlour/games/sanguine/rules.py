"""The rules of Sanguine, as kernels in the contract's order."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Actions, Record, Seed
from parlour.core.generator import seed_generator, shuffle
from parlour.core.kernel import kernel
from parlour.core.kernel_defaults import one_action_turns
from parlour.core.option import OptionValues
from parlour.games.sanguine.scoring import effective_value, owner_sign, total
from parlour.games.sanguine.secrets import deal_unseen, num_unseen, unseen_place
from parlour.games.sanguine.state import (
    BLUE,
    BLUE_CARDS,
    CARD_NUMBERS,
    COLUMNS,
    DEVALUE,
    EXTENDED,
    GRID_SIDE,
    HAND_SIZE,
    HEADER_NUMBERS,
    MAX_CELLS,
    MAX_PAST,
    MAX_PAWNS,
    NAME_WORDS,
    NUM_KINDS,
    PASS,
    PASSES_TO_END,
    REACH,
    RED,
    RED_CARDS,
    ROWS,
    SHUFFLE,
    UNKNOWN,
    UPGRADE,
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
        s.order[seat] = s.lists[seat]
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
            s.order[side] = s.lists[side]


mid_turn = one_action_turns


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    """A placement shows a card of a secret hand; any action lets the other side draw, unless nothing can be drawn."""
    if not s.shuffled:
        return False
    if action != PASS:
        return True
    return s.passes + 1 < PASSES_TO_END and s.drawn[1 - seat] < s.deck_size[1 - seat]


@kernel
def read_decks(s: Record, options: OptionValues) -> None:
    """Take over the two lists and the table of kinds."""
    s.num_kinds = options[NUM_KINDS]
    s.deck_size[RED] = options[RED_CARDS]
    s.deck_size[BLUE] = options[BLUE_CARDS]
    at = HEADER_NUMBERS
    for seat in range(2):
        for place in range(s.deck_size[seat]):
            s.lists[seat, place] = options[at + place]
        at += int(s.deck_size[seat])
    for kind in range(s.num_kinds):
        s.grids[kind] = options[at]
        s.costs[kind] = options[at + 1]
        s.values[kind] = options[at + 2]
        for word in range(NAME_WORDS):
            s.names[kind, word] = options[at + 3 + word]
        at += CARD_NUMBERS


@kernel
def begin(s: Record) -> None:
    """Put the board, the hands and the turn as they are before the first action; the decks lie ready."""
    s.pawns[:] = 0
    s.cards[:] = 0
    s.modifiers[:] = 0
    s.hand[:] = 0
    s.hand_size[:] = 0
    s.drawn[:] = 0
    s.played, s.passes, s.turn = 0, 0, RED
    for row in range(s.rows):
        s.pawns[row * s.columns] = 1
        s.pawns[row * s.columns + s.columns - 1] = -1
    for seat in range(2):
        for _ in range(s.dealt):
            draw_card(s, seat)
    draw_card(s, RED)


@kernel
def num_cells(s: Record) -> int:
    return int(s.rows) * int(s.columns)


@kernel
def hand_card(s: Record, seat: int, i: int) -> int:
    """Return the kind of the hand card i."""
    return s.order[seat, s.hand[seat, i]]


@kernel
def draw_card(s: Record, seat: int) -> None:
    """Take the top card to the right end of the hand; from an empty deck nothing, without penalty."""
    if s.drawn[seat] < s.deck_size[seat]:
        s.hand[seat, s.hand_size[seat]] = s.drawn[seat]
        s.hand_size[seat] += 1
        s.drawn[seat] += 1


@kernel
def discard(s: Record, seat: int, i: int) -> None:
    """Take a card out of a hand; the cards right of it move up."""
    last = s.hand_size[seat] - 1
    for j in range(i, last):
        s.hand[seat, j] = s.hand[seat, j + 1]
    s.hand[seat, last] = 0
    s.hand_size[seat] = last


@kernel
def place(s: Record, seat: int, kind: int, cell: int) -> None:
    """Put a card on a cell in place of all its pawns, let it exert its influence, then remove worthless cards."""
    s.pawns[cell] = 0
    s.cards[cell] = owner_sign(seat) * (kind + 1)
    exert(s, seat, kind, cell)
    if s.extended:
        remove_worthless(s)


@kernel
def exert(s: Record, seat: int, kind: int, cell: int) -> None:
    """Let the grid of a card act on the cells around it; for Blue it is mirrored left to right."""
    sign, columns = owner_sign(seat), int(s.columns)
    row, column = cell // columns, cell % columns
    rest = s.grids[kind]
    while rest:
        grid_cell = lowest_bit(rest) // 2
        effect = rest >> 2 * grid_cell & 3
        rest &= ~(3 << 2 * grid_cell)
        target_row = row + grid_cell // GRID_SIDE - REACH
        target_column = column + sign * (grid_cell % GRID_SIDE - REACH)
        if 0 <= target_row < s.rows and 0 <= target_column < columns:
            affect(s, sign, target_row * columns + target_column, effect)


@kernel
def affect(s: Record, sign: int, target: int, effect: int) -> None:
    """Do to one cell what a grid says: upgrades reach every cell, influence only those without a card."""
    if effect == UPGRADE:
        s.modifiers[target] += 1
    elif effect == DEVALUE:
        s.modifiers[target] -= 1
    elif s.cards[target] == 0:
        own = sign * s.pawns[target]
        s.pawns[target] = sign * min(own + 1, MAX_PAWNS) if own >= 0 else sign * -own


@kernel
def remove_worthless(s: Record) -> None:
    """Extended game: a card worth nothing leaves pawns, as many as it cost, and the cell is normal again."""
    for cell in range(num_cells(s)):
        card = int(s.cards[cell])
        if card and effective_value(s, cell) <= 0:
            cost = s.costs[abs(card) - 1]
            s.pawns[cell] = cost if card > 0 else -cost
            s.cards[cell] = 0
            s.modifiers[cell] = 0
