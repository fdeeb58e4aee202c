"""Muting, blocking, reporting, and what operators do, over real HTTP and sockets."""

from pathlib import Path
from typing import Any

import pytest

from parlour.cli.main import run
from support.clients import asked, play_connect_four
from support.fixtures import scene, table_for_one
from support.live_server import PASSWORD, Person, Served

OPEN = {"kind": "open"}
IGNORED = "/api/me/ignored"


async def pair(served: Served) -> tuple[Person, Person, str]:
    """Seat Ada and Bob at a private match that both follow."""
    ada, bob = served.person(), served.person()
    await ada.sign_up("Ada")
    await bob.sign_up("Bob")
    match, _ = await table_for_one(ada, OPEN)
    await bob.post(f"/api/matches/{match}/join", invitation=ada.made["invitation"])
    await bob.dial()
    await bob.send("subscribe", match=match, seat=1)
    await bob.receive("snapshot")
    return ada, bob, match


async def make_operator(served: Served, data: Path) -> Person:
    zoe = served.person()
    await zoe.sign_up("Zoe")
    assert run(["role", "Zoe", "operator", "--data", str(data)]) == 0
    return zoe


async def say(person: Person, match: str, seat: int, text: str) -> dict[str, Any]:
    await person.send("say", match=match, seat=seat, text=text)
    return await person.receive("chat_line", "refused")


def test_chat_of_a_muted_person_is_not_sent(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob, match = await pair(served)
        await say(bob, match, 1, "before")
        await ada.post(IGNORED, kind="muted", match=match, seat=1)
        await say(bob, match, 1, "rude")
        await say(ada, match, 0, "calm")
        await ada.send("subscribe", match=match, seat=0)
        snapshot = await ada.receive("snapshot")
        (entry,) = await asked(ada, IGNORED)
        await ada.http.delete(f"{IGNORED}/{entry['id']}")
        again = await say(bob, match, 1, "sorry")

        assert [said["text"] for said in snapshot["chat"]] == ["calm"]
        assert '"rude"' not in "".join(ada.received)
        assert (entry["name"], entry["kind"]) == ("Bob", "muted")
        assert again["type"] == "chat_line"
        assert (await ada.receive("chat_line"))["said"]["text"] == "sorry"

    scene(tmp_path, scenario)


def test_blocked_people_do_not_chat_join_or_have_a_rematch(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob = served.person(), served.person()
        await ada.sign_up("Ada")
        await bob.sign_up("Bob")
        match = await play_connect_four(ada, bob)
        made = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, OPEN], is_public=True)
        await ada.post(IGNORED, kind="blocked", name="bob")
        spoken = await say(bob, match, 1, "why")
        await bob.send("rematch", match=match, seat=1)
        again = await bob.receive("refused", "rematched")
        joined = await bob.refusal(f"/api/matches/{made['match']}/join", invitation="")
        mine = await bob.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, OPEN])
        followed = await ada.refusal(f"/api/matches/{mine['match']}/join", invitation=mine["invitation"])

        assert (spoken.get("code"), again.get("code")) == ("server/blocked", "server/blocked")
        assert joined == followed == (403, "server/blocked")

    scene(tmp_path, scenario)


