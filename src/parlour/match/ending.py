"""How a match ended, in words."""

from collections.abc import Sequence

from parlour.core.game import Game
from parlour.core.phrasing import fill_seats
from parlour.match.experience import ABORTED, AGREED, AWAY, RESIGNED, TIMED_OUT
from parlour.match.match import Match

REASONS = {  # in a sentence, and in a history
    RESIGNED: ("{loser} resigned", "by resignation"),
    TIMED_OUT: ("{loser} ran out of time", "on time"),
    AGREED: ("both players agreed", "by agreement"),
    AWAY: ("{loser} was away too long", "a player was away too long"),
    ABORTED: ("the match was cancelled", "cancelled"),
}


def ending(match: Match, names: Sequence[str] | None = None) -> str:
    """Return how a finished match ended, in a sentence; without names, the seats are called by their sides."""
    assert match.outcome is not None, "only a finished match has an ending"
    winner, reason = match.outcome.winner, match.outcome.reason
    names = names or match.position.seen_by().side_names()
    if reason in REASONS:
        loser = "" if winner is None else names[1 - winner]
        return f"{'A draw' if winner is None else f'{names[winner]} won'}: {REASONS[reason][0].format(loser=loser)}."
    if match.before_last is None:  # it was started from a finished game
        return f"{'A draw' if winner is None else f'{names[winner]} won'}: {short_ending(match.game, reason)}."
    told = match.before_last.seen_by().narrate(*match.actions[-1], match.position.seen_by())
    return fill_seats(told[-1].message, names)


def short_ending(game: Game | None, reason: str) -> str:
    """Return a reason in the few words of a history; `game` is None where it is not installed any more."""
    if reason in REASONS:
        return REASONS[reason][1]
    return (game.facts.endings if game else {}).get(reason, reason.replace("_", " "))
