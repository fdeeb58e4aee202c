"""Two tabs for each seat send duplicate, stale, reordered and simultaneous commands, compared with a model.

The model is the list of actions that were committed. It predicts the answer to every request, and everything else must
follow from it: the log on the disk, the match in memory, and what each tab was told, whenever it looks.

Mutants that it caught on 2026-11-15: keys never looked up, keys forgotten when a match is read from the disk, no lock
around decide and save, stale versions let through, an event left out on resuming.
"""

import asyncio
import json
import tempfile
from collections import Counter
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from parlour.core.position import Position, start
from parlour.match import events as ev
from parlour.match.file import read_entries
from parlour.match.seating import PERSON, Seat
from support.fake_clock import Rooms, VirtualLoop

T = TypeVar("T")
WHO = ("guest:ada", "guest:bo")
EventView = tuple[int, str, int | None]  # version, kind, seat


class CommandRequest(NamedTuple):
    seat: int
    key: str
    seen_version: int
    action: str


class Tab:
    """A page of a browser: it acts on what it has read, which may not be all that was sent to it."""

    def __init__(self, rooms: Rooms, match: str, seat: int) -> None:
        self.seat = seat
        self.match = match
        self.version = 1
        self.told: list[EventView] = []
        self.table: dict[str, Any] = {}
        self._unread: list[dict[str, Any]] = []
        self._client = rooms.client(WHO[seat])

    async def connect(self, rooms: Rooms) -> None:
        """Come back, with what was read; what was sent and not read is lost."""
        self._client.leave()
        self._unread.clear()
        self._client = rooms.client(WHO[self.seat])
        await self.send(type="subscribe", seat=self.seat, since=self.version)
        self.read()

    async def send(self, **message: Any) -> None:
        await self._client.handle(json.dumps({"match": self.match, **message}))

    async def request(self, request: CommandRequest) -> None:
        command = {"type": "play", "seat": request.seat, "action": request.action}
        await self.send(type="act", key=request.key, seen_version=request.seen_version, command=command)

    def answers(self) -> list[dict[str, Any]]:
        """Take the answers to requests, and leave the rest unread."""
        while not self._client.replies.empty():
            message = self._client.replies.get_nowait()
            assert isinstance(message, bytes)
            self._unread.append(json.loads(message))
        answers = [message for message in self._unread if message["type"] in ("done", "refused")]
        self._unread = [message for message in self._unread if message["type"] not in ("done", "refused")]
        return answers

    def read(self) -> None:
        """Read all updates."""
        assert not self.answers()
        for message in self._unread:
            assert message["type"] == "update", message
            self.told += as_told(message)
            self.table = message["table"]
            self.version = message["table"]["version"]
        self._unread.clear()

    def leave(self) -> None:
        self._client.leave()


def as_told(message: dict[str, Any]) -> list[EventView]:
    return [(told["version"], told["kind"], told["seat"]) for told in message["events"]]


class Model:
    """The actions that were committed, and what follows from them."""

    def __init__(self, position: Position) -> None:
        self.actions: list[tuple[int, str]] = []
        self.answers: dict[tuple[int, str], int] = {}  # by seat and key
        self.done: dict[tuple[int, str], str] = {}  # the action that was played, by seat and key
        self.position = position

    @property
    def version(self) -> int:
        closing = 0 if self.position.to_act() else 2  # the outcome and the seed
        return 1 + len(self.actions) + closing

    def answer(self, request: CommandRequest) -> int | str:
        """Return the version that a request is acknowledged with, or the code of its refusal."""
        key = request.seat, request.key
        if key in self.answers:
            return self.answers[key] if self.done[key] == request.action else "match/key_reused"
        if request.seen_version != self.version:
            return "match/stale_version"
        if not self.position.to_act():
            return "match/over"
        legal = {choice.action for choice in self.position.seen_by(request.seat).choices()}
        if request.seat not in self.position.to_act():
            return "rules/not_your_turn"
        if request.action not in legal:
            return "rules/illegal_action" if request.action.isdigit() else "notation/unreadable"
        self.position = self.position.play(request.seat, request.action)
        self.actions.append((request.seat, request.action))
        self.answers[key], self.done[key] = self.version, request.action
        return self.version


