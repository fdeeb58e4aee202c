"""The rules of Matches and Patches once more, in plain sets and with the printed scores: slow, to compare with."""

import copy
import re

Cell = tuple[int, int]  # row and column, from 1

# By k, T and s: tenths, as printed in the table of the rules.
PRINTED = {
    "1 1 1": 10, "1 2 1": 20,
    "2 2 2": 30, "2 2 1": 40, "2 3 2": 45, "2 4 2": 50, "2 4 1": 60,
    "3 3 3": 70, "3 3 2": 80, "3 3 1": 90, "3 4 3": 92, "3 4 2": 94, "3 5 3": 96, "3 5 2": 98,
    "3 6 3": 100, "3 6 2": 110, "3 6 1": 120,
    "4 4 3": 140, "4 4 2": 150, "4 4 1": 160, "4 5 4": 161, "4 5 3": 162, "4 5 2": 163,
    "4 6 4": 164, "4 6 3": 165, "4 6 2": 166, "4 7 4": 167, "4 7 3": 168, "4 7 2": 169,
    "4 8 3": 180, "4 8 2": 190,
}  # fmt: skip


class SlowTable:
    """One position; `play` changes it."""

    def __init__(self, text: str) -> None:
        rows, hands, deck, points, choices = text.split()
        assert choices == "-"
        self.size = len(rows.split("/"))
        self.tiles: dict[Cell, str] = {}  # uncaptured
        self.owners: dict[Cell, int] = {}
        for row, letters in zip(range(self.size, 0, -1), rows.split("/"), strict=True):
            column = 1
            for empty, tile, owner in re.findall(r"(\d)(?![TSHC])|([RBYG]\d[TSHC])([es]?)", letters):
                if owner:
                    self.owners[row, column] = "es".index(owner)
                elif tile:
                    self.tiles[row, column] = tile
                column += int(empty or 1)
        self.hands = [set(re.findall("...", hand)) for hand in hands.replace("-", "").split("/")]
        self.deck = re.findall("...", deck)
        self.points = [int(tenths) for tenths in points.split("/")]
        self.chosen: dict[int, tuple[str, Cell]] = {}
        self.kept: tuple[int, str, set[Cell]] | None = None  # loser, its tile, cells it can match
        self.contested: set[Cell] = set()  # in the last round
        self.is_over = False

    def cells(self) -> set[Cell]:
        return {(row, column) for row in range(1, self.size + 1) for column in range(1, self.size + 1)}

    def occupied(self) -> set[Cell]:
        return {*self.tiles, *self.owners}

    def legal(self, seat: int) -> set[str]:
        """Return the legal actions of a seat, in notation."""
        if self.is_over or seat in self.chosen or (self.kept and self.kept[0] != seat):
            return set()
        cells = self.open_cells()
        if not self.occupied():
            middle = self.size // 2
            cells = {(middle, middle)} if seat == 0 else {(middle + 1, middle + 1)}
        tiles = {""} if self.kept else self.hands[seat]
        return {f"{tile}@{row},{column}" for tile in tiles for row, column in cells}

    def open_cells(self) -> set[Cell]:
        touching = {(r + i, c + j) for r, c in self.occupied() for i in (-1, 0, 1) for j in (-1, 0, 1)}
        return (touching & self.cells()) - self.occupied()

    def matching(self, tile: str, cell: Cell, matchable: set[Cell]) -> set[Cell]:
        row, column = cell
        sides = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        return {near for near in sides & matchable if shared(tile, self.tiles[near])}

    def strength(self, tile: str, cells: set[Cell]) -> int:
        signatures = [shared(tile, self.tiles[cell]) for cell in cells]
        if not signatures:
            return 0
        return PRINTED[f"{len(signatures)} {sum(map(len, signatures))} {len(set(signatures))}"]

    def play(self, seat: int, action: str) -> None:
        tile, _, where = action.partition("@")
        row, column = where.split(",")
        cell = int(row), int(column)
        if self.kept:
            _, tile, matchable = self.kept
            self.kept = None
            self.resolve(seat, tile, cell, self.matching(tile, cell, matchable))
            self.end_round()
            return
        self.chosen[seat] = tile, cell
        if len(self.chosen) == 2:
            self.reveal()

    def reveal(self) -> None:
        (tile0, cell0), (tile1, cell1) = self.chosen[0], self.chosen[1]
        self.hands[0].remove(tile0)
        self.hands[1].remove(tile1)
        self.chosen.clear()
        matchable = set(self.tiles)
        self.contested = set()
        if cell0 == cell1:
            winner = 0 if cell0[0] <= self.size // 2 else 1
            won = (tile0, tile1)[winner]
            self.resolve(winner, won, cell0, self.matching(won, cell0, matchable))
            self.kept = 1 - winner, (tile0, tile1)[1 - winner], matchable & set(self.tiles)
            return
        sets = [self.matching(tile0, cell0, matchable), self.matching(tile1, cell1, matchable)]
        power = [self.strength(tile0, sets[0]), self.strength(tile1, sets[1])]
        self.contested = sets[0] & sets[1]
        taken = [sets[i] if power[i] > power[1 - i] else sets[i] - self.contested for i in (0, 1)]
        self.resolve(0, tile0, cell0, taken[0])
        self.resolve(1, tile1, cell1, taken[1])
        self.end_round()

    def resolve(self, seat: int, tile: str, cell: Cell, captured: set[Cell]) -> None:
        self.points[seat] += self.strength(tile, captured)
        self.tiles[cell] = tile
        if captured:
            for taken in {cell, *captured}:
                del self.tiles[taken]
                self.owners[taken] = seat

    def counts(self) -> list[int]:
        return [list(self.owners.values()).count(seat) for seat in (0, 1)]

    def end_round(self) -> None:
        total = self.size**2
        if max(self.counts()) > total / 2 or len(self.occupied()) == total:
            self.is_over = True
            return
        for hand in self.hands:
            if self.deck:
                hand.add(self.deck.pop(0))

    def winner(self) -> int | None:
        for first, second in (self.counts(), self.points):
            if first != second:
                return 0 if first > second else 1
        return None

    def after(self, seat: int, action: str) -> "SlowTable":
        table = copy.deepcopy(self)
        table.play(seat, action)
        return table

    def count(self, depth: int) -> int:
        """Count the sequences of this number of turns; a choice that waits for the other one is no turn yet."""
        if depth == 0:
            return 1
        return sum(
            table.count(depth if table.chosen else depth - 1)
            for seat in (0, 1)
            for table in (self.after(seat, action) for action in sorted(self.legal(seat)))
        )


def shared(a: str, b: str) -> frozenset[str]:
    """Return the attributes in which two tiles are equal."""
    return frozenset(name for name, x, y in zip("CNS", a, b, strict=True) if x == y)
