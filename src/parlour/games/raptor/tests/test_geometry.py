"""The board: spaces, tiles, neighbours, rocks and exits as the rules give them."""

import itertools

import pytest

import parlour
from parlour.games.raptor.geometry import (
    CELL_OF,
    EXIT_CELLS,
    HANDS,
    NEAR_TILES,
    ROCKS,
    SPACE_OF,
    SPACES,
    STANDARD,
    STEPS,
    TILE_CELLS,
    TILE_NAMES,
    TILE_OF,
    cell_to_name,
    name_to_cell,
)
from parlour.games.raptor.tests.tables import STANDARD_EXITS, STANDARD_ROCKS, board

TILE_SPACES = {
    "W1": ("b", "123"), "T1": ("cde", "123"), "T2": ("fgh", "123"), "T3": ("ijk", "123"), "E1": ("l", "123"),
    "W2": ("b", "456"), "T4": ("cde", "456"), "T5": ("fgh", "456"), "T6": ("ijk", "456"), "E2": ("l", "456"),
}  # fmt: skip
TILE_NEIGHBOURS = {
    "W1": "T1 W2", "W2": "T4 W1", "T1": "W1 T2 T4", "T2": "T1 T3 T5", "T3": "T2 E1 T6", "T4": "W2 T1 T5",
    "T5": "T4 T2 T6", "T6": "T5 T3 E2", "E1": "T3 E2", "E2": "T6 E1",
}  # fmt: skip


def test_there_are_66_full_spaces_named_b1_to_l6() -> None:
    names = [cell_to_name(int(cell)) for cell in CELL_OF]

    assert names == [f"{column}{row}" for row in range(1, 7) for column in "bcdefghijkl"]
    assert SPACES == 66
    assert all(name_to_cell(name) == CELL_OF[space] for space, name in enumerate(names))
    assert all(SPACE_OF[CELL_OF[space]] == space for space in range(SPACES))


@pytest.mark.parametrize("tile", TILE_NAMES)
def test_the_spaces_and_neighbours_of_a_tile(tile: str) -> None:
    number = TILE_NAMES.index(tile)
    columns, rows = TILE_SPACES[tile]
    expected = [f"{column}{row}" for row in rows for column in columns]

    assert [cell_to_name(int(cell)) for cell in TILE_CELLS[STANDARD, number] if cell] == expected
    near = {name for other, name in enumerate(TILE_NAMES) if int(NEAR_TILES[STANDARD, number]) >> other & 1}
    assert near == {tile, *TILE_NEIGHBOURS[tile].split()}


def test_adjacent_spaces_share_an_edge_and_exits_touch_one_space() -> None:
    for cell in CELL_OF:
        name = cell_to_name(int(cell))
        around = {cell_to_name(int(cell) + step) for step in STEPS if TILE_OF[STANDARD, int(cell) + step] >= 0}
        column, row = "abcdefghijklm".index(name[0]), int(name[1])
        sharing = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        assert around == {f"{'abcdefghijklm'[x]}{y}" for x, y in sharing if 1 <= x <= 11 and 1 <= y <= 6}
    for exit_cell in EXIT_CELLS.flatten():
        beside = [int(exit_cell) + step for step in (-1, 1) if TILE_OF[STANDARD, int(exit_cell) + step] >= 0]
        assert len(beside) == 1


def test_the_standard_layout_is_as_drawn() -> None:
    position = parlour.new("raptor", seed=3, board="standard")
    view = position.seen_by().view()

    assert set(view.rocks) == set(STANDARD_ROCKS.split())
    assert set(view.exits) == set(STANDARD_EXITS.split())
    assert sum(row.count(".") for row in board(position)) == 57


def test_a_quarter_turn_maps_x_y_to_2_minus_y_x() -> None:
    for pattern, quarters in itertools.product(range(6), range(3)):
        before = {(local % 3, local // 3) for local in range(9) if int(ROCKS[pattern, quarters]) >> local & 1}
        after = {(local % 3, local // 3) for local in range(9) if int(ROCKS[pattern, quarters + 1]) >> local & 1}
        assert after == {(2 - y, x) for x, y in before}
    rocks = [[(1, 2)], [(0, 1), (2, 2)], [(1, 1), (1, 2)], [(2, 0), (0, 2)], [(0, 0)], [(1, 1)]]
    for pattern, places in enumerate(rocks):
        assert int(ROCKS[pattern, 0]) == sum(1 << 3 * y + x for x, y in places)


def test_two_l_tiles_of_each_hand() -> None:
    assert len(set(HANDS)) == 6
    assert all(sorted(hands) == [0, 0, 1, 1] for hands in HANDS)
    exits = [[cell_to_name(int(cell)) for cell in slot] for slot in EXIT_CELLS]
    assert exits == [["a3", "a1"], ["a6", "a4"], ["m1", "m3"], ["m4", "m6"]]


def is_connected(free: set[str]) -> bool:
    reached, border = set(), [min(free)]
    while border:
        space = border.pop()
        if space in reached:
            continue
        reached.add(space)
        column, row = "abcdefghijklm".index(space[0]), int(space[1])
        sharing = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        border += [name for x, y in sharing if (name := f"{'abcdefghijklm'[x]}{y}") in free]
    return reached == free


def test_random_boards_are_connected_with_13_to_17_free_long_edge_spaces() -> None:
    layouts = set()
    for seed in range(400):
        position = parlour.new("raptor", seed=seed)
        view = position.seen_by().view()
        free = {
            f"{'abcdefghijklm'[x]}{y}"
            for y, row in enumerate(board(position), 1)
            for x, mark in enumerate(row)
            if mark == "."
        }
        layouts.add(tuple(board(position)))
        assert len(view.rocks) == 9
        assert len(free) == 57
        assert is_connected(free)
        assert 13 <= len([space for space in free if space[1] in "16" and space[0] in "cdefghijk"]) <= 17
        assert len(view.exits) == 4
        assert len([name for name in view.exits if name in ("a3", "a6", "m1", "m4")]) == 2  # of hand A

    assert len(layouts) > 390


def test_every_tile_gets_every_pattern_and_turn() -> None:
    seen: dict[str, set[tuple[str, ...]]] = {name: set() for name in TILE_NAMES}
    for seed in range(1000):
        drawn = board(parlour.new("raptor", seed=seed))
        for name, (columns, rows) in TILE_SPACES.items():
            first = "abcdefghijklm".index(columns[0])
            seen[name].add(tuple(drawn[int(row) - 1][first : first + len(columns)] for row in rows))

    # Different turns of the six patterns: 4 + 4 + 4 + 2 + 4 + 1
    assert {name: len(patterns) for name, patterns in seen.items() if name[0] == "T"} == dict.fromkeys(
        ("T1", "T2", "T3", "T4", "T5", "T6"), 19
    )
