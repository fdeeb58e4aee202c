"""Over real HTTP: what people have reached follows from their matches, by itself."""

from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from parlour.server.app import lifespan, make_app
from parlour.server.settings import Settings
from parlour.storage.database import Database
from parlour.storage.errors import InUse
from parlour.storage.log import SqlLog
from parlour.storage.projections import SqlProjection
from parlour.storage.tables import ratings
from support.clients import asked, play_connect_four, until
from support.fixtures import scene
from support.live_server import Person, Served
from support.stored_matches import NOVICE, add_account, finish, sit


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder where Ada has won four rated matches against Bo, and Cy has met a guest and the computer."""
    with closing(Database(tmp_path / "parlour.db")) as database:
        log = SqlLog(database)
        ada, bo, cy = (add_account(database, name) for name in ("Ada", "Bo", "Cy"))
        for number in range(4):
            seats = (sit(ada), sit(bo))
            finish(log, f"rated{number}", seats, 0, is_rated=True, at_ms=1000 + number, points=(3, 1)).result()
        finish(log, "guest", (sit(cy), sit("guest:a")), 1, at_ms=2000, game="whist").result()
        finish(log, "computer", (sit(cy), NOVICE), 1, at_ms=3000).result()
    return tmp_path


async def leads(person: Person, path: str) -> list[str]:
    return [leader["name"] for leader in await asked(person, path)]


def test_a_server_takes_in_at_its_start_what_was_left(club: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        ada = await until(eve, "/api/people/ada", lambda profile: profile["overall"]["matches"] == 4)
        (checkers,) = ada["games"]

        assert ada["name"] == "Ada"
        assert (ada["overall"]["game"], ada["overall"]["level"], ada["overall"]["points"]) == ("all", 1, 2)
        assert (checkers["game"], checkers["needed"], checkers["wins"]) == ("checkers", 12, 4)
        assert checkers["rating"]["rating"] > 1500
        assert checkers["rating"]["is_provisional"]

    scene(club, scenario)


def test_only_the_player_is_told_their_defeats(club: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        answer = await eve.http.get("/api/people/bo")
        refused = await eve.http.get("/api/people/bo/history", params={"result": "lost"})

        assert not {"lost", "losses", "drawn", "defeats"} & set(str(answer.json()).replace("'", " ").split())
        assert refused.status_code == 400

    scene(club, scenario)


def test_a_history_has_filters_and_pages(club: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        await until(eve, "/api/people/cy", lambda profile: profile["overall"]["matches"] == 2)
        path = "/api/people/Cy/history"
        first = await asked(eve, path, limit=1)
        second = await asked(eve, path, limit=1, before=first["before"])
        names = [page["entries"][0]["opponent"] for page in (first, second)]
        ada = await asked(eve, "/api/people/ada/history", opponent_name="BO", result="won", from_ms=1002)

        assert second["before"] is None
        assert names[0] == "Computer (Novice)"
        assert names[1].startswith("Guest ")
        assert "guest:" not in str(second)
        assert [e["match"] for e in (await asked(eve, path, opponent="person"))["entries"]] == ["guest"]
        assert [e["match"] for e in (await asked(eve, path, game="checkers"))["entries"]] == ["computer"]
        assert [e["match"] for e in ada["entries"]] == ["rated3", "rated2"]
        assert ada["entries"][0]["rating_change"] > 0

    scene(club, scenario)


def test_leaderboards(club: Path) -> None:
    with closing(Database(club / "parlour.db")) as database:
        SqlProjection(database).catch_up()
        sure = sa.update(ratings).values(deviation=60.0, at_ms=2**45)  # as of today
        database.write(lambda connection: connection.execute(sure)).result()

    async def scenario(served: Served) -> None:
        eve = served.person()

        assert await leads(eve, "/api/leaders/all") == ["Ada", "Bo", "Cy"]
        assert await leads(eve, "/api/leaders/all?by=wins") == ["Ada"]
        assert await leads(eve, "/api/leaders/checkers?by=rating") == ["Ada", "Bo"]
        assert await leads(eve, "/api/leaders/whist?by=level&limit=1") == ["Cy"]
        assert await leads(eve, "/api/leaders/patchwork") == []

    scene(club, scenario)


REFUSED = (
    ("/api/people/nobody", 404, "server/unknown_person"),
    ("/api/people/nobody/history", 404, "server/unknown_person"),
    ("/api/people/ada/history?opponent_name=nobody", 404, "server/unknown_person"),
    ("/api/people/" + "x" * 51, 400, "http/400"),
    ("/api/people/ada/history?limit=51", 400, "http/400"),
    ("/api/people/ada/history?limit=0", 400, "http/400"),
    ("/api/people/ada/history?before=1", 400, "http/400"),
    ("/api/people/ada/history?from_ms=-1", 400, "http/400"),
    ("/api/people/ada/history?from_ms=99999999999999999999", 400, "http/400"),
    ("/api/people/ada/history?opponent=ghost", 400, "http/400"),
    ("/api/leaders/checkers?by=luck", 400, "http/400"),
    ("/api/leaders/chess", 400, "registry/unknown_game"),
    ("/api/leaders/all?by=rating", 400, "server/bad_message"),
)


def test_what_cannot_be_answered_is_refused_with_a_code(club: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        for path, status, code in REFUSED:
            answer = await eve.http.get(path)
            assert (answer.status_code, answer.json()["code"]) == (status, code), path

    scene(club, scenario)


def test_the_limits_of_every_parameter_are_in_the_openapi_document(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        document = (await served.person().http.get("/api/schema/openapi.json")).json()
        history = document["paths"]["/api/people/{name}/history"]["get"]["parameters"]
        shown = {parameter["name"]: parameter["schema"] for parameter in history}

        assert set(shown) == {
            "name", "result", "game", "opponent", "opponent_name", "level", "from_ms", "to_ms", "is_rated", "before",
            "limit",
        }  # fmt: skip
        assert (shown["limit"]["minimum"], shown["limit"]["maximum"]) == (1, 50)
        assert shown["name"]["maxLength"] == 50
        for name, word in (("game", "maxLength"), ("from_ms", "maximum"), ("before", "pattern"), ("result", "enum")):
            assert word in str(shown[name]), name

    scene(tmp_path, scenario)


def test_guests_have_profiles_and_histories_as_soon_as_a_match_is_over(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        match = await play_connect_four(ada, bo)
        mine, theirs = [
            await until(person, "/api/me/profile", lambda own: own["profile"]["overall"]["matches"] == 1)
            for person in (ada, bo)
        ]
        (entry,) = (await asked(ada, "/api/me/history"))["entries"]
        (other,) = (await asked(bo, "/api/me/history"))["entries"]

        assert {entry["result"], other["result"]} == {"won", "lost"}
        assert {entry["experience"], other["experience"]} == {3, 1}  # a quick win
        assert (entry["match"], entry["reason"], entry["num_actions"], entry["rating_change"]) == (
            match,
            "line",
            7,
            None,
        )
        assert entry["opponent"] == theirs["profile"]["name"]
        assert mine["profile"]["overall"]["wins"] + theirs["profile"]["overall"]["wins"] == 1
        assert sum(own["private_records"][0]["lost"] for own in (mine, theirs)) == 1
        assert (await asked(ada, "/api/leaders/connect_four")) == []  # guests are on no list

    scene(tmp_path, scenario)


def test_a_hotseat_match_is_in_the_history_and_earns_nothing(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await play_connect_four(ada, None)
        page = await until(ada, "/api/me/history", lambda page: page["entries"])
        own = await asked(ada, "/api/me/profile")

        assert [(e["result"], e["experience"], e["opponent"]) for e in page["entries"]] == [("played", 0, "")]
        assert own["profile"]["overall"]["matches"] == 0

    scene(tmp_path, scenario)


def test_a_second_server_on_the_same_database_does_not_start(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        with pytest.raises(InUse, match="Stop it first"):
            async with lifespan(make_app(Settings(tmp_path))):
                pytest.fail("two servers on one database")

        assert (await served.person().http.get("/healthz")).text == "ok"

    scene(tmp_path, scenario)
