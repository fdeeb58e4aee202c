"""Judges what clients of a match sent and were told by the log that is there in the end.

Whatever failed meanwhile, on whichever nodes a client was: everyone was shown a prefix of the one sequence of events,
as their seat may know it, and each command that was acknowledged is in the log once, at the version that was told.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from parlour.core.contract import SEATS, SPECTATOR
from parlour.match import events as ev
from parlour.match.clock import NONE
from parlour.match.file import read_entries
from parlour.match.match import fold
from parlour.match.seating import PERSON, read_seating
from parlour.match.stored import StoredMatch
from parlour.server.command_keys import SEPARATOR
from parlour.server.presenter import names_of, present_event, told_as

ToldEvent = Mapping[str, Any]  # an event as a client is told it


def is_passing(refusal: Mapping[str, Any]) -> bool:
    """Return whether nothing could be saved just now: the same command is sent again."""
    return str(refusal["code"]).startswith("storage/")


class Sent(NamedTuple):
    """A command went out."""

    key: str
    seen_version: int | None
    seat: int
    action: str | None  # None: something else than an action


class Answered(NamedTuple):
    """A command was acknowledged, or refused for good."""

    key: str
    version: int | None  # None: refused


class Shown(NamedTuple):
    """The match as it stood, and what had happened since the last time."""

    version: int
    events: Sequence[ToldEvent]
    is_whole: bool = False  # a snapshot, which follows from nothing


@dataclass
class History:
    """What one client sent and was told of one match, in order, over all its sockets."""

    match: str
    viewer: int
    moments: list[Sent | Answered | Shown] = field(default_factory=list)

    def note_request(self, request: Mapping[str, Any]) -> None:
        """Take in a command as it is sent, again or for the first time."""
        command = request["command"]
        self.moments.append(Sent(request["key"], request.get("seen_version"), command["seat"], command.get("action")))

    def note_reply(self, reply: Mapping[str, Any]) -> None:
        """Take in what the server said."""
        match reply["type"]:
            case "update" | "snapshot":
                is_whole = reply["type"] == "snapshot"
                self.moments.append(Shown(reply["table"]["version"], reply["events"], is_whole))
            case "done":
                self.moments.append(Answered(reply["key"], reply["version"]))
            case "refused" if reply.get("key") is not None and not is_passing(reply):
                self.moments.append(Answered(reply["key"], None))

    @property
    def version(self) -> int:
        """The last version that was shown."""
        return max((shown.version for shown in self.all_of(Shown)), default=1)

    def all_of(self, kind: type) -> Iterator[Any]:
        return (moment for moment in self.moments if isinstance(moment, kind))


class Times(NamedTuple):
    """The time of a match with a clock."""

    started_ms: int
    ended_ms: int
    left_out_ms: int  # of all clocks, because the site was down


class Logged(NamedTuple):
    """The log of a match in the end."""

    views: Mapping[int, Sequence[ToldEvent]]  # by viewer: what each may know of every event, from version 1 on
    actions: Mapping[int, tuple[int, str]]  # by the version after them: those that people asked for, with their seats
    keys: Sequence[tuple[str, int]]  # "seat key", and the version after its command
    kinds: Sequence[str]  # of all events
    times: Times | None = None  # None: it has no clock


def read_logged(stored: StoredMatch) -> Logged:
    """Read a log as the checker wants it; its chain of hashes has no gap, and the rules allow what is in it."""
    events = [entry.event for entry in read_entries(b"".join(stored.lines))]
    seating, match = read_seating(stored.seating), fold(events[:1], stored.seed)
    names = names_of(seating)
    views: dict[int, list[ToldEvent]] = {viewer: [START] for viewer in (*SEATS, SPECTATOR)}
    for event in events[1:]:
        before = match.position
        match.apply(event)
        for viewer, shown in views.items():
            view = present_event(before, event, match, told_as(seating, viewer), names)
            shown.append(msgspec.json.decode(msgspec.json.encode(view)))
    people = {seat for seat, each in enumerate(seating.seats) if each.kind == PERSON}
    actions = {
        version: (event.seat, event.action)
        for version, event in enumerate(events, 1)
        if isinstance(event, ev.Acted) and not event.by_clock and event.seat in people
    }
    keys = [(key.rpartition(SEPARATOR)[0], version) for key, version in stored.keys.items()]
    left_out_ms = sum(event.down_ms for event in events if isinstance(event, ev.Resumed))
    times = Times(events[0].at_ms, events[-1].at_ms, left_out_ms) if match.started.pace != NONE else None
    return Logged(views, actions, keys, [str(event.__struct_config__.tag) for event in events], times)


START: ToldEvent = {"version": 1, "kind": "started"}  # which is never told


def violations(logged: Logged, histories: Sequence[History]) -> list[str]:
    """List what should not have happened, in sentences."""
    return [
        *(wrong for history in histories for wrong in _misled(logged, history)),
        *(wrong for history in histories for wrong in _lost(logged, history)),
        *_doubled(logged, histories),
    ]


def _misled(logged: Logged, history: History) -> Iterator[str]:
    """Compare what a client was shown with the log."""
    who, known = "a spectator" if history.viewer == SPECTATOR else f"seat {history.viewer}", 1
    log = logged.views[history.viewer]
    for shown in history.all_of(Shown):
        versions = [event["version"] for event in shown.events]
        first = shown.version - len(versions) + 1 if shown.is_whole else known + 1
        if shown.version < known:
            yield f"{who} was at version {known}, and then at {shown.version}"
        elif versions != [*range(first, shown.version + 1)]:
            yield f"{who} was at version {known}, and was told {versions} on the way to {shown.version}"
        if shown.version > len(log):
            yield f"{who} was shown version {shown.version}, and the log ends at {len(log)}"
        for event in shown.events:
            if event["version"] <= len(log) and event != log[event["version"] - 1]:
                yield f"{who} was told {dict(event)}, and the log has {dict(log[event['version'] - 1])}"
        known = shown.version


def _lost(logged: Logged, history: History) -> Iterator[str]:
    """Compare what a client was answered with the keys in the log."""
    committed = dict(logged.keys)
    seats = {sent.key: sent.seat for sent in history.all_of(Sent)}
    for answered in history.all_of(Answered):
        if answered.key not in seats:
            yield f"{answered.key} was answered, and never sent"
            continue
        version = committed.get(f"{seats[answered.key]} {answered.key}")
        if version != answered.version:
            told = "refused" if answered.version is None else f"acknowledged at version {answered.version}"
            found = "not in the log" if version is None else f"in the log at version {version}"
            yield f"{answered.key} was {told}, and is {found}"


def _doubled(logged: Logged, histories: Sequence[History]) -> Iterator[str]:
    """Find the one command behind each action of the log, and the one action of each command."""
    sent = {f"{each.seat} {each.key}": each for history in histories for each in history.all_of(Sent)}
    for key, number in Counter(key for key, _ in logged.keys).items():
        if number > 1:
            yield f"{key} is in the log {number} times"
    unexplained = dict(logged.actions)
    for key, version in logged.keys:
        if key not in sent:
            yield f"{key} is in the log, and nobody sent it"
        elif (action := sent[key].action) is not None:
            at = max((each for each in logged.actions if each <= version), default=0)
            if unexplained.pop(at, None) != (sent[key].seat, action):
                yield f"{key} is in the log at version {version}, and its action is not"
            elif not _follows(logged, sent[key].seen_version, at):
                yield f"{key} was sent for version {sent[key].seen_version}, and played after version {at - 1}"
    for version, (seat, action) in unexplained.items():
        yield f"the log has {action} of seat {seat} at version {version}, and no command for it"


def _follows(logged: Logged, seen_version: int | None, at: int) -> bool:
    """Return whether an action follows the version it was made for; only the return of the site may come between."""
    return seen_version is None or set(logged.kinds[seen_version : at - 1]) <= {ev.Resumed.__struct_config__.tag}
