"""How a match ended, in words."""

from collections.abc import Sequence

from parlour.core.contract import SPECTATOR
from parlour.core.game import Game
from parlour.core.phrasing import fill_seats, seat_name
from parlour.match.experience import ABORTED, AGREED, AWAY, RESIGNED, TIMED_OUT
from parlour.match.match import Match
from parlour.match.mission import DONE, FAILED

REASONS = {  # in a sentence, and in a history
    RESIGNED: ("{loser} resigned", "by resignation"),
    TIMED_OUT: ("{loser} ran out of time", "on time"),
    AGREED: ("both players agreed", "by agreement"),
    AWAY: ("{loser} stayed away too long", "a player was away too long"),
    ABORTED: ("the match was cancelled", "cancelled"),
    DONE: ("the mission is complete", "mission complete"),
    FAILED: ("the mission has failed", "mission failed"),
}


def ending(match: Match, names: Sequence[str] | None = None, viewer: int = SPECTATOR) -> str:
    """Return how a finished match ended, in a sentence to a viewer; seats without names are called by their sides."""
    assert match.outcome is not None, "only a finished match has an ending"
    names = names or match.position.seen_by().side_names()
    winner, reason = match.outcome.winner, match.outcome.reason
    if reason not in REASONS and match.before_last is not None:
        told = match.before_last.seen_by(viewer).narrate(*match.actions[-1], match.position.seen_by(viewer))
        return fill_seats(told[-1].message, names)
    who = "A draw" if winner is None else f"{seat_name(winner, viewer)} won"
    why = short_ending(match.game, reason)  # it was started from a finished game
    if reason in REASONS:
        why = REASONS[reason][0].format(loser="" if winner is None else seat_name(1 - winner, viewer, you="you"))
    return fill_seats(f"{who}: {why}.", names)


def short_ending(game: Game | None, reason: str) -> str:
    """Return a reason in the few words of a history; `game` is None where it is not installed any more."""
    if reason in REASONS:
        return REASONS[reason][1]
    return (game.facts.endings if game else {}).get(reason, reason.replace("_", " "))
