"""A server with nothing compiled answers at once, and its games become ready one after the other."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

PATIENCE_S = 240.0
ONE_GAME = """
import sys
from parlour.core import registry
registry.game_ids = lambda: ["connect_four"]
from parlour.cli.serve import serve
serve(sys.argv[1:])
"""


def free_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def served(tmp_path: Path) -> Iterator[httpx.Client]:
    """Run `parlour serve` with Connect Four alone and an empty cache."""
    port = free_port()
    environment = os.environ | {
        "PARLOUR_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
    }  # fmt: skip
    command = [sys.executable, "-c", ONE_GAME, "--port", str(port), "--data", str(tmp_path / "data")]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(base_url=address, headers={"origin": address}, timeout=5.0) as client:
            yield client
    finally:
        process.terminate()
        process.wait(30)


def ask_until(client: httpx.Client, path: str, is_so: Any, pause_s: float) -> Any:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        try:
            if is_so(answer := client.get(path)):
                return answer
        except httpx.TransportError:
            pass
        time.sleep(pause_s)
    raise AssertionError(f"{path} did not become so in time")


@pytest.mark.slow
def test_a_server_answers_before_its_game_is_compiled_and_then_the_game_becomes_ready(tmp_path: Path) -> None:
    request = {"game": "connect_four", "seats": [{"kind": "me"}, {"kind": "computer", "level": "novice"}]}
    with served(tmp_path) as client:
        first = ask_until(client, "/api/games", lambda answer: answer.status_code == 200, 0.05).json()
        early = client.post("/api/matches", json=request)
        lesson = client.get("/api/games/connect_four/lessons")
        ask_until(client, "/api/games/connect_four", lambda answer: answer.json()["is_ready"], 0.2)
        made = client.post("/api/matches", json=request)

    assert [game["is_ready"] for game in first] == [False]
    assert [(answer.status_code, answer.json()["code"]) for answer in (early, lesson)] == [
        (503, "server/getting_ready")
    ] * 2
    assert made.status_code == 201, made.text
