"""Accounts over real HTTP and sockets: every route, every refusal, and what becomes of matches that are going on."""

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher
from websockets.exceptions import ConnectionClosed

from parlour.match.accounts import DELETED
from parlour.server.passwords import MOST_WAITING
from support.fixtures import scene, table_for_one
from support.live_server import PASSWORD, Person, Served

ACCOUNT = "/api/account"
CLIENTS = ("httpx", "httpcore", "websockets.client")  # what they log is said at the other end of the wire
OTHER_PASSWORD = "quite another one"
SLOW = PasswordHasher(time_cost=1, memory_cost=8 * 1024, parallelism=1)


async def closed_with(person: Person) -> int:
    """Wait until the server closes a socket; returns the code."""
    while True:
        try:
            await person.receive()
        except ConnectionClosed as closed:
            return -1 if closed.rcvd is None else closed.rcvd.code


async def me(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = (await person.http.get(ACCOUNT)).json()
    return found


def test_a_stranger_is_a_guest_with_a_name(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        first, again = await me(ada), await me(ada)

        assert first == again
        assert first["account"] is None
        assert first["name"].startswith("Guest ")

    scene(tmp_path, scenario)


def test_signing_up_signs_in_until_signing_out(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        made = await ada.sign_up("  Ada ")
        during = await me(ada)
        await ada.post(f"{ACCOUNT}/sign-out")
        after = await me(ada)
        back = await ada.sign_in("ada")

        assert made == during == back == {"name": "Ada", "account": 1, "is_operator": False}
        assert after["account"] is None

    scene(tmp_path, scenario)


@pytest.mark.parametrize("is_secure", [False, True])
def test_a_session_cookie_is_out_of_reach_of_scripts_and_other_sites(is_secure: bool, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        ada.http.headers["origin"] = f"{'https' if is_secure else 'http'}://{served.address}"
        answer = await ada.http.post(ACCOUNT, json={"name": "Ada", "password": PASSWORD})
        (cookie,) = [line for line in answer.headers.get_list("set-cookie") if "parlour_session" in line]
        words = {word.strip().lower() for word in cookie.split(";")[1:]}

        assert {"httponly", "samesite=lax", "path=/"} <= words
        assert ("secure" in words) == cookie.startswith("__Host-") == is_secure
        assert answer.headers["cache-control"] == "no-store"

    scene(tmp_path, scenario, is_secure=is_secure)


REFUSED_SIGN_UPS: list[tuple[dict[str, Any], int, str]] = [
    ({"name": "Guest 1234", "password": PASSWORD}, 400, "account/bad_name"),
    ({"name": "Bo", "password": PASSWORD}, 400, "account/bad_name"),
    ({"name": "Bob", "password": "password"}, 400, "account/bad_password"),
    ({"name": "Bob", "password": "short"}, 400, "account/bad_password"),
    ({"name": "ADA", "password": PASSWORD}, 409, "account/name_taken"),
    ({"name": "Marvln", "password": PASSWORD}, 409, "account/name_taken"),
    ({"name": "Moderator", "password": PASSWORD}, 400, "account/bad_name"),
    ({"name": "Bob", "password": "x" * 201}, 400, "http/400"),
    ({"name": "x" * 61, "password": PASSWORD}, 400, "http/400"),
    ({"name": "Bob", "password": PASSWORD, "is_admin": True}, 400, "http/400"),
    ({"name": "Bob"}, 400, "http/400"),
]


def test_a_sign_up_can_be_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = served.person(), served.person()
        await ada.sign_up("Ada")
        await served.person().sign_up("Marvin")
        refused = [await bob.refusal(ACCOUNT, **request) for request, _, _ in REFUSED_SIGN_UPS]

        assert refused == [(status, code) for _, status, code in REFUSED_SIGN_UPS]
        assert (await me(bob))["account"] is None

    scene(tmp_path, scenario)


def test_only_one_of_two_people_gets_a_name_both_want_at_once(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        people = [served.person() for _ in range(4)]
        request = {"name": "Ada", "password": PASSWORD}
        answers = await asyncio.gather(*(person.http.post(ACCOUNT, json=request) for person in people))

        assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]

    scene(tmp_path, scenario)


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        await ada.sign_up("Ada")
        requests = [{"name": name, "password": OTHER_PASSWORD} for name in ("Ada", "Nobody", "", "Guest 1234", DELETED)]
        answers = [await eve.http.post(f"{ACCOUNT}/sign-in", json=request) for request in requests]
        told = [(answer.status_code, answer.content, sorted(answer.headers)) for answer in answers]

        assert answers[0].json()["code"] == "account/wrong_password"
        assert told == [told[0]] * len(requests)

    scene(tmp_path, scenario)


def test_signing_in_again_ends_the_session_before_it(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, old = served.person(), served.person()
        await ada.sign_up("Ada")
        old.http.cookies = httpx.Cookies(ada.http.cookies)
        await ada.sign_in("Ada")

        assert (await me(ada))["account"] == 1
        assert (await me(old))["account"] is None

    scene(tmp_path, scenario)


def test_guessing_passwords_is_slowed_down(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        request = {"name": "Ada", "password": PASSWORD}
        codes = [(await eve.refusal(f"{ACCOUNT}/sign-in", **request))[1] for _ in range(15)]

        assert codes[0] == "account/wrong_password"
        assert codes[-1] == "server/too_many"

    scene(tmp_path, scenario, limit_factor=1.0)


def test_when_too_many_sign_in_at_once_the_last_are_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        requests = [{"name": f"Nobody {i}", "password": PASSWORD} for i in range(3 * MOST_WAITING)]
        refused = await asyncio.gather(*(eve.refusal(f"{ACCOUNT}/sign-in", **request) for request in requests))

        assert set(refused) == {(401, "account/wrong_password"), (503, "account/too_busy")}

    scene(tmp_path, scenario, hasher=SLOW)


GUESTS_CANNOT: list[tuple[str, str, dict[str, Any]]] = [
    ("POST", "/sign-out-everywhere", {}),
    ("POST", "/password", {"old": PASSWORD, "new": OTHER_PASSWORD}),
    ("GET", "/recovery-codes", {}),
    ("POST", "/recovery-codes", {"password": PASSWORD}),
    ("GET", "/preferences", {}),
    ("PUT", "/preferences", {"theme": "dark"}),
    ("GET", "/tokens", {}),
    ("POST", "/tokens", {"label": "bot", "scopes": ["play"]}),
    ("DELETE", "/tokens/1", {}),
    ("GET", "/export", {}),
    ("POST", "/delete", {"password": PASSWORD}),
]


def test_a_guest_has_no_account_to_speak_of(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        eve = served.person()
        refused = [await eve.refusal(ACCOUNT + path, method, **body) for method, path, body in GUESTS_CANNOT]

        assert refused == [(401, "account/not_signed_in")] * len(GUESTS_CANNOT)

    scene(tmp_path, scenario)


def test_signing_out_everywhere_closes_all_sockets_and_ends_all_sessions(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, phone, bo = (served.person() for _ in range(3))
        await ada.sign_up("Ada")
        await phone.sign_in("Ada")
        await bo.sign_up("Bob")
        for person in (ada, phone, bo):
            await person.dial()
        await ada.post(f"{ACCOUNT}/sign-out-everywhere")
        codes = [await closed_with(person) for person in (ada, phone)]
        await bo.send("ping", id=1)

        assert codes == [4001, 4001]
        assert (await bo.receive())["type"] == "pong"
        assert (await me(phone))["account"] is None
        assert (await me(bo))["name"] == "Bob"

    scene(tmp_path, scenario)


def test_signing_out_closes_the_sockets_of_this_browser_only(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, phone = served.person(), served.person()
        await ada.sign_up("Ada")
        await phone.sign_in("Ada")
        match, first = await table_for_one(ada, {"kind": "me"})
        await phone.dial()
        await ada.post(f"{ACCOUNT}/sign-out")
        code = await closed_with(ada)
        await phone.request("play", match, first["table"]["to_act"][0], 1, action="4")

        assert code == 4001
        assert (await phone.receive())["type"] == "done"

    scene(tmp_path, scenario)


def test_a_new_password_ends_all_other_sessions(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, phone = served.person(), served.person()
        await ada.sign_up("Ada")
        await phone.sign_in("Ada")
        for person in (ada, phone):
            await person.dial()
        wrong = await ada.refusal(f"{ACCOUNT}/password", old=OTHER_PASSWORD, new="a good password")
        weak = await ada.refusal(f"{ACCOUNT}/password", old=PASSWORD, new="password")
        await ada.post(f"{ACCOUNT}/password", old=PASSWORD, new=OTHER_PASSWORD)
        code = await closed_with(phone)
        await ada.send("ping", id=1)

        assert (wrong, weak) == ((401, "account/wrong_password"), (400, "account/bad_password"))
        assert code == 4001
        assert (await ada.receive())["type"] == "pong"
        assert (await me(ada))["account"] == 1
        assert (await phone.refusal(f"{ACCOUNT}/sign-in", name="Ada", password=PASSWORD))[0] == 401
        assert (await phone.sign_in("Ada", OTHER_PASSWORD))["account"] == 1

    scene(tmp_path, scenario)


def test_signing_out_closes_a_socket_that_is_opening(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        accounts = served.app.state.services.accounts
        recognise = accounts.of_session

        async def recognise_and_sign_out(secret: str) -> Any:
            visitor = await recognise(secret)
            await accounts.sign_out(visitor.session)
            return visitor

        accounts.of_session = recognise_and_sign_out
        await ada.dial()

        assert await closed_with(ada) == 4001

    scene(tmp_path, scenario)


def test_preferences_are_kept_and_checked(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        first = (await ada.http.get(f"{ACCOUNT}/preferences")).json()
        request = {"theme": "dark", "confirm_moves": True, "sounds": False, "motion": "reduced", "palette": "distinct",
                   "shortcuts": False, "suits": "four", "speed": "fast", "ask_first": False,
                   "turn_board": True, "appear_offline": True}  # fmt: skip
        await ada.http.put(f"{ACCOUNT}/preferences", json=request)
        refused = [await ada.refusal(f"{ACCOUNT}/preferences", "PUT", **bad) for bad in
                   ({"suits": "three"}, {"sounds": "loud"}, {"colour": "red"})]  # fmt: skip

        assert first == {"theme": "system", "confirm_moves": False, "sounds": True, "motion": "system",
                         "palette": "standard", "shortcuts": True, "suits": "two", "speed": "normal",
                         "ask_first": True, "turn_board": False, "appear_offline": False}  # fmt: skip
        assert (await ada.http.get(f"{ACCOUNT}/preferences")).json() == request
        assert refused == [(400, "http/400")] * 3

    scene(tmp_path, scenario)


def test_a_guests_matches_go_on_after_signing_up(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, phone = served.person(), served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        turn = first["table"]["to_act"][0]
        await ada.request("play", match, turn, 1, action="4")
        await ada.receive("done")
        await ada.sign_up("Ada")
        renamed = await ada.receive("update")
        await ada.request("play", match, 1 - turn, 2, action="3")  # over the socket that was a guest's
        done = await ada.receive("done", "refused")
        await phone.sign_in("Ada")
        await phone.dial()
        await phone.send("subscribe", match=match, seat=turn)
        there = await phone.receive("snapshot")
        await phone.request("play", match, turn, 3, action="4")

        assert [seat["name"] for seat in renamed["table"]["seats"]] == ["Player 1", "Player 2"]  # both are Ada
        assert done["type"] == "done"
        assert there["table"]["version"] == 3
        assert (await phone.receive("done", "refused"))["type"] == "done"

    scene(tmp_path, scenario)


def test_a_guest_who_has_signed_up_is_no_longer_a_guest(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, thief = served.person(), served.person()
        match, _ = await table_for_one(ada, {"kind": "me"})
        thief.http.cookies = httpx.Cookies(ada.http.cookies)
        await ada.sign_up("Ada")
        await thief.dial()
        await thief.send("subscribe", match=match, seat=0)

        assert (await thief.receive())["code"] == "storage/unknown_match"
        assert "parlour_guest" not in ada.http.cookies

    scene(tmp_path, scenario)


def test_sockets_from_before_signing_up_close_when_signing_out(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await table_for_one(ada, {"kind": "me"})
        await ada.sign_up("Ada")
        await ada.post(f"{ACCOUNT}/sign-out")

        assert await closed_with(ada) == 4001

    scene(tmp_path, scenario)


def test_no_match_is_lost_by_signing_up_while_joining(tmp_path: Path) -> None:
    """Many guests make, join and sign up at the same time; afterwards the account has all seats, here and on disk."""

    async def rush(host: Person, guest: Person, number: int) -> tuple[str, str]:
        await me(guest)
        seats = [{"kind": "me"}, {"kind": "open"}]
        hosted = await host.post("/api/matches", game="connect_four", seats=seats)
        joined, made, _ = await asyncio.gather(
            guest.http.post(f"/api/matches/{hosted['match']}/join", json={"invitation": hosted["invitation"]}),
            guest.http.post("/api/matches", json={"game": "connect_four", "seats": seats}),
            guest.sign_up(f"Rusher {number}"),
        )
        assert joined.status_code == made.status_code == 201
        return hosted["match"], made.json()["match"]

    async def sits(person: Person, match: str, seat: int) -> str:
        await person.send("subscribe", match=match, seat=seat)
        message = await person.receive("snapshot", "refused")
        name: str = message["table"]["seats"][seat]["name"]
        return name

    async def scenario(served: Served) -> None:
        host = served.person()
        await me(host)
        guests = [served.person() for _ in range(12)]
        matches = await asyncio.gather(*(rush(host, guest, i) for i, guest in enumerate(guests)))
        for number, guest in enumerate(guests):
            await guest.dial()
            joined, made = matches[number]
            exported = (await guest.http.get(f"{ACCOUNT}/export")).json()

            assert [await sits(guest, joined, 1), await sits(guest, made, 0)] == [f"Rusher {number}"] * 2
            assert {(row["match"], row["seat"]) for row in exported["matches"]} == {(joined, 1), (made, 0)}

    scene(tmp_path, scenario)


def test_an_export_has_everything_and_no_secret(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        await ada.http.put(f"{ACCOUNT}/preferences", json={"theme": "dark"})
        token = await ada.post(f"{ACCOUNT}/tokens", label="My bot", scopes=["play"])
        match, _ = await table_for_one(ada, {"kind": "open"})
        await ada.send("say", match=match, seat=0, text="Is anybody here?")
        await ada.receive("chat_line")
        await ada.request("resign", match, 0, 1)
        await ada.receive("done")
        answer = await ada.http.get(f"{ACCOUNT}/export")
        told = answer.json()
        secrets = (PASSWORD, token["secret"], ada.http.cookies["parlour_session"], ada.made["invitation"], "argon2")

        assert told["account"]["name"] == "Ada"
        assert told["preferences"]["theme"] == "dark"
        assert [row["label"] for row in told["tokens"]] == ["My bot"]
        assert [line["text"] for line in told["chat"]] == ["Is anybody here?"]
        assert told["matches"] == [
            {"match": match, "seat": 0, "names": ["Ada", "Opponent"], "file": f"/api/matches/{match}/file"}
        ]
        assert len(told["sessions"]) == 1
        assert not any(secret in answer.text for secret in secrets)
        assert (await ada.http.get(told["matches"][0]["file"])).status_code == 200

    scene(tmp_path, scenario)


def test_deleting_an_account_removes_its_name_from_all_matches(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, phone, bo = (served.person() for _ in range(3))
        await ada.sign_up("Ada")
        await phone.sign_in("Ada")
        match, _ = await table_for_one(ada, {"kind": "open"})
        await ada.send("say", match=match, seat=0, text="My street is Sea Road.")
        await ada.receive("chat_line")
        await bo.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
        await bo.dial()
        await bo.send("subscribe", match=match, seat=1)
        before = await bo.receive("snapshot")
        wrong = await phone.refusal(f"{ACCOUNT}/delete", password=OTHER_PASSWORD)
        await phone.post(f"{ACCOUNT}/delete", password=PASSWORD)
        code = await closed_with(ada)
        update = await bo.receive("update")
        await bo.send("subscribe", match=match, seat=1)
        after = await bo.receive("snapshot")

        assert wrong == (401, "account/wrong_password")
        assert code == 4001
        assert before["table"]["seats"][0]["name"] == "Ada"
        assert update["table"]["seats"][0]["name"] == after["table"]["seats"][0]["name"] == DELETED
        assert "Sea Road" in json.dumps(before)
        assert "Sea Road" not in json.dumps(after)
        assert (await me(ada))["account"] is (await me(phone))["account"] is None
        assert (await ada.sign_up("Ada"))["account"] == 2

    scene(tmp_path, scenario)


def test_an_account_is_there_after_the_server_was_stopped(tmp_path: Path) -> None:
    cookies = httpx.Cookies()

    async def before(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        cookies.update(ada.http.cookies)

    async def after(served: Served) -> None:
        ada, phone = served.person(), served.person()
        ada.http.cookies = httpx.Cookies(cookies)

        assert (await me(ada))["name"] == "Ada"
        assert (await phone.sign_in("Ada"))["account"] == 1

    scene(tmp_path, before)
    scene(tmp_path, after)


def test_no_secret_is_in_any_log_or_answer(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)  # more than a server writes of its libraries: warnings
    secrets: list[str] = [PASSWORD, OTHER_PASSWORD]
    answers: list[str] = []

    async def scenario(served: Served) -> None:
        ada, bot = served.person(), served.person()
        await me(ada)
        secrets.append(ada.http.cookies["parlour_guest"])
        await ada.sign_up("Ada")
        secrets.append(ada.http.cookies["parlour_session"])
        made = await ada.http.post(f"{ACCOUNT}/tokens", json={"label": "bot", "scopes": ["play"]})
        secrets.append(made.json()["secret"])
        await ada.dial()
        await ada.post(f"{ACCOUNT}/password", old=PASSWORD, new=OTHER_PASSWORD)
        await ada.refusal(f"{ACCOUNT}/password", old=PASSWORD, new=PASSWORD)
        await ada.refusal(ACCOUNT, name="Ada", password=PASSWORD)
        await ada.refusal(ACCOUNT, name="Bob", password=PASSWORD, more=PASSWORD)
        await ada.refusal(f"{ACCOUNT}/sign-in", name="Ada", password=PASSWORD)
        for broken in (b'{"password": "%s"' % PASSWORD.encode(), b'"%s\xff"' % PASSWORD.encode(), b"\xff"):
            answer = await ada.http.post(f"{ACCOUNT}/sign-in", content=broken)
            answers.append(answer.text)
            assert answer.status_code == 400
        bot.http.headers["authorization"] = f"Bearer {secrets[-1]}"
        await bot.refusal(f"{ACCOUNT}/export", "GET")
        await ada.post(f"{ACCOUNT}/delete", password=OTHER_PASSWORD)
        await bot.refusal("/api/matches", game="connect_four", seats=[{"kind": "me"}] * 2)
        answers.extend((*ada.received, *bot.received))

    scene(tmp_path, scenario)
    captured = capfd.readouterr()
    logged = [record.getMessage() for record in caplog.records if not record.name.startswith(CLIENTS)]
    written = [captured.out, captured.err, *logged, *answers]

    assert len(secrets) == 5
    assert "started" in captured.out  # what is written is captured
    assert any("/api/socket" in line for line in logged)
    assert [secret for secret in secrets for text in written if secret in text] == []


def test_a_recovery_code_sets_a_password_once_and_signs_out_everywhere_else(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, phone = served.person(), served.person()
        await ada.sign_up("Ada")
        old = (await ada.post(f"{ACCOUNT}/recovery-codes", password=PASSWORD))["codes"]
        codes = (await ada.post(f"{ACCOUNT}/recovery-codes", password=PASSWORD))["codes"]
        typed = f" {codes[0].upper().replace('-', ' ')} "
        back = await phone.post(f"{ACCOUNT}/recover", name="ada", code=typed, password=OTHER_PASSWORD)
        left = (await phone.http.get(f"{ACCOUNT}/recovery-codes")).json()
        refused = [
            await served.person().refusal(f"{ACCOUNT}/recover", name=name, code=code, password=OTHER_PASSWORD)
            for name, code in (("Ada", codes[0]), ("Ada", old[1]), ("Nobody", codes[1]), ("Ada", "abcd"))
        ]
        weak = await phone.refusal(f"{ACCOUNT}/recover", name="Ada", code=codes[1], password="password")

        assert len(set(codes)) == 10
        assert (back["name"], left) == ("Ada", {"num_left": 9})
        assert (await me(ada))["account"] is None
        assert refused == [(401, "account/wrong_code")] * 4
        assert weak == (400, "account/bad_password")
        await ada.sign_in("Ada", OTHER_PASSWORD)

    scene(tmp_path, scenario)


def test_recovery_codes_need_the_password_and_guessing_them_is_slowed_down(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        made = await ada.refusal(f"{ACCOUNT}/recovery-codes", password=OTHER_PASSWORD)
        guess = {"name": "Ada", "code": "abcd-efgh-ijkl-mnop", "password": OTHER_PASSWORD}
        codes = [(await ada.refusal(f"{ACCOUNT}/recover", **guess))[1] for _ in range(11)]

        assert made == (401, "account/wrong_password")
        assert codes == ["account/wrong_code"] * 10 + ["server/too_many"]

    scene(tmp_path, scenario, limit_factor=1.0)
