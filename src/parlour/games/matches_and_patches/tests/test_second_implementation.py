"""Random matches, random rounds and counted trees, compared with the slow implementation; what never changes."""

import random
from collections import Counter
from collections.abc import Iterator
from importlib import resources

import pytest
from hypothesis import given, settings

import parlour
from parlour import Position
from parlour.core.contract import SEATS
from parlour.core.registry import load
from parlour.games.matches_and_patches.state import NONE, TILES
from parlour.games.matches_and_patches.tests.slow import SlowTable
from parlour.games.matches_and_patches.tests.tables import GAME_ID, num_orphans
from parlour.games.matches_and_patches.text.words import tile_to_text
from support.matches import positions, seeds, walk

BOARDS = [0, 1]  # large, small
MAX_SLOW_NODES = 10_000  # deeper rows of perft.txt are counted by the contract tests only


def assert_same(position: Position, slow: SlowTable) -> None:
    view, s = position.seen_by().view(), position.state
    cells = {(r, c): tile for r, row in enumerate(view.tiles, 1) for c, tile in enumerate(row, 1) if tile}
    owners = {(r, c): owner for r, row in enumerate(view.owners, 1) for c, owner in enumerate(row, 1) if owner != NONE}
    assert {cell: tile for cell, tile in cells.items() if cell not in owners} == slow.tiles
    assert owners == slow.owners
    assert view.points == slow.points
    assert view.captured == slow.counts()
    assert [{tile_to_text(int(tile)) for tile in s.hands[seat] if tile != NONE} for seat in SEATS] == slow.hands
    assert [tile_to_text(int(tile)) for tile in s.deck[: s.deck_size][::-1]] == slow.deck
    for seat in SEATS:
        legal = {position.action_to_text(seat, code) for code in position.legal_actions(seat)}
        assert legal == slow.legal(seat)
    assert (position.outcome is not None) == slow.is_over
    if position.outcome:
        assert position.outcome.winner == slow.winner()


@pytest.mark.parametrize(("board", "matches"), [(0, 40), (1, 250)], ids=["large", "small"])
def test_random_matches_are_the_same(board: int, matches: int) -> None:
    clashes = 0
    for seed in range(matches):
        slow = None
        for position, seat, action in walk(load(GAME_ID), seed, board=board):
            slow = slow or SlowTable(position.to_text())
            assert_same(position, slow)
            slow.play(seat, position.action_to_text(seat, action))
            clashes += slow.kept is not None
            last = position.play(seat, action)
        assert slow is not None
        assert_same(last, slow)

    assert clashes > 20


