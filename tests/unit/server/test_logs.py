"""Logs, as the process writes them."""

import json
import subprocess
import sys

BUG = """
from parlour.server.logs import configure, log

def sign_in(password):
    raise RuntimeError("a bug")

configure()
try:
    sign_in("correct horse " + "battery")
except RuntimeError as error:
    log.error("failure", exc_info=error)
"""


def test_a_bug_is_logged_with_its_place_and_without_local_values() -> None:
    run = subprocess.run([sys.executable, "-c", BUG], capture_output=True, text=True, check=True)
    (line,) = run.stderr.splitlines()

    assert "correct horse battery" not in run.stdout + run.stderr
    assert json.loads(line)["exception"][0]["frames"][-1]["name"] == "sign_in"
