"""A site of two nodes: what one does reaches the people at the other, also when Redis or a node is gone for a while."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.cli.main import run as run_command
from parlour.players.warm import warm_game
from parlour.server.limits import ACTIONS
from parlour.server.services import Services
from parlour.storage.place import PostgresPlace
from support.clients import asked
from support.live_server import PASSWORD, PATIENCE_S, Person, Served
from support.nodes import follow, hub_services, move, nodes, sit, until
from support.postgres import PostgresServer
from support.redis import RedisServer

FOLLOWING = "/api/me/following"
IGNORED = "/api/me/ignored"
PLAIN = {"quick_colours": 1}


class Site:
    """Two nodes, and what they share."""

    def __init__(self, served: list[Served], place: PostgresPlace, redis: RedisServer) -> None:
        self.first, self.second = self.served = served
        self.place = place
        self.redis = redis


Scenario = Callable[[Site], Awaitable[None]]
Play = Callable[..., None]


@pytest.fixture
def play(tmp_path: Path, postgres_server: PostgresServer, redis_server: RedisServer) -> Play:
    """Return what plays a scenario at two nodes."""

    def play_it(scenario: Scenario, **settings: Any) -> None:
        async def run() -> None:
            place = postgres_server.new_database()
            async with nodes(tmp_path, place, redis_server, 2, node_expiry_s=1.0, **settings) as served:
                await until(lambda: all(_knows_other(each) for each in served))
                await scenario(Site(served, place, redis_server))

        warm_game(parlour.load("connect_four"))
        asyncio.run(run())

    return play_it


def _knows_other(served: Served) -> bool:
    return bool(hub_services(served).presence._copies)


def fall_silent(served: Served) -> None:
    """Let a node say nothing any more, as one that was killed."""

    async def hang(**_: Any) -> None:
        await asyncio.Event().wait()

    presence = hub_services(served).presence
    presence._beat_script = hang
    served.app.state.services.hub.services.bus.publish = lambda *_: None


async def sign_up(served: Served, name: str) -> Person:
    person = served.person()
    await person.sign_up(name)
    return person


async def until_seat(person: Person, seat: int, **wanted: Any) -> dict[str, Any]:
    """Wait until a table shows a seat like this."""
    while True:
        shown: dict[str, Any] = (await person.receive("update"))["table"]["seats"][seat]
        if wanted.items() <= shown.items():
            return shown


async def until_asked(person: Person, path: str, is_so: Callable[[Any], bool]) -> Any:
    async with asyncio.timeout(PATIENCE_S):
        while not is_so(found := await asked(person, path)):
            await asyncio.sleep(0.02)
    return found


async def close_code(person: Person) -> int | None:
    """Wait until a socket is closed; return the code."""
    assert person.socket is not None
    async with asyncio.timeout(PATIENCE_S):
        await person.socket.wait_closed()
    return person.socket.close_code


async def pair_up(site: Site, *names: str) -> tuple[Person, Person, str]:
    """Seat two accounts at a match, each at a node."""
    ada, bob = await sign_up(site.first, names[0]), await sign_up(site.second, names[1])
    match = await sit(ada, bob, "connect_four", options=PLAIN, is_public=True, pace="5+3")
    await follow(ada, match, 0)
    await follow(bob, match, 1)
    return ada, bob, match


def test_a_player_at_another_node_is_here_until_they_leave(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        await until_seat(ada, 1, is_here=True)
        assert bob.socket is not None
        await bob.socket.close()
        await until_seat(ada, 1, is_here=False)
        again = move(bob, site.first)
        await follow(again, match, 1)
        await until_seat(ada, 1, is_here=True)

    play(scenario)


def test_a_player_whose_node_died_is_away_from_when_that_shows_and_back_at_another(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        await until_seat(ada, 1, is_here=True)
        fall_silent(site.second)
        away = await until_seat(ada, 1, is_here=False)
        assert away["claim_in_ms"] is None or away["claim_in_ms"] > 1000
        await ada.request("claim", match, 0, 1)
        assert (await ada.receive("done", "refused"))["code"] == "server/not_away"
        await follow(move(bob, site.first), match, 1)
        await until_seat(ada, 1, is_here=True)

    play(scenario)


def test_while_redis_is_gone_nobody_can_be_claimed_against(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        await until_seat(ada, 1, is_here=True)
        site.redis.kill()
        presence = hub_services(site.first).presence
        await until(lambda: presence.up_since_ms is None)
        assert bob.socket is not None
        await bob.socket.close()
        services: Services = site.first.app.state.services
        live = services.hub.in_memory(match)
        assert live is not None
        assert live.watchers.away_since_ms(1) is None

        site.redis.start()
        await until(lambda: presence.up_since_ms is not None)
        await until_seat(ada, 1, is_here=False)
        assert live.watchers.away_since_ms(1) is not None

    play(scenario)


def test_the_lobby_shows_the_whole_site_and_pairs_people_across_it(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob = await sign_up(site.first, "Ada"), await sign_up(site.second, "Bob")
        for person in (ada, bob):
            await person.dial()
            await person.send("enter_lobby")
        for person in (ada, bob):
            while (await person.receive("lobby"))["online"] != ["Ada", "Bob"]:
                pass
        made = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}],
                              is_public=True)  # fmt: skip
        await ada.send("subscribe", match=made["match"], seat=0)
        while [each["match"] for each in (await bob.receive("lobby"))["challenges"]] != [made["match"]]:
            pass
        for person in (ada, bob):
            await person.send("seek", game="connect_four", pace="5+3", is_rated=True)
        paired = [await person.receive("paired") for person in (ada, bob)]

        assert paired[0]["match"] == paired[1]["match"]
        assert {each["seat"] for each in paired} == {0, 1}
        for person, each in zip((ada, bob), paired, strict=True):
            await person.send("subscribe", match=each["match"], seat=each["seat"])
        is_open = False
        while not is_open:
            table = (await ada.receive("snapshot", "update"))["table"]
            is_open = table["version"] >= 3 and all(seat["is_here"] for seat in table["seats"])
        while paired[0]["match"] not in [each["match"] for each in (await bob.receive("watchable"))["matches"]]:
            pass

    play(scenario)


def test_friends_are_seen_online_and_playing_at_other_nodes_unless_they_prefer_not(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada = await sign_up(site.first, "Ada")
        bob, cyd = await sign_up(site.second, "Bob"), await sign_up(site.second, "Cyd")
        await ada.http.put(f"{FOLLOWING}/Bob")
        match = await sit(bob, cyd, "connect_four", options=PLAIN, is_public=True)
        for seat, person in enumerate((bob, cyd)):
            await follow(person, match, seat)
        (friend,) = await until_asked(ada, FOLLOWING, lambda found: found[0]["match"] is not None)
        assert (friend["is_online"], friend["match"], friend["game"]) == (True, match, "connect_four")

        at_first = move(bob, site.first)
        preferences = await asked(at_first, "/api/account/preferences")
        await at_first.http.put("/api/account/preferences", json=preferences | {"appear_offline": True})
        (hidden,) = await until_asked(ada, FOLLOWING, lambda found: not found[0]["is_online"])
        assert hidden["match"] is None

    play(scenario)


def test_what_people_do_is_counted_at_all_nodes_together(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada = await sign_up(site.first, "Ada")
        at_second = move(ada, site.second)
        request: dict[str, Any] = {"format": "arena", "game": "connect_four", "pace": "5+3", "minutes": 10}
        at_once = ACTIONS["host"].at_once  # one more only after five minutes
        for number in range(at_once):
            await (ada, at_second)[number % 2].post("/api/tournaments", **request)
        for person in (ada, at_second):
            assert await person.refusal("/api/tournaments", **request) == (429, "server/too_many")
        bob = await sign_up(site.second, "Bob")
        site.redis.kill()
        await bob.post("/api/tournaments", **request)

    play(scenario, limit_factor=1.0)


def test_ending_sessions_closes_the_sockets_at_other_nodes(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada = await sign_up(site.first, "Ada")
        phone = site.second.person()
        await phone.sign_in("Ada")
        tab = move(ada, site.second)
        for person in (phone, tab):
            await person.dial()
        await ada.post("/api/account/sign-out")
        assert await close_code(tab) == 4001
        await phone.send("ping", id=1)
        await phone.receive("pong")

        again = site.first.person()
        await again.sign_in("Ada")
        await again.post("/api/account/sign-out-everywhere")
        assert await close_code(phone) == 4001

    play(scenario)


def test_a_session_that_ended_while_redis_was_gone_closes_its_sockets_afterwards(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada = await sign_up(site.first, "Ada")
        tab, guest = move(ada, site.second), site.second.person()
        for person in (tab, guest):
            await person.dial()
        site.redis.kill()
        await until(lambda: not any(hub_services(each).bus.is_up for each in site.served))
        await ada.post("/api/account/sign-out")
        site.redis.start()
        assert await close_code(tab) == 4001
        await guest.send("ping", id=1)
        await guest.receive("pong")

    play(scenario)


def test_a_suspended_account_loses_its_sockets_at_all_nodes(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        zoe = await sign_up(site.first, "Zoe")
        assert await asyncio.to_thread(run_command, ["role", "Zoe", "operator", "--database", site.place.url]) == 0
        await ada.post(f"/api/matches/{match}/report", seat=1, reason="Never moves.")
        (report,) = (await asked(zoe, "/api/operator"))["reports"]
        await zoe.post(f"/api/operator/reports/{report['id']}/suspend", reason="Used an engine.")
        assert await close_code(bob) == 4001

    play(scenario)


def test_a_guest_who_signs_up_at_one_node_is_the_account_at_the_other(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob = site.first.person(), site.second.person()
        match = await sit(ada, bob, "connect_four", options=PLAIN, pace="5+3")
        tab = move(ada, site.second)
        await follow(tab, match, 0)
        await follow(bob, match, 1)
        await ada.sign_up("Ada")
        while (await bob.receive("update"))["table"]["seats"][0]["name"] != "Ada":
            pass
        accepted = None
        async with asyncio.timeout(PATIENCE_S):  # the socket follows when the hint has come
            while accepted is None:
                await tab.send("say", match=match, seat=0, text="In my own words.")
                answer = await tab.receive("chat_line", "refused")
                accepted = answer if answer["type"] == "chat_line" else None
        assert accepted["said"]["name"] == "Ada"

    play(scenario)


def test_deleting_an_account_reaches_names_and_chat_at_other_nodes(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        await ada.send("say", match=match, seat=0, text="Something personal.")
        await bob.receive("chat_line")
        tab = move(ada, site.second)
        await tab.dial()
        await ada.post("/api/account/delete", password=PASSWORD)
        assert await close_code(tab) == 4001
        services: Services = site.second.app.state.services
        live = services.hub.in_memory(match)
        assert live is not None
        await until(lambda: live.chat.show() == [] and live.seating.seats[0].name != "Ada")

    play(scenario)


def test_muting_somebody_at_one_node_is_heard_at_the_other(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        tab = move(ada, site.second)
        await follow(tab, match, 0)
        services: Services = site.second.app.state.services
        (client,) = (each for each in services.connections if each.name == "Ada")
        await ada.post(IGNORED, kind="muted", match=match, seat=1)
        await until(lambda: client.unheard)
        await bob.send("say", match=match, seat=1, text="rude")
        await bob.receive("chat_line")
        await ada.send("say", match=match, seat=0, text="calm")
        assert (await tab.receive("chat_line"))["said"]["text"] == "calm"

    play(scenario)


def test_other_tabs_hear_of_turns_and_challenges_at_other_nodes(play: Play) -> None:
    async def scenario(site: Site) -> None:
        ada, bob, match = await pair_up(site, "Ada", "Bob")
        tab = move(ada, site.second)  # it does not follow the match
        await tab.dial("?running=1")
        await until(lambda: "account:1" in hub_services(site.first).presence.elsewhere("people"))
        services: Services = site.first.app.state.services
        live = services.hub.in_memory(match)
        assert live is not None
        (seat,) = live.match.position.to_act()
        await (ada, bob)[seat].request("play", match, seat, live.match.version, action="4")
        changed = (await tab.receive("match_changed"))["match"]
        while changed["is_your_turn"] != (seat == 1):
            changed = (await tab.receive("match_changed"))["match"]
        assert changed["match"] == match

        cyd = await sign_up(site.first, "Cyd")
        made = await cyd.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}])
        await cyd.post(f"/api/matches/{made['match']}/challenge", name="Ada")
        assert (await tab.receive("challenges_changed"))["message"] == "Cyd challenges you to Connect Four."
        mine = await asked(tab, "/api/me/matches")
        assert [each["num_turns"] for each in mine["matches"]] == [1]
        assert [each["match"] for each in mine["challenges"]] == [made["match"]]

    play(scenario)
