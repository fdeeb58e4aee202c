"""Hints, analyses and the ladder in the terminal."""

import re
from pathlib import Path

import pytest

from parlour.analysis.analyser import Analyser, Progress
from parlour.core.thinking import Stop
from parlour.match import file
from support.analysed import played
from support.terminal import Terminal

ONE_WINS = "1122337755"  # column 4 wins


def test_a_hint_names_the_action_its_value_and_a_reason(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "connect_four", "--position", ONE_WINS, typed="hint\n4\n")

    assert re.search(r"4 \(.*column 4.*\), at 100%\. \S.*\.", " ".join(out.split()))
    assert "won" in out


def test_an_analysis_lists_all_actions_the_best_first(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed="analyse\nquit\n")

    values = [float(value) for value in re.findall(r"│ \d+-\d+ +│ +([\d.]+)%", out)]
    assert len(values) == 7
    assert values == sorted(values, reverse=True)


def test_a_hint_is_about_the_asking_players_hand_and_shows_its_spread(terminal: Terminal) -> None:
    status, out, _ = terminal("analyse", "whist", "--seed", "3", "--seconds", "5")

    assert status == 0
    assert "spread" in out
    assert "± " in out


def test_analyse_refuses_a_finished_game(terminal: Terminal) -> None:
    status, _, err = terminal("analyse", "connect_four", "--position", "1122334")

    assert (status, err) == (2, "The game is over in this position.\n")


def test_the_ladder_prints_a_row_for_every_pair(terminal: Terminal) -> None:
    arguments = ("--pair", "club", "novice", "--games", "6", "--jobs", "1", "--seed", "3")
    status, out, _ = terminal("ladder", "connect_four", *arguments)

    assert status == 0
    row = out.strip().splitlines()[-1]
    assert re.fullmatch(r"\| club \| novice \| \d+\.\d% \| \d+\.\d% to \d+\.\d% \| .* \| 6 \| .* \|", row)


@pytest.mark.parametrize("command", [("ladder", "connect_four", "--pair", "club", "robot"),
                                     ("play", "connect_four", "--seat1", "robot")])  # fmt: skip
def test_an_unknown_player_is_refused(terminal: Terminal, command: tuple[str, ...]) -> None:
    status, _, err = terminal(*command)

    assert status == 2
    assert err == "Connect Four has no player robot. Try one of: novice, casual, club, expert, master.\n"


def test_a_match_file_is_analysed(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(file.write(played("connect_four", "5 4", "1111117777772233")))
    status, out, _ = terminal("analyse", str(path))

    assert status == 0
    assert re.search(r"1 +│ Ann +│ 5 +│ blunder", out)
    assert "Ann: accuracy 2%" in out
    assert "Bea: accuracy 100%" in out
    assert "All values are exact." in out


def test_a_game_of_another_program_is_analysed(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    path.write_text('[White "Marion"]\n[Black "Asa"]\n1. 11-15 23-19 1-0\n')
    status, out, _ = terminal("analyse", str(path), "--seconds", "0.05")

    assert status == 0
    assert "Asa: accuracy" in out
    assert "A ~ marks estimates." in out


def test_a_file_that_holds_no_match_is_refused(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("garbage")
    status, _, err = terminal("analyse", str(path))

    assert status == 2
    assert err.startswith("This is neither a match file nor a game in another format.")
    assert terminal("analyse", str(path), "--seed", "1")[2] == "A match has its own position, options and seed.\n"


def test_what_is_known_is_printed_when_an_analysis_is_interrupted(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(file.write(played("connect_four", "5 4", "1111117777772233")))
    run = Analyser.run

    def interrupted(analyser: Analyser, stop: Stop, on_progress: Progress) -> None:
        def stop_now(_: Analyser) -> None:
            raise KeyboardInterrupt

        run(analyser, stop, stop_now)

    monkeypatch.setattr(Analyser, "run", interrupted)
    status, out, _ = terminal("analyse", str(path))

    assert status == 130
    assert "Ann: nothing to decide" in out
