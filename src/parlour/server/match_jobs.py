"""What a change of a match makes necessary: computers that are to act, and clocks that run out.

It is queued in the transaction of the change, so that it is done whatever happens to this node.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from parlour.core.contract import SEATS
from parlour.core.position import Position
from parlour.match import events as ev
from parlour.match.clock import NONE, TABLE
from parlour.match.jobs import ACT, EXPIRE, Job
from parlour.match.match import Match
from parlour.match.seating import Seating
from parlour.server.computer_seed import position_version

if TYPE_CHECKING:
    from parlour.server.live_match import LiveMatch


def jobs_at_start(match_id: str, match: Match, seating: Seating) -> list[Job]:
    """Return the jobs of a match that is made."""
    if match.is_over:
        return []
    return [
        *_acts(match_id, seating, match.position.to_act(), match.version),
        *_expiry(match_id, match, match.started.at_ms),
    ]


def jobs_after(match_id: str, match: Match, seating: Seating, events: Sequence[ev.AnyEvent]) -> list[Job]:
    """Return the jobs of a match to which events are appended."""
    if not events or any(isinstance(event, ev.Ended) for event in events):
        return []
    return [*_next_acts(match_id, match, seating, events), *_expiry(match_id, match, events[0].at_ms)]


def jobs_now(live: "LiveMatch") -> list[Job]:
    """Return the jobs of a match as it is."""
    match, seats = live.match, live.seating.seats
    if match.is_over or live.is_waiting or not live.is_attended:
        return []
    version = position_version(match)
    return [Job(ACT, live.id, seat, version) for seat in match.position.to_act() if seats[seat].level is not None]


def _next_acts(match_id: str, match: Match, seating: Seating, events: Sequence[ev.AnyEvent]) -> list[Job]:
    if not seating.has_computer:
        return []
    position: Position | None = match.position
    version = None
    for number, event in enumerate(events, match.version + 1):
        if isinstance(event, ev.UndoAnswered) and event.accept:
            position, version = None, number  # which position that is, the worker finds out
        elif isinstance(event, ev.Acted) and position is not None:
            (code,) = match.game.notation.text_to_actions(position.state, event.seat, event.action)
            position, version = position.play(event.seat, code), number
    if version is None:
        return []
    return _acts(match_id, seating, SEATS if position is None else position.to_act(), version)


def _acts(match_id: str, seating: Seating, to_act: Sequence[int], version: int) -> list[Job]:
    if not plays_by_itself(seating):
        return []
    return [Job(ACT, match_id, seat, version) for seat in to_act if seating.seats[seat].level is not None]


def plays_by_itself(seating: Seating) -> bool:
    """Return whether computers play even when nobody watches."""
    return bool(seating.people) or seating.tournament is not None


def _expiry(match_id: str, match: Match, now_ms: int) -> list[Job]:
    """Return a job at the earliest time at which a clock may run out then; it finds out when that is."""
    kind, clocks = match.clocks.pace.kind, match.clocks
    if kind == NONE:
        return []
    if kind == TABLE:
        soonest_ms = min((1000 * timer.seconds for timer in match.game.table.timers.values()), default=0)
    else:
        used = [0 if since is None else max(0, now_ms - since) for since in clocks.since_ms]
        soonest_ms = min(max(0, left - spent) for left, spent in zip(clocks.left_ms, used, strict=True))
    return [Job(EXPIRE, match_id, after_ms=soonest_ms)]
