"""What has happened in a match so far, as a viewer may know it; presented in a thread while the match goes on."""

from collections.abc import Sequence

from parlour.match import events as ev
from parlour.match.match import Match, fold
from parlour.server import messages as wire
from parlour.server.payer import charged
from parlour.server.presenter import Names, present_event

MOST_EVENTS = 200  # that are told at once; a client that has missed more gets a new snapshot


class CatchUp:
    """The events of a match from a version on, as they were told when they happened."""

    def __init__(self, viewer: int, version: int, seen: int | None, names: Names) -> None:
        first = max(1, version - MOST_EVENTS)  # the start of a match is not told: a snapshot says it all
        self.is_sequel = seen is not None and first <= seen <= version  # it continues from what the viewer has seen
        self.seen = seen
        self.events: list[wire.EventView] = []
        self._viewer = viewer
        self._names = names
        self._since = seen if seen is not None and self.is_sequel else first
        self._past: Match | None = None  # as far as it is told

    def is_told(self, viewer: int, names: Names) -> bool:
        """Return whether it is still right for a viewer and these names: a player may have sat down meanwhile."""
        return (self._viewer, self._names) == (viewer, names)

    def advance(self, events: Sequence[ev.AnyEvent], seed: int) -> None:
        """Present the events that are not presented yet.

        Args:
            events: of the match, from the first one up to some version.
        """
        if len(events) == self._since:
            return
        with charged():
            past = self._past or fold(events[: self._since], seed)
            for event in events[past.version :]:
                before = past.position
                past.apply(event)
                self.events.append(present_event(before, event, past, self._viewer, self._names))
            self._past = past
