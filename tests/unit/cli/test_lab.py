"""`parlour lab` plays, shows how far it is, and refuses nonsense with a sentence."""

import re
import sys
from pathlib import Path

import pytest

from parlour.lab.train.recipe import GatePart, Recipe, SearchPart
from support.terminal import Terminal

TINY = Recipe(
    hidden=[4], rows=2, steps=2, iterations=2, minibatch=4, rate=0.1, gate=GatePart(every=2, pairs=2, rounds=1),
    search=SearchPart(simulations=2, buffer=8, updates=1),
)  # fmt: skip
QUICK = ("connect_four", "--player", "novice", "--player", "random")


def test_a_tournament_is_printed_as_tables_and_goes_on_with_the_same_command(
    terminal: Terminal, tmp_path: Path
) -> None:
    command = ("lab", "tournament", *QUICK, "--matches", "4", "--out", str(tmp_path))
    status, out, _ = terminal(*command)

    assert status == 0
    assert re.search(r"2 of 4 matches, about 0:\d\d left", out)
    assert re.search(r"\| novice \| [+-]\d+ \| [+-]\d+ to [+-]\d+ \| [\d.]+ \| 4 \|", out)
    assert str(tmp_path / "actions.npz") in out
    again = terminal(*command)
    assert again[0] == 0
    assert again[1].partition("\n\n")[2] == out.partition("\n\n")[2]


def test_a_recording_is_made_and_a_second_one_costs_nothing(terminal: Terminal, tmp_path: Path) -> None:
    command = ("lab", "record", "connect_four", "--matches", "3", "--out", str(tmp_path))

    assert terminal(*command)[1].startswith("3 of 3 matches\nDataset: ")
    assert terminal(*command)[1].startswith("Dataset: ")


def test_a_run_gets_a_folder_of_its_own_where_the_server_looks(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    terminal("lab", "record", "connect_four", "--matches", "2")
    terminal("lab", "record", "connect_four", "--matches", "2", "--seed", "5")

    assert len(list((tmp_path / "parlour-data" / "lab").glob("connect_four-record-*/matches.npz"))) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tournament", "connect_four"), "at least two players"),
        (("tournament", *QUICK, "--player", "nobody"), "has no player nobody"),
        (("tournament", *QUICK, "--player", "./nothing"), "not a program"),
        (("tournament", *QUICK, "--sprt", "5", "0", "0.05", "0.05"), "ELO0 below ELO1"),
        (("tournament", *QUICK, "--sprt", "nan", "0", "0.05", "0.05"), "ELO0 below ELO1"),
        (("tournament", *QUICK, "--option", "nonsense=1"), "nonsense"),
        (("record", *QUICK, "--player", "casual"), "two against each other"),
        (("record", "no_such_game"), "no_such_game"),
        (("train", "no_such_game"), "no_such_game"),
        (("train", "connect_four", "--recipe", "grand"), "has no recipe grand. Its recipes: cpu, cuda"),
        (("train", "connect_four", "--resume"), "no training to go on with"),
        (("train", "connect_four", "--resume", "--iterations", "9"), "--iterations is for a new one"),
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    terminal: Terminal, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    status, out, err = terminal("lab", *arguments, "--out", str(tmp_path / "new"))

    assert (status, out) == (2, "")
    assert sentence in err
    assert not (tmp_path / "new").exists()


def test_training_without_its_extra_says_what_to_install(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in sys.modules if each.startswith(("torch", "parlour.lab.train."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)

    status, _, err = terminal("lab", "train", "connect_four", "--out", str(tmp_path / "new"))

    assert status == 2
    assert "pip install 'parlour[train]'" in err
    assert not (tmp_path / "new").exists()


def test_a_training_is_begun_stopped_and_finished(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="needs torch: pip install 'parlour[train]'")
    monkeypatch.setattr("parlour.cli.train.recipe_of", lambda *_: TINY)
    command = ("lab", "train", "connect_four", "--out", str(tmp_path))

    begun = terminal(*command, "--minutes", "1e-9")
    assert begun[0] == 0
    assert "Stopped after 0 of 2 iterations. Go on with --resume." in begun[1]
    assert "Go on with --resume, or name another folder" in terminal(*command)[2]
    status, out, _ = terminal(*command, "--resume")

    assert status == 0
    assert re.search(r"ccepted: iteration 2 scored [\d.]+% against iteration 0", out)
    assert re.search(rf"The best network is that of iteration [02]: {re.escape(str(tmp_path))}", out)
