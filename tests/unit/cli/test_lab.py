"""`parlour lab` plays, shows how far it is, and refuses nonsense with a sentence."""

import re
from pathlib import Path

import pytest

from support.terminal import Terminal

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
    ],
)
def test_nonsense_is_refused_with_a_sentence(
    terminal: Terminal, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    status, out, err = terminal("lab", *arguments, "--out", str(tmp_path / "new"))

    assert (status, out) == (2, "")
    assert sentence in err
    assert not (tmp_path / "new").exists()
