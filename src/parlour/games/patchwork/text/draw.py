"""The Patchwork table drawn in plain text: both quilts, the time track, the patches on offer."""

from itertools import zip_longest

from parlour.core.contract import Known
from parlour.core.phrasing import counted
from parlour.games.patchwork.patches import LETTERS, PATCHES, SIDE
from parlour.games.patchwork.rules.contract import is_over, seat_to_act
from parlour.games.patchwork.state import INCOME_SQUARES, LAST, NOBODY
from parlour.games.patchwork.text.board import circle_left, on_offer, quilt, scores
from parlour.games.patchwork.text.strings import SEAT_NAMES
from parlour.games.patchwork.text.tokens import LINES

CLOTH, BUTTON, SPECIAL_SQUARE, PLAIN = "■", "◉", "▣", "·"
COLUMN_WIDTH = 30  # of one player's half of the drawing
OFFER_WIDTH = 20


def render(s: Known, seat: int) -> str:
    quilts = [
        f"{left:<{COLUMN_WIDTH}}{right}".rstrip()
        for left, right in zip(_quilt(s, 0, seat), _quilt(s, 1, seat), strict=True)
    ]
    return "\n".join([*quilts, "", *_track(s), "", *_offer(s)])


def _quilt(s: Known, seat: int, viewer: int) -> list[str]:
    acts = not is_over(s) and seat_to_act(s) == seat
    letters = quilt(s, seat).replace(".", PLAIN)
    rows = [letters[SIDE * row : SIDE * row + SIDE] for row in range(SIDE)]
    bonus = ", 7x7" if s.seven == seat else ""
    return [
        SEAT_NAMES[seat] + (" (you)" if seat == viewer else "") + (", to move" if acts else ""),
        f"{counted(int(s.buttons[seat]), 'button')}, income {s.income[seat]}",
        f"{counted(scores(s)[seat], 'point')}{bonus}",
        f"  {' '.join(LINES)}",
        *(f"{line} {' '.join(row)}" for line, row in zip(LINES, rows, strict=True)),
    ]


def _track(s: Known) -> list[str]:
    """Draw the time track with a player's token above and below it."""
    marks = [PLAIN] * (LAST + 1)
    for square in INCOME_SQUARES:
        marks[square] = BUTTON
    for square in range(LAST):
        if int(s.specials) >> square & 1:
            marks[square] = SPECIAL_SQUARE
    tokens = [f"{'':<{int(s.squares[seat])}}{seat + 1}" for seat in range(2)]
    shared = f" {SEAT_NAMES[s.last]} on top" if s.squares[0] == s.squares[1] and s.first_home == NOBODY else ""
    return [f"Time  {tokens[0]}", f"      {''.join(marks)}", f"      {tokens[1]}{shared}"]


def _offer(s: Known) -> list[str]:
    """Draw the patches on offer with price, time and income, and name those that follow."""
    columns = []
    for patch in on_offer(s):
        letter, price, time, income, rows = PATCHES[patch]
        shape = [row.replace("X", CLOTH).replace(".", " ") for row in rows]
        columns.append([f"{letter}: {counted(price, 'button')}", f"{time} time, income {income}", *shape])
    lines = zip_longest(*columns, fillvalue="")
    rest = " ".join(LETTERS[patch] for patch in circle_left(s)[len(columns) :])
    return [*("".join(f"{part:<{OFFER_WIDTH}}" for part in line).rstrip() for line in lines), f"then {rest or 'none'}"]
