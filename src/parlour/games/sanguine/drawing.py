"""Sanguine drawn for the terminal: the board with its row scores, and the hand with its influence grids."""

from collections.abc import Mapping

from parlour.core.contract import Record
from parlour.games.sanguine.board import (
    SIDES,
    Cell,
    card_of,
    deck_left,
    grid_for,
    hand_of,
    modifier_text,
    row_cells,
    row_scores,
    totals,
)
from parlour.games.sanguine.deck import NO_EFFECT
from parlour.games.sanguine.state import PASSES_TO_END, UNKNOWN

PAWNS = ("▲", "●")  # by seat
CARDS = ("◆", "■")  # by seat
INK: Mapping[str, str] = {"▲": "bold red", "◆": "bold red", "●": "bold blue", "■": "bold blue"}
WIDTH = 100  # of the whole drawing, in characters, where names of cards can be cut to make it fit
HAND_COLUMNS = 5  # cards beside each other
CARD_WIDTH = 18


def draw(s: Record, seat: int) -> str:
    """Draw what a seat or a spectator sees."""
    parts = [_board(s), "", *_status(s)]
    if seat in (0, 1):
        parts += ["", *_hand(s, seat)]
    return "\n".join(parts)


def _board(s: Record) -> str:
    columns = int(s.columns)
    longest = max(2, WIDTH // columns - 8)  # of a name; what is left goes to the mark, the value and the gaps
    texts = [[_cell(s, cell, longest) for cell in row_cells(s, row)] for row in range(s.rows)]
    widths = [max(4, *(len(row[column]) for row in texts)) for column in range(columns)]
    scores = [row_scores(s, row) for row in range(s.rows)]
    left = max(len(str(red)) for red, _ in scores)
    head = "  ".join(f"{column:<{width}}" for column, width in enumerate(widths))
    lines = [f"    {' ' * left}   {head}"]
    for row, (red, blue) in enumerate(scores):
        cells = "  ".join(f"{text:<{width}}" for text, width in zip(texts[row], widths, strict=True))
        lines.append(f"{row:>3} {red:>{left}} │ {cells} │ {blue}")
    return "\n".join(line.rstrip() for line in lines)


def _cell(s: Record, cell: Cell, longest: int) -> str:
    modifier = modifier_text(cell.modifier)
    if cell.owner is None:
        return f"·{modifier}"
    if cell.pawns:
        return f"{PAWNS[cell.owner] * cell.pawns}{modifier}"
    name = card_of(s, cell.kind).name
    name = name if len(name) <= longest else f"{name[: longest - 1]}…"
    return f"{CARDS[cell.owner]}{name} {cell.value}{f'({modifier})' if modifier else ''}"


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
    name = card.name if len(card.name) <= CARD_WIDTH - 4 else f"{card.name[: CARD_WIDTH - 5]}…"
    facts = [f"{i:>2}  {name}", f"    cost {card.cost} value {card.value}"]
    grid = [f"    {' '.join(row.replace(NO_EFFECT, '·'))}" for row in grid_for(card, seat)]
    return [f"{line:<{CARD_WIDTH}}" for line in [*facts, *grid]]
