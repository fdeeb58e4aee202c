"""Running a server: headers, numbers, logs, bugs, proxies, and a stop that loses nothing."""

import asyncio
import json
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from parlour.server.headers import HEADERS
from parlour.server.hub import Hub
from support.clients import until
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served
from support.server_process import serve_command


@pytest.mark.parametrize(
    "path", ["/", "/api/games", "/api/nothing", "/api/matches/unknown/file", "/api/schema/openapi.json"]
)
def test_every_answer_has_the_headers(path: str, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        answer = await served.person().http.get(path)

        assert HEADERS.items() <= dict(answer.headers).items()
        assert "strict-transport-security" not in answer.headers

    scene(tmp_path, scenario)


def test_behind_tls_cookies_and_pages_stay_there(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        ada.http.headers["origin"] = f"https://{served.address}"
        answer = await ada.http.post("/api/matches", json={"game": "connect_four", "seats": [{"kind": "me"}] * 2})
        ada.http.headers["origin"] = f"http://{served.address}"
        plain = await ada.http.post("/api/matches", json={"game": "connect_four", "seats": [{"kind": "me"}] * 2})

        assert "strict-transport-security" in answer.headers
        cookie = answer.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("secure", "httponly", "samesite=lax"))
        assert plain.json()["code"] == "server/bad_origin"

    scene(tmp_path, scenario, is_secure=True)


@pytest.mark.parametrize("origin", ["", "null", "http://127.0.0.1", "https://{address}", "http://{address}.example"])
def test_only_the_exact_origin_may_change_things(origin: str, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        eve.http.headers["origin"] = origin.format(address=served.address)
        answer = await eve.http.post("/api/matches", json={"game": "connect_four", "seats": [{"kind": "me"}] * 2})

        assert (answer.status_code, answer.json()["code"]) == (403, "server/bad_origin")

    scene(tmp_path, scenario)


def test_the_metrics_of_a_server_follow_what_happens(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        await ada.request("play", match, first["table"]["to_act"][0], 1, action="4")
        await ada.receive("done")
        await ada.request("play", match, 0, 1, action="4")
        await ada.receive("refused")
        await ada.send("ping", id=1, latency_ms=30)
        await ada.receive("pong")
        text = served.metrics()
        numbers = dict(re.findall(r"^(\S+) ([0-9.]+)$", text, re.MULTILINE))

        assert numbers["parlour_ack_seconds_count"] == "1.0"
        assert numbers["parlour_live_matches"] == "1.0"
        assert numbers["parlour_sockets"] == "1.0"
        assert numbers["parlour_client_latency_seconds_sum"] == "0.03"
        assert sum(float(number) for name, number in numbers.items() if "refusals_total" in name) == 1
        assert {
            "parlour_writes_waiting",
            "parlour_thoughts_waiting",
            "parlour_loop_lag_seconds_count",
        } <= numbers.keys()

    scene(tmp_path, scenario)


def test_a_bug_is_logged_and_not_revealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise ZeroDivisionError("a secret detail")

    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.dial()
        monkeypatch.setattr(Hub, "find", broken)
        with capture_logs() as logged:
            over_http = await ada.http.get("/api/matches/x/file")
            await ada.send("subscribe", match="x")
            over_socket = await ada.receive()

        assert (over_http.status_code, over_http.json()["code"]) == (500, "server/failure")
        assert over_socket["code"] == "server/failure"
        assert "secret detail" not in over_http.text + json.dumps(over_socket)
        assert [entry["event"] for entry in logged] == ["failure", "failure"]

    scene(tmp_path, scenario)


@pytest.mark.alone
def test_no_part_of_a_response_waits_for_the_other_end(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, spent_s = served.person(), []
        for _ in range(15):
            begin = time.perf_counter()
            await ada.http.get("/healthz")
            spent_s.append(time.perf_counter() - begin)

        assert min(spent_s) < 0.03  # a delayed acknowledgement takes 40 ms

    scene(tmp_path, scenario)


def test_too_many_requests_are_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        answers = [await eve.http.get("/healthz") for _ in range(40)]
        refused = [answer.json()["code"] for answer in answers if answer.status_code == 429]

        assert answers[0].status_code == 200
        assert set(refused) == {"server/too_many"}

    scene(tmp_path, scenario, limit_factor=0.1)


def test_a_body_that_is_too_long_is_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        answer = await served.person().http.post("/api/matches", content=b" " * 100_000)

        assert (answer.status_code, answer.json()["code"]) == (413, "http/413")

    scene(tmp_path, scenario)


@pytest.mark.slow
def test_a_stop_says_when_to_come_back_and_loses_nothing(tmp_path: Path) -> None:
    async def play(process: subprocess.Popen[str], address: str) -> tuple[str, int]:
        ada = Person(address)
        await until(ada, "/api/games/connect_four", lambda game: game["is_ready"])
        match, first = await table_for_one(ada, {"kind": "me"}, is_public=True)
        seat, acknowledged = first["table"]["to_act"][0], 1
        for column in "4455":
            await ada.request("play", match, seat, acknowledged, action=column)
            acknowledged = (await ada.receive("done"))["version"]
            seat = 1 - seat
        process.send_signal(signal.SIGTERM)
        goodbye = await ada.receive("goodbye")
        assert ada.socket is not None
        await ada.socket.wait_closed()
        assert (goodbye["back_in_ms"] > 0, ada.socket.close_code) == (True, 1012)
        await ada.close()
        return match, acknowledged

    with serve_command(tmp_path) as (process, address):
        match, acknowledged = asyncio.run(play(process, address))
        _, errors = process.communicate(timeout=30)
        assert process.returncode == -signal.SIGTERM
    events = [json.loads(line)["event"] for line in errors.splitlines()]
    assert [event for event in events if event != "game_ready"] == ["started", "resumed", "match_created", "stopped"]

    async def look(address: str) -> int:
        again = Person(address)
        await until(again, "/api/games/connect_four", lambda game: game["is_ready"])
        await again.dial()
        await again.send("subscribe", match=match)
        version = (await again.receive("snapshot"))["table"]["version"]
        await again.close()
        return int(version)

    with serve_command(tmp_path) as (_, address):
        assert asyncio.run(look(address)) == acknowledged


@pytest.mark.slow
@pytest.mark.parametrize(("options", "is_believed"), [((), False), (("--proxy", "127.0.0.1"), True)])
def test_a_proxy_is_trusted_only_when_it_was_named(options: tuple[str, ...], is_believed: bool, tmp_path: Path) -> None:
    async def ask(address: str) -> list[bool]:
        person = Person(address)
        seen = [
            (await person.http.get("/api/connection", headers={"x-forwarded-for": client})).json()
            for client in ("192.0.2.7", "garbage", "1.2.3.4.5, ,[::")
        ]
        await person.close()
        assert [each["address"] == "127.0.0.1" for each in seen] == [not each["is_forwarded"] for each in seen]
        return [each["is_forwarded"] for each in seen]

    with serve_command(tmp_path, *options) as (_, address):
        assert asyncio.run(ask(address)) == [is_believed] * 3


def test_too_many_sockets_of_one_person_are_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        tabs = [served.person() for _ in range(3)]
        for tab in tabs:
            tab.http.cookies = tabs[0].http.cookies
            await tab.dial()
        refused = tabs[2].socket
        assert refused is not None
        await refused.wait_closed()
        assert tabs[0].socket is not None
        await tabs[0].socket.close()
        await tabs[2].dial()
        await tabs[2].send("ping", id=1)

        assert refused.close_code == 4029
        assert (await tabs[2].receive())["type"] == "pong"

    scene(tmp_path, scenario, limit_factor=0.1)
