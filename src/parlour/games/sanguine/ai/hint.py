"""Why an action of Sanguine is good, in a sentence or two."""

from collections.abc import Iterator

from parlour.core.contract import Known, Record
from parlour.games.sanguine.rules.board import place
from parlour.games.sanguine.state import MAX_CELLS, PASS, PASSES_TO_END, SIDES, UNKNOWN
from parlour.games.sanguine.text.board import Cell, cells_of, hand_of, placements, row_scores, totals

ROW_NAMES = ("the top row", "the middle row", "the bottom row")  # of a board with three
MOST = 2  # sentences


def reason(s: Known, seat: int, action: int) -> str:
    """Return what an action gains at once for a seat; nothing where that is little."""
    if action == PASS:
        return _why_pass(s, seat)
    after = s.copy()
    cell = action % MAX_CELLS
    place(after, seat, hand_of(s, seat)[action // MAX_CELLS], cell)
    sentences = [*_row_news(s, seat, after, cell // int(s.columns)), *_cell_news(s, seat, after)]
    return " ".join(sentences[:MOST])


def _why_pass(s: Known, seat: int) -> str:
    own, enemy = totals(s)[seat], totals(s)[1 - seat]
    if s.passes == PASSES_TO_END - 1:
        if own > enemy:
            return f"It ends the game and wins, {own} to {enemy}."
        if own == enemy:
            return f"It ends the game in a draw, {own} to {enemy}."
    return "" if any(placements(s, seat).values()) else "No card can be placed."


def row_name(s: Known, row: int) -> str:
    """Name a row in a sentence: the top row, or row 4 of a board with more."""
    return ROW_NAMES[row] if s.rows == len(ROW_NAMES) else f"row {row + 1}"


def _row_news(s: Known, seat: int, after: Record, row: int) -> Iterator[str]:
    before, later = row_scores(s)[row], row_scores(after)[row]
    own, enemy, now, enemy_now = before[seat], before[1 - seat], later[seat], later[1 - seat]
    name = row_name(s, row)
    if own <= enemy and now > enemy_now:
        yield f"It takes the lead in {name}, {now} to {enemy_now}."
    elif own < enemy and now == enemy_now:
        yield f"It draws level in {name}, {now} to {enemy_now}."
    elif own > enemy and now > own:
        yield f"It strengthens {name}, which it leads {now} to {enemy_now}."


def _cell_news(s: Known, seat: int, after: Record) -> Iterator[str]:
    changes = [*zip(cells_of(s), cells_of(after), strict=True)]
    removed = sum(_is_card(was, 1 - seat) and not _is_card(now, 1 - seat) for was, now in changes)
    won = sum(was.owner == 1 - seat and now.owner == seat for was, now in changes)
    new = sum(was.owner is None and now.owner == seat for was, now in changes)
    enemy = SIDES[1 - seat]
    if removed:
        yield f"It destroys {_count(removed, 'card')} of {enemy}'s."
    if won:
        yield f"It wins {_count(won, 'cell')} from {enemy}."
    if new:
        yield f"It claims {_count(new, 'new cell')}."


def _is_card(cell: Cell, seat: int) -> bool:
    return cell.owner == seat and cell.kind != UNKNOWN


def _count(n: int, noun: str) -> str:
    return f"a {noun}" if n == 1 else f"{n} {noun}s"
