"""What placing a card does to the board. Kernels."""

from parlour.core.bits import lowest_bit
from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.games.sanguine.rules.scoring import effective_value, owner_sign
from parlour.games.sanguine.state import DEVALUE, GRID_SIDE, MAX_PAWNS, REACH, UPGRADE


@kernel
def num_cells(s: Record) -> int:
    return int(s.rows) * int(s.columns)


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
    """Apply an effect of a grid to one cell: upgrades reach every cell, influence only those without a card."""
    if effect == UPGRADE:
        s.modifiers[target] += 1
    elif effect == DEVALUE:
        s.modifiers[target] -= 1
    elif s.cards[target] == 0:
        own = sign * s.pawns[target]
        s.pawns[target] = sign * min(own + 1, MAX_PAWNS) if own >= 0 else sign * -own


@kernel
def remove_worthless(s: Record) -> None:
    """Replace each card worth nothing (extended game) by as many pawns as it cost, and clear its cell's modifier."""
    for cell in range(num_cells(s)):
        card = int(s.cards[cell])
        if card and effective_value(s, cell) <= 0:
            cost = s.costs[abs(card) - 1]
            s.pawns[cell] = cost if card > 0 else -cost
            s.cards[cell] = 0
            s.modifiers[cell] = 0
