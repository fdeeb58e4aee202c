"""The rules of Matches and Patches, as kernels in the contract's order."""

from parlour.core.contract import BOTH, SEATS, Actions, Record, Seed
from parlour.core.generator import below, seed_generator, shuffle
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues
from parlour.games.matches_and_patches.rules.captures import place_alone, place_both
from parlour.games.matches_and_patches.state import (
    ALL_EQUAL,
    DRAWN,
    EAGLE,
    EAGLE_WON,
    HAND,
    MAX_CELLS,
    MORE_CELLS,
    MORE_POINTS,
    MORE_THAN_HALF,
    NONE,
    RUNNING,
    SECRET,
    SIZES,
    SNAKE,
    TILES,
)


@kernel
def setup(s: Record, options: OptionValues, seed: Seed) -> None:
    seed_generator(s.generator, seed)
    clear(s, SIZES[options[0]])
    for tile in range(TILES):
        s.deck[tile] = tile
    shuffle(s.generator, s.deck, TILES)
    s.deck_size = TILES
    for _ in range(HAND):
        deal(s)


@kernel
def to_act(s: Record) -> int:
    if s.over != RUNNING:
        return 0
    if s.clash != NONE:
        return 1 << int(s.clash)
    if s.chosen_tile[EAGLE] != NONE:
        return 1 << SNAKE
    return 1 << EAGLE if s.chosen_tile[SNAKE] != NONE else BOTH


@kernel
def legal_actions(s: Record, seat: int, out: Actions) -> int:
    if s.clash == seat:
        return list_cells(s, seat, int(s.chosen_tile[seat]), out)
    first = int(s.hands[seat, 0])
    cells = list_cells(s, seat, first, out)
    n = cells
    for i in range(1, s.hand_sizes[seat]):
        # The same cells with another tile.
        step = MAX_CELLS * (int(s.hands[seat, i]) - first)
        for k in range(cells):
            out[n + k] = out[k] + step
        n += cells
    return n


@kernel
def apply(s: Record, seat: int, action: int) -> None:
    tile = action // MAX_CELLS
    cell = action % MAX_CELLS
    if s.clash == seat:
        replace(s, seat, tile, cell)
        return
    s.chosen_tile[seat] = tile
    s.chosen_cell[seat] = cell
    if s.chosen_tile[1 - seat] != NONE:
        reveal(s)


@kernel
def result(s: Record, seat: int) -> float:
    if s.over == DRAWN:
        return 0.5
    return 1.0 if s.over - EAGLE_WON == seat else 0.0


@kernel
def hide(s: Record, seat: int) -> None:
    """Erase the deck, the hands and the open choices of others. A clash has made the choices public."""
    s.generator[:] = 0
    s.deck[:] = NONE
    for other in SEATS:
        if other != seat:
            s.hands[other, :] = NONE
            if s.clash == NONE and s.chosen_tile[other] != NONE:
                s.chosen_tile[other] = SECRET
                s.chosen_cell[other] = NONE


@kernel
def guess(s: Record, seat: int) -> None:
    """Spread the tiles never seen over the hidden hands and the deck; a hidden choice is any that its hand allows."""
    gather_unseen(s)
    shuffle(s.generator, s.deck, s.deck_size)
    for other in SEATS:
        if other != seat:
            size = s.hand_sizes[other]
            s.hand_sizes[other] = 0
            for _ in range(size):
                add_to_hand(s, other, draw_tile(s))
            if s.chosen_tile[other] == SECRET:
                guess_choice(s, other)


@kernel
def mid_turn(s: Record) -> bool:
    """A round is one step for both seats; a re-placement is a step of its own."""
    return s.clash == NONE and (s.chosen_tile[EAGLE] != NONE or s.chosen_tile[SNAKE] != NONE)


@kernel
def reveals(s: Record, seat: int, action: int) -> bool:
    """The second choice shows the first; a re-placement ends the round, and new tiles are dealt."""
    return s.chosen_tile[1 - seat] != NONE or (s.clash == seat and s.deck_size > 0)


@kernel
def clear(s: Record, size: int) -> None:
    """Empty the board, the hands and the deck."""
    s.width = size
    s.placed = 0
    s.deck_size = 0
    s.points[:] = 0
    s.captured[:] = 0
    s.over = RUNNING
    s.ending = 0
    s.tiles[:] = NONE
    s.owners[:] = NONE
    s.open[:] = 0
    s.deck[:] = NONE
    s.hands[:] = NONE
    s.hand_sizes[:] = 0
    s.chosen_tile[:] = NONE
    s.chosen_cell[:] = NONE
    s.clash = NONE
    s.last[:] = NONE


@kernel
def num_cells(s: Record) -> int:
    return int(s.width) * int(s.width)


