"""A second Patchwork, slow and plain: sets of cells and strings, nothing shared with the game but the table."""

import csv
import dataclasses
from pathlib import Path

TABLE = Path(__file__).parent.parent / "patches.csv"
PATCHES = {line["letter"]: line for line in csv.DictReader(TABLE.read_text().splitlines())}
INCOME_SQUARES = {5, 11, 17, 23, 29, 35, 41, 47, 53}
SPECIAL_SQUARES = {20, 26, 32, 44, 50}
LINES = "ABCDEFGHI"

Cell = tuple[int, int]  # column, row


def number(letter: str, column: str) -> int:
    return int(PATCHES[letter][column])


def shape(letter: str, orientation: str) -> frozenset[Cell]:
    """Turn the points of a patch about the origin, then push them back to the top left."""
    rows = PATCHES[letter]["rows"].split("/")
    points = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"}
    turn = "ABCDEFGH".index(orientation)
    if turn >= 4:
        points = {(-x, y) for x, y in points}
    for _ in range(turn % 4):
        points = {(-y, x) for x, y in points}
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return frozenset((x - left, y - top) for x, y in points)


def canonical(letter: str) -> list[str]:
    """List the first orientation letter of each different shape."""
    seen: dict[frozenset[Cell], str] = {}
    for orientation in "ABCDEFGH":
        seen.setdefault(shape(letter, orientation), orientation)
    return list(seen.values())


@dataclasses.dataclass
class SlowGame:
    """A position of two players, 0 and 1."""

    circle: str  # what is left, from the neutral token on
    covered: list[set[Cell]] = dataclasses.field(default_factory=lambda: [set(), set()])
    buttons: list[int] = dataclasses.field(default_factory=lambda: [5, 5])
    income: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    squares: list[int] = dataclasses.field(default_factory=lambda: [0, 0])
    specials: set[int] = dataclasses.field(default_factory=lambda: set(SPECIAL_SQUARES))
    top: int = 0
    pending: bool = False
    first_home: int | None = None

    @classmethod
    def start(cls, circle: str) -> "SlowGame":
        after, before = circle.index("A") + 1, circle.index("A")
        return cls(circle[after:] + circle[:before] + "A")

    @property
    def is_over(self) -> bool:
        return self.squares == [53, 53] and not self.pending

    @property
    def actor(self) -> int:
        if self.pending or self.squares[0] == self.squares[1]:
            return self.top
        return self.squares.index(min(self.squares))

    def legal(self) -> set[str]:
        """Return all legal tokens in canonical orientations."""
        if self.is_over:
            return set()
        if self.pending:
            return self._places("h")
        tokens = {"."}
        for letter in self.circle[:3]:
            if number(letter, "buttons") <= self.buttons[self.actor]:
                tokens |= self._places(letter)
        return tokens

    def _places(self, letter: str) -> set[str]:
        tokens = set()
        for orientation in canonical(letter):
            points = shape(letter, orientation)
            for column in range(9):
                for row in range(9):
                    cells = {(column + x, row + y) for x, y in points}
                    inside = all(x < 9 and y < 9 for x, y in cells)
                    if inside and not cells & self.covered[self.actor]:
                        tokens.add(f"{letter}{LINES[column]}{LINES[row]}{orientation}")
        return tokens

    def after(self, token: str) -> "SlowGame":
        """Play a legal token on a copy."""
        game = dataclasses.replace(
            self,
            covered=[set(cells) for cells in self.covered],
            buttons=[*self.buttons],
            income=[*self.income],
            squares=[*self.squares],
            specials=set(self.specials),
        )
        game._play(token)
        return game

    def _play(self, token: str) -> None:
        player = self.actor
        if token == ".":
            origin = self.squares[player]
            self._walk(player, self.squares[1 - player] + 1 - origin)
            self.buttons[player] += self.squares[player] - origin
            return
        letter, column, row, orientation = (token[i] for i in range(4))
        points = shape(letter, orientation)
        self.covered[player] |= {(x + LINES.index(column), y + LINES.index(row)) for x, y in points}
        if letter == "h":
            self.pending = False
            return
        place = self.circle.index(letter)
        self.circle = self.circle[place + 1 :] + self.circle[:place]
        self.buttons[player] -= number(letter, "buttons")
        self.income[player] += number(letter, "income")
        self._walk(player, number(letter, "time"))

    def _walk(self, player: int, steps: int) -> None:
        for _ in range(steps):
            if self.squares[player] == 53:
                break
            self.squares[player] += 1
            square = self.squares[player]
            if square in INCOME_SQUARES:
                self.buttons[player] += self.income[player]
            if square in self.specials:
                self.specials.remove(square)
                self.pending = len(self.covered[player]) < 81
            if square == 53 and self.first_home is None:
                self.first_home = player
        self.top = player

    def score(self, player: int) -> int:
        return self.buttons[player] - 2 * (81 - len(self.covered[player]))

    def perft(self, depth: int) -> int:
        """Count the sequences of this number of turns; a special patch belongs to the turn that collected it."""
        if depth == 0:
            return 1
        if depth == 1 and self.pending:
            return len(self.legal())
        count = 0
        for token in self.legal():
            after = self.after(token)
            count += after.perft(depth if after.pending else depth - 1)
        return count
