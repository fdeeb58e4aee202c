"""Players of the lab are made from what is written, and one that misbehaves loses with a sentence."""

import stat
import sys
from pathlib import Path

import pytest

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.registry import load
from parlour.core.thinking import Stop
from parlour.lab.entrants import make_entrant
from parlour.lab.errors import BadPlayer, Forfeit
from parlour.lab.external import ExternalPlayer
from parlour.lab.plan import make_plan
from parlour.lab.tournament import run
from parlour.match import file
from parlour.players.player import UnknownPlayer
from parlour.storage.lab_runs import JOURNAL, Row, match_path, read_rows

GAME = load("connect_four")
FIRST = "print(json.dumps({'action': asked['actions'][0]}), flush=True)"
HEAD = "import json, sys, time\nfor line in sys.stdin:\n    asked = json.loads(line)\n"


class LastAction:
    """A player of other people's code."""

    def __init__(self, game: Game, seed: int, checkpoint: str = "") -> None:
        self.game, self.checkpoint = game, checkpoint

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        if self.checkpoint:
            raise ValueError(self.checkpoint)
        return 6


def program(folder: Path, body: str) -> str:
    """Write a program that does this with every line."""
    path = folder / "bot"
    path.write_text(f"#!{sys.executable}\n{HEAD}    {body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def against_random(player: str, folder: Path, move_s: float = 20.0) -> list[Row]:
    plan = make_plan(GAME, [player, "random"], matches=2, seed=1, options={}, opening_actions=0, move_s=move_s)
    run(plan, folder)
    return sorted(read_rows((folder / JOURNAL).read_bytes()), key=lambda row: row.number)


def test_a_program_plays_by_lines_of_json(tmp_path: Path) -> None:
    rows = against_random(program(tmp_path, FIRST), tmp_path / "run")

    assert [row.note for row in rows] == ["", ""]
    match = file.read(match_path(tmp_path / "run", 0).read_bytes())
    own = [action for seat, action in match.actions if seat == 0]
    assert own[:2] == [0, 0]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("print(json.dumps({'action': '99'}), flush=True)", "chose 99, which is not one of its 7 legal actions."),
        ("print('hello', flush=True)", "wrote b'hello', which is not JSON."),
        ("sys.exit(3)", "ended before it answered (status 3)."),
        ("time.sleep(600)", "did not answer within 0.5 s."),
        ("print('x' * 100_000, flush=True)", "wrote more than 65536 bytes without an answer."),
    ],
    ids=["illegal", "nonsense", "dies", "hangs", "floods"],
)
def test_a_program_that_misbehaves_loses_with_a_sentence(tmp_path: Path, body: str, sentence: str) -> None:
    rows = against_random(program(tmp_path, body), tmp_path / "run", 0.5 if "sleep" in body else 20.0)

    for row in rows:
        assert row.result(row.players.index(0)) == 0
        assert row.reason == "forfeit"
        assert row.note.endswith(sentence)
        assert file.read(match_path(tmp_path / "run", row.number).read_bytes()).is_over


def test_a_program_that_never_reads_does_not_stop_the_tournament(tmp_path: Path) -> None:
    path = Path(program(tmp_path, ""))
    path.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(600)\n")
    player = ExternalPlayer(str(path), GAME, 0, move_s=0.3)
    with pytest.raises(Forfeit, match=r"did not answer within 0\.3 s"):
        player._ask(b"x" * 2**21)

    player.close()


def test_a_class_of_a_module_plays_and_forfeits_what_it_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "their_players", sys.modules[__name__])
    rows = against_random("their_players:LastAction", tmp_path / "plain")
    broken = against_random("their_players:LastAction@weights.npz", tmp_path / "broken")

    assert {row.note for row in rows} <= {
        "",
        "their_players:LastAction chose 6, which is not one of its 6 legal actions.",
    }
    assert rows[0].num_actions > 6
    assert {row.note for row in broken} == {"their_players:LastAction@weights.npz failed: ValueError: weights.npz"}


@pytest.mark.parametrize(
    "text", ["./nothing-here", "no_such_module:Class", "math:NoClass", "math:sqrt", "./\0", "\udcff", "x" * 81]
)
def test_a_player_that_cannot_be_made_is_refused(text: str) -> None:
    with pytest.raises(BadPlayer):
        make_entrant(text, GAME, 0)


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownPlayer, match="Try one of: novice"):
        make_entrant("grandmaster", GAME, 0)
