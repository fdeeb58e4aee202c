"""A whole match of Raptor in slow motion: phases, cards, effects and rounds, over the spaces of `slow.SlowTable`.

Written from the README. Only what chance decides comes from outside: the board at the start, and the hands.
"""

from dataclasses import dataclass, replace

from parlour.games.raptor.tests.slow import ASLEEP, SlowTable, read_map

CARDS = {
    "mother": [
        ("Mother's Call", 1), ("Disappearance", 0), ("Fear", 1), ("Mother's Call", 2), ("Recovery", 2),
        ("Disappearance", 0), ("Recovery", 3), ("Fear", 2), ("", 0),
    ],
    "pack": [
        ("Mother's Call", 1), ("Fear", 1), ("Fear", 2), ("Scatter", 2), ("Recovery", 2), ("Leap", 1), ("Recovery", 3),
        ("Fear", 2), ("", 0),
    ],
    "scientists": [
        ("Sleeping Gas", 1), ("Reinforcements", 2), ("Jeep", 2), ("Sleeping Gas", 2), ("Fire", 2),
        ("Reinforcements", 2), ("Fire", 3), ("Jeep", 4), ("", 0),
    ],
    "trappers": [
        ("Bait", 1), ("Reinforcements", 2), ("Jeep", 2), ("Sleeping Gas", 2), ("Kennel", 2), ("Reinforcements", 2),
        ("Whistle", 3), ("Jeep", 4), ("", 0),
    ],
}  # fmt: skip
AFTER_ROUND = str.maketrans("ZaFKYgL", "zsfSyhl")
RAPTOR, SCIENTIST = "Raptor", "Scientist"


@dataclass(frozen=True)
class Score:
    """What can be compared with a view, the board apart."""

    phase: str
    side: str
    units: int
    points: int
    tokens: int
    escaped: int
    captured: int
    reserve: int
    kennel: int
    observation: bool
    round: int


