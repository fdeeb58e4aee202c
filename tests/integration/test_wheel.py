"""The wheel alone, in an empty environment without Node, serves the client."""

import os
import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour.core.kernel import CACHE_VARIABLE, cache_root
from parlour.server.settings import STATIC
from tools.pages import ROOT

PREVIEW = re.compile(r'<meta (?:property="og:|name="twitter:)[^>]*>\n')  # which the server writes into each page


def pip(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True, env={**os.environ, "PIP_NO_INDEX": "1"})


def install_wheel(folder: Path) -> Path:
    """Build the wheel and install it into a new environment; returns the folder of its commands."""
    wheels, environment = folder / "wheels", folder / "environment"
    pip("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, ROOT)
    venv.create(environment)
    (wheel,) = wheels.iterdir()
    pip("--python", environment / "bin" / "python", "install", "--quiet", "--no-deps", wheel)
    # What it depends on is not downloaded again; our own sources lie elsewhere and are not found there.
    (site,) = environment.glob("lib/python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return environment / "bin"


def bare(commands: Path) -> dict[str, str]:
    """Return an environment with no other commands, and nothing of ours but the compiled kernels."""
    return {"PATH": str(commands), CACHE_VARIABLE: str(cache_root())}


@contextmanager
def serving_from(commands: Path, data: Path) -> Iterator[str]:
    """Run the server with nothing else on the path; returns its address."""
    command = [str(commands / "parlour"), "serve", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, env=bare(commands), cwd=commands, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            first = server.stdout.readline()
            assert "listens at" in first, first
            yield first.split()[-1]
        finally:
            server.terminate()


def load(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=60) as answer:
        content: bytes = answer.read()
    return content


@pytest.mark.slow
def test_the_wheel_serves_the_client_where_there_is_no_node(tmp_path: Path) -> None:
    assert STATIC.is_dir(), "run `make web`"
    commands = install_wheel(tmp_path)
    where = [str(commands / "python"), "-c", "import parlour; print(parlour.__file__)"]
    origin = subprocess.run(where, check=True, capture_output=True, text=True, env=bare(commands)).stdout
    with serving_from(commands, tmp_path / "data") as address:
        index = load(address).decode()
        files = re.findall(r'(?:src|href)="(/assets/[^"]+)"', index)
        sizes = [len(load(address + file)) for file in files]
        games = load(f"{address}/api/games")

    assert str(tmp_path) in origin
    assert PREVIEW.sub("", index) == PREVIEW.sub("", (STATIC / "index.html").read_text())
    assert files
    assert sizes == [(STATIC / file[1:]).stat().st_size for file in files]
    assert b"connect_four" in games