class Tabs(RuleBasedStateMachine):
    """Four tabs and one match of Connect Four; in its colour draw both seats act at once."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory()
        self._loop = VirtualLoop()
        self.rooms = self._wait(self._open())
        people = (Seat(PERSON, "Ada", WHO[0]), Seat(PERSON, "Bo", WHO[1]))
        live = self._wait(self.rooms.hub.create("connect_four", {}, "none", people, is_public=True))
        self.match = live.id
        self.model = Model(start(live.match.game, live.match.seed, {}))
        self.requests: list[CommandRequest] = []
        self.tabs = [Tab(self.rooms, self.match, seat) for seat in (0, 0, 1, 1)]
        for tab in self.tabs:
            self._wait(tab.connect(self.rooms))

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run_until_complete(work)

    async def _open(self) -> Rooms:
        return Rooms(Path(self._folder.name))

    @rule(intents=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9), st.integers(0, 99)), min_size=1, max_size=5))
    def send_at_once(self, intents: list[tuple[int, int, int]]) -> None:
        sent = [(self.tabs[number], self._request(self.tabs[number], kind, pick)) for number, kind, pick in intents]
        expected = [self.model.answer(request) for _, request in sent]

        async def send() -> None:
            await asyncio.gather(*(tab.request(request) for tab, request in sent))

        self._wait(send())
        for tab in self.tabs:
            given = [(message["key"], message.get("version", message.get("code"))) for message in tab.answers()]
            wanted = [(request.key, answer) for (by, request), answer in zip(sent, expected, strict=True) if by is tab]
            assert Counter(given) == Counter(wanted)  # those of one tab that came at once are answered in any order

    def _request(self, tab: Tab, kind: int, pick: int) -> CommandRequest:
        """Make a request as a tab would, a repeat of one that either tab of the seat has sent, or nonsense."""
        choices = tab.table["choices"] or [{"action": "4"}]
        request = CommandRequest(
            tab.seat, f"k{len(self.requests)}", tab.version, choices[pick % len(choices)]["action"]
        )
        mine = [request for request in self.requests if request.seat == tab.seat]
        match kind:
            case 0 | 1 | 2 if mine:
                request = mine[-1 - pick % len(mine)]
            case 3 if mine:  # a key that was used, for something else
                request = request._replace(key=mine[pick % len(mine)].key)
            case 4:
                request = request._replace(action="nonsense")
            case 5:
                request = request._replace(seen_version=pick)
        self.requests.append(request)
        return request

    @rule(number=st.integers(0, 3))
    def read(self, number: int) -> None:
        self.tabs[number].read()

    @rule(number=st.integers(0, 3))
    def come_back(self, number: int) -> None:
        self._wait(self.tabs[number].connect(self.rooms))

        assert self.tabs[number].version == self.model.version

    @rule(since=st.integers(0, 60))
    def look_since(self, since: int) -> None:
        client = self.rooms.client("guest:eve")
        self._wait(client.handle(json.dumps({"type": "subscribe", "match": self.match, "since": since})))
        reply = client.replies.get_nowait()
        client.leave()
        assert isinstance(reply, bytes)
        message = json.loads(reply)

        assert message["table"]["version"] == self.model.version
        if 1 <= since <= self.model.version:
            assert as_told(message) == self._log()[since:]
        else:
            assert message["type"] == "snapshot"

    @rule(is_restarted=st.booleans())
    def forget(self, is_restarted: bool) -> None:
        """The match leaves the memory, or the server starts again; all come back."""
        for tab in self.tabs:
            tab.leave()
        if is_restarted:
            self._wait(self.rooms.close())
            self.rooms = self._wait(self._open())
        else:
            self._wait(self._tidy())
        for tab in self.tabs:
            self._wait(tab.connect(self.rooms))

    async def _tidy(self) -> None:
        tidying = asyncio.create_task(self.rooms.hub.tidy())
        await self.rooms.pass_s(31)
        tidying.cancel()
        assert self.rooms.hub.num_live == 0

    def _log(self) -> list[EventView]:
        entries = read_entries(b"".join(self.rooms.services.log.read(self.match).lines))
        return [(e.seq + 1, str(e.event.__struct_config__.tag), getattr(e.event, "seat", None)) for e in entries]

    @invariant()
    def disk_memory_and_tabs_agree_with_the_model(self) -> None:
        stored = self.rooms.services.log.read(self.match)
        events = [entry.event for entry in read_entries(b"".join(stored.lines))]
        live = self._wait(self.rooms.hub.find(self.match))

        acted = [(event.seat, event.action) for event in events if isinstance(event, ev.Acted)]
        assert acted == self.model.actions
        assert len(events) == self.model.version
        assert live.match.events == events
        assert live.match.position == self.model.position
        keys = {(int(key.split()[0]), key.split()[1]): version for key, version in stored.keys.items()}
        assert keys == self.model.answers
        for tab in self.tabs:
            assert tab.told == self._log()[1 : tab.version]

    def teardown(self) -> None:
        self._wait(self.rooms.close())
        self._loop.close()
        self._folder.cleanup()
        for tab in self.tabs:
            tab.read()
            assert tab.version == self.model.version


TestTabs = Tabs.TestCase
TestTabs.settings = settings(max_examples=60, stateful_step_count=40)
