"""Bots: tokens with scopes over HTTP and the socket, and the example bot playing real matches."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from parlour.match import file
from support.fixtures import scene
from support.live_server import PASSWORD, PATIENCE_S, Person, Served

ACCOUNT = "/api/account"
BOT = Path(__file__).parents[2] / "examples" / "bot.py"
ALL = ("play", "watch", "challenge")
TWO_OF_MINE: dict[str, Any] = {
    "game": "connect_four",
    "options": {"quick_colours": 1},
    "seats": [{"kind": "me"}, {"kind": "me"}],
}


class Bot(Person):
    """A program with a token, and neither cookies nor an origin."""

    def __init__(self, address: str, secret: str) -> None:
        super().__init__(address)
        del self.http.headers["origin"]
        self.headers = {"authorization": f"Bearer {secret}"}
        self.http.headers.update(self.headers)

    async def dial(self, query: str = "") -> None:
        self.socket = await connect(f"ws://{self.address}/api/socket{query}", additional_headers=self.headers)


async def make_token(owner: Person, *scopes: str) -> dict[str, Any]:
    made: dict[str, Any] = await owner.post(f"{ACCOUNT}/tokens", label="My bot", scopes=list(scopes))
    return made


async def make_bot(served: Served, *scopes: str) -> tuple[Person, Bot]:
    """Return a person and a bot of theirs."""
    owner = served.person()
    await owner.sign_up("Owner")
    bot = Bot(served.address, (await make_token(owner, *scopes))["secret"])
    served.welcome(bot)
    return owner, bot


async def run_bot(served: Served, *arguments: str) -> str:
    process = await asyncio.create_subprocess_exec(
        sys.executable, str(BOT), f"http://{served.address}", *arguments,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await process.communicate()
    assert process.returncode == 0, err.decode()
    return out.decode()


def test_the_example_plays_a_match_against_the_computer(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner = served.person()
        await owner.sign_up("Owner")
        secret = (await make_token(owner, "play", "challenge"))["secret"]
        said = await run_bot(served, secret, "connect_four", "novice")
        match = said.removeprefix("Match ").partition(":")[0]
        finished = file.verify((await owner.http.get(f"/api/matches/{match}/file")).content)

        assert finished.is_over
        assert finished.version > 8
        assert "reason" in said

    scene(tmp_path, scenario)


def test_two_examples_play_each_other_by_a_link(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, other = served.person(), served.person()
        await owner.sign_up("Owner")
        await other.sign_up("Other")
        made = await owner.post("/api/matches", game="connect_four", seats=[{"kind": "open"}, {"kind": "open"}])
        secrets = [(await make_token(person, "play", "challenge"))["secret"] for person in (owner, other)]
        word = await invitation(served, made["match"])
        said = await asyncio.gather(*(run_bot(served, secret, made["match"], word) for secret in secrets))

        assert all("'reason': 'line'" in each or "'reason': 'full'" in each for each in said)
        assert sum("You won" in each for each in said) == ("'winner': None" not in said[0])
        assert file.verify((await owner.http.get(f"/api/matches/{made['match']}/file")).content).is_over

    scene(tmp_path, scenario)


async def invitation(served: Served, match: str) -> str:
    """Look up the word of an invite link that was never sent."""
    word: str = (await served.app.state.services.hub.find(match)).seating.invitation
    return word


def test_a_bot_needs_no_origin_and_its_cookies_are_ignored(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, bot = await make_bot(served, *ALL)
        bot.http.headers["origin"] = "https://elsewhere.example"
        made = await bot.http.post("/api/matches", json=TWO_OF_MINE)
        owner.http.headers["authorization"] = "Bearer parlour_nonsense"
        owner.http.headers["origin"] = "https://elsewhere.example"
        with_cookie = await owner.refusal("/api/matches", **TWO_OF_MINE)
        owner.http.headers["authorization"] = "Basic parlour_nonsense"
        with_other = await owner.refusal("/api/matches", **TWO_OF_MINE)

        assert made.status_code == 201
        assert made.json()["seats"] == [0, 1]
        assert with_cookie == (401, "account/bad_token")
        assert with_other == (403, "server/bad_origin")

    scene(tmp_path, scenario)


@pytest.mark.parametrize("secret", ["", "parlour_" + "x" * 43, "é"])
def test_an_invalid_token_is_refused_everywhere(secret: str, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        headers = {b"authorization": f"Bearer {secret}".strip().encode()}
        answers = [
            await served.person().http.get("/api/games", headers=headers),
            await served.person().http.post("/api/matches", json=TWO_OF_MINE, headers=headers),
        ]
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{served.address}/api/socket", additional_headers={"authorization": f"Bearer {secret}"})

        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(401, "account/bad_token")] * 2

    scene(tmp_path, scenario)


def test_a_bot_does_only_what_its_token_allows(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, player = await make_bot(served, "play")
        watcher = served.welcome(Bot(served.address, (await make_token(owner, "watch"))["secret"]))
        match = (await owner.post("/api/matches", **TWO_OF_MINE))["match"]
        asked: dict[str, dict[str, Any]] = {
            "watch": {"kind": "subscribe", "match": match},
            "play": {"kind": "subscribe", "match": match, "seat": 0},
            "act": {
                "kind": "act",
                "match": match,
                "key": "k",
                "command": {"type": "answer_draw", "seat": 0, "accept": True},
            },
            "say": {"kind": "say", "match": match, "seat": 0, "text": "Hello!"},
            "seek": {"kind": "seek", "game": "connect_four"},
            "lobby": {"kind": "enter_lobby"},
            "ping": {"kind": "ping", "id": 1},
        }
        allowed: dict[Person, set[str]] = {player: set(), watcher: set()}
        for bot, may in allowed.items():
            for what, message in asked.items():
                await bot.dial()
                await bot.send(**message)
                await bot.send("ping", id=2)
                if (await bot.receive("refused", "pong")).get("code") != "account/missing_scope":
                    may.add(what)
        refused = [await bot.refusal("/api/matches", **TWO_OF_MINE) for bot in allowed]
        joined = await watcher.refusal(f"/api/matches/{match}/join", invitation="")
        read = [(await bot.http.get(f"/api/matches/{match}/file")).json()["code"] for bot in allowed]

        assert allowed == {player: {"play", "act", "say", "ping"}, watcher: {"watch", "lobby", "ping"}}
        assert refused == [(403, "account/missing_scope")] * 2
        assert joined == (403, "account/missing_scope")
        assert read == ["account/missing_scope", "server/not_over"]

    scene(tmp_path, scenario)


ACCOUNT_THINGS: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "", {}),
    ("POST", "", {"name": "Another", "password": "a good password"}),
    ("POST", "/sign-in", {"name": "Owner", "password": "a good password"}),
    ("POST", "/sign-out", {}),
    ("POST", "/sign-out-everywhere", {}),
    ("POST", "/password", {"old": "a good password", "new": "another password"}),
    ("POST", "/recover", {"name": "Owner", "code": "abcd", "password": "another password"}),
    ("GET", "/recovery-codes", {}),
    ("POST", "/recovery-codes", {"password": "a good password"}),
    ("GET", "/preferences", {}),
    ("PUT", "/preferences", {"theme": "dark"}),
    ("PUT", "/guest-name", {"name": "Another"}),
    ("GET", "/tokens", {}),
    ("POST", "/tokens", {"label": "bot", "scopes": ["play"]}),
    ("DELETE", "/tokens/1", {}),
    ("GET", "/export", {}),
    ("POST", "/delete", {"password": "a good password"}),
]


def test_no_token_can_manage_the_account(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        _, bot = await make_bot(served, *ALL)
        refused = [await bot.refusal(ACCOUNT + path, method, **body) for method, path, body in ACCOUNT_THINGS]

        assert refused == [(403, "account/missing_scope")] * len(ACCOUNT_THINGS)

    scene(tmp_path, scenario)


def test_every_route_of_accounts_is_tried_above(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        routes = {
            (method, route.path.removeprefix(ACCOUNT).replace("{number:int}", "1"))
            for route in served.app.routes
            if route.path.startswith(ACCOUNT)
            for method in route.methods - {"OPTIONS", "HEAD"}
        }

        assert routes == {(method, path) for method, path, _ in ACCOUNT_THINGS}

    scene(tmp_path, scenario)


def test_a_revoked_token_loses_its_sockets_and_no_other(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, bot = await make_bot(served, *ALL)
        second = await make_token(owner, *ALL)
        other = served.welcome(Bot(served.address, second["secret"]))
        await bot.dial()
        await other.dial()
        listed = (await owner.http.get(f"{ACCOUNT}/tokens")).json()
        revoked = await owner.http.delete(f"{ACCOUNT}/tokens/{listed[0]['id']}")
        again = await owner.refusal(f"{ACCOUNT}/tokens/{listed[0]['id']}", "DELETE")
        assert isinstance(bot.socket, ClientConnection)
        await bot.socket.wait_closed()
        await other.send("ping", id=1)

        assert revoked.status_code == 204
        assert [token["label"] for token in listed] == ["My bot", "My bot"]
        assert "secret" not in json.dumps(listed)
        assert bot.socket.close_code == 4001
        assert again == (404, "account/unknown_token")
        assert await bot.refusal("/api/matches", **TWO_OF_MINE) == (401, "account/bad_token")
        assert (await other.receive())["type"] == "pong"

    scene(tmp_path, scenario)


def test_bots_go_on_when_their_owner_signs_out_and_stop_when_the_account_is_deleted(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, bot = await make_bot(served, *ALL)
        await bot.dial()
        await owner.post(f"{ACCOUNT}/sign-out-everywhere")
        await bot.send("ping", id=1)
        pong = await bot.receive()
        await owner.sign_in("Owner")
        await owner.post(f"{ACCOUNT}/delete", password="correct horse battery")
        assert isinstance(bot.socket, ClientConnection)
        await bot.socket.wait_closed()

        assert pong["type"] == "pong"
        assert bot.socket.close_code == 4001
        assert await bot.refusal("/api/matches", **TWO_OF_MINE) == (401, "account/bad_token")

    scene(tmp_path, scenario)


BAD_TOKENS: list[dict[str, Any]] = [
    {"label": "", "scopes": ["play"]},
    {"label": "x" * 41, "scopes": ["play"]},
    {"label": "bot", "scopes": []},
    {"label": "bot", "scopes": ["everything"]},
    {"label": "bot", "scopes": ["play"] * 4},
    {"label": "bot"},
]


def test_a_token_that_makes_no_sense_is_not_made(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner = served.person()
        await owner.sign_up("Owner")
        refused = [await owner.refusal(f"{ACCOUNT}/tokens", **request) for request in BAD_TOKENS]

        assert refused == [(400, "http/400")] * len(BAD_TOKENS)
        assert (await owner.http.get(f"{ACCOUNT}/tokens")).json() == []

    scene(tmp_path, scenario)


def test_a_new_password_ends_the_tokens_and_sockets_of_bots(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        owner, bot = await make_bot(served, *ALL)
        await bot.dial()
        await owner.post(f"{ACCOUNT}/password", old=PASSWORD, new="quite another one")
        assert isinstance(bot.socket, ClientConnection)
        async with asyncio.timeout(PATIENCE_S):
            await bot.socket.wait_closed()

        assert bot.socket.close_code == 4001
        assert await bot.refusal("/api/matches", **TWO_OF_MINE) == (401, "account/bad_token")
        assert (await owner.http.get(f"{ACCOUNT}/tokens")).json() == []

    scene(tmp_path, scenario)