def test_blocked_people_are_not_paired(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob, cleo = (served.person() for _ in range(3))
        for person, name in ((ada, "Ada"), (bob, "Bob"), (cleo, "Cleo")):
            await person.sign_up(name)
            await person.dial()
        await ada.post(IGNORED, kind="blocked", name="Bob")
        for person in (bob, ada):
            await person.send("seek", game="connect_four")
            await person.receive("seeking")
        await cleo.send("seek", game="connect_four")
        paired = await cleo.receive("paired")
        info = await asked(cleo, f"/api/matches/{paired['match']}")

        assert set(info["names"]) == {"Bob", "Cleo"}

    scene(tmp_path, scenario)


def test_nobody_ignores_themselves_a_computer_or_a_stranger(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.sign_up("Ada")
        match, _ = await table_for_one(ada, {"kind": "computer", "level": "novice"})
        requests: tuple[dict[str, Any], ...] = (
            {"name": "ada"},
            {"match": match, "seat": 0},
            {"match": match, "seat": 1},
            {"name": "Nobody"},
            {},
        )
        refused = [await ada.refusal(IGNORED, kind="muted", **request) for request in requests]

        assert [code for _, code in refused] == ["server/bad_message"] * 3 + ["server/unknown_person"] * 2
        assert await asked(ada, IGNORED) == []

    scene(tmp_path, scenario)


def test_a_report_reaches_an_operator_who_silences_the_player(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob, match = await pair(served)
        zoe = await make_operator(served, tmp_path)
        await say(bob, match, 1, "you fool")
        await ada.post(f"/api/matches/{match}/report", seat=1, reason="Insults me.")
        await ada.post(f"/api/matches/{match}/report", seat=1, reason="Again.")  # one is enough
        (report,) = (await asked(zoe, "/api/operator"))["reports"]
        watched = await zoe.http.get("/api" + report["link"].replace("/match/", "/matches/"))
        await zoe.post(f"/api/operator/reports/{report['id']}/silence", days=3)
        spoken = await say(bob, match, 1, "what")
        desk = await asked(zoe, "/api/operator")

        names = [report[field] for field in ("reporter", "reported", "reason", "chat")]
        assert names == ["Ada", "Bob", "Insults me.", ["Bob: you fool"]]
        assert watched.status_code == 200
        assert spoken["code"] == "account/silenced"
        assert desk["reports"] == []
        assert [entry["name"] for entry in desk["sanctioned"]] == ["Bob"]
        done = [(entry["operator"], entry["action"], entry["name"]) for entry in desk["audit"]]
        assert done == [("Zoe", "silenced", "Bob"), ("command line", "role", "Zoe")]

    scene(tmp_path, scenario)


def test_a_suspended_account_is_signed_out_and_told_why_at_sign_in(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, bob, match = await pair(served)
        zoe = await make_operator(served, tmp_path)
        codes = (await bob.post("/api/account/recovery-codes", password=PASSWORD))["codes"]
        await ada.post(f"/api/matches/{match}/report", seat=1, reason="Cheats.")
        (report,) = (await asked(zoe, "/api/operator"))["reports"]
        await zoe.post(f"/api/operator/reports/{report['id']}/suspend", reason="Used an engine.")
        me = await asked(bob, "/api/account")
        wrong = await bob.refusal("/api/account/sign-in", name="Bob", password="not the password")
        right = await bob.http.post("/api/account/sign-in", json={"name": "Bob", "password": PASSWORD})
        recovery = {"name": "Bob", "code": codes[0], "password": "quite another one"}
        recovered = await bob.refusal("/api/account/recover", **recovery)
        (account,) = (await asked(zoe, "/api/operator"))["sanctioned"]
        await zoe.post(f"/api/operator/accounts/{account['account']}/lift")
        await bob.sign_in("Bob")

        assert me["account"] is None
        assert wrong == (401, "account/wrong_password")
        assert right.status_code == 403
        assert right.json()["message"] == "This account is suspended: Used an engine."
        assert recovered == (403, "account/suspended")

    scene(tmp_path, scenario)


OPERATORS_ONLY: list[tuple[str, str, dict[str, Any]]] = [
    ("GET", "", {}),
    ("POST", "/reports/1/dismiss", {}),
    ("POST", "/reports/1/silence", {"days": 1}),
    ("POST", "/reports/1/suspend", {"reason": "x"}),
    ("POST", "/accounts/1/lift", {}),
]


def test_only_operators_see_and_do_anything_at_their_desk(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, guest = served.person(), served.person()
        await ada.sign_up("Ada")
        refused = {
            await person.refusal(f"/api/operator{path}", method, **body)
            for person in (ada, guest)
            for method, path, body in OPERATORS_ONLY
        }
        zoe = await make_operator(served, tmp_path)
        during = (await asked(zoe, "/api/account"))["is_operator"]
        assert run(["role", "zoe", "none", "--data", str(tmp_path)]) == 0
        after = await zoe.refusal("/api/operator", "GET")

        assert refused == {(403, "operator/not_operator")}
        assert during
        assert after == (403, "operator/not_operator")

    scene(tmp_path, scenario)


def test_a_report_can_be_refused(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, _, match = await pair(served)
        eve, path = served.person(), f"/api/matches/{match}/report"
        stranger = await eve.refusal(path, seat=1, reason="x")
        bodies: list[dict[str, Any]] = [
            {"seat": 0, "reason": "me"}, {"seat": 1, "reason": " "}, {"seat": 1, "reason": "a\nb"},
            {"seat": 2, "reason": "x"}, {"seat": 1, "reason": "x" * 301},
        ]  # fmt: skip
        refused = [await ada.refusal(path, **body) for body in bodies]

        assert stranger == (404, "storage/unknown_match")
        assert [code for _, code in refused] == ["server/bad_message"] * 3 + ["http/400"] * 2

    scene(tmp_path, scenario)


def test_reports_are_limited(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, _, match = await pair(served)
        answers = [
            await ada.http.post(f"/api/matches/{match}/report", json={"seat": 1, "reason": "x"}) for _ in range(6)
        ]

        assert [answer.status_code for answer in answers] == [204] * 5 + [429]

    scene(tmp_path, scenario, limit_factor=1.0)


def test_reports_and_codes_leave_no_words_and_no_secrets_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secrets: list[str] = []

    async def scenario(served: Served) -> None:
        ada, bob, match = await pair(served)
        await say(bob, match, 1, "words of chat")
        await ada.post(f"/api/matches/{match}/report", seat=1, reason="words of a report")
        codes = (await ada.post("/api/account/recovery-codes", password=PASSWORD))["codes"]
        secrets.extend([*codes, ada.made["invitation"], "words of"])

    scene(tmp_path, scenario)
    logged = capsys.readouterr()

    assert "player_reported" in logged.out + logged.err
    assert [word for word in secrets if word in logged.out + logged.err] == []
