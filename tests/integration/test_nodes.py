"""Several nodes and one match: who wins a race, what each viewer is told, and what is repeated."""

import asyncio
import contextlib
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

import parlour
from parlour.core.contract import SPECTATOR
from parlour.match.errors import StorageFailed
from parlour.players.warm import warm_game
from parlour.server.catch_up import CatchUp
from parlour.server.match_follower import MatchFollower
from parlour.server.match_record import CHANGED
from parlour.server.presenter import names_of
from parlour.server.watchers import encode
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.place import PostgresPlace
from support.live_server import PATIENCE_S, Person, Served
from support.nodes import follow, hub_services, live_at, move, nodes, sit, until, working
from support.postgres import PostgresServer
from support.redis import RedisServer

VIEWERS = (0, 1, SPECTATOR)
PLAIN = {"quick_colours": 1}


class Table:
    """Two players and a spectator, each at a node of their own."""

    def __init__(self, people: list[Person], match: str, tables: list[dict[str, Any]]) -> None:
        self.people = people
        self.match = match
        self.tables = tables  # as each was told last
        self.events: list[list[Any]] = [[] for _ in people]
        self._read = [len(person.received) for person in people]

    async def hear(self, version: int) -> None:
        """Wait until everyone was told of a version."""
        for viewer, person in enumerate(self.people):
            self._take_in(viewer)
            while self.tables[viewer]["version"] < version:
                await person.receive()
                self._take_in(viewer)

    def _take_in(self, viewer: int) -> None:
        received = self.people[viewer].received
        for message in map(json.loads, received[self._read[viewer] :]):
            if isinstance(message, dict) and message.get("type") == "update":
                self.events[viewer] += message["events"]
                self.tables[viewer] = message["table"]
        self._read[viewer] = len(received)


async def sat_down(served: list[Served], game: str, **request: Any) -> Table:
    people = [each.person() for each in served]
    match = await sit(people[0], people[1], game, is_public=True, **request)
    first = [await follow(person, match, seat) for person, seat in zip(people, (0, 1, None), strict=True)]
    return Table(people, match, [each["table"] for each in first])


@pytest.mark.parametrize(("game", "options"), [("checkers", {}), ("whist", {})])
def test_three_nodes_show_one_match_to_the_end(
    game: str, options: dict[str, Any], tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load(game))
    chance = random.Random(11)

    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            table = await sat_down(served, game, options=options)
            while table.tables[0]["outcome"] is None:
                seat = table.tables[0]["to_act"][0]
                version = table.tables[seat]["version"]
                action = chance.choice(table.tables[seat]["choices"])["action"]
                await table.people[seat].request("play", table.match, seat, version, action=action)
                await table.hear((await table.people[seat].receive("done"))["version"])

            lives = [await live_at(each, table.match) for each in served]
            match, names = lives[0].match, names_of(lives[0].seating)
            assert [live.match.events for live in lives] == [match.events] * 3
            for place, viewer in enumerate(VIEWERS):
                truth = CatchUp(viewer, 1, 1, names)
                truth.advance(match.events, match.seed)
                assert table.events[place] == msgspec.json.decode(encode(truth.events))
            assert len({encode(live.seating) for live in lives}) == 1

    asyncio.run(run())


async def connect_four(served: list[Served], **request: Any) -> Table:
    warm_game(parlour.load("connect_four"))
    return await sat_down(served, "connect_four", options=PLAIN, **request)


