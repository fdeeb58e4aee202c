"""Every game: whole matches by commands, with undo and the clock, are saved and verified; the terminal plays them."""

import random

import pytest

from parlour.cli.main import run
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.match import commands as co
from parlour.match import file
from parlour.match.clock import GRACE_MS
from parlour.match.decide import handle
from parlour.match.match import Match, fold, new_match


def random_match(game: Game, seed: int) -> Match:
    """Play with undos asked for and granted where they are possible, and some steps left to the clock."""
    choose = random.Random(seed)
    match, now = new_match(game, seed=seed, pace="table"), 0
    while not match.is_over:
        seat = choose.choice(match.position.to_act())
        now += 100
        deadline = match.deadline_ms(seat)
        if deadline is not None and choose.random() < 0.05:
            now = max(now, deadline)
            handle(match, co.Expire(seat=seat), now)
            continue
        action = choose.choice(match.position.legal_actions(seat))
        handle(match, co.Play(seat=seat, action=match.position.action_to_text(seat, action)), now)
        if choose.random() < 0.1:
            ask_undo(match, seat, now)
    return match


def ask_undo(match: Match, seat: int, now: int) -> None:
    try:
        handle(match, co.AskUndo(seat=seat), now)
    except ParlourError:
        return  # over, or something was shown or drawn
    before = match.position
    handle(match, co.AnswerUndo(seat=1 - seat, accept=True), now)
    assert match.position != before


@pytest.mark.parametrize("seed", [1, 2])
def test_a_match_by_commands_is_saved_read_and_verified(game: Game, seed: int) -> None:
    match = random_match(game, seed)
    data = file.write(match)

    assert fold(match.events, seed) == match
    assert file.read(data) == match
    assert file.verify(data) == match


def test_the_clock_can_play_a_whole_match_for_an_absent_seat(game: Game) -> None:
    """At least until the third expiry in a row forfeits; where no step has a timer, time never runs out."""
    match, now = new_match(game, seed=3, pace="table"), 0
    for _ in range(200):
        seat = next(iter(match.position.to_act()), 0)
        deadline = match.deadline_ms(seat)
        if match.is_over or deadline is None:
            break
        now = deadline
        handle(match, co.Expire(seat=seat), now)

    if game.table.timers:
        assert match.outcome is not None
        assert now >= GRACE_MS
    else:
        assert match.deadline_ms(0) is None


def test_the_terminal_plays_a_whole_match(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", game.id, "--seat0", "novice", "--seat1", "casual", "--seed", "6"]) == 0

    out, err = capsys.readouterr()
    assert err == ""
    assert "Experience: Player 1 +" in out
