"""A second, slow implementation of Raptor's actions and effects, written from the rules over named spaces.

It shares nothing with the kernels: it starts from the letters of a view and walks from name to name.
"""

from dataclasses import dataclass, replace

from parlour import Position
from parlour.games.raptor.tests.tables import board

COLUMNS = "abcdefghijklm"
ACTIVE_SCIENTISTS = "saw"
SCIENTISTS = "safFwv"
BABIES = "bczZ"


def neighbours(space: str) -> list[str]:
    column, row = COLUMNS.index(space[0]), int(space[1])
    around = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
    return [f"{COLUMNS[x]}{y}" for x, y in around if 0 <= x < 13 and 1 <= y <= 6]


def ray(space: str, dx: int, dy: int) -> list[str]:
    column, row = COLUMNS.index(space[0]) + dx, int(space[1]) + dy
    found = []
    while 0 <= column < 13 and 1 <= row <= 6:
        found.append(f"{COLUMNS[column]}{row}")
        column, row = column + dx, row + dy
    return found


def rays(space: str) -> list[list[str]]:
    return [ray(space, dx, dy) for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))]


def tile(space: str) -> tuple[int, int]:
    """Name a tile by its place: five in a row, two rows."""
    column = next(number for number, letters in enumerate(("b", "cde", "fgh", "ijk", "l")) if space[0] in letters)
    return column, (int(space[1]) - 1) // 3