def test_of_two_commands_at_once_one_wins(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            table = await connect_four(served)
            (seat,), version = table.tables[0]["to_act"], table.tables[0]["version"]
            mine, again = table.people[seat], move(table.people[seat], served[2])
            await follow(again, table.match, seat)
            await asyncio.gather(
                mine.request("play", table.match, seat, version, action="1"),
                again.request("play", table.match, seat, version, action="2"),
            )
            answers = [await person.receive("done", "refused") for person in (mine, again)]
            await table.hear(version + 1)

            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            (refused,) = (answer for answer in answers if answer["type"] == "refused")
            assert refused["code"] == "match/stale_version"
            lives = [await live_at(each, table.match) for each in served]
            assert [live.match.version for live in lives] == [version + 1] * 3

            # What is meant for any version is decided again.
            other = table.people[1 - seat]
            await asyncio.gather(
                other.request("play", table.match, 1 - seat, version + 1, action="4"),
                mine.send("act", match=table.match, key="enough", command={"type": "resign", "seat": seat}),
            )
            assert (await mine.receive("done", "refused"))["type"] == "done"
            assert (await other.receive("done", "refused")).get("code") in (None, "match/over", "match/stale_version")

    asyncio.run(run())


def test_one_key_at_two_nodes_is_one_event(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            table = await connect_four(served)
            (seat,), version = table.tables[0]["to_act"], table.tables[0]["version"]
            mine, again, late = (table.people[seat], *(move(table.people[seat], each) for each in served[1:]))
            await follow(again, table.match, seat)
            play = {"match": table.match, "key": "once", "seen_version": version,
                    "command": {"type": "play", "seat": seat, "action": "1"}}  # fmt: skip
            await asyncio.gather(mine.send("act", **play), again.send("act", **play))
            answers = [await person.receive("done", "refused") for person in (mine, again)]
            await table.hear(version + 1)
            await follow(late, table.match, seat)
            await late.send("act", **play)
            answers.append(await late.receive("done", "refused"))

            done = {"type": "done", "match": table.match, "key": "once", "version": version + 1}
            assert answers == [done] * 3
            assert (await live_at(served[2], table.match)).match.version == version + 1

    asyncio.run(run())


def test_two_people_who_take_one_seat_at_two_nodes(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("connect_four"))

    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            host, *guests = (each.person() for each in served)
            made = await host.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}],
                                   options=PLAIN, pace="5+3")  # fmt: skip
            path, link = f"/api/matches/{made['match']}/join", {"invitation": made["invitation"]}
            for guest in guests:
                await guest.http.get(f"/api/matches/{made['match']}?invitation={made['invitation']}")
            answers = await asyncio.gather(*(guest.http.post(path, json=link) for guest in guests))
            lives = [await live_at(each, made["match"]) for each in served]
            await until(lambda: all(live.seating.open_seat is None for live in lives))

            assert min(answer.status_code for answer in answers) < 300
            assert [answer.json()["code"] for answer in answers if answer.status_code >= 300] == ["server/seat_taken"]
            assert len({live.seating for live in lives}) == 1

    asyncio.run(run())


def test_a_seat_that_is_taken_while_another_node_still_saves_the_clocks(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_game(parlour.load("connect_four"))

    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            host, late, quick = (each.person() for each in served)
            made = await host.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}],
                                   options=PLAIN, pace="5+3")  # fmt: skip
            path, link = f"/api/matches/{made['match']}/join", {"invitation": made["invitation"]}
            for guest in (late, quick):
                await guest.http.get(f"/api/matches/{made['match']}?invitation={made['invitation']}")
            live = await live_at(served[1], made["match"])
            leave_out = live.leave_out

            async def be_overtaken(since_ms: int) -> None:
                await leave_out(since_ms)
                await quick.post(path, **link)
                await until(lambda: live.seating.open_seat is None)

            monkeypatch.setattr(live, "leave_out", be_overtaken)

            assert await late.refusal(path, **link) == (409, "server/seat_taken")

    asyncio.run(run())