@kernel
def centre(s: Record, seat: int) -> int:
    """Return the centre cell of a seat: row n/2, column n/2 as each player sees it."""
    width = int(s.width)
    cell = (width // 2 - 1) * (width + 1)
    return cell if seat == EAGLE else num_cells(s) - 1 - cell


@kernel
def side(s: Record, cell: int) -> int:
    """Return the seat to whose half of the board a cell belongs."""
    return EAGLE if cell < num_cells(s) // 2 else SNAKE


@kernel
def can_play(s: Record, seat: int, cell: int) -> bool:
    """Return whether a tile may go onto a cell: the seat's centre in round 1, later any open cell."""
    return cell == centre(s, seat) if s.placed == 0 else s.open[cell] == 1


@kernel
def list_cells(s: Record, seat: int, tile: int, out: Actions) -> int:
    """Write the codes of a tile on every cell it may go to, ascending."""
    code = MAX_CELLS * tile
    if s.placed == 0:
        out[0] = code + centre(s, seat)
        return 1
    n = 0
    for cell in range(num_cells(s)):
        if s.open[cell]:
            out[n] = code + cell
            n += 1
    return n


@kernel
def draw_tile(s: Record) -> int:
    """Take the next tile from the deck."""
    s.deck_size -= 1
    tile = s.deck[s.deck_size]
    s.deck[s.deck_size] = NONE
    return tile


@kernel
def add_to_hand(s: Record, seat: int, tile: int) -> None:
    """Put a tile into its place in the ascending hand."""
    i = s.hand_sizes[seat]
    while i > 0 and s.hands[seat, i - 1] > tile:
        s.hands[seat, i] = s.hands[seat, i - 1]
        i -= 1
    s.hands[seat, i] = tile
    s.hand_sizes[seat] += 1


@kernel
def take_from_hand(s: Record, seat: int, tile: int) -> None:
    s.hand_sizes[seat] -= 1
    size = s.hand_sizes[seat]
    i = 0
    while s.hands[seat, i] != tile:
        i += 1
    while i < size:
        s.hands[seat, i] = s.hands[seat, i + 1]
        i += 1
    s.hands[seat, size] = NONE


@kernel
def deal(s: Record) -> None:
    """Deal one tile to each player, Eagle first, while the deck lasts."""
    if s.deck_size:
        add_to_hand(s, EAGLE, draw_tile(s))
        add_to_hand(s, SNAKE, draw_tile(s))


@kernel
def reveal(s: Record) -> None:
    """Turn over both choices."""
    for seat in SEATS:
        take_from_hand(s, seat, s.chosen_tile[seat])
    if s.chosen_cell[EAGLE] == s.chosen_cell[SNAKE]:
        clash(s)
    else:
        place_both(s)
        end_round(s)


@kernel
def clash(s: Record) -> None:
    """Both chose the same cell: its side takes it and captures at once; the other keeps its tile for a new cell."""
    cell = int(s.chosen_cell[EAGLE])
    winner = side(s, cell)
    place_alone(s, winner, int(s.chosen_tile[winner]), cell, NONE)
    s.clash = 1 - winner
    s.last[1 - winner] = NONE
    s.chosen_tile[winner] = NONE
    s.chosen_cell[:] = NONE


@kernel
def replace(s: Record, seat: int, tile: int, cell: int) -> None:
    place_alone(s, seat, tile, cell, s.last[1 - seat])
    s.clash = NONE
    end_round(s)


@kernel
def end_round(s: Record) -> None:
    s.chosen_tile[:] = NONE
    s.chosen_cell[:] = NONE
    check_end(s)
    if s.over == RUNNING:
        deal(s)


@kernel
def check_end(s: Record) -> None:
    """More than half of all cells wins at once; on a full board the cells decide, then the points."""
    cells = s.captured[EAGLE] - s.captured[SNAKE]
    points = s.points[EAGLE] - s.points[SNAKE]
    if 2 * int(max(s.captured[EAGLE], s.captured[SNAKE])) > num_cells(s):
        finish(s, MORE_THAN_HALF, cells)
    elif s.placed == num_cells(s):
        if cells != 0:
            finish(s, MORE_CELLS, cells)
        else:
            finish(s, MORE_POINTS if points != 0 else ALL_EQUAL, points)


@kernel
def finish(s: Record, ending: int, lead: int) -> None:
    """End the game by a lead of Eagle's, negative for Snake's."""
    s.ending = ending
    s.over = EAGLE_WON + EAGLE if lead > 0 else EAGLE_WON + SNAKE if lead < 0 else DRAWN


@kernel
def gather_unseen(s: Record) -> None:
    """Fill the deck with all tiles that are neither on the board, nor known in a hand, nor kept in a clash."""
    s.deck[:] = 0
    for cell in range(num_cells(s)):
        if s.tiles[cell] != NONE:
            s.deck[s.tiles[cell]] = 1
    for seat in SEATS:
        for i in range(HAND):
            if s.hands[seat, i] != NONE:
                s.deck[s.hands[seat, i]] = 1
        if s.chosen_tile[seat] >= 0:
            s.deck[s.chosen_tile[seat]] = 1
    s.deck_size = 0
    for tile in range(TILES):
        # The tiles found so far are never more than those looked at, so no mark is overwritten before it is read.
        if s.deck[tile] == 0:
            s.deck[s.deck_size] = tile
            s.deck_size += 1
    s.deck[s.deck_size :] = NONE


@kernel
def guess_choice(s: Record, seat: int) -> None:
    """Choose any tile of the hand and any cell it may go to, each pair equally likely."""
    s.chosen_tile[seat] = s.hands[seat, below(s.generator, s.hand_sizes[seat])]
    allowed = 0
    for cell in range(num_cells(s)):
        allowed += can_play(s, seat, cell)
    skip = below(s.generator, allowed)
    for cell in range(num_cells(s)):
        if can_play(s, seat, cell):
            if skip == 0:
                s.chosen_cell[seat] = cell
            skip -= 1
