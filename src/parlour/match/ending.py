"""How a match ended, in words."""

from parlour.match.experience import ABORTED, AGREED, AWAY, RESIGNED, TIMED_OUT
from parlour.match.match import Match

REASONS = {
    RESIGNED: "the other side resigned",
    TIMED_OUT: "the time of the other side ran out",
    AGREED: "both sides agreed",
    AWAY: "the other side was away for too long",
    ABORTED: "the match was called off",
}


def ending(match: Match) -> str:
    """Say how a finished match ended."""
    assert match.outcome is not None, "only a finished match has an ending"
    winner, reason = match.outcome.winner, match.outcome.reason
    if reason in REASONS:
        side = "" if winner is None else match.position.seen_by().side_names()[winner]
        return f"{f'{side} won' if side else 'A draw'}: {REASONS[reason]}."
    position = match.first_position()
    for seat, action in match.actions[:-1]:
        position = position.play(seat, action)
    return position.narrate(*match.actions[-1])[-1].message
