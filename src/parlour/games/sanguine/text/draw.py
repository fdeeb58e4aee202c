"""Sanguine in plain text: drawn for the terminal, and the board in a short and a long form."""

from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.core.phrasing import counted
from parlour.games.sanguine.state import PASSES_TO_END, SIDES, UNKNOWN
from parlour.games.sanguine.text.board import (
    CARD_LETTERS,
    PAWN_LETTERS,
    Cell,
    card_of,
    column_name,
    deck_left,
    grid_for,
    hand_of,
    modifier_text,
    row_scores,
    rows_of,
    totals,
)
from parlour.games.sanguine.text.deck import NO_EFFECT, Card

PAWNS = ("▲", "●")  # by seat
CARDS = ("◆", "■")  # by seat
WIDTH = 76  # of the drawing in a terminal of 80; names of cards are cut to make it fit
MARGINS = 17  # beside the cells: numbers of rows, scores, lines
HAND_COLUMNS = 4  # cards beside each other
CARD_WIDTH = 17


def render(s: Known, seat: int) -> str:
    """Draw what a seat or a spectator sees."""
    parts = [_board(s), "", *_status(s)]
    if seat in (0, 1):
        parts += ["", *_hand(s, seat)]
    return "\n".join(parts)


def _board(s: Known) -> str:
    """Draw two lines per row: what lies on its cells, then values and modifiers; row scores are at both ends."""
    columns = int(s.columns)
    longest = (WIDTH - MARGINS - columns + 1) // columns
    cells = [[_cell(s, cell, max(longest, 4)) for cell in row] for row in rows_of(s)]
    widths = [max(4, *(len(line) for row in cells for line in row[column])) for column in range(columns)]
    lines = [f"    Red   {_line([column_name(column) for column in range(columns)], widths)}   Blue"]
    for row, (red, blue) in enumerate(row_scores(s)):
        upper, lower = (_line([cell[half] for cell in cells[row]], widths) for half in (0, 1))
        lines += [f"{row + 1:>2} {red:>4} │ {upper} │ {blue}", f"        │ {lower} │"]
    return "\n".join(lines)


def _line(texts: list[str], widths: list[int]) -> str:
    return " ".join(f"{text:<{width}}" for text, width in zip(texts, widths, strict=True))


def _cell(s: Known, cell: Cell, width: int) -> tuple[str, str]:
    modifier = modifier_text(cell.modifier)
    if cell.owner is None:
        return "·", modifier
    if cell.pawns:
        return PAWNS[cell.owner] * cell.pawns, modifier
    return cut(f"{CARDS[cell.owner]}{card_of(s, cell.kind).name}", width), f" {cell.value} {modifier}".rstrip()


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _status(s: Known) -> list[str]:
    lines = []
    for seat, points in enumerate(totals(s)):
        has_turn = s.turn == seat and s.passes < PASSES_TO_END
        cards = f"{counted(int(s.hand_size[seat]), 'card')} in hand, {deck_left(s, seat)} in the deck"
        passed = ", passed" if s.passes == PASSES_TO_END or (s.passes == 1 and s.turn != seat) else ""
        mark = "→" if has_turn else " "
        score = counted(points, "point")
        lines.append(f"{mark} {PAWNS[seat]}{CARDS[seat]} {SIDES[seat]:<5}{score:>11}, {cards}{passed}")
    return lines


def _hand(s: Known, seat: int) -> list[str]:
    blocks = [_hand_card(card_of(s, kind), seat) for kind in hand_of(s, seat) if kind != UNKNOWN]
    lines: list[str] = []
    for first in range(0, len(blocks), HAND_COLUMNS):
        band = blocks[first : first + HAND_COLUMNS]
        lines += ["  ".join(part).rstrip() for part in zip(*band, strict=True)]
    return lines


def _hand_card(card: Card, seat: int) -> list[str]:
    facts = [f"   {card.name}", f"   cost {card.cost} value {card.value}"]
    grid = [f"   {' '.join(row.replace(NO_EFFECT, '·'))}" for row in grid_for(card, seat)]
    return [f"{cut(line, CARD_WIDTH):<{CARD_WIDTH}}" for line in [*facts, *grid]]


def text_view(s: Known) -> str:
    """Draw the board in the short form: row scores at both ends, owners of pawns not shown."""
    return _lines(s, [["_" if cell.owner is None else _short(cell) for cell in row] for row in rows_of(s)])


def long_view(s: Known) -> str:
    """Draw the board in the long form: owners, values of cards, and what upgrades and devaluations came to."""
    return _lines(s, [[_long(cell) for cell in row] for row in rows_of(s)], between=" ")


def _lines(s: Known, cells: Sequence[Sequence[str]], between: str = "") -> str:
    return "\n".join(f"{red} {between.join(row)} {blue}" for (red, blue), row in zip(row_scores(s), cells, strict=True))


def _short(cell: Cell) -> str:
    assert cell.owner is not None
    return str(cell.pawns) if cell.pawns else CARD_LETTERS[cell.owner]


def _long(cell: Cell) -> str:
    modifier = modifier_text(cell.modifier)
    if cell.owner is None:
        return f".{modifier}"
    if cell.pawns:
        return f"{PAWN_LETTERS[cell.owner]}{cell.pawns}{modifier}"
    return f"{CARD_LETTERS[cell.owner]}{cell.value}{modifier}"
