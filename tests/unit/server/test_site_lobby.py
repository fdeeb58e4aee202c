"""The lobby of a site of several nodes: what it shows, and who is paired with whom."""

import asyncio
import contextlib
import dataclasses
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from parlour.match.errors import StorageBusy
from parlour.match.seating import OPEN, PERSON, Seat
from parlour.server.clocks import SystemClock
from parlour.server.hub import Hub
from parlour.server.lobby import Lobby
from parlour.server.messages import Seek
from parlour.server.redis_pairs import RedisPairs
from parlour.server.sockets import Client, Close
from parlour.server.visitor import Visitor
from parlour.server.watching import Watching
from parlour.storage.database import Database
from parlour.storage.queue_schema import prepare_queue
from support.eye import Eye
from support.fake_clock import match_services, rating_of
from support.postgres import PostgresServer
from support.redis import RedisServer
from support.redis_nodes import EXPIRY_S, Node, node, until

SEEK = Seek(game="connect_four", pace="5+3")


class Place(NamedTuple):
    """A node with a hub and a lobby, whose beats are made by hand."""

    shared: Node
    hub: Hub
    lobby: Lobby

    def arrive(self, identity: str) -> Client:
        client = Client(Visitor(identity, identity.partition(":")[2]), self.hub, self.lobby)
        self.lobby.arrive(client)
        return client

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self.lobby.state())
        return found


@contextlib.asynccontextmanager
async def place(server: RedisServer, database: Database) -> AsyncIterator[Place]:
    async with node(server) as shared:
        clock = SystemClock()
        services = match_services(database, clock)
        services = dataclasses.replace(services, bus=shared.bus, presence=shared.presence)
        hub = Hub(services)
        lobby = Lobby(hub, rating_of, Watching(hub), RedisPairs(shared.link, shared.bus, EXPIRY_S))
        try:
            yield Place(shared, hub, lobby)
        finally:
            await services.close()


Scenario = Callable[[Place, Place], Awaitable[None]]
Play = Callable[[Scenario], None]


@pytest.fixture
def at_two_nodes(postgres_server: PostgresServer, redis_server: RedisServer) -> Play:
    """Return what plays a scenario at two nodes."""

    def play(scenario: Scenario) -> None:
        async def run() -> None:
            where = postgres_server.new_database()
            with contextlib.closing(Database(where)) as database:
                prepare_queue(where)
                async with place(redis_server, database) as one, place(redis_server, database) as two:
                    await until(lambda: one.shared.presence._copies and two.shared.presence._copies)
                    await scenario(one, two)

        asyncio.run(run())

    return play


def pairings(client: Client) -> list[dict[str, Any]]:
    """Return the matches that a client was sent to, so far."""
    replies = list(client.replies._queue)  # type: ignore[attr-defined]  # without taking them
    told = [json.loads(reply) for reply in replies if not isinstance(reply, Close)]
    return [message for message in told if message["type"] == "paired"]


async def until_beating(places: tuple[Place, ...], is_true: Callable[[], object]) -> None:
    """Let the lobbies beat until something is so."""
    async with asyncio.timeout(60):
        while not is_true():
            for each in places:
                await each.lobby.beat()
            await asyncio.sleep(0.01)


