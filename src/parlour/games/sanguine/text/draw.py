"""Sanguine drawn for the terminal: the board with its row scores, and the hand with its influence grids."""

from parlour.core.contract import Record
from parlour.games.sanguine.state import PASSES_TO_END, SIDES, UNKNOWN
from parlour.games.sanguine.text.board import (
    Cell,
    card_of,
    deck_left,
    grid_for,
    hand_of,
    modifier_text,
    row_scores,
    rows_of,
    totals,
)
from parlour.games.sanguine.text.deck import NO_EFFECT

PAWNS = ("▲", "●")  # by seat
CARDS = ("◆", "■")  # by seat
WIDTH = 76  # of the drawing in a terminal of 80; names of cards are cut to make it fit
MARGINS = 17  # beside the cells: numbers of rows, scores, lines
HAND_COLUMNS = 4  # cards beside each other
CARD_WIDTH = 17


def render(s: Record, seat: int) -> str:
    """Draw what a seat or a spectator sees."""
    parts = [_board(s), "", *_status(s)]
    if seat in (0, 1):
        parts += ["", *_hand(s, seat)]
    return "\n".join(parts)


def _board(s: Record) -> str:
    """Draw two lines per row: what lies on its cells, then values and modifiers; row scores are at both ends."""
    columns = int(s.columns)
    longest = (WIDTH - MARGINS - columns + 1) // columns
    cells = [[_cell(s, cell, max(longest, 4)) for cell in row] for row in rows_of(s)]
    widths = [max(4, *(len(line) for row in cells for line in row[column])) for column in range(columns)]
    lines = [f"    Red   {_line([str(column) for column in range(columns)], widths)}   Blue"]
    for row, (red, blue) in enumerate(row_scores(s)):
        upper, lower = (_line([cell[half] for cell in cells[row]], widths) for half in (0, 1))
        lines += [f"{row:>2} {red:>4} │ {upper} │ {blue}", f"        │ {lower} │"]
    return "\n".join(lines)


def _line(texts: list[str], widths: list[int]) -> str:
    return " ".join(f"{text:<{width}}" for text, width in zip(texts, widths, strict=True))


def _cell(s: Record, cell: Cell, width: int) -> tuple[str, str]:
    modifier = modifier_text(cell.modifier)
    if cell.owner is None:
        return "·", modifier
    if cell.pawns:
        return PAWNS[cell.owner] * cell.pawns, modifier
    return cut(f"{CARDS[cell.owner]}{card_of(s, cell.kind).name}", width), f" {cell.value} {modifier}".rstrip()


def cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _status(s: Record) -> list[str]:
    lines = []
    for seat, points in enumerate(totals(s)):
        has_turn = s.turn == seat and s.passes < PASSES_TO_END
        cards = f"{s.hand_size[seat]} cards in hand, {deck_left(s, seat)} in the deck"
        passed = ", passed" if s.passes == PASSES_TO_END or (s.passes == 1 and s.turn != seat) else ""
        mark = "→" if has_turn else " "
        lines.append(f"{mark} {PAWNS[seat]}{CARDS[seat]} {SIDES[seat]:<5}{points:>4} points, {cards}{passed}")
    return lines


def _hand(s: Record, seat: int) -> list[str]:
    blocks = [_hand_card(s, seat, i, kind) for i, kind in enumerate(hand_of(s, seat)) if kind != UNKNOWN]
    lines: list[str] = []
    for first in range(0, len(blocks), HAND_COLUMNS):
        band = blocks[first : first + HAND_COLUMNS]
        lines += ["  ".join(part).rstrip() for part in zip(*band, strict=True)]
    return lines


def _hand_card(s: Record, seat: int, i: int, kind: int) -> list[str]:
    card = card_of(s, kind)
    facts = [f"{i:>2} {card.name}", f"   cost {card.cost} value {card.value}"]
    grid = [f"   {' '.join(row.replace(NO_EFFECT, '·'))}" for row in grid_for(card, seat)]
    return [f"{cut(line, CARD_WIDTH):<{CARD_WIDTH}}" for line in [*facts, *grid]]
