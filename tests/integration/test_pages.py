"""Over real HTTP: the built client is served, with what a browser needs to keep it."""

import gzip
from pathlib import Path

import pytest

from support.fixtures import scene
from support.live_server import Served

INDEX = "<!doctype html><title>Parlour</title>" + "<p>One way to play every game.</p>" * 20
SCRIPT = "console.log('play');" * 100


@pytest.fixture
def static(tmp_path: Path) -> Path:
    """A client as it is built."""
    folder = tmp_path / "static"
    files = {
        "index.html": INDEX, "sw.js": SCRIPT, "assets/app-1a2b.js": SCRIPT, "assets/app-1a2b.css": "p{}" * 99,
        "icon.svg": "<svg/>", "manifest.webmanifest": "{}", ".vite/manifest.json": "{}", "robots.txt": "User-agent: *",
    }  # fmt: skip
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    (folder / "icon.png").write_bytes(b"\x89PNG" + bytes(1000))
    return folder


@pytest.mark.parametrize("path", ["/", "/index.html", "/play/whist", "/match/a-B_3", "/lobby", "/people/Ada Lovelace"])
def test_every_address_of_the_client_shows_its_page(path: str, static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        answer = await served.person().http.get(path)

        assert (answer.status_code, answer.text) == (200, INDEX)
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        assert "worker-src 'self'" in answer.headers["content-security-policy"]
        assert "set-cookie" not in answer.headers

    scene(tmp_path, scenario, static=static)


KINDS = {
    "/assets/app-1a2b.js": "text/javascript; charset=utf-8",
    "/assets/app-1a2b.css": "text/css; charset=utf-8",
    "/icon.svg": "image/svg+xml",
    "/icon.png": "image/png",
    "/manifest.webmanifest": "application/manifest+json",
    "/robots.txt": "text/plain; charset=utf-8",
}


def test_files_have_their_types_and_are_kept_as_long_as_they_are_good(static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        answers = {path: await ada.http.get(path) for path in [*KINDS, "/sw.js"]}
        kept = {path: answer.headers["cache-control"] for path, answer in answers.items()}

        assert {path: answers[path].headers["content-type"] for path in KINDS} == KINDS
        assert {path for path in kept if "immutable" in kept[path]} == {"/assets/app-1a2b.js", "/assets/app-1a2b.css"}
        assert kept["/assets/app-1a2b.js"] == "public, max-age=31536000, immutable"
        assert kept["/sw.js"] == "no-cache"
        assert {answer.headers["vary"] for answer in answers.values()} == {"Accept-Encoding"}

    scene(tmp_path, scenario, static=static)


def test_text_is_compressed_for_clients_that_accept_it(static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        sizes = {}
        for accepted in ("gzip, br", "br;q=1.0, *;q=0.5", "identity", "gzip;q=0", ""):
            async with ada.http.stream("GET", "/assets/app-1a2b.js", headers={"accept-encoding": accepted}) as answer:
                raw = b"".join([part async for part in answer.aiter_raw()])
                is_packed = answer.headers.get("content-encoding") == "gzip"
                assert (gzip.decompress(raw) if is_packed else raw) == SCRIPT.encode()
                assert int(answer.headers["content-length"]) == len(raw)
                sizes[accepted] = is_packed
        picture = await ada.http.get("/icon.png", headers={"accept-encoding": "gzip"})

        assert sizes == {"gzip, br": True, "br;q=1.0, *;q=0.5": True, "identity": False, "gzip;q=0": False, "": False}
        assert "content-encoding" not in picture.headers

    scene(tmp_path, scenario, static=static)


def test_what_a_browser_has_is_not_sent_again(static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        tag = (await ada.http.get("/")).headers["etag"]
        same = await ada.http.get("/lobby", headers={"if-none-match": f'"other", {tag}'})
        other = await ada.http.get("/sw.js", headers={"if-none-match": tag})

        assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
        assert (other.status_code, other.text) == (200, SCRIPT)

    scene(tmp_path, scenario, static=static)


def test_the_head_alone_can_be_requested(static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        answer = await ada.http.head("/match/x", headers={"accept-encoding": "identity"})

        assert (answer.status_code, answer.content) == (200, b"")
        assert int(answer.headers["content-length"]) == len(INDEX)

    scene(tmp_path, scenario, static=static)


NOTHING = ("/assets/gone.js", "/favicon.ico", "/.vite/manifest.json", "/../secret.txt", "/assets/../../parlour.db",
           "/%2e%2e/parlour.db", "/api/nothing", "/api/nothing.js", "/api", "/api/", "/api/matches/a/b/c")  # fmt: skip


@pytest.mark.parametrize("path", NOTHING)
def test_what_is_not_there_is_a_problem_and_no_page(path: str, static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        answer = await served.person().http.get(path)

        assert (answer.status_code, answer.json()["code"]) == (404, "http/404")

    scene(tmp_path, scenario, static=static)


def test_other_routes_stay_what_they_are(static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        healthz, metrics = [await ada.http.get(path) for path in ("/healthz", "/metrics")]
        schema = (await ada.http.get("/api/schema/openapi.json")).json()
        posted = await ada.http.post("/lobby")

        assert healthz.text == "ok"
        assert "parlour_sockets" not in metrics.text
        assert not {"/", "/{path}", "/metrics"} & set(schema["paths"])
        assert posted.status_code == 405

    scene(tmp_path, scenario, static=static)


def test_a_page_of_many_files_is_not_too_much_for_one_address(static: Path, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        statuses = {(await ada.http.get("/sw.js")).status_code for _ in range(200)}

        assert statuses == {200}

    scene(tmp_path, scenario, static=static, limit_factor=1.0)


def test_without_a_built_client_there_is_a_plain_page(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        plain, other = [await ada.http.get(path) for path in ("/", "/lobby")]

        assert "<dt>Connect Four" in plain.text
        assert other.status_code == 404

    scene(tmp_path, scenario, static=tmp_path / "nothing")
