"""What has happened in a match so far, as a viewer may know it; told in a thread while the match goes on."""

from collections.abc import Sequence

from parlour.match import events as ev
from parlour.match.match import Match, fold
from parlour.server import messages as wire
from parlour.server.presenter import present_event

MOST_EVENTS = 200  # that are told at once; who has missed more is sent everything anew


class CatchUp:
    """The events of a match from a version on, as they were told when they happened."""

    def __init__(self, viewer: int, version: int, seen: int | None) -> None:
        first = max(1, version - MOST_EVENTS)  # the start of a match is not told: a snapshot says it all
        self.is_sequel = seen is not None and first <= seen <= version  # it goes on where the viewer was
        self.told: list[wire.EventView] = []
        self._viewer = viewer
        self._since = seen if seen is not None and self.is_sequel else first
        self._past: Match | None = None  # as far as it is told

    def advance(self, events: Sequence[ev.AnyEvent], seed: int) -> None:
        """Tell what is not yet told of these events of a match, which are all up to some version."""
        if len(events) == self._since:
            return
        past = self._past or fold(events[: self._since], seed)
        for event in events[past.version :]:
            before = past.position
            past.apply(event)
            self.told.append(present_event(before, event, past, self._viewer))
        self._past = past