class SlowMatch:
    """A match that is told what is played and says what is possible."""

    def __init__(self, board: list[str], map_name: str, raptors: str, scientists: str) -> None:
        tiles, arrivals = read_map(map_name)
        on = {
            f"{'abcdefghijklm'[x]}{row}": letter for row, line in enumerate(board, 1) for x, letter in enumerate(line)
        }
        self.factions = {RAPTOR: raptors, SCIENTIST: scientists}
        self.table = SlowTable(
            on=on, side=RAPTOR, card="", units=0, may_stop=False, points=0, tokens=0, changed=False,
            reserve=4 + (3 if scientists == "trappers" else 2 if raptors == "pack" else 6), fire_limit=0,
            kennel=4 if scientists == "trappers" else 0,
            tiles=tiles, arrivals=arrivals,
        )  # fmt: skip
        self.phase = "raptors"
        self.chosen: dict[str, int] = {}
        self.escaped = self.captured = self.round = 0
        self.observation = False
        self.winner = ""

    def score(self) -> Score:
        table = self.table
        return Score(
            self.phase, table.side, table.units, table.points, table.tokens, self.escaped, self.captured,
            table.reserve, table.kennel, self.observation, self.round,
        )  # fmt: skip

    def board(self) -> list[str]:
        letters = "".join(self.table.on.values())
        return [letters[start : start + 13] for start in range(0, 78, 13)]

    def choosers(self) -> set[str]:
        if self.observation:
            return {RAPTOR} if SCIENTIST in self.chosen else {SCIENTIST}
        return {RAPTOR, SCIENTIST} - set(self.chosen)

    def legal(self) -> set[str]:
        """Return what the side to act can do; the cards depend on the hands."""
        if self.phase in ("raptors", "scientists"):
            return {
                f"{piece}:{space}" for piece in self._to_place() for space in self.table.spaces(".")
                if self._may_start(piece, self.table.tiles[space])
            }  # fmt: skip
        if self.phase == "return":
            return {f"mother:{space}" for space in self.table.spaces(".") or self.table.spaces("^")}
        return self.table.legal()

    def _to_place(self) -> list[str]:
        if self.phase == "scientists":
            if len(self.table.spaces("s")) < 4:
                return ["scientist"]
            return ["hound"] if self.factions[SCIENTIST] == "trappers" and len(self.table.spaces("h")) < 2 else []
        wanted = {"mother": ("M", 1), "baby": ("b", 5), "sister": ("S", 1 if self.factions[RAPTOR] == "pack" else 0)}
        return [piece for piece, (letter, most) in wanted.items() if len(self.table.spaces(letter)) < most]

    def _may_start(self, piece: str, tile: str) -> bool:
        on_tile = [self.table.on[space] for space, other in self.table.tiles.items() if other == tile]
        if piece == "sister":
            return tile in "27"
        if piece == "mother":
            return tile in "27" and "b" not in on_tile
        if piece == "hound":
            return tile in "0459"
        if piece == "scientist":
            return tile in "0459" and "s" not in on_tile
        babies = {self.table.tiles[space] for space in self.table.spaces("b")}
        is_last_central = tile in "27" and babies & {"2", "7"}
        return tile not in "0459" and not {"b", "M"} & set(on_tile) and not is_last_central

    def play(self, side: str, action: str) -> None:
        if self.phase == "choose":
            self.chosen[side] = int(action)
            if len(self.chosen) == 2:
                self._reveal()
        elif self.phase in ("raptors", "scientists"):
            self._place(action)
        elif self.phase == "return":
            self._put(action[-2:], "M")
            self._end_round()
        elif self.phase == "effect":
            self._resolve(action)
        else:
            self._act(action)

    def _put(self, space: str, letter: str) -> None:
        self.table = replace(self.table, on=self.table.on | {space: letter})

    def _place(self, action: str) -> None:
        piece, space = action.split(":")
        self._put(space, {"mother": "M", "baby": "b", "sister": "S", "scientist": "s", "hound": "h"}[piece])
        if piece in ("scientist", "hound"):
            self._take(piece)
        if not self._to_place():
            if self.phase == "raptors":
                self.phase, self.table = "scientists", replace(self.table, side=SCIENTIST)
            else:
                self.phase, self.round = "choose", 1

    def _take(self, piece: str) -> None:
        """Take a scientist out of the reserve, or a hound out of the kennel."""
        table = self.table
        if piece == "scientist":
            self.table = replace(table, reserve=table.reserve - 1)
        else:
            self.table = replace(table, kennel=table.kennel - 1)

    def _reveal(self) -> None:
        raptor, scientist = self.chosen.pop(RAPTOR), self.chosen.pop(SCIENTIST)
        self.observation = False
        if raptor == scientist:
            self._end_round()
            return
        lower = RAPTOR if raptor < scientist else SCIENTIST
        name, units = CARDS[self.factions[lower]][min(raptor, scientist) - 1]
        points = abs(raptor - scientist)
        self.table = replace(self.table, side=lower, card=name, units=units, points=points, may_stop=False)
        self.phase = "effect"
        if name == "Disappearance":
            self.observation = True
            self._put(self.table.mother(), ".")
        if not units or not self.table.legal():
            self._end_effect()

    def _resolve(self, action: str) -> None:
        if action == "done":
            self._end_effect()
            return
        self._apply(action)
        if self.winner:
            return
        self.table = replace(self.table, units=self.table.units - 1, may_stop=self.table.card != "Fire")
        if not self.table.units or not self.table.legal() - {"done"}:
            self._end_effect()

    def _apply(self, action: str) -> None:
        """Apply one unit of an effect."""
        on, (verb, _, where) = dict(self.table.on), action.partition(":")
        if verb == "heal":
            self.table = replace(self.table, tokens=self.table.tokens - 1)
        elif verb == "wake":
            self._put(where, ASLEEP[on[where]])
        elif verb == "gas":
            self._put(where, "Z")
        elif verb == "fear":
            self._put(where, {"s": "F", "h": "L"}[on[where]])
        elif verb == "fire":
            self._put(where, "^")
        elif verb in ("scientist", "hound"):
            self._put(where, verb[0])
            self._take(verb)
        elif verb == "sister":
            self._put(self.table.sister(), ".")
            self._put(where, "S")
        else:
            self._go(action[:2], action[3:])

    def _go(self, start: str, end: str) -> None:
        """Move a figurine by a card: a baby that was called, scattered or baited, a jeep or a hound."""
        figure = self.table.on[start]
        if self.table.card == "Jeep":
            for space in _between(start, end):
                self._put(space, ".")
        self._put(start, ".")
        if self.table.on[end] == "X":
            self._escape()
        else:
            self._put(end, "c" if figure == "b" else figure)

    def _escape(self) -> None:
        self.escaped += 1
        if self.escaped == 3:
            self._win(RAPTOR)

    def _win(self, side: str) -> None:
        self.winner, self.phase = side, "over"

    def _end_effect(self) -> None:
        on = {space: "b" if letter == "c" else letter for space, letter in self.table.on.items()}
        other = SCIENTIST if self.table.side == RAPTOR else RAPTOR
        self.table = replace(self.table, on=on, side=other, card="", units=0, may_stop=False)
        self.phase = "actions"

    def _act(self, action: str) -> None:
        if action == "done":
            self._end_actions()
            return
        before = self.table
        self.table = before.after(action)
        if before.on.get(action[-2:]) == "X":
            self._escape()
        elif action.startswith("capture"):
            self.captured += 1
        if self.captured == 3 or self.table.tokens == 5:
            self._win(SCIENTIST)
        elif not self.table.spaces("safFwv"):
            self._win(RAPTOR)
        if not self.winner and not self.table.points:
            self._end_actions()

    def _end_actions(self) -> None:
        if self.table.mother():
            self._end_round()
        else:
            self.phase, self.table = "return", replace(self.table, side=RAPTOR, points=0)

    def _end_round(self) -> None:
        on = {space: letter.translate(AFTER_ROUND) for space, letter in self.table.on.items()}
        self.table = replace(self.table, on=on, side=RAPTOR, points=0, changed=False)
        if self.round == 100:
            self._win("nobody")
        else:
            self.phase, self.round = "choose", self.round + 1


def _between(start: str, end: str) -> list[str]:
    """List the spaces of a straight line from the second to the last one."""
    columns = "abcdefghijklm"
    x, y, to_x, to_y = columns.index(start[0]), int(start[1]), columns.index(end[0]), int(end[1])
    found = []
    while (x, y) != (to_x, to_y):
        x, y = x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)
        found.append(f"{columns[x]}{y}")
    return found
