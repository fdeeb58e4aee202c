"""How a match ended, in words."""

from collections.abc import Sequence

from parlour.core.phrasing import fill_seats
from parlour.match.experience import ABORTED, AGREED, AWAY, RESIGNED, TIMED_OUT
from parlour.match.match import Match

REASONS = {
    RESIGNED: "the other side resigned",
    TIMED_OUT: "the time of the other side ran out",
    AGREED: "both sides agreed",
    AWAY: "the other side was away for too long",
    ABORTED: "the match was called off",
}


def ending(match: Match, names: Sequence[str] | None = None) -> str:
    """Return how a finished match ended, in a sentence; without names, the seats are called by their sides."""
    assert match.outcome is not None, "only a finished match has an ending"
    winner, reason = match.outcome.winner, match.outcome.reason
    names = names or match.position.seen_by().side_names()
    if reason in REASONS:
        return f"{'A draw' if winner is None else f'{names[winner]} won'}: {REASONS[reason]}."
    assert match.before_last is not None, "a game ends by an action"
    told = match.before_last.seen_by().narrate(*match.actions[-1], match.position.seen_by())
    return fill_seats(told[-1].message, names)
