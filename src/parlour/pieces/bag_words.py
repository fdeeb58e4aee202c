"""The bag of checkers as people meet it: texts, views and sentences for the colour draw."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from parlour.core.contract import Happening, Record
from parlour.core.errors import BadNotation
from parlour.pieces.bag import NOBODY, is_claimed, is_drawing

SEAT_NAMES = ("Player 1", "Player 2")  # until the colours are drawn
CLAIM_PICK = "bag"


class Colours(NamedTuple):
    """The two colours of a set of checkers; `first` begins."""

    first: str
    second: str


class Drawn(msgspec.Struct, frozen=True):
    """A checker that was shown in the colour draw."""

    checker: int  # counted from 1
    colour: str


class ColourDraw(msgspec.Struct, frozen=True):
    """The bag as everybody sees it."""

    size: int
    claims: list[list[int]]  # by seat: the checkers claimed in this draw, counted from 1
    shown: list[list[Drawn]]  # by seat: what the last complete draw showed
    undecided: int  # complete draws that decided nothing
    is_open: bool  # the colours are still being drawn


def bag_view(s: Record, size: int, colours: Colours) -> ColourDraw:
    """Show the bag."""
    claims = [[int(checker) for checker in s.claims[seat] if checker] for seat in range(2)]
    return ColourDraw(size, claims, _shown(s, colours), int(s.undecided), bool(is_drawing(s)))


def _shown(s: Record, colours: Colours) -> list[list[Drawn]]:
    if not s.shown[0, 0]:
        return [[], []]
    return [
        [Drawn(int(s.shown[seat, k]), colours[1 - (int(s.shown_first) >> 2 * seat + k & 1)]) for k in range(2)]
        for seat in range(2)
    ]


def side_names(s: Record, colours: Colours) -> tuple[str, str]:
    """Name the seats by their colours, or by number while these are being drawn."""
    if s.first == NOBODY:
        return SEAT_NAMES
    first, second = colours.first.capitalize(), colours.second.capitalize()
    return (first, second) if s.first == 0 else (second, first)


def claim_prompt(s: Record, seat: int, colours: Colours) -> str:
    """Ask for the next checker from the bag."""
    if seat not in (0, 1):
        return f"Both players draw two checkers from the bag to compete for {colours.first}."
    taken = sum(1 for checker in s.claims[seat] if checker)
    if taken == 2:
        return "You have your two checkers. Wait for the other player to draw."
    again = f"Draw {s.undecided} decided nothing. " if s.undecided and not taken else ""
    return f"{again}Choose two checkers from the bag to compete for {colours.first}: {2 - taken} to go."


def claim_label(checker: int) -> str:
    """Say the claim of a checker, counted from 0, in words."""
    return f"take checker {checker + 1} from the bag"


def claim_picks(checker: int) -> list[str]:
    return [f"{CLAIM_PICK}:{checker + 1}"]


def why_not_claim(s: Record, seat: int, picks: Sequence[str], size: int, colours: Colours) -> str:
    """Explain why picks claim no checker; empty when they do."""
    kind, _, number = picks[0].partition(":") if picks else ("", "", "")
    if kind != CLAIM_PICK:
        return f"First draw two checkers from the bag: they decide who plays {colours.first}."
    if not number.isdecimal() or not 1 <= int(number) <= size:
        return f"The bag holds checkers 1 to {size}."
    if s.claims[seat, 1]:
        return "You have your two checkers. Wait for the other player to draw."
    if is_claimed(s, int(number) - 1):
        whose = "You have" if int(number) in s.claims[seat] else "The other player has"
        return f"{whose} already taken checker {number}. Pick another one."
    return ""


def narrate_claim(seat: int, checker: int, after: Record, viewer: int, colours: Colours) -> list[Happening]:
    """Tell of a claim, counted from 0, and of what the fourth one showed."""
    who = "You" if viewer == seat else SEAT_NAMES[seat]
    happenings = [
        Happening("claim", f"{who} took checker {checker + 1} from the bag.", {"seat": seat, "checker": checker + 1})
    ]
    if not after.claims.any():
        happenings.append(_narrate_draw(after, viewer, colours))
    return happenings


def _narrate_draw(after: Record, viewer: int, colours: Colours) -> Happening:
    names = ["You" if viewer == seat else SEAT_NAMES[seat] for seat in range(2)]
    drawn = [" and ".join(checker.colour for checker in checkers) for checkers in _shown(after, colours)]
    shown = f"{names[0]} drew {drawn[0]}, {'you' if viewer == 1 else names[1]} drew {drawn[1]}"
    if is_drawing(after):
        return Happening("undecided", f"{shown}: undecided. All checkers go back into the bag.")
    winner = int(after.first)
    by_coin = "undecided for the third time. The coin gave" if after.undecided == 3 else "this gave"
    to = "you" if viewer == winner else names[winner]
    return Happening("colours", f"{shown}: {by_coin} {colours.first} to {to}.", {"first": winner})


def claim_to_text(checker: int) -> str:
    """Write the claim of a checker, counted from 0."""
    return f"b{checker + 1}"


def text_to_claim(text: str, size: int) -> int | None:
    """Read the claim of a checker, counted from 0; None when the text is something else."""
    match = re.fullmatch(r"b([0-9]{1,3})", text)
    if match is None:
        return None
    checker = int(match[1]) - 1
    if not 0 <= checker < size:
        raise BadNotation(f"The bag holds checkers b1 to b{size}; {text} is not one of them.")
    return checker


def draw_bag(s: Record, size: int) -> str:
    """Draw the bag for the terminal: the numbers of the checkers that can still be claimed."""
    marks = [f"{'--' if is_claimed(s, checker) else checker + 1:>3}" for checker in range(size)]
    return "\n".join(["The bag:", *("".join(marks[i : i + 12]) for i in range(0, size, 12))])


def draw_to_text(s: Record, size: int, colours: Colours) -> str:
    """Write a position in the middle of the colour draw: undecided draws, the bag, the claims of both seats."""
    letters = [colours[1 - (int(s.bag) >> i & 1)][0] for i in range(size)]
    claims = [",".join(str(int(checker)) for checker in s.claims[seat] if checker) or "-" for seat in range(2)]
    return f"draw {int(s.undecided)} {''.join(letters)} {claims[0]} {claims[1]}"


def text_to_draw(s: Record, text: str, size: int, colours: Colours) -> bool:
    """Read what `draw_to_text` writes into a fresh record; tell whether the text is such a position."""
    if not text.startswith("draw "):
        return False
    letters = colours.first[0], colours.second[0]
    form = rf"draw ([012]) ([{letters[0]}{letters[1]}]{{{size}}}) (\d+(?:,\d+)?|-) (\d+(?:,\d+)?|-)"
    match = re.fullmatch(form, text)
    claims = [[int(n) for n in part.split(",") if n != "-"] for part in match.groups()[2:]] if match else []
    taken = [checker for claim in claims for checker in claim]
    if match is None or match[2].count(letters[0]) != size // 2 or len(taken) == 4:
        raise BadNotation(f"This is not a colour draw: {text}")
    if len(set(taken)) < len(taken) or not all(1 <= checker <= size for checker in taken):
        raise BadNotation(f"The claims of this colour draw are impossible: {text}")
    s.first = NOBODY
    s.undecided = int(match[1])
    s.bag = sum(1 << i for i, letter in enumerate(match[2]) if letter == letters[0])
    for seat in range(2):
        for k, checker in enumerate(claims[seat]):
            s.claims[seat, k] = checker
    return True
