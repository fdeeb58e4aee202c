"""A server that recovers from a failing disk, and stops whatever its clients do."""

import asyncio
import resource
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from parlour.core.contract import SPECTATOR
from parlour.match.errors import StorageFailed
from parlour.match.seating import COMPUTER, PERSON, Seat
from parlour.server.naming import computer_name
from parlour.server.services import Services
from support.clients import until
from support.eye import Eye
from support.fake_clock import Rooms, run
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served
from support.server_process import serve_command

ADA, NOVICE = Seat(PERSON, "Ada", "guest:ada"), Seat(COMPUTER, computer_name("novice"), level="novice")
PATIENCE_S = 60.0
STOP_S = 10.0


def test_a_computer_plays_and_answers_as_soon_as_the_disk_works_again(tmp_path: Path) -> None:
    async def scenario() -> None:
        rooms = Rooms(tmp_path)
        log, append = rooms.services.log, rooms.services.log.append

        def fail(*_: object, **__: object) -> NoReturn:
            raise StorageFailed("The disk is full.")

        log.append = fail  # type: ignore[method-assign]  # a disk cannot be filled for a test
        live = await rooms.hub.create("connect_four", {"quick_colours": 1}, "none", (NOVICE, NOVICE))
        live.watch(Eye(), SPECTATOR)  # computers do not play to nobody
        await rooms.pass_s(80)
        stuck_at, is_trying = live.match.version, live.computers.are_thinking
        log.append = append  # type: ignore[method-assign]  # and now there is room again
        for _ in range(100):
            await rooms.pass_s(1)

        assert (stuck_at, is_trying) == (1, True)
        assert live.match.is_over, "both computers went on to the end"
        await rooms.close()

    run(scenario())


def test_a_server_is_not_ready_while_its_disk_refuses_and_ready_again_afterwards(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        assert (await ada.http.get("/readyz")).text == "ok"
        with closing(sqlite3.connect(tmp_path / "parlour.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # the writer waits for it for 5 s, and then refuses
            await ada.request("play", match, first["table"]["to_act"][0], 1, action="4")
            refused = await ada.receive("done", "refused")
            answer, alive = await ada.http.get("/readyz"), await ada.http.get("/healthz")
        await until_ready(ada)
        await ada.request("play", match, first["table"]["to_act"][0], 1, action="4")

        assert (refused["type"], refused["code"]) == ("refused", "storage/failed")
        assert (answer.status_code, answer.json()["code"], alive.status_code) == (503, "storage/failed", 200)
        assert (await ada.receive("done"))["version"] == 2
        services: Services = served.app.state.services
        assert b"parlour_failures_total 0.0" in services.metrics.to_text()

    scene(tmp_path, scenario)


async def until_ready(person: Person) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await person.http.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.05)


@pytest.mark.slow
def test_a_full_disk_refuses_moves_and_the_server_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """The server's process may write no file beyond its size of now: what a full disk does, for one process."""

    async def play(process: subprocess.Popen[str], address: str) -> None:
        ada = Person(address)
        await until(ada, "/api/games/connect_four", lambda game: game["is_ready"])
        match, first = await table_for_one(ada, {"kind": "me"})
        seat, (_, most) = first["table"]["to_act"][0], resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (0, most))
        await ada.request("play", match, seat, 1, action="4")
        refused, ready = await ada.receive("done", "refused"), await ada.http.get("/readyz")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (most, most))
        await ada.request("play", match, seat, 1, action="4")

        assert (refused["type"], refused["code"], ready.status_code) == ("refused", "storage/failed", 503)
        assert (await ada.receive("done", "refused"))["version"] == 2
        await until_ready(ada)
        await ada.close()

    with serve_command(tmp_path) as (process, address):
        asyncio.run(play(process, address))


@pytest.mark.slow
@pytest.mark.alone
def test_a_stop_is_done_in_ten_seconds_whatever_clients_do(tmp_path: Path) -> None:
    """One client never sends the body that it announced; another asks for snapshots and reads none of them."""

    async def attack(process: subprocess.Popen[str], address: str) -> None:
        eve = Person(address)
        await until(eve, "/api/games/connect_four", lambda game: game["is_ready"])
        made = await eve.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "me"}])
        host, port = address.split(":")
        _, unfinished = await asyncio.open_connection(host, int(port))
        headers = f"Host: {address}\r\nOrigin: http://{address}\r\nContent-Type: application/json\r\nContent-Length: 9"
        unfinished.write(f"POST /api/matches HTTP/1.1\r\n{headers}\r\n\r\n".encode())
        await eve.dial()
        assert eve.socket is not None
        eve.socket.transport.pause_reading()
        for _ in range(250):
            await eve.send("subscribe", match=made["match"], seat=0)
        while eve.socket.transport.get_write_buffer_size():
            await asyncio.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        await asyncio.to_thread(process.communicate, timeout=STOP_S)
        unfinished.close()
        eve.socket.transport.abort()
        await eve.http.aclose()

    with serve_command(tmp_path) as (process, address):
        asyncio.run(attack(process, address))
        assert process.returncode == -signal.SIGTERM
