"""What the clients of a match were shown last, so that they can be sent only what has changed since.

A difference is taken from what the same viewer was sent before, and from nothing else: it holds no more than two tables
that this viewer may know. All clients of one viewer were sent the same, so one message is encoded for all of them.
"""

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from parlour.match import events as ev
from parlour.match.seating import Seating
from parlour.server import messages as wire
from parlour.server.choice_groups import grouped, in_order
from parlour.server.difference import difference
from parlour.server.watchers import Watcher, Watchers, encode

APART = ("now_ms", "choices", "view")  # what of a table is compared in ways of its own
REST = tuple(name for name in wire.Table.__struct_fields__ if name not in APART)
_rest = attrgetter(*REST)
Events = Mapping[int, list[wire.EventView]]  # by viewer


class Sent(NamedTuple):
    """What a viewer was sent last."""

    table: wire.Table
    number: int  # of the message
    changes: dict[str, Any] | None  # from the table before; None: there was none
    has_new_choices: bool


class Shown:
    """The last table of each viewer, and which clients are sent differences."""

    def __init__(self, match_id: str) -> None:
        self._match_id = match_id
        self._sent: dict[int, Sent] = {}
        self._with_changes: set[Watcher] = set()
        self._view: tuple[object, object, msgspec.Raw] | None = None  # the last difference of views: from, to, encoded

    def add(self, watcher: Watcher, *, changes: bool) -> None:
        """Note whether a client is sent differences or whole tables."""
        (self._with_changes.add if changes else self._with_changes.discard)(watcher)

    def remove(self, watcher: Watcher, viewers: Iterable[int]) -> None:
        """Forget a client, and the tables that none of the viewers left has."""
        self._with_changes.discard(watcher)
        self._sent = {viewer: self._sent[viewer] for viewer in viewers if viewer in self._sent}

    def send(
        self, watchers: Watchers, tables: Mapping[int, wire.Table], events: Events, but: Watcher | None = None
    ) -> None:
        """Send each client, except one, what is new to it; nothing where nothing has changed."""
        news = {viewer for viewer, table in tables.items() if self._take_over(viewer, table, events[viewer])}
        encoded: dict[tuple[int, bool], bytes] = {}
        for watcher, viewer in watchers.items():
            if watcher is not but and viewer in news:
                key = viewer, watcher in self._with_changes
                if key not in encoded:
                    encoded[key] = self._message(*key, events[viewer])
                watcher.send(encoded[key])

    def _take_over(self, viewer: int, table: wire.Table, events: list[wire.EventView]) -> bool:
        """Remember what a viewer is shown now; returns whether there is something to tell."""
        before = self._sent.get(viewer)
        if before is None:
            self._sent[viewer] = Sent(table, 1, None, has_new_choices=True)
            return True
        changes, old = self._changes(before.table, table), before.table.choices
        has_new_choices = table.choices is not old and table.choices != old
        is_news = bool(events or changes or has_new_choices)
        self._sent[viewer] = Sent(table, before.number + is_news, changes, has_new_choices)
        return is_news

    def _changes(self, before: wire.Table, now: wire.Table) -> dict[str, Any]:
        rest = zip(REST, _rest(before), _rest(now), strict=True)
        changes: dict[str, Any] = {name: difference(old, new) for name, old, new in rest if old != new}
        if now.view is not before.view and now.view != before.view:
            changes["view"] = self._view_change(before.view, now.view)
        return changes

    def _view_change(self, before: object, now: object) -> msgspec.Raw:
        """Return the difference of two views, encoded once where several viewers see the same."""
        if self._view is None or self._view[0] is not before or self._view[1] is not now:
            self._view = before, now, msgspec.Raw(encode(difference(before, now)))
        return self._view[2]

    def _message(self, viewer: int, with_changes: bool, events: list[wire.EventView]) -> bytes:
        table, number, changes, has_new_choices = self._sent[viewer]
        if changes is None or not with_changes:
            return self.update(viewer, events)
        return encode(
            wire.Change(
                match=self._match_id, viewer=viewer, number=number, now_ms=table.now_ms, events=events, table=changes,
                choices=grouped(table.choices) if has_new_choices else UNSET,
            )
        )  # fmt: skip

    def update(self, viewer: int, events: list[wire.EventView]) -> bytes:
        """Return the whole table of a viewer with what has happened."""
        table, number = self.whole(viewer)
        return encode(wire.Update(match=self._match_id, viewer=viewer, number=number, events=events, table=table))

    def snapshot(
        self, viewer: int, events: list[wire.EventView], started: ev.Started, seating: Seating, chat: list[wire.Said]
    ) -> bytes:
        """Return all that a viewer has to know of the match: as it stands, and what has happened."""
        table, number = self.whole(viewer)
        return encode(
            wire.Snapshot(
                match=self._match_id, viewer=viewer, game=started.game, options=started.options, pace=started.pace,
                is_rated=seating.is_rated, chat=chat, events=events, table=table, number=number,
            )
        )  # fmt: skip

    def whole(self, viewer: int) -> tuple[wire.Table, int]:
        """Return the whole table that a viewer was shown last, and the number of the message."""
        table, number, *_ = self._sent[viewer]
        return replace(table, choices=in_order(table.choices)), number
