"""The kernels of matching and capturing. A set of neighbours is a bit per direction of state.EDGES."""

from parlour.core.bits import num_bits
from parlour.core.contract import Actions, Record
from parlour.core.kernel import kernel
from parlour.games.matches_and_patches.rules.patterns import SCORES, SHARED, SIGNATURES
from parlour.games.matches_and_patches.state import LARGE, MAX_CELLS, NEIGHBOURS, NONE

SIDES = 4  # corner neighbours never match


@kernel
def neighbour(s: Record, cell: int, direction: int) -> int:
    """Return the cell in a direction, NONE off the board."""
    return NEIGHBOURS[s.width // LARGE, cell, direction]


@kernel
def holds_tile(s: Record, cell: int) -> bool:
    """Return whether an uncaptured tile lies on a cell."""
    return s.tiles[cell] != NONE and s.owners[cell] == NONE


@kernel
def matches(s: Record, tile: int, cell: int, fresh: int) -> int:
    """Return the neighbours of a cell that a tile would match: uncaptured tiles that share an attribute with it.

    Args:
        fresh: the cell of the other tile of this round, which matches nothing, or NONE while it is not yet laid.
    """
    found = 0
    for direction in range(SIDES):
        near = neighbour(s, cell, direction)
        if near == NONE or not holds_tile(s, near):
            continue
        if near != fresh and SIGNATURES[tile ^ s.tiles[near]]:
            found |= 1 << direction
    return found


@kernel
def score(s: Record, tile: int, cell: int, found: int) -> int:
    """Score the pattern that a tile makes with these neighbours, in tenths."""
    shared = 0
    kinds = 0
    for direction in range(SIDES):
        if found >> direction & 1:
            signature = SIGNATURES[tile ^ s.tiles[neighbour(s, cell, direction)]]
            shared += SHARED[signature]
            kinds |= 1 << int(signature)
    return SCORES[num_bits(found), shared, num_bits(kinds)]


@kernel
def pattern(s: Record, tile: int, cell: int, fresh: int) -> tuple[int, int]:
    """Return what `matches` finds, and its score."""
    found = matches(s, tile, cell, fresh)
    return found, score(s, tile, cell, found)


@kernel
def patterns(s: Record, actions: Actions, fresh: int, out: Actions) -> None:
    """Write how many neighbours each action would match, times 1000, and its score."""
    for i in range(len(actions)):
        found, tenths = pattern(s, actions[i] // MAX_CELLS, actions[i] % MAX_CELLS, fresh)
        out[i] = 1000 * num_bits(found) + tenths


@kernel
def contested(s: Record, cell: int, found: int, other_cell: int, other_found: int) -> int:
    """Return those of the neighbours found from a cell that were found from the other cell too."""
    common = 0
    for direction in range(SIDES):
        for other in range(SIDES):
            both = found >> direction & 1 and other_found >> other & 1
            if both and neighbour(s, cell, direction) == neighbour(s, other_cell, other):
                common |= 1 << direction
    return common


@kernel
def lay(s: Record, seat: int, tile: int, cell: int) -> None:
    """Put a tile onto the board; the empty cells around it can now be played."""
    s.tiles[cell] = tile
    s.open[cell] = 0
    s.last[seat] = cell
    s.placed += 1
    for direction in range(2 * SIDES):
        near = neighbour(s, cell, direction)
        if near != NONE and s.tiles[near] == NONE:
            s.open[near] = 1


@kernel
def mark(s: Record, seat: int, cell: int) -> None:
    """Replace a tile by a player's marker, for good."""
    s.owners[cell] = seat
    s.captured[seat] += 1


@kernel
def capture(s: Record, seat: int, tile: int, cell: int, found: int) -> None:
    """Capture these neighbours, if any, with the cell just played, and bank their score."""
    if found == 0:
        return
    s.points[seat] += score(s, tile, cell, found)
    mark(s, seat, cell)
    for direction in range(SIDES):
        if found >> direction & 1:
            mark(s, seat, neighbour(s, cell, direction))


@kernel
def place_both(s: Record) -> None:
    """Lay the two chosen tiles on their different cells; one comparison of whole patterns decides all contests."""
    tile0, cell0 = int(s.chosen_tile[0]), int(s.chosen_cell[0])
    tile1, cell1 = int(s.chosen_tile[1]), int(s.chosen_cell[1])
    found0 = matches(s, tile0, cell0, NONE)
    found1 = matches(s, tile1, cell1, NONE)
    contested0 = contested(s, cell0, found0, cell1, found1)
    contested1 = contested(s, cell1, found1, cell0, found0)
    strength0 = score(s, tile0, cell0, found0)
    strength1 = score(s, tile1, cell1, found1)
    if strength0 <= strength1:
        found0 &= ~contested0
    if strength1 <= strength0:
        found1 &= ~contested1
    lay(s, 0, tile0, cell0)
    lay(s, 1, tile1, cell1)
    capture(s, 0, tile0, cell0, found0)
    capture(s, 1, tile1, cell1, found1)


@kernel
def place_alone(s: Record, seat: int, tile: int, cell: int, fresh: int) -> None:
    """Lay one tile of a round in which both chose the same cell: nothing can be contested."""
    found = matches(s, tile, cell, fresh)
    lay(s, seat, tile, cell)
    capture(s, seat, tile, cell, found)
