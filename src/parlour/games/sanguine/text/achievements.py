"""Achievements of Sanguine."""

from parlour.core.achievement import Achievement, Playthrough
from parlour.core.contract import Record
from parlour.games.sanguine.rules.scoring import owner_sign
from parlour.games.sanguine.state import MAX_CELLS, MAX_PAWNS, PASS
from parlour.games.sanguine.text.board import row_scores

TAKEN = 2  # cells in one turn


def _taken(before: Record, after: Record, sign: int) -> int:
    """Count the cells that went from the other side's pawns to one's own."""
    cells = range(int(before.rows) * int(before.columns))
    return sum(sign * int(before.pawns[cell]) < 0 < sign * int(after.pawns[cell]) for cell in cells)


def _has_taken(play: Playthrough) -> bool:
    sign = int(owner_sign(play.seat))
    return any(_taken(before, after, sign) >= TAKEN for before, _, after in play.own_steps())


def _has_placed_dear_card(play: Playthrough) -> bool:
    placed = [(s, abs(int(s.cards[action % MAX_CELLS]))) for _, action, s in play.own_steps() if action != PASS]
    return any(kind and int(s.costs[kind - 1]) == MAX_PAWNS for s, kind in placed)


def _has_every_row(play: Playthrough) -> bool:
    rows = row_scores(play.last)
    is_played_out = play.has_won and play.reason == "both_passed"
    return is_played_out and all(scores[play.seat] > scores[1 - play.seat] for scores in rows)


ACHIEVEMENTS = (
    Achievement(
        "taken", "Hostile ground", "Take two cells from the other side with one card.",
        "Influence turns pawns of the other side into yours: aim cards at where they gather.", _has_taken,
    ),
    Achievement(
        "dear_card", "Worth three", "Place a card that costs three pawns.",
        "Strengthen one cell with several cards before you play the one that needs it.", _has_placed_dear_card,
    ),
    Achievement(
        "every_row", "Clean sweep", "Win every row of the board.",
        "A row counts only for the side that leads in it: one point more is enough.", _has_every_row,
    ),
)  # fmt: skip
