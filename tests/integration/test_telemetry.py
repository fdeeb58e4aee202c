"""What an operator sees of a server: metrics on a port of its own, traces, and a log, none of them with secrets."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from parlour.server import tracing
from parlour.server.errors import BadSetting
from support.clients import until
from support.fixtures import scene, table_for_one
from support.live_server import PASSWORD, Person, Served
from support.seeds import fixed_seeds
from support.server_process import serve_command

SPOKEN = "Nice to meet you"
SEED = 271828182845904523536  # long enough to be found


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    tracing.start(SimpleSpanProcessor(exporter))
    yield exporter
    tracing.stop()


async def play_in_secret(ada: Person, name: str) -> list[str]:
    """Play a private match against the computer to its end; return everything that must stay secret."""
    await ada.sign_up(name)
    token = await ada.post("/api/account/tokens", label="bot", scopes=["play"])
    match, message = await table_for_one(ada, {"kind": "computer", "level": "novice"})
    table = message["table"]
    while not table["outcome"]:
        if 0 in table["to_act"]:
            await ada.request("play", match, 0, table["version"], action=table["choices"][0]["action"])
        table = (await ada.receive("update"))["table"]
    await ada.send("say", match=match, seat=0, text=SPOKEN, key="said")
    await ada.receive("chat_line")
    file = await ada.http.get(f"/api/matches/{match}/file")
    seed = file.text.rpartition('"seed":"')[2].partition('"')[0]
    assert seed.isdigit()
    link = await ada.post("/api/matches", game="connect_four", seats=[{"kind": "me"}, {"kind": "open"}])
    invitation = [link["invitation"]] if link.get("invitation") else []
    return [PASSWORD, name, token["secret"], SPOKEN, seed, *invitation, *ada.http.cookies.values()]


def shown(spans: InMemorySpanExporter) -> str:
    return "\n".join(span.to_json() for span in spans.get_finished_spans())


def test_the_operators_port_has_metrics_and_health_and_the_public_one_has_no_metrics(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as operator:

        async def scenario(served: Served) -> None:
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{operator.getsockname()[1]}") as http:
                answers = {path: await http.get(path) for path in ("/metrics", "/healthz", "/readyz", "/api/games")}
            public = await served.person().http.get("/metrics")

            assert "parlour_live_matches 0.0" in answers["/metrics"].text
            assert answers["/metrics"].headers["content-type"].startswith("text/plain; version=0.0.4")
            assert [answers[path].text for path in ("/healthz", "/readyz")] == ["ok", "ok"]
            assert answers["/api/games"].status_code == 404
            assert "parlour_" not in public.text

        scene(tmp_path, scenario, operator=operator)


def test_a_match_is_traced_without_its_secrets(spans: InMemorySpanExporter, tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        secrets = await play_in_secret(ada, "Ada Lovelace")
        bad = await ada.http.get("/api/matches/nothing?invitation=secret-in-a-query")
        await ada.http.request("SECRET", "/api/games")
        match = ada.made["match"]
        await ada.http.post(f"/api/matches/{match}/analysis")
        await until(ada, f"/api/matches/{match}/analysis", lambda found: found["status"] not in ("waiting", "running"))
        told = shown(spans)

        assert bad.status_code == 404
        assert [secret for secret in [*secrets, "secret-in-a-query", "SECRET"] if secret in told] == []

    with fixed_seeds(SEED):
        scene(tmp_path, scenario)
    done = spans.get_finished_spans()
    by_name: dict[str, list[Any]] = {}
    for span in done:
        by_name.setdefault(span.name, []).append(span)
    ids = {span.context.span_id: span for span in done if span.context is not None}

    assert {"match.command", "match.append", "computer.think", "analysis", "POST /api/matches"} <= by_name.keys()
    assert all(span.parent is None for span in by_name["match.command"])
    assert {ids[span.parent.span_id].name for span in by_name["match.append"] if span.parent} == {"match.command"}
    assert {ids[span.parent.span_id].name for span in by_name["computer.think"]} <= {
        "match.command",
        "POST /api/matches",
    }
    assert {span.attributes["parlour.level"] for span in by_name["computer.think"]} == {"novice"}


def test_a_refusal_is_traced_by_its_code_and_a_bug_by_its_kind(spans: InMemorySpanExporter) -> None:
    async def refuse() -> None:
        raise BadSetting("a secret sentence")

    async def fail() -> None:
        raise ZeroDivisionError("a secret detail")

    for work in (refuse, fail):
        with pytest.raises((BadSetting, ZeroDivisionError)):
            asyncio.run(tracing.traced(work(), "work", game="nim"))
    refused, failed = spans.get_finished_spans()

    assert (refused.status.is_ok, failed.status.is_ok) == (True, False)
    assert dict(refused.attributes or {}) == {"parlour.game": "nim", "parlour.refusal": "server/bad_setting"}
    assert dict(failed.attributes or {}) == {"parlour.game": "nim", "error.type": "ZeroDivisionError"}
    assert "secret" not in shown(spans)


def test_nothing_is_traced_unless_an_endpoint_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> int:
        return 1

    for name in tracing.ENDPOINTS:
        monkeypatch.delenv(name, raising=False)
    tracing.start()
    begun = work()

    assert tracing.traced(begun, "work") is begun
    assert asyncio.run(begun) == 1
    monkeypatch.setenv(tracing.ENDPOINTS[0], "http://127.0.0.1:9")
    assert tracing.is_wanted()
    monkeypatch.setenv("OTEL_SDK_DISABLED", "true")
    assert not tracing.is_wanted()


@pytest.mark.slow
def test_the_log_of_a_played_match_has_none_of_its_secrets(tmp_path: Path) -> None:
    async def play(address: str) -> list[str]:
        ada = Person(address)
        await until(ada, "/api/games/connect_four", lambda game: game["is_ready"])
        secrets = await play_in_secret(ada, "Ada Lovelace")
        await ada.refusal("/api/account/sign-in", name="ada@example.org", password="wrong-password")
        await ada.close()
        return [*secrets, "ada@example.org", "wrong-password"]

    with serve_command(tmp_path) as (process, address):
        secrets = asyncio.run(play(address))
        process.terminate()
        _, logged = process.communicate(timeout=60)

    assert "match_over" in logged
    assert [secret for secret in secrets if secret in logged] == []
