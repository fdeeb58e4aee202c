"""Hints, analyses and the ladder in the terminal."""

import re

import pytest

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
