"""A game in a package of its own: installed, found by its entry point, and passing the contract tests from outside."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Install the example with pip, without any network, into a folder that only this test sees."""
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(target), str(ROOT / "examples" / "nim")], check=True, capture_output=True)
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(target), *sys.path])}


def run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_it_is_listed_and_played_like_our_own(environment: dict[str, str]) -> None:
    listed = run(environment, "parlour", "games")
    played = run(environment, "parlour", "play", "nim", "--seat0", "novice", "--seat1", "novice", "--seed", "1")

    assert "nim" in listed.stdout
    assert "took the last stone and won." in played.stdout
    assert played.returncode == 0


@pytest.mark.slow
def test_it_passes_the_contract_tests(environment: dict[str, str]) -> None:
    tests = ["tests/contract", "--game", "nim", "-q", "-p", "no:cacheprovider"]
    outcome = run(environment, "pytest", *tests, "--deselect", "tests/contract/test_playthroughs.py")

    assert outcome.returncode == 0, outcome.stdout
    assert " passed" in outcome.stdout