@dataclass(frozen=True)
class SlowTable:
    """A position while actions are spent or an effect is resolved."""

    on: dict[str, str]  # letter by space
    side: str
    card: str
    units: int
    may_stop: bool
    points: int
    tokens: int
    changed: bool
    reserve: int
    fire_limit: int

    def legal(self) -> set[str]:
        if self.card:
            return self._units() | ({"done"} if self.may_stop else set())
        if self.side == "Raptor":
            return self._raptor_actions()
        return self._scientist_actions()

    def spaces(self, letters: str) -> list[str]:
        return [space for space, letter in self.on.items() if letter in letters]

    def mother(self) -> str:
        return next(iter(self.spaces("M")), "")

    def mother_moves(self) -> set[str]:
        found = set()
        for line in rays(self.mother()):
            for space in line:
                if self.on[space] != ".":
                    break
                found.add(space)
        return found

    def shooters(self) -> set[str]:
        """Look outwards from the mother: the first active scientist of each line sees her, rocks end the line."""
        found = set()
        for line in rays(self.mother()) if self.mother() else []:
            for space in line:
                if self.on[space] in "#-X":
                    break
                if self.on[space] in ACTIVE_SCIENTISTS + "v":
                    found.add(space)
                    break
        return found

    def move_cost(self) -> int:
        return 1 if self.changed else 1 + self.tokens

    def _raptor_actions(self) -> set[str]:
        found = {"done"}
        if self.points >= self.move_cost():
            found |= {f"mother:{space}" for space in self.mother_moves()}
        for space in neighbours(self.mother()):
            if self.on[space] in SCIENTISTS:
                found.add(f"kill:{space}")
            if self.on[space] == "z":
                found.add(f"wake:{space}")
            if self.on[space] == "^":
                found.add(f"douse:{space}")
        for baby in self.spaces("bc"):
            found |= {f"{baby}-{space}" for space in neighbours(baby) if self.on[space] in ".X"}
        return found

    def _scientist_actions(self) -> set[str]:
        walkers = self.spaces("wv")
        if walkers:
            return self._steps(walkers[0])
        found = {"done"} | {f"stand:{space}" for space in self.spaces("f")}
        for scientist in self.spaces("sa"):
            found |= self._steps(scientist)
        for scientist in self.spaces("s"):
            for space in neighbours(scientist):
                if self.on[space] in BABIES:
                    found.add(f"{'capture' if self.on[space] in 'zZ' else 'sleep'}:{scientist}-{space}")
        return found | {f"shoot:{space}" for space in self.shooters() if self.on[space] == "s"}

    def _steps(self, scientist: str) -> set[str]:
        left_behind = "^" if self.on[scientist] in "wv" else "."
        without = replace(self, on=self.on | {scientist: left_behind})
        return {
            f"{scientist}-{space}"
            for space in neighbours(scientist)
            if self.on[space] in ".^" and without.can_end(space, self.points - 1)
        }

    def can_end(self, space: str, points: int) -> bool:
        """Try every walk: does one of them end outside of fire?"""
        if self.on[space] == ".":
            return True
        ways = [other for other in neighbours(space) if self.on[other] in ".^"]
        return points > 0 and any(self.can_end(other, points - 1) for other in ways)

    def _units(self) -> set[str]:
        full = [space for space in self.on if space[0] not in "am"]
        free = [space for space in full if self.on[space] == "."]
        if self.card == "Fear":
            return {f"fear:{space}" for space in self.spaces("sa")}
        if self.card == "Recovery":
            return {f"wake:{space}" for space in self.spaces("zZ")} | ({"heal"} if self.tokens else set())
        if self.card == "Reinforcements":
            edges = [space for space in free if space[1] in "16" and space[0] in "cdefghijk"]
            return {f"scientist:{space}" for space in edges} if self.reserve else set()
        if self.card == "Fire":
            lit = [space for space in free if any(self.on[other] in "sa^" for other in neighbours(space))]
            full_box = self.fire_limit and len(self.spaces("^")) >= self.fire_limit
            return set() if full_box else {f"fire:{space}" for space in lit}
        if self.card == "Sleeping Gas":
            reached = {tile(other) for space in self.spaces("sa") for other in full if _tiles_touch(space, other)}
            return {f"gas:{space}" for space in self.spaces("bc") if tile(space) in reached}
        if self.card == "Jeep":
            return {f"{space}-{target}" for space in self.spaces("sa") for target in self._road(space)}
        return {f"{baby}-{space}" for baby in self.spaces("b") for space in self._callable(baby)}

    def _road(self, scientist: str) -> set[str]:
        found = set()
        for line in rays(scientist):
            for space in line:
                if self.on[space] not in ".^":
                    break
                found.add(space)
        return found

    def _callable(self, baby: str) -> set[str]:
        reached, border = {baby}, [baby]
        while border:
            fresh = [space for space in neighbours(border.pop()) if self.on[space] == "." and space not in reached]
            reached |= set(fresh)
            border += fresh
        return {space for space in reached - {baby} if tile(space) == tile(self.mother())}

    def after(self, action: str) -> "SlowTable":
        """Spend points on a regular action; "done" is the end and gives no position."""
        on, (verb, _, where) = dict(self.on), action.partition(":")
        cost, tokens, changed = 1, self.tokens, self.changed
        if verb == "mother":
            cost, changed = self.move_cost(), True
            on[self.mother()], on[where] = ".", "M"
        elif verb in ("kill", "wake", "capture"):
            on[where[-2:]] = "b" if verb == "wake" else "."
        elif verb == "douse":
            _put_out(on, where)
        elif verb == "stand":
            on[where] = "s"
        elif verb == "sleep":
            on[where[-2:]] = "Z"
        elif verb == "shoot":
            tokens += 1
        else:
            origin, target = action[:2], action[3:]
            figure = {"w": "s", "v": "a"}.get(on[origin], on[origin])
            on[origin] = "^" if on[origin] in "wv" else "."
            if on[target] != "X":
                on[target] = {"s": "w", "a": "v"}[figure] if on[target] == "^" else figure
        if verb in ("sleep", "capture", "shoot"):
            on[where[:2]] = "a"
        return replace(self, on=on, points=self.points - cost, tokens=tokens, changed=changed)

    def is_won(self) -> bool:
        return not self.spaces(SCIENTISTS) or self.tokens == 5

    def count_turns(self) -> int:
        """Count the ways to spend all action points, or to stop before."""
        if self.points == 0 or self.is_won():
            return 1
        return sum(1 if action == "done" else self.after(action).count_turns() for action in self.legal())


def _put_out(on: dict[str, str], space: str) -> None:
    on[space] = "."
    for other in neighbours(space):
        if on[other] == "^":
            _put_out(on, other)


def _tiles_touch(space: str, other: str) -> bool:
    """Return whether two spaces are on the same tile or on tiles with a common edge."""
    (x0, y0), (x1, y1) = tile(space), tile(other)
    return abs(x0 - x1) + abs(y0 - y1) <= 1


def slow_table(position: Position) -> SlowTable:
    view = position.seen_by().view()
    (seat,) = position.to_act()
    return SlowTable(
        on={
            f"{COLUMNS[x]}{row}": letter for row, line in enumerate(board(position), 1) for x, letter in enumerate(line)
        },
        side=position.seen_by().side_names()[seat],
        card=view.effect_name,
        units=view.units,
        may_stop=view.may_stop,
        points=view.points,
        tokens=view.sleep_tokens,
        changed=bool(position.state.wound_paid),
        reserve=view.reserve,
        fire_limit=view.fire_limit,
    )
