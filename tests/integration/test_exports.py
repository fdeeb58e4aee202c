"""What is taken away of a match over HTTP, and what links to it show: the same rights as for its replay."""

from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from parlour.core import registry
from parlour.puzzles.book import puzzles_of
from support.fixtures import scene, table_for_one
from support.live_server import Person, Served

INDEX = "<!doctype html><html><head><title>Parlour</title></head><body></body></html>"
EMBED = "<!doctype html><html><head><title>Replay</title></head><body></body></html>"
OF_A_MATCH = ("record", "animation.gif", "film-strip.png")


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A client as it is built."""
    folder = tmp_path / "static"
    folder.mkdir()
    (folder / "index.html").write_text(INDEX)
    (folder / "embed.html").write_text(EMBED)
    return folder


async def finished(person: Person, **request: Any) -> str:
    """Play a match of Connect Four on one device to its end."""
    match, first = await table_for_one(person, {"kind": "me"}, **request)
    seat = first["table"]["to_act"][0]
    for version, column in enumerate("1212121", start=1):
        await person.request("play", match, seat ^ (version - 1) % 2, version, action=column)
        await person.receive("done")
    return match


def metas(page: str) -> dict[str, str]:
    """Return what a page tells to those who show links."""
    found = [part.split('"')[:3] for part in page.split('<meta property="')[1:]]
    return {name: value for name, _, value in found}


def test_a_game_of_checkers_goes_out_as_pdn_and_comes_back_the_same(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        made = await ada.post("/api/matches", game="checkers", options={"quick_colours": 1}, seats=[{"kind": "me"}] * 2)
        path = f"/api/matches/{made['match']}"
        await ada.dial()
        await ada.send("subscribe", match=made["match"], seat=0)
        seat = (await ada.receive("snapshot"))["table"]["to_act"][0]
        for version, move in enumerate(("11-15", "22-18", "15x22"), start=1):
            await ada.request("play", made["match"], seat ^ (version - 1) % 2, version, action=move)
            await ada.receive("done")
        assert await ada.refusal(f"{path}/record", "GET") == (409, "server/not_over")
        await ada.request("resign", made["match"], 0, 4)
        await ada.receive("done")
        answer = await ada.http.get(f"{path}/record", params={"format": "pdn"})
        original = (await ada.http.get(f"{path}/replay", params={"seat": -1})).json()
        again = await ada.post("/api/replays", text=answer.text)

        assert "1. 11-15 22-18 2. 15x22" in answer.text
        assert answer.headers["content-disposition"] == f'attachment; filename="checkers-{made["match"]}.pdn"'
        assert [frame["view"]["board"] for frame in again["frames"]] == [
            frame["view"]["board"] for frame in original["frames"]
        ]
        assert await ada.refusal(f"{path}/record?format=pgn", "GET") == (400, "game/bad_option")
        assert (await ada.http.get(f"{path}/record?format=text")).text.startswith("Checkers\n")
        info = (await ada.http.get("/api/games/checkers")).json()
        assert info["formats"] == [{"name": "pdn", "title": "PDN", "suffix": "pdn"}]

    scene(tmp_path, scenario)


def test_pictures_of_a_finished_match_are_drawn_as_a_seat_or_a_spectator_saw_it(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        path = f"/api/matches/{await finished(ada)}"
        replay = (await ada.http.get(f"{path}/replay")).json()
        film, strip = [await ada.http.get(f"{path}/{name}") for name in OF_A_MATCH[1:]]

        assert [film.headers["content-type"], strip.headers["content-type"]] == ["image/gif", "image/png"]
        assert getattr(Image.open(BytesIO(film.content)), "n_frames", 1) == len(replay["frames"])
        assert Image.open(BytesIO(strip.content)).format == "PNG"
        assert (await ada.http.get(f"{path}/animation.gif?seat=1")).content == film.content, "nothing is hidden here"
        assert (await ada.http.get(f"{path}/animation.gif?seat=2")).status_code == 400

    scene(tmp_path, scenario)


def test_only_those_who_may_see_a_private_match_get_anything_of_it(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match = await finished(ada)
        link = {"invitation": ada.made["invitation"]}
        for name in OF_A_MATCH:
            assert await eve.refusal(f"/api/matches/{match}/{name}", "GET") == (404, "storage/unknown_match")
            assert (await eve.http.get(f"/api/matches/{match}/{name}", params=link)).status_code == 200

        for person in (ada, eve):  # not even to its players: others see the same link
            own = await person.http.get(f"/api/matches/{match}/picture.png", params=link)
            unknown = await person.http.get("/api/matches/nothing/picture.png")
            assert (own.status_code, own.content) == (200, unknown.content)
            assert own.headers["cache-control"] == unknown.headers["cache-control"]
            page = (await person.http.get(f"/match/{match}", params=link)).text
            plain = (await person.http.get("/match/nothing")).text
            assert page.replace(match, "nothing") == plain
            assert link["invitation"] not in page

    scene(tmp_path, scenario, static=static)


def test_a_running_match_gives_out_nothing_but_its_card(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        made = await ada.post(
            "/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}], is_public=True
        )
        path = f"/api/matches/{made['match']}"
        waiting = await bo.http.get(f"{path}/picture.png")
        seeking = metas((await bo.http.get(f"/match/{made['match']}")).text)
        await bo.post(f"{path}/join", invitation=made["invitation"])
        for name in OF_A_MATCH:
            assert await ada.refusal(f"{path}/{name}", "GET") == (409, "server/not_over")
        playing = await bo.http.get(f"{path}/picture.png")
        page = metas((await bo.http.get(f"/match/{made['match']}?invitation={made['invitation']}")).text)

        assert "is looking for an opponent" in seeking["og:title"]
        assert waiting.content != playing.content
        assert Image.open(BytesIO(playing.content)).size == (1200, 630)
        assert playing.headers["cache-control"] == "public, max-age=30"
        assert page["og:title"].startswith("Connect Four: ")
        assert page["og:title"].endswith(" · Parlour")
        assert page["og:image"] == f"http://{served.address}{path}/picture.png"
        assert page["og:url"] == f"http://{served.address}/match/{made['match']}"

    scene(tmp_path, scenario, static=static)


def test_a_finished_public_match_is_previewed_with_its_result(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bo = served.person(), served.person()
        made = await ada.post(
            "/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}], is_public=True
        )
        await bo.post(f"/api/matches/{made['match']}/join", invitation=made["invitation"])
        await bo.dial()
        await bo.send("subscribe", match=made["match"], seat=1)
        await bo.request("resign", made["match"], 1, 1)
        await bo.receive("done")
        pages = [(await bo.http.get(f"/{kind}/{made['match']}")).text for kind in ("match", "replay", "embed")]
        picture = await bo.http.get(f"/api/matches/{made['match']}/picture.png")

        assert {metas(page)["og:description"].split(": ")[1] for page in pages} == {
            f"{(await bo.http.get('/api/account')).json()['name']} resigned."
        }
        assert picture.headers["cache-control"] == "public, max-age=3600"
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"

    scene(tmp_path, scenario, static=static)


def test_pages_without_a_match_have_previews_too(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        home, game, other = [metas((await ada.http.get(path)).text) for path in ("/", "/games/connect_four", "/lobby")]
        cards = [await ada.http.get(each["og:image"]) for each in (home, game)]

        assert (home["og:title"], other["og:title"]) == ("Parlour", "Parlour")
        assert game["og:title"] == "Connect Four · Parlour"
        assert {Image.open(BytesIO(each.content)).size for each in cards} == {(1200, 630)}
        assert await ada.refusal("/api/games/nothing/picture.png", "GET") == (400, "registry/unknown_game")

    scene(tmp_path, scenario, static=static)


def test_puzzles_and_tournaments_have_previews_of_their_own(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        plan = {"format": "arena", "game": "connect_four", "pace": "5+3", "minutes": 30, "title": "Friday cup"}
        cup = (await ada.post("/api/tournaments", **plan))["id"]
        puzzle = next(iter(puzzles_of(registry.load("connect_four")).values()))

        async def shown(path: str) -> tuple[str, str, str]:
            page = metas((await ada.http.get(path)).text)
            return page["og:title"], page["og:description"], page["og:image"].removeprefix(f"http://{served.address}")

        pages = ["/puzzles", "/puzzles/connect_four", f"/puzzles/p/{puzzle.id}", "/tournaments", f"/tournaments/{cup}"]
        titles, words, pictures = zip(*[await shown(path) for path in pages], strict=True)
        cards = [await ada.http.get(picture) for picture in pictures]

        assert titles == tuple(
            f"{title} · Parlour"
            for title in (
                "Puzzles of the day",
                "Connect Four puzzles",
                "Connect Four puzzle",
                "Tournaments",
                "Friday cup",
            )
        )
        assert words[2] == puzzle.goal
        assert words[4] == "Connect Four: 30-minute arena, 0 players. Open to join."
        assert pictures[2] == f"/api/puzzles/{puzzle.id}/picture.png"
        assert {Image.open(BytesIO(card.content)).size for card in cards} == {(1200, 630)}
        assert cards[2].content != cards[4].content, "the puzzle is drawn, not only its game"

    scene(tmp_path, scenario, static=static)


@pytest.mark.parametrize("path", ["/puzzles/ludo", "/puzzles/p/ludo-0001", "/puzzles/p/x/y", "/tournaments/unknown"])
def test_a_link_to_nothing_shows_the_name_of_the_site(tmp_path: Path, static: Path, path: str) -> None:
    async def scenario(served: Served) -> None:
        assert metas((await served.person().http.get(path)).text)["og:title"] == "Parlour"

    scene(tmp_path, scenario, static=static)


def test_what_a_page_is_asked_with_cannot_break_out_of_its_preview(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        page = await served.person().http.get('/people/"><script>', headers={"host": 'x"><script>y'})

        assert "<script>" not in page.text

    scene(tmp_path, scenario, static=static)


def test_only_the_embedded_page_may_be_framed_and_it_has_no_cookies(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        framed = await ada.http.get("/embed/x")
        others = [await ada.http.get(path) for path in ("/", "/match/x", "/embed", "/replay/x", "/api/account")]

        assert framed.text.startswith("<!doctype html><html><head><title>Replay</title>")
        assert "frame-ancestors *" in framed.headers["content-security-policy"]
        assert "script-src 'self'" in framed.headers["content-security-policy"]
        assert "set-cookie" not in framed.headers
        for answer in others:
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"

    scene(tmp_path, scenario, static=static)


def test_drawing_too_many_films_is_refused_and_links_go_on(tmp_path: Path, static: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        match = await finished(ada)
        limits = served.app.state.services.limits
        while not limits.wait_s("film", "127.0.0.1"):
            limits.spend("film", "127.0.0.1")
        limits.spend("preview", "127.0.0.1", 1000)
        answers: list[httpx.Response] = [await ada.http.get(f"/api/matches/{match}/{name}") for name in OF_A_MATCH]

        assert [answer.status_code for answer in answers] == [200, 429, 429]
        assert metas((await ada.http.get(f"/match/{match}")).text)["og:title"] == "Parlour"

    scene(tmp_path, scenario, static=static, limit_factor=1.0)