def test_the_lobby_shows_the_people_challenges_and_seekers_of_all_nodes(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        ada, bo = one.arrive("account:1"), two.arrive("account:2")
        one.arrive("guest:x")
        two.arrive("account:1")
        two.lobby.show("account:2", is_shown=False)
        await one.lobby.seek(ada, SEEK)
        await two.lobby.seek(bo, Seek(game="connect_four"))
        seats = Seat(PERSON, "Ada", "account:1"), Seat(OPEN, "Open seat")
        live = await one.hub.create("connect_four", {}, "none", seats, is_public=True)
        live.watch(Eye(), 0)
        shown = {"online": ["1"], "num_guests": 1, "num_seeking": 2}
        both = (one, two)
        await until_beating(both, lambda: all(shown.items() <= each.state().items() for each in both))
        await until_beating(both, lambda: all(each.state()["challenges"] for each in both))

        assert [each.state()["challenges"][0]["match"] for each in both] == [live.id] * 2
        assert one.lobby.seen_online() == two.lobby.seen_online() == {"account:1", "guest:x"}

    at_two_nodes(scenario)


def test_what_is_played_at_a_node_can_be_watched_from_the_others(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        seats = Seat(PERSON, "Ada", "account:1"), Seat(PERSON, "Bo", "account:2")
        live = await one.hub.create("connect_four", {}, "none", seats, is_public=True)
        live.watch(Eye(), 0)
        (await two.hub.find(live.id)).watch(Eye(), -1)
        await until_beating((one, two), lambda: "account:1" in two.lobby.playing())
        await until(lambda: live.watchers.num_spectators == 1)
        await one.lobby._tell_watchable()
        await until(lambda: two.shared.presence.elsewhere("watchable"))
        (told,) = (await two.lobby._watching.state()).matches

        assert (told.match, told.num_spectators, told.names) == (live.id, 1, ("Ada", "Bo"))
        assert two.lobby.playing()["account:1"].match == live.id

        await one.shared.die()
        await until_beating((two,), lambda: not two.lobby.playing())
        assert (await two.lobby._watching.state()).matches == []

    at_two_nodes(scenario)


def test_people_at_two_nodes_are_paired_once_in_all_their_tabs(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        ada, bo, tab = one.arrive("guest:ada"), two.arrive("guest:bo"), two.arrive("guest:ada")
        await asyncio.gather(one.lobby.seek(ada, SEEK), two.lobby.seek(tab, SEEK))
        await two.lobby.seek(bo, SEEK)
        people = (ada, bo, tab)
        await until_beating((one, two), lambda: all(map(pairings, people)))
        for _ in range(20):
            for each in (one, two):
                await each.lobby.beat()

        told = [pairings(person) for person in people]
        assert list(map(len, told)) == [1, 1, 1]
        assert len({each[0]["match"] for each in told}) == 1
        assert told[0][0]["seat"] == told[2][0]["seat"] != told[1][0]["seat"]
        assert one.hub.num_live + two.hub.num_live == 1

    at_two_nodes(scenario)


def test_of_many_people_at_two_nodes_each_is_paired_exactly_once(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        both = (one, two)
        people = [both[number % 2].arrive(f"guest:{number}") for number in range(20)]
        await asyncio.gather(*(both[number % 2].lobby.seek(each, SEEK) for number, each in enumerate(people)))

        async def beat(lobby: Lobby) -> None:
            while not all(map(pairings, people)):
                await lobby.beat()
                await asyncio.sleep(0.005)

        async with asyncio.timeout(60):
            await asyncio.gather(beat(one.lobby), beat(two.lobby))

        told = [pairings(person) for person in people]
        seats = {(each["match"], each["seat"]) for (each,) in told}
        assert len(seats) == 20
        assert one.hub.num_live + two.hub.num_live == 10

    at_two_nodes(scenario)


def test_a_person_paired_by_a_node_that_was_not_heard_finds_the_match(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        two.shared.bus.unlisten("paired")
        ada, bo = one.arrive("guest:ada"), two.arrive("guest:bo")
        await two.lobby.seek(bo, SEEK)
        await until(lambda: one.shared.presence.elsewhere("seekers"))
        await one.lobby.seek(ada, SEEK)
        await until_beating((one, two), lambda: pairings(ada) and pairings(bo))

        assert pairings(ada)[0]["match"] == pairings(bo)[0]["match"]

    at_two_nodes(scenario)


def test_nobody_is_paired_with_a_person_whose_node_has_died(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        bo = two.arrive("guest:bo")
        await two.lobby.seek(bo, SEEK)
        await until(lambda: one.shared.presence.elsewhere("seekers"))
        await two.shared.die()
        await until_beating((one,), lambda: one.state()["num_seeking"] == 0)
        ada, cy = one.arrive("guest:ada"), one.arrive("guest:cy")
        await one.lobby.seek(ada, SEEK)
        assert pairings(ada) == []
        await one.lobby.seek(cy, SEEK)
        assert pairings(ada)[0]["match"] == pairings(cy)[0]["match"]

    at_two_nodes(scenario)


def test_while_redis_is_gone_a_node_shows_and_pairs_its_own_people(
    at_two_nodes: Play, redis_server: RedisServer
) -> None:
    async def scenario(one: Place, two: Place) -> None:
        bo = two.arrive("guest:bo")
        await two.lobby.seek(bo, SEEK)
        await until(lambda: one.shared.presence.elsewhere("seekers"))
        redis_server.kill()
        await until(lambda: not one.shared.bus.is_up)
        ada, cy = one.arrive("guest:ada"), one.arrive("guest:cy")
        await one.lobby.seek(ada, SEEK)
        assert pairings(ada) == [], "the other is at a node that cannot be asked"
        await one.lobby.seek(cy, SEEK)
        assert pairings(ada)[0]["match"] == pairings(cy)[0]["match"]
        assert one.state()["num_guests"] == 2

        redis_server.start()
        await until(lambda: one.shared.bus.is_up and two.shared.bus.is_up)
        di = one.arrive("guest:di")
        await one.lobby.seek(di, SEEK)
        await until_beating((one, two), lambda: pairings(di) and pairings(bo))
        assert pairings(di)[0]["match"] == pairings(bo)[0]["match"]

    at_two_nodes(scenario)


def test_people_whose_match_cannot_be_stored_wait_on(at_two_nodes: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(one: Place, two: Place) -> None:
        async def refuse(*_: Any, **__: Any) -> None:
            raise StorageBusy("The disk is busy.")

        create = one.hub.create
        monkeypatch.setattr(one.hub, "create", refuse)
        ada, bo = one.arrive("guest:ada"), one.arrive("guest:bo")
        await one.lobby.seek(ada, SEEK)
        await one.lobby.seek(bo, SEEK)
        assert one.state()["num_seeking"] == 2

        monkeypatch.setattr(one.hub, "create", create)
        await one.lobby.beat()
        assert pairings(ada)[0]["match"] == pairings(bo)[0]["match"]

    at_two_nodes(scenario)


def test_a_person_who_stops_seeking_is_not_paired(at_two_nodes: Play) -> None:
    async def scenario(one: Place, two: Place) -> None:
        ada, bo = one.arrive("guest:ada"), two.arrive("guest:bo")
        await two.lobby.seek(bo, SEEK)
        await until(lambda: one.shared.presence.elsewhere("seekers"))
        two.lobby.stop_seeking(bo)
        await until(lambda: not one.shared.presence.elsewhere("seekers"))
        await one.lobby.seek(ada, SEEK)
        for _ in range(10):
            await one.lobby.beat()
            await two.lobby.beat()

        assert (pairings(ada), pairings(bo)) == ([], [])

    at_two_nodes(scenario)
