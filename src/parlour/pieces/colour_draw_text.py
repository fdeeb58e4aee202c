"""The colour draw as people meet it: its view, sentences, notation and plain-text drawing."""

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from parlour.core.contract import SEATS, Choice, Happening, Known, Record
from parlour.core.errors import BadNotation
from parlour.core.kernel import in_python
from parlour.core.phrasing import NUMBERED_SEATS, seat_name
from parlour.pieces import colour_draw
from parlour.pieces.colour_draw import MAX_UNDECIDED, NOBODY, is_claimed

SIDE_NAMES = NUMBERED_SEATS  # while nobody has a colour
PHASE = "colour draw"
BAG_PICK = "bag"
CLAIMS = "([0-9]{1,2}(?:,[0-9]{1,2})?|-)"  # of one seat, in notation
CHECKERS_PER_LINE = 12  # of the plain-text drawing
is_drawing = in_python(colour_draw.is_drawing)


class Drawn(msgspec.Struct, frozen=True):
    """A checker that was shown in the colour draw."""

    checker: int  # counted from 1
    colour: str


class ColourDraw(msgspec.Struct, frozen=True):
    """The bag as everyone sees it."""

    size: int
    claims: list[list[int]]  # by seat: the checkers claimed in this draw, counted from 1
    shown: list[list[Drawn]]  # by seat: the checkers that the last complete draw showed
    undecided: int  # complete draws that decided nothing
    is_open: bool  # the colours are still being drawn