def random_rows(choose: random.Random, size: int) -> str:
    """Scatter an even number of tiles from the centres outwards, some of them captured."""
    middle = size // 2
    cells = {(middle, middle), (middle + 1, middle + 1)}
    for _ in range(choose.randrange(size, size * size - 6) // 2 * 2):
        around = {(r + i, c + j) for r, c in cells for i in (-1, 0, 1) for j in (-1, 0, 1)}
        cells.add(choose.choice(sorted({(r, c) for r, c in around - cells if 0 < r <= size and 0 < c <= size})))
    tiles = choose.sample(range(TILES), len(cells))
    marks = choose.choices(["", "e", "s"], weights=[4, 1, 1], k=len(cells))
    letters = {cell: tile_to_text(tile) + mark for cell, tile, mark in zip(cells, tiles, marks, strict=True)}
    rows = range(size, 0, -1)
    return "/".join("".join(letters.get((row, column), "1") for column in range(1, size + 1)) for row in rows)


def contested_rounds(size: int, boards: int) -> Iterator[tuple[Position, list[str]]]:
    """Return random boards with an action of each player, most often on two cells beside the same uncaptured tile."""
    choose = random.Random(size)
    for seed in range(boards):
        before = parlour.new(GAME_ID, seed=seed, position=random_rows(choose, size))
        slow = SlowTable(before.to_text())
        sides = [
            [f"{r},{c}" for r, c in sorted(slow.open_cells()) if abs(r - row) + abs(c - column) == 1]
            for row, column in sorted(slow.tiles)
        ]
        targets = [cells for cells in sides if len(cells) > 1]
        for cells in choose.choices(targets, k=8) if targets and before.outcome is None else []:
            chosen = [choose.choice(cells)] * 2 if choose.random() < 0.2 else choose.sample(cells, 2)
            yield before, [f"{choose.choice(before.seen_by(seat).view().hand)}@{chosen[seat]}" for seat in SEATS]


@pytest.mark.parametrize("size", [8, 4])
def test_thousands_of_random_rounds_are_the_same(size: int) -> None:
    """Contests are rare in random matches, so both players here choose cells beside the same tile of a random board."""
    seen = Counter[str]()
    for before, actions in contested_rounds(size, boards=250):
        slow = SlowTable(before.to_text())
        position = before
        for seat in SEATS:
            position = position.play(seat, actions[seat])
            slow.play(seat, actions[seat])
        seen["rounds"] += 1
        seen["contests"] += bool(slow.contested)
        seen["ties"] += any(cell in slow.tiles for cell in slow.contested)
        assert_same(position, slow)
        if slow.kept:
            seen["clashes"] += 1
            loser = slow.kept[0]
            action = max(slow.legal(loser))
            position = position.play(loser, action)
            slow.play(loser, action)
            assert_same(position, slow)

    assert seen["rounds"] > 1500
    assert min(seen["contests"], seen["ties"], seen["clashes"]) > 100


def test_the_trees_of_perft_txt_are_counted_by_the_slow_implementation() -> None:
    lines = (resources.files("parlour.games.matches_and_patches") / "tests" / "perft.txt").read_text().splitlines()
    counted = 0
    for line in lines:
        text, _, numbers = line.partition(" | ")
        if line.startswith("#") or int(numbers.split(" | ")[1]) > MAX_SLOW_NODES:
            continue
        depth, nodes = (int(number) for number in numbers.split(" | "))
        start = parlour.new(GAME_ID, seed=0, board="small").to_text() if text == "start" else text
        assert SlowTable(start).count(depth) == nodes
        counted += 1

    assert counted >= 3


# What never changes


@pytest.mark.parametrize("board", BOARDS)
@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_the_tiles_are_conserved(board: int, seed: int) -> None:
    for position in positions(load(GAME_ID), seed, board=board):
        s = position.state
        kept = [] if s.clash == NONE else [int(s.chosen_tile[s.clash])]
        tiles = [int(tile) for tile in (*s.tiles, *s.hands.flat, *s.deck) if tile != NONE] + kept

        assert sorted(tiles) == list(range(TILES))


@pytest.mark.parametrize("board", BOARDS)
@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_captured_cells_never_change_and_all_cells_are_accounted_for(board: int, seed: int) -> None:
    owned: dict[tuple[int, int], tuple[int, str]] = {}
    for position in positions(load(GAME_ID), seed, board=board):
        view = position.seen_by().view()
        for r, row in enumerate(view.owners):
            for c, owner in enumerate(row):
                if owner != NONE:
                    assert owned.setdefault((r, c), (owner, view.tiles[r][c])) == (owner, view.tiles[r][c])

        assert len(owned) == sum(view.captured)
        assert sum(view.captured) + num_orphans(position) + view.empty == view.size**2


@pytest.mark.parametrize("board", BOARDS)
@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_every_match_ends_in_time_and_always_has_two_cells_to_choose_from(board: int, seed: int) -> None:
    rounds = 0
    for position, seat, _ in walk(load(GAME_ID), seed, board=board):
        view = position.seen_by().view()
        cells = {code % 64 for code in position.legal_actions(seat)}
        rounds += position.to_act() == (0, 1)

        assert len(cells) >= (1 if view.round == 1 or position.state.clash != NONE else 2)
        assert rounds <= view.rounds == view.size**2 // 2


def turned(text: str) -> str:
    """Swap the players and turn the board: what Snake saw, Eagle sees."""
    rows, hands, deck, points, choices = text.split()
    slow_rows = [_cells_of_row(row)[::-1] for row in rows.split("/")[::-1]]
    swap = str.maketrans("es", "se")
    pairs = [deck[i : i + 6] for i in range(0, len(deck), 6)]
    size = len(slow_rows)
    return " ".join(
        [
            "/".join("".join(cell.translate(swap) for cell in row) for row in slow_rows),
            "/".join(hands.split("/")[::-1]),
            "".join(pair[3:] + pair[:3] for pair in pairs),
            "/".join(points.split("/")[::-1]),
            "/".join(turned_action(choice, size) for choice in choices.split("/")[::-1]),
        ]
    )


def _cells_of_row(row: str) -> list[str]:
    cells = []
    i = 0
    while i < len(row):
        if row[i].isdigit():
            cells += ["1"] * int(row[i])
            i += 1
        else:
            length = 4 if row[i + 3 : i + 4] in ("e", "s") else 3
            cells.append(row[i : i + length])
            i += length
    return cells


def turned_action(text: str, size: int) -> str:
    tile, at, where = text.partition("@")
    if not at:
        return tile
    row, column = (size + 1 - int(number) for number in where.split(","))
    return f"{tile}@{row},{column}"


def normal(text: str) -> str:
    return parlour.new(GAME_ID, position=text).to_text()


@pytest.mark.parametrize("board", BOARDS)
@given(seed=seeds)
@settings(max_examples=15, deadline=None)
def test_swapping_the_players_and_turning_the_board_commutes_with_playing(board: int, seed: int) -> None:
    for position, seat, action in walk(load(GAME_ID), seed, board=board):
        other = parlour.new(GAME_ID, position=turned(position.to_text()))
        text = position.action_to_text(seat, action)
        after = position.play(seat, action)
        other = other.play(1 - seat, turned_action(text, position.seen_by().view().size))

        assert other.to_text() == normal(turned(after.to_text()))
        if after.outcome:
            winner = after.outcome.winner
            assert other.outcome == parlour.Outcome(None if winner is None else 1 - winner, after.outcome.reason)


@pytest.mark.parametrize("size", [8, 4])
def test_swapping_and_turning_commutes_with_contested_rounds_and_clashes(size: int) -> None:
    for before, actions in contested_rounds(size, boards=25):
        after = before.play(0, actions[0]).play(1, actions[1])
        other = parlour.new(GAME_ID, position=turned(before.to_text()))
        for seat in SEATS:
            other = other.play(seat, turned_action(actions[1 - seat], size))

        assert other.to_text() == normal(turned(after.to_text()))
