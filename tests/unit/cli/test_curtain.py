"""Two people on one device play a game with secrets: the curtain hides what the other one knows."""

import builtins

import pytest

import parlour
from parlour.cli.main import run

GAME = "matches_and_patches"


@pytest.fixture
def screens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[tuple[str, str]]:
    """Play two rounds; give what was on the screen whenever the keyboard was waited for, and what was typed."""
    seen: list[tuple[str, str]] = []
    typed = iter(["", "#1", "", "#1", "", "#1", "", "#2", "", "quit"])

    def answer(prompt: object = "") -> str:
        line = next(typed)
        seen.append((capsys.readouterr().out, line))
        return line

    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(builtins, "input", answer)
    assert run(["play", GAME, "--seed", "3", "--option", "board=small"]) == 0
    return seen


def hands(seed: int) -> list[list[str]]:
    start = parlour.new(GAME, seed=seed, board="small")
    return [start.seen_by(seat).view().hand for seat in (0, 1)]


def test_the_keyboard_is_passed_before_a_hand_is_shown(screens: list[tuple[str, str]]) -> None:
    curtains = [text for text, typed in screens if typed == ""]

    assert "Pass the keyboard to Eagle, then press Enter." in curtains[0]
    assert "Pass the keyboard to Snake, then press Enter." in curtains[1]
    for text in curtains:
        assert "Your hand" not in text
        assert not any(tile in text for hand in hands(3) for tile in hand)


def test_each_player_sees_only_their_own_hand(screens: list[tuple[str, str]]) -> None:
    eagle, snake = (text for text, typed in screens[:4] if typed)

    assert all(tile in eagle for tile in hands(3)[0])
    assert not any(tile in eagle for tile in hands(3)[1])
    assert all(tile in snake for tile in hands(3)[1])
    assert not any(tile in snake for tile in hands(3)[0])


def test_what_happened_behind_the_curtain_is_told_when_it_is_lifted(screens: list[tuple[str, str]]) -> None:
    second_round = screens[5][0]

    assert "You placed the" in second_round
    assert "Snake placed the" in second_round
    assert "You drew the" in second_round


def test_an_open_game_and_a_program_need_no_curtain(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(builtins, "input", lambda *_: "quit")
    for arguments in (["checkers"], [GAME, "--seat1", "novice"]):
        run(["play", *arguments])

        assert "Pass the keyboard" not in capsys.readouterr().out