@dataclass(frozen=True)
class ColourDrawText:
    """The texts of one game's colour draw; checkers are numbered from 1 in all of them.

    A game asks it while `is_drawing`, and about every action from `offset` on.
    """

    size: int  # checkers in the bag
    offset: int  # action code of the first claim
    first: str  # the colour that moves first
    second: str
    setup: str  # what is done with the checkers once the colours are known, as a sentence

    @property
    def colours(self) -> tuple[str, str]:
        """The colours by side: the first moves first."""
        return self.first, self.second

    def is_claim(self, action: int) -> bool:
        """Return whether an action claims a checker from the bag."""
        return action >= self.offset

    def colours_by_seat(self, s: Record) -> list[str]:
        """Return the colours of both seats; none while they are being drawn."""
        if is_drawing(s):
            return []
        return [self.colours[int(s.first) ^ seat] for seat in SEATS]

    # What `view.py` needs

    def view(self, s: Known) -> ColourDraw:
        """Return what everyone sees of the bag."""
        bag = s.claims.tobytes(), s.shown.tobytes(), int(s.shown_first), int(s.undecided)
        return self._view(*bag, is_open=bool(is_drawing(s)))

    @functools.lru_cache(maxsize=4096)  # noqa: B019  # one for each game, which stays
    def _view(self, claims: bytes, shown: bytes, shown_first: int, undecided: int, *, is_open: bool) -> ColourDraw:
        """Return what everyone sees; once the colours are drawn, it stays the same for the whole match."""
        claimed = [[checker for checker in seat if checker] for seat in (claims[:2], claims[2:])]
        drawn = self._drawn((shown[:2], shown[2:]), shown_first)
        return ColourDraw(self.size, claimed, drawn, undecided, is_open)

    def _shown(self, s: Record) -> list[list[Drawn]]:
        return self._drawn(s.shown.tolist(), int(s.shown_first))

    def _drawn(self, shown: Sequence[Sequence[int]], first: int) -> list[list[Drawn]]:
        if not shown[0][0]:
            return [[], []]
        return [
            [Drawn(shown[seat][k], self.first if first >> 2 * seat + k & 1 else self.second) for k in range(2)]
            for seat in SEATS
        ]

    def side_names(self, s: Known) -> tuple[str, str]:
        """Return the colours of both seats as names; numbered players while the colours are being drawn."""
        if is_drawing(s):
            return SIDE_NAMES
        seat0, seat1 = self.colours_by_seat(s)
        return seat0.capitalize(), seat1.capitalize()

    def prompt(self, s: Known, seat: int) -> str:
        """Ask for the next checker from the bag."""
        if seat not in SEATS:
            return f"Both players draw two checkers from the bag to compete for {self.first}."
        claimed = len(_claims(s, seat))
        if claimed == 2:
            return f"You drew your two checkers. Wait for {seat_name(1 - seat, seat)}."
        again = "Draw again. " if s.undecided and not claimed else ""
        return f"{again}Choose two checkers from the bag to compete for {self.first}: {2 - claimed} to go."

    def _nobody_won(self, s: Record) -> str:
        """Explain why the last draw decided nothing."""
        # An undecided draw gave two of the first colour to both seats or to neither.
        return f"{'Both' if s.shown_first & 3 == 3 else 'Nobody'} drew two {self.first}s"

    def picks(self, action: int) -> list[str]:
        """List what a person picks for a claim."""
        return [f"{BAG_PICK}:{self._checker(action)}"]

    def label(self, action: int) -> str:
        """Return a claim in words."""
        return f"take checker {self._checker(action)} from the bag"

    def choice(self, action: int) -> Choice:
        """Return a claim as a person meets it."""
        return Choice(self.action_to_text(action), self.picks(action), self.label(action))

    def _checker(self, action: int) -> int:
        return action - self.offset + 1

    def why_not(self, s: Record, seat: int, picks: Sequence[str]) -> str:
        """Explain why picks claim no checker; empty when they do."""
        kind, _, number = picks[0].partition(":") if picks else ("", "", "")
        if kind != BAG_PICK:
            return f"First draw two checkers from the bag: they decide who plays {self.first}."
        if not number.isdecimal() or not 1 <= int(number) <= self.size:
            return f"The bag holds checkers 1 to {self.size}."
        if len(picks) > 1:
            return "Draw one checker at a time."
        if s.claims[seat, 1]:
            return f"You drew your two checkers. Wait for {seat_name(1 - seat, seat)}."
        if is_claimed(s, int(number) - 1):
            claimer = seat if int(number) in _claims(s, seat) else 1 - seat
            return f"{seat_name(claimer, seat)} already took checker {number}. Pick another one."
        return ""

    def narrate(self, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
        """Narrate a claim, and the four checkers that the last one showed."""
        checker = self._checker(action)
        words = f"{seat_name(seat, viewer)} took checker {checker} from the bag."
        claim = Happening("claim", words, {"seat": seat, "checker": checker})
        return [claim] if after.claims.any() else [claim, *self._narrate_result(after, viewer)]

    def _narrate_result(self, after: Known, viewer: int) -> list[Happening]:
        back = Happening("back", "All checkers went back into the bag.")
        if is_drawing(after):
            words = f"{self._nobody_won(after)}; draw again. {self._both_drew(after, viewer)}"
            return [Happening("undecided", words), back]
        colours = Happening("colours", self._decided(after, viewer), {"first": int(after.first)})
        return [colours, back, Happening("setup", f"{self.setup} {self.first.capitalize()} begins.")]

    def _drew(self, after: Known, seat: int, viewer: int, you: str = "You") -> str:
        drawn = " and ".join(checker.colour for checker in self._shown(after)[seat])
        return f"{seat_name(seat, viewer, you)} drew {drawn}"

    def _both_drew(self, after: Known, viewer: int) -> str:
        return f"{self._drew(after, 0, viewer)}, {self._drew(after, 1, viewer, 'you')}."

    def _decided(self, after: Known, viewer: int) -> str:
        winner = int(after.first)
        plays = f"you play {self.first}" if viewer == winner else f"{seat_name(winner, viewer)} plays {self.first}"
        if after.undecided < MAX_UNDECIDED:
            drew = f"{seat_name(winner, viewer)} drew two {self.first}s"
            return f"{drew}, so {plays}. {self._drew(after, 1 - winner, viewer)}."
        undecided = f"{self._nobody_won(after)} for the third time. {self._both_drew(after, viewer)}"
        return f"A coin was tossed, so {plays}. {undecided}"

    # What `notation.py` needs

    def action_to_text(self, action: int) -> str:
        """Write a claim."""
        return f"b{self._checker(action)}"

    def text_to_actions(self, text: str) -> list[int]:
        """Read a claim; nothing when the text is something else.

        Raises:
            BadNotation: the bag holds no such checker.
        """
        match = re.fullmatch(r"b([0-9]{1,3})", text)
        if match is None:
            return []
        checker = int(match[1])
        if not 1 <= checker <= self.size:
            raise BadNotation(f"The bag holds checkers b1 to b{self.size}; {text} is not one of them.")
        return [self.offset + checker - 1]

    def state_to_text(self, s: Record) -> str:
        """Write a position of the colour draw: undecided draws, the bag, the claims of both seats."""
        letters = [self.colours[1 - (int(s.bag) >> i & 1)][0] for i in range(self.size)]
        claims = [",".join(map(str, _claims(s, seat))) or "-" for seat in SEATS]
        return f"draw {int(s.undecided)} {''.join(letters)} {claims[0]} {claims[1]}"

    def text_to_state(self, s: Record, text: str) -> bool:
        """Read a position of the colour draw into a fresh record; return whether the text is one.

        Raises:
            BadNotation: it begins like one, but cannot be.
        """
        if not text.startswith("draw "):
            return False
        first, second = self.first[0], self.second[0]
        form = rf"draw ([012]) ([{first}{second}]{{{self.size}}}) {CLAIMS} {CLAIMS}"
        match = re.fullmatch(form, text)
        claims = [[int(n) for n in part.split(",") if n != "-"] for part in match.groups()[2:]] if match else []
        taken = [checker for claim in claims for checker in claim]
        if match is None or match[2].count(first) != self.size // 2 or len(taken) == 4:
            raise BadNotation(f"This is not a colour draw: {text}")
        if len(set(taken)) < len(taken) or not all(1 <= checker <= self.size for checker in taken):
            raise BadNotation(f"The claims of this colour draw are impossible: {text}")
        s.first = NOBODY
        s.undecided = int(match[1])
        s.bag = sum(1 << i for i, letter in enumerate(match[2]) if letter == first)
        for seat in SEATS:
            s.claims[seat, : len(claims[seat])] = claims[seat]
        return True

    def render(self, s: Known) -> str:
        """Draw the bag in plain text: the numbers of the checkers that can still be claimed."""
        marks = [f"{'--' if is_claimed(s, checker) else checker + 1:>3}" for checker in range(self.size)]
        lines = ["".join(marks[i : i + CHECKERS_PER_LINE]) for i in range(0, self.size, CHECKERS_PER_LINE)]
        return "\n".join(["The bag:", *lines])


def _claims(s: Record, seat: int) -> list[int]:
    """List the checkers that a seat claimed in this draw, counted from 1."""
    return [checker for checker in s.claims[seat].tolist() if checker]
