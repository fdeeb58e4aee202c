"""A lab folder for tests of the server and of the pages."""

from pathlib import Path

from parlour.core.registry import load
from parlour.lab.plan import make_plan
from parlour.lab.tournament import run

GAME = "connect_four"
NAME = "first-run"
CURVE = "step,loss\n0,2.0\n10,1.5\n20,nonsense\n30,0.5\n40,0."


def fill(lab: Path) -> None:
    """Play a small tournament, and keep a training whose last line is not complete."""
    run(make_plan(load(GAME), ["novice", "random"], matches=6, seed=2, options={}), lab / NAME)
    (lab / "training").mkdir()
    (lab / "training" / "curve.csv").write_text(CURVE)
