"""Every game: its five levels play legal actions, know no secrets, repeat themselves for a seed, and stop when told."""

import time

import pytest

from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.position import Position
from parlour.core.thinking import Stop
from parlour.lab.ladder import opening
from parlour.players.advice import analyse, hint
from parlour.players.levels import levels_of
from parlour.players.player import make_player
from support.matches import guessed, some_steps

BUDGET_S, PROMPT_S = 0.01, 0.02
STRONGEST = LEVEL_NAMES[-1]  # it takes its time
levels = pytest.mark.parametrize("level", LEVEL_NAMES)


def choice(level: str, position: Position, seat: int, seed: int = 1) -> int:
    return make_player(level, position.game, seed).choose(position.seen_by(seat).known, seat, Stop())


def test_there_are_five_levels(game: Game) -> None:
    assert len(levels_of(game)) == len(LEVEL_NAMES)


@levels
def test_a_level_knows_nothing_that_is_hidden_from_its_seat(game: Game, level: str) -> None:
    for position, seat, _ in some_steps(game, seed=3, most=2 if level == STRONGEST else 4):
        other = guessed(position, seat, seed=4)

        assert choice(level, position, seat) == choice(level, other, seat)


@levels
def test_a_level_chooses_legal_actions_and_the_same_ones_for_the_same_seed(game: Game, level: str) -> None:
    for position, seat, _ in some_steps(game, seed=5, most=2 if level == STRONGEST else 4):
        action = choice(level, position, seat)

        assert action in position.legal_actions(seat)
        assert choice(level, position, seat) == action


@pytest.mark.slow
def test_two_levels_play_a_match_to_its_end(game: Game) -> None:
    position = opening(game, {}, seed=7)
    players = [make_player(level, game, 1) for level in ("club", "casual")]
    while seats := position.to_act():
        position = position.play(seats[0], players[seats[0]].choose(position.seen_by(seats[0]).known, seats[0], Stop()))

    assert position.outcome is not None


@pytest.mark.alone
@pytest.mark.parametrize("level", LEVEL_NAMES[2:])
def test_a_level_answers_at_once_when_its_time_is_up(game: Game, level: str) -> None:
    """The best of some tries: a busy machine may keep the thread waiting."""
    position = opening(game, {}, seed=8)
    seat = position.to_act()[0]
    late = []
    for _ in range(5):
        player = make_player(level, game, 1)
        begin = time.perf_counter()
        with Stop(BUDGET_S) as stop:
            action = player.choose(position.seen_by(seat).known, seat, stop)
        late.append(time.perf_counter() - begin - BUDGET_S)

        assert action in position.legal_actions(seat)

    assert min(late) < PROMPT_S


def test_a_hint_is_a_legal_action_with_a_value_and_a_reason(game: Game) -> None:
    position = opening(game, {}, seed=9)
    seat = position.to_act()[0]

    found = hint(game, position.seen_by(seat).known, seat, Stop())

    assert found.action in position.legal_actions(seat)
    assert 0 <= found.value <= 1
    assert found.message.endswith((".", ")."))


def test_an_analysis_values_actions_best_first(game: Game) -> None:
    position = opening(game, {}, seed=10)
    seat = position.to_act()[0]

    thought = analyse(game, position.seen_by(seat).known, seat, Stop())

    assert thought.best == thought.values[0].action
    assert {value.action for value in thought.values} <= set(position.legal_actions(seat))
    assert all(0 <= value.value <= 1 and value.spread >= 0 for value in thought.values)
