"""A second, slow implementation of Raptor's actions and effects, written from the rules over named spaces.

It shares nothing with the kernels: it starts from the letters of a view and walks from name to name.
"""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from parlour import Position
from parlour.games.raptor.tests.tables import board

COLUMNS = "abcdefghijklm"
ACTIVE_SCIENTISTS = "saw"
SCIENTISTS = "safFwv"
BABIES = "bczZ"
HOUNDS = "hglL"
RUN = 3  # spaces that the sister or a hound runs
ASLEEP = {"z": "b", "Z": "b", "y": "S", "Y": "S"}  # and what wakes up
MAPS = Path(__file__).parents[1] / "rules" / "maps"


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


def read_map(name: str) -> tuple[dict[str, str], frozenset[str]]:
    """Return the tile of each space of a map, and where reinforcements arrive."""
    fields = tomllib.loads((MAPS / f"{name}.toml").read_text(encoding="utf-8"))
    drawn = enumerate(fields["tiles"].split(), 1)
    tiles = {f"{COLUMNS[x]}{row}": tile for row, line in drawn for x, tile in enumerate(line) if tile != "-"}
    return tiles, frozenset(fields["arrivals"].split())


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
    kennel: int
    tiles: dict[str, str]  # by space
    arrivals: frozenset[str]

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

    def sister(self) -> str:
        return next(iter(self.spaces("SKyY")), "")

    def shooters(self, raptor: str) -> set[str]:
        """Look outwards from a raptor: the first active scientist of each line sees her, rocks and exits end it."""
        found = set()
        for line in rays(raptor) if raptor else []:
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
            if self.on[space] in SCIENTISTS + HOUNDS:
                found.add(f"kill:{space}")
            if self.on[space] in "zy":
                found.add(f"wake:{space}")
            if self.on[space] == "^":
                found.add(f"douse:{space}")
        for baby in self.spaces("bc"):
            found |= {f"{baby}-{space}" for space in neighbours(baby) if self.on[space] in ".X"}
        for sister in self.spaces("SK"):
            found |= {f"sister:{space}" for space in self.runs(sister, RUN)}
        for sister in self.spaces("S"):
            found |= {f"bite:{space}" for space in neighbours(sister) if self.on[space] in SCIENTISTS + HOUNDS}
        return found

    def runs(self, start: str, most: int) -> set[str]:
        """Return the free spaces in a straight line that are at most `most` steps away."""
        found = set()
        for line in rays(start):
            for space in line[:most]:
                if self.on[space] != ".":
                    break
                found.add(space)
        return found

    def _scientist_actions(self) -> set[str]:
        walkers = self.spaces("wv")
        if walkers:
            return self._steps(walkers[0])
        found = {"done"} | {f"stand:{space}" for space in self.spaces("fl")}
        for scientist in self.spaces("sa"):
            found |= self._steps(scientist)
        for scientist in self.spaces("s"):
            for space in neighbours(scientist):
                if self.on[space] in BABIES:
                    found.add(f"{'capture' if self.on[space] in 'zZ' else 'sleep'}:{scientist}-{space}")
        found |= {f"shoot:{space}" for space in self.shooters(self.mother()) if self.on[space] == "s"}
        if self.spaces("SK"):
            found |= {f"dart:{space}" for space in self.shooters(self.sister()) if self.on[space] == "s"}
        return found | self._hound_actions()

    def _hound_actions(self) -> set[str]:
        found = set()
        for hound in self.spaces("hg"):
            found |= {f"{hound}-{space}" for space in self.runs(hound, RUN)}
        for hound in self.spaces("h"):
            found |= {f"sleep:{hound}-{space}" for space in neighbours(hound) if self.on[space] in "bc"}
        return found

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
        free = self.spaces(".")
        if self.card == "Fear":
            return {f"fear:{space}" for space in self.spaces("sahg")}
        if self.card == "Recovery":
            return {f"wake:{space}" for space in self.spaces("zZyY")} | ({"heal"} if self.tokens else set())
        if self.card == "Reinforcements":
            return {f"scientist:{space}" for space in free if space in self.arrivals} if self.reserve else set()
        if self.card == "Fire":
            lit = [space for space in free if any(self.on[other] in "sa^" for other in neighbours(space))]
            full_box = self.fire_limit and len(self.spaces("^")) >= self.fire_limit
            return set() if full_box else {f"fire:{space}" for space in lit}
        if self.card == "Sleeping Gas":
            return {f"gas:{space}" for space in self.spaces("bc") if self.tiles[space] in self._scented()}
        if self.card == "Jeep":
            return {f"{space}-{target}" for space in self.spaces("sa") for target in self._road(space)}
        if self.card in ("Leap", "Scatter", "Bait", "Kennel", "Whistle"):
            return self._badlands_units(free)
        return {f"{baby}-{space}" for baby in self.spaces("b") for space in self._callable(baby)}

    def _badlands_units(self, free: list[str]) -> set[str]:
        if self.card == "Leap":
            near = self._near(self.tiles[self.sister()]) if self.spaces("SK") else set()
            return {f"sister:{space}" for space in free if self.tiles[space] in near}
        if self.card == "Kennel":
            return {f"hound:{space}" for space in free if space in self.arrivals} if self.kennel else set()
        if self.card == "Whistle":
            return {f"{hound}-{space}" for hound in self.spaces("hg") for space in self.runs(hound, len(COLUMNS))}
        targets, tiles = (".X", set(self.tiles.values())) if self.card == "Scatter" else (".", self._scented())
        babies = [baby for baby in self.spaces("b") if self.tiles[baby] in tiles]
        return {f"{baby}-{space}" for baby in babies for space in neighbours(baby) if self.on[space] in targets}

    def _scented(self) -> set[str]:
        """Return the tiles of active scientists and those that share an edge with one."""
        return {near for space in self.spaces("sa") for near in self._near(self.tiles[space])}

    def _near(self, tile: str) -> set[str]:
        """Return a tile and those that share an edge with it."""
        own = [space for space in self.tiles if self.tiles[space] == tile]
        return {tile} | {self.tiles[other] for space in own for other in neighbours(space) if other in self.tiles}

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
        return {space for space in reached - {baby} if self.tiles[space] == self.tiles[self.mother()]}

    def after(self, action: str) -> "SlowTable":
        """Spend points on a regular action; "done" is the end and gives no position."""
        on, (verb, _, where) = dict(self.on), action.partition(":")
        cost, tokens, changed = 1, self.tokens, self.changed
        if verb in ("mother", "sister"):
            cost, changed = (self.move_cost(), True) if verb == "mother" else (1, changed)
            start = self.mother() if verb == "mother" else self.sister()
            on[start], on[where] = ".", on[start]
        elif verb == "wake":
            on[where] = ASLEEP[on[where]]
        elif verb in ("kill", "bite", "capture"):
            on[where[-2:]] = "."
        elif verb == "dart":
            on[self.sister()] = "Y"
        elif verb == "douse":
            _put_out(on, where)
        elif verb == "stand":
            on[where] = {"f": "s", "l": "h"}[on[where]]
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
        if verb in ("sleep", "capture", "shoot", "dart"):
            on[where[:2]] = {"s": "a", "h": "g"}[on[where[:2]]]
        if verb == "bite":
            on[self.sister()] = "K"
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


def slow_table(position: Position) -> SlowTable:
    view = position.seen_by().view()
    (seat,) = position.to_act()
    tiles, arrivals = read_map(view.map)
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
        kennel=view.kennel,
        tiles=tiles,
        arrivals=arrivals,
    )
