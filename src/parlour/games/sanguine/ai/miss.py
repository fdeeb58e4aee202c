"""What a bad placement of Sanguine has missed, in a sentence."""

from parlour.core.contract import Known, Record
from parlour.games.sanguine.ai.hint import row_name
from parlour.games.sanguine.rules.board import place
from parlour.games.sanguine.state import MAX_CELLS, PASS, PASSES_TO_END
from parlour.games.sanguine.text.board import hand_of, row_scores, totals


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Name the row that the best action would have led, or what passing has cost."""
    own, enemy = totals(s)[seat], totals(s)[1 - seat]
    if played == PASS and s.passes == PASSES_TO_END - 1 and own <= enemy:
        return f"Ends the game {'in a draw' if own == enemy else 'and loses'}, {own} to {enemy}."
    rows = set(_led(_after(s, seat, best), seat)) - set(_led(_after(s, seat, played), seat))
    if rows:
        return f"Misses the lead in {row_name(s, min(rows))}."
    return "Passes while a card could be placed." if played == PASS != best else ""


def _after(s: Known, seat: int, action: int) -> Record:
    after = s.copy()
    if action != PASS:
        place(after, seat, hand_of(s, seat)[action // MAX_CELLS], action % MAX_CELLS)
    return after


def _led(s: Record, seat: int) -> list[int]:
    return [row for row, scores in enumerate(row_scores(s)) if scores[seat] > scores[1 - seat]]