def test_chat_and_a_rematch_reach_the_other_nodes(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            table = await connect_four(served)
            first, second, _ = table.people
            await first.send("say", match=table.match, seat=0, text="Good luck!", key="hello")
            lines = [await person.receive("chat_line") for person in table.people]
            again = move(first, served[1])
            await follow(again, table.match, 0)
            await again.send("say", match=table.match, seat=0, text="Good luck!", key="hello")
            repeated = await again.receive("chat_line", "refused")
            await first.request("resign", table.match, 0, 1)
            await table.hear(table.tables[0]["version"] + 1)
            await asyncio.gather(first.send("rematch", match=table.match, seat=0),
                                 second.send("rematch", match=table.match, seat=1))  # fmt: skip
            told = [await person.receive("rematched") for person in table.people]

            assert lines == [lines[0]] * 3
            assert repeated["said"] == lines[0]["said"]
            assert len({each["next_match"] for each in told}) == 1
            following = await live_at(served[2], told[0]["next_match"])
            assert [seat.name for seat in following.seating.seats] == [
                seat.name for seat in reversed((await live_at(served[0], table.match)).seating.seats)
            ]

    asyncio.run(run())


def test_nothing_is_lost_while_redis_is_gone(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 3) as served:
            table = await connect_four(served)
            redis_server.kill()
            await until(lambda: not any(hub_services(each).bus.is_up for each in served))
            for column in ("1", "2", "1"):
                seat, version = table.tables[0]["to_act"][0], table.tables[0]["version"]
                await table.people[seat].request("play", table.match, seat, version, action=column)
                assert (await table.people[seat].receive("done", "refused"))["type"] == "done"
                await table.hear(version + 1)
            redis_server.start()
            await until(lambda: all(hub_services(each).bus.is_up for each in served))
            seat, version = table.tables[0]["to_act"][0], table.tables[0]["version"]
            await table.people[seat].request("play", table.match, seat, version, action="3")
            await table.hear(version + 1)

            assert [each["version"] for each in table.tables] == [version + 1] * 3

    asyncio.run(run())


def test_a_match_that_is_opened_while_others_leave_the_memory_stays(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    """A client that follows a match which has left the memory hears of nothing more."""
    warm_game(parlour.load("connect_four"))

    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 1) as (served,):
            ada, hub = served.person(), served.app.state.services.hub
            seats = [{"kind": "me"}, {"kind": "open"}]
            made = [await ada.post("/api/matches", game="connect_four", seats=seats) for _ in range(2)]
            first, second = (hub.in_memory(match["match"]) for match in made)
            await until(lambda: first.is_idle and second.is_idle)  # when both are found
            await hub._remove(first)
            await follow(ada, second.id, 0)
            await hub._remove(second)

            assert [hub.in_memory(live.id) for live in (first, second)] == [None, second]

    asyncio.run(run())


def test_hints_are_followed_again_after_an_outage_of_the_database(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    warm_game(parlour.load("connect_four"))
    num_looks = 0

    async def look(_: MatchFollower) -> bool:
        nonlocal num_looks
        num_looks += 1
        raise StorageFailed("It is gone.")

    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database(), redis_server, 1) as (served,):
            seats = [{"kind": "me"}, {"kind": "open"}]
            made = await served.person().post("/api/matches", game="connect_four", seats=seats)
            live = await live_at(served, made["match"])
            monkeypatch.setattr(MatchFollower, "look", look)
            for _ in range(2):
                before = num_looks
                live.follower.hear(CHANGED)
                live.follower.hear(CHANGED)
                await until(lambda before=before: num_looks > before and not live.command_lock.locked())  # type: ignore[misc]

    asyncio.run(run())


def test_nodes_that_start_at_once_on_an_empty_database_share_a_secret(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    async def run() -> None:
        async with nodes(tmp_path, postgres_server.new_database("template0"), redis_server, 2) as served:
            guest = served[0].person()
            name = (await guest.http.get("/api/me")).json()
            assert (await move(guest, served[1]).http.get("/api/me")).json() == name

    asyncio.run(run())


def advance(place: PostgresPlace, column: str, by_ms: int) -> None:
    """Let nodes have been up for longer (`up_ms`), or none have been up since a while (`beat_ms`)."""
    with psycopg.connect(place.url) as connection:
        connection.execute(f"UPDATE heartbeat SET {column} = {column} + %s", (by_ms,))


def ring_now(place: PostgresPlace) -> None:
    """Let the time of all jobs have come."""
    with psycopg.connect(place.url) as connection:
        connection.execute("UPDATE procrastinate_jobs SET scheduled_at = now()")


def test_a_seat_is_flagged_only_by_time_in_which_a_node_was_up(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("connect_four"))
    place = postgres_server.new_database()

    async def begin() -> str:
        async with nodes(tmp_path, place, redis_server, 2) as served:
            people = [each.person() for each in served]
            match = await sit(people[0], people[1], "connect_four", options=PLAIN, pace="1+0")
            await follow(people[0], match, 0)
            return match

    async def go_on(match: str) -> None:
        async with nodes(tmp_path, place, redis_server, 2) as served, working(place, redis_server):
            live = await live_at(served[0], match)
            left_ms = live.rings_in_ms
            assert left_ms is not None
            assert left_ms > 40_000, "an hour without a node is charged to nobody"
            advance(place, "up_ms", left_ms)
            ring_now(place)
            await until(lambda: live.match.is_over)

            assert live.match.outcome is not None
            assert live.match.outcome.reason == "timed_out"
            times = [event.at_ms for event in live.match.events]
            assert times == sorted(times)

    match = asyncio.run(begin())
    advance(place, "beat_ms", -3_600_000)
    asyncio.run(go_on(match))


def test_a_clock_runs_out_though_no_node_has_the_match_in_memory(
    tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer
) -> None:
    warm_game(parlour.load("connect_four"))
    place = postgres_server.new_database()

    async def run() -> None:
        async with nodes(tmp_path, place, redis_server, 2) as served:
            people = [each.person() for each in served]
            match = await sit(people[0], people[1], "connect_four", options=PLAIN, pace="1+0")
        advance(place, "up_ms", 70_000)
        ring_now(place)
        log = SqlLog(database)
        async with working(place, redis_server):
            async with asyncio.timeout(PATIENCE_S):
                while b'"type":"ended"' not in log.read(match).lines[-2]:
                    await asyncio.sleep(0.05)

    with contextlib.closing(Database(place)) as database:
        asyncio.run(run())
