"""A server on PostgreSQL: its pages, and a restart of the database under it."""

import asyncio
from pathlib import Path

from parlour.server.services import Services
from support.fixtures import scene, table_for_one
from support.live_server import PATIENCE_S, Person, Served
from support.postgres import PostgresServer

PAGES = (
    "/api/me/profile", "/api/me/progress", "/api/me/history", "/api/me/history?opponent=computer&result=won",
    "/api/me/matches", "/api/me/following", "/api/me/ignored", "/api/me/tournaments", "/api/people/ada",
    "/api/people/ada/history", "/api/people/ada/progress", "/api/people/ada/tournaments",
    "/api/leaders/connect_four?by=rating", "/api/leaders/connect_four?by=wins", "/api/tournaments",
    "/api/puzzles/daily", "/api/puzzles/connect_four/training", "/api/campaigns/raptor", "/api/lab",
    "/api/account/export", "/api/account/tokens", "/readyz",
)  # fmt: skip


async def until_ready(person: Person) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while (await person.http.get("/readyz")).status_code != 200:
            await asyncio.sleep(0.05)


def test_every_page_is_served_from_postgresql(tmp_path: Path, postgres_server: PostgresServer) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = served.person(), served.person()
        await ada.sign_up("Ada")
        await bob.sign_up("Bob")
        match, _ = await table_for_one(ada, {"kind": "computer", "level": "novice"})
        await ada.request("resign", match, 0, 1)
        await ada.receive("done")
        await ada.http.put("/api/me/following/Bob")
        answers = {page: (await ada.http.get(page)).status_code for page in PAGES}
        async with asyncio.timeout(PATIENCE_S):
            while not (await ada.http.get("/api/me/history")).json()["entries"]:
                await asyncio.sleep(0.05)

        assert answers == dict.fromkeys(PAGES, 200)
        services: Services = served.app.state.services
        assert b"parlour_failures_total 0.0" in services.metrics.to_text()

    scene(tmp_path, scenario, database=postgres_server.new_database())


def test_a_server_goes_on_when_its_database_has_been_restarted(tmp_path: Path) -> None:
    server = PostgresServer()

    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        match, first = await table_for_one(ada, {"kind": "me"})
        seat = first["table"]["to_act"][0]
        await asyncio.to_thread(server.stop)
        await ada.request("play", match, seat, 1, action="4")
        refused = await ada.receive("done", "refused")
        ready, alive = await ada.http.get("/readyz"), await ada.http.get("/healthz")
        profile = await ada.http.get("/api/me/profile")
        await asyncio.to_thread(server.start)
        await until_ready(ada)
        await ada.request("play", match, seat, 1, action="4")

        assert (refused["type"], refused["code"]) == ("refused", "storage/failed")
        assert (ready.status_code, ready.json()["code"], alive.status_code) == (503, "storage/failed", 200)
        assert (profile.status_code, profile.json()["code"]) == (503, "storage/failed")
        assert (await ada.receive("done", "refused"))["version"] == 2
        assert (await ada.http.get("/api/me/profile")).status_code == 200
        services: Services = served.app.state.services
        assert b"parlour_failures_total 0.0" in services.metrics.to_text()

    try:
        server.make_template()
        scene(tmp_path, scenario, database=server.new_database())
    finally:
        server.remove()
