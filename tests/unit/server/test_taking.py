"""Commands that are begun as they arrive, without waking the task that reads."""

import asyncio
import json
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from parlour.match.seating import PERSON, Seat
from parlour.server.limits import LIMITS
from parlour.server.live_match import LiveMatch
from parlour.server.sockets import Client
from support.fake_clock import Rooms, Standing, run, virtual_loop

PEOPLE = (Seat(PERSON, "Ada", "guest:ada"), Seat(PERSON, "Bo", "guest:bo"))


class Table:
    """A match of Connect Four whose saving can be held up, and the client of the seat to act."""

    def __init__(self, rooms: Rooms, live: LiveMatch) -> None:
        self.rooms = rooms
        self.live = live
        self.seat = live.match.position.to_act()[0]
        self.client = rooms.client(PEOPLE[self.seat].identity or "")
        self.replies: list[Any] = []
        self.client.write = self._write
        self.saving: Future[None] = Future()

    def _write(self, message: bytes) -> bool:
        self.replies.append(json.loads(message))
        return True

    def hold_up(self) -> None:
        """Let what is saved next end only when `saving` is done."""
        log, append = self.rooms.services.log, self.rooms.services.log.append

        def later(*given: Any, **more: Any) -> "Future[None]":
            log.append = append  # type: ignore[method-assign]
            saved = append(*given, **more)
            saved.result()
            return self.saving

        log.append = later  # type: ignore[method-assign]  # a disk cannot be slowed down for a test

    def act(self, key: str, kind: str = "play", **fields: object) -> str:
        command = {"type": kind, "seat": self.seat, **fields}
        return json.dumps({"type": "act", "match": self.live.id, "key": key, "command": command})

    @property
    def kinds(self) -> list[str]:
        return [reply["type"] for reply in self.replies]


async def seated(tmp_path: Path) -> Table:
    """Begin a match and follow it from the seat to act."""
    rooms = Rooms(tmp_path)
    table = Table(rooms, await rooms.hub.create("connect_four", {"quick_colours": 1}, "none", PEOPLE))
    await table.client.handle(json.dumps({"type": "subscribe", "match": table.live.id, "seat": table.seat}))
    table.replies.clear()
    return table


async def handle_in_turn(client: Client, message: str) -> "asyncio.Task[None]":
    """Begin to handle a message as the task that reads does."""
    handling = asyncio.create_task(client.handle_in_turn(message))
    await asyncio.sleep(0)
    return handling


def test_a_command_is_decided_at_once_and_acknowledged_and_shown_only_when_it_is_saved(tmp_path: Path) -> None:
    async def scenario() -> None:
        table = await seated(tmp_path)
        table.hold_up()

        assert table.client.take(table.act("a", action="4"))
        assert (table.live.match.version, table.replies, table.live.is_idle) == (1, [], False)

        table.saving.set_result(None)
        await table.rooms.pass_s(0)
        assert (table.live.match.version, table.kinds) == (2, ["update", "done"])
        await table.rooms.close()

    run(scenario())


def test_the_next_message_waits_until_the_command_is_done(tmp_path: Path) -> None:
    async def scenario() -> None:
        table = await seated(tmp_path)
        table.hold_up()
        table.client.take(table.act("a", action="4"))

        assert not table.client.take(table.act("b", "offer_draw"))
        handling = await handle_in_turn(table.client, table.act("b", "offer_draw"))
        assert not table.client.take(table.act("c", "resign")), "it would overtake the one that waits"

        table.saving.set_result(None)
        await handling
        assert [reply["key"] for reply in table.replies if "key" in reply] == ["a", "b"]
        assert table.client.take(table.act("c", "resign"))
        await table.rooms.close()

    run(scenario())


def test_a_client_that_leaves_does_not_interrupt_what_is_being_saved(tmp_path: Path) -> None:
    async def scenario() -> None:
        table = await seated(tmp_path)
        table.hold_up()
        table.client.take(table.act("a", action="4"))
        table.client.leave()
        assert not table.live.is_idle, "it must not leave the memory meanwhile"

        table.saving.set_result(None)
        await table.rooms.pass_s(0)
        assert table.live.match.version == 2
        await table.rooms.close()

    run(scenario())


def test_a_refused_command_is_answered_at_once(tmp_path: Path) -> None:
    async def scenario() -> None:
        table = await seated(tmp_path)

        assert table.client.take(table.act("a", action="9"))
        assert [(reply["type"], reply["key"]) for reply in table.replies] == [("refused", "a")]
        await table.rooms.close()

    run(scenario())


def test_messages_are_granted_while_the_clock_of_the_site_stands_still(tmp_path: Path) -> None:
    """As it does while its database is gone and everyone tries again."""

    async def scenario() -> None:
        table = await seated(tmp_path)
        object.__setattr__(table.rooms.services, "clock", Standing())
        for _ in range(2):
            for key in range(LIMITS["message"].at_once):
                await table.client.handle(table.act(str(key), action="9"))
            await virtual_loop().pass_time(table.rooms.services, 10_000)

        await table.rooms.close()

        assert {reply["code"] for reply in table.replies} == {"notation/unreadable"}

    run(scenario())


def test_other_messages_are_not_taken(tmp_path: Path) -> None:
    async def scenario() -> None:
        table = await seated(tmp_path)
        other_match = json.dumps(json.loads(table.act("a", "resign")) | {"match": "another"})
        hidden_in_text = json.dumps({"type": "subscribe", "match": table.live.id, "invitation": "act"})

        for message in ("", "{", '"act"', '{"type": "ping", "id": 1}', other_match, hidden_in_text):
            assert not table.client.take(message)
        assert table.replies == []
        await table.rooms.close()

    run(scenario())
