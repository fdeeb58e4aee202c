"""The computer players of Raptor: what they see, what they find, and that stronger levels win."""

import itertools
import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from parlour import Position
from parlour.core import registry
from parlour.core.level import LEVEL_NAMES
from parlour.core.position import start
from parlour.core.thinking import Stop, Thought
from parlour.games.raptor.ai.card_solver import new_book, solve, solve_cards
from parlour.games.raptor.ai.evaluate import value_fn
from parlour.games.raptor.ai.levels import LEVELS
from parlour.games.raptor.ai.thinker import Effort, thinks
from parlour.games.raptor.state import CARDS, HIDDEN_CARD
from parlour.games.raptor.tests.tables import RAPTOR, SCIENTIST, at, raptor_acts, raptor_resolves, scientist_acts
from parlour.lab.ladder import compare
from parlour.players.player import make_player
from support.matches import guessed, some_steps

GAME = registry.load("raptor")
QUICK = Effort(width=4, ends=3)
THOROUGH = Effort(width=12, ends=8)
SKETCHY = Effort(width=1, imagined=2)
EFFORTS = pytest.mark.parametrize("effort", [SKETCHY, QUICK, THOROUGH], ids=["sketchy", "quick", "thorough"])


def think(position: Position, seat: int, effort: Effort = QUICK, seed: int = 1, due: bool = False) -> Thought:
    stop = Stop()
    if due:
        stop.now()
    return thinks(effort)(position.seen_by(seat).known, seat, np.array([seed], np.uint64), stop)


def play_turn(position: Position, seat: int) -> Position:
    """Let a side finish its turn."""
    while position.to_act() == (seat,):
        position = position.play(seat, think(position, seat).best)
    return position


@pytest.mark.parametrize(
    ("position", "seat", "reason"),
    [
        (raptor_acts(3, "escaped=2", babies="c3 h1 i2"), RAPTOR, "escaped"),
        (raptor_acts(3, "tokens=1", scientists="g1"), RAPTOR, "no_scientist"),
        (scientist_acts(2, "tokens=4", scientists="b6 l3"), SCIENTIST, "neutralized"),
        (scientist_acts(4, "captured=2", scientists="c2 b1", babies="d2 h1"), SCIENTIST, "captured"),
        (scientist_acts(3, "captured=2", scientists="b2", asleep="d1", babies="h1", fires="c2"), SCIENTIST, "captured"),
    ],
)
def test_a_turn_that_wins_is_found(position: Position, seat: int, reason: str) -> None:
    outcome = play_turn(position, seat).outcome

    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (seat, reason)


def test_an_effect_is_chosen_with_the_reply_in_mind() -> None:
    # The scientist has one point and two ways to win with it, but only one scientist can be frightened.
    position = at("step=effect cards=3,4 tokens=4 captured=2", scientists="b5 c1", babies="h1", asleep="k1")

    thought = think(position, RAPTOR)

    assert GAME.notation.action_to_text(position.state, RAPTOR, thought.best) == "fear:b5"


@EFFORTS
def test_whatever_is_thought_is_legal_and_the_same_seed_thinks_the_same(effort: Effort) -> None:
    for position, seat, _ in some_steps(GAME, 5, most=20):
        thought = think(position, seat, effort)

        assert thought.best in position.legal_actions(seat)
        assert thought == think(position, seat, effort)
        assert {value.action for value in thought.values} <= set(position.legal_actions(seat))
        assert all(0.0 <= value.value <= 1.0 for value in thought.values)


@EFFORTS
def test_a_thought_depends_on_nothing_hidden(effort: Effort) -> None:
    for position, seat, _ in some_steps(GAME, 6, most=20):
        assert think(position, seat, effort) == think(guessed(position, seat, 7), seat, effort)


@EFFORTS
def test_a_card_is_chosen_as_if_the_other_side_had_not_chosen_yet(effort: Effort) -> None:
    before = at("rounds=3")
    for seat in (RAPTOR, SCIENTIST):
        other = 1 - seat
        thoughts = [think(before, seat, effort)]
        for card in before.legal_actions(other):
            after = before.play(other, card)
            assert after.seen_by(seat).known.chosen[other] == HIDDEN_CARD
            thoughts.append(think(after, seat, effort))

        assert all(thought == thoughts[0] for thought in thoughts)


@pytest.mark.parametrize(("effort", "pairs"), [(SKETCHY, 3), (Effort(width=1), 9)], ids=["sketchy", "solved"])
def test_a_raptor_who_sees_the_card_answers_it(effort: Effort, pairs: int) -> None:
    position = at("rounds=3 observation=1 tokens=0 hands=129,359 chosen=,9", scientists="b1 l3")
    thought = think(position, RAPTOR, effort)

    assert thought.best == max(thought.values, key=lambda entry: entry.value).action
    assert {entry.simulations for entry in thought.values} == {pairs}


def test_thinking_stops_when_told() -> None:
    positions = [at("rounds=1"), raptor_acts(8), scientist_acts(8), raptor_resolves(8)]
    for position in positions:
        seat = position.to_act()[0]
        think(position, seat, THOROUGH, due=True)
        begin = time.thread_time()
        thought = think(position, seat, THOROUGH, due=True)

        assert time.thread_time() - begin < 0.02
        assert thought.best in position.legal_actions(seat)


# The game of the cards


def test_a_matrix_without_a_safe_card_is_mixed() -> None:
    book = new_book()
    book.matrix[:3, :3] = [[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]]
    book.hands[:, 0], book.num[:] = 0b111, 1

    value = solve_cards(book)

    assert value == pytest.approx(0.5, abs=0.01)
    assert book.plans[:, 0, :3] == pytest.approx(np.full((2, 3), 1 / 3), abs=0.03)


def test_a_card_that_is_always_worse_is_not_played() -> None:
    book = new_book()
    book.matrix[:3, :3] = [[0.6, 0.8, 0.7], [0.5, 0.4, 0.6], [0.1, 0.3, 0.2]]
    book.hands[:, 0], book.num[:] = 0b111, 1

    assert solve_cards(book) == pytest.approx(0.6, abs=0.01)
    assert book.plans[RAPTOR, 0, :3] == pytest.approx([1, 0, 0], abs=0.05)
    assert book.plans[SCIENTIST, 0, :3] == pytest.approx([1, 0, 0], abs=0.05)


def test_no_strategy_beats_a_solved_one() -> None:
    """What either side could win by knowing the other's mixture is small: the solution is close to an equilibrium."""
    book, chance = new_book(), np.random.default_rng(1)
    book.matrix[:] = chance.random((CARDS, CARDS))
    state = at("rounds=1").state

    value = solve(state, book)

    assert book.num.tolist() == [84, 84]
    for side, gains in ((RAPTOR, book.matrix @ book.mix[SCIENTIST]), (SCIENTIST, 1 - book.mix[RAPTOR] @ book.matrix)):
        hands = [[card for card in range(CARDS) if hand >> card & 1] for hand in book.hands[side].tolist()]
        best = np.mean([gains[hand].max() for hand in hands])
        assert best - (value if side == RAPTOR else 1 - value) < 0.02


def test_a_hand_plays_only_its_own_cards() -> None:
    book = new_book()
    book.matrix[:] = np.random.default_rng(2).random((CARDS, CARDS))
    solve(at("rounds=1").state, book)

    for side, held in itertools.product((RAPTOR, SCIENTIST), range(84)):
        cards = [card for card in range(CARDS) if book.hands[side, held] >> card & 1]
        assert book.plans[side, held, cards].sum() == pytest.approx(1.0)


# Words and levels


def test_hints_say_what_an_action_does() -> None:
    assert GAME.players.reason is not None
    cases = [
        (raptor_acts(1, babies="b3 h1"), RAPTOR, "b3-a3", "A baby escapes."),
        (raptor_acts(1, "escaped=2", babies="b3 h1"), RAPTOR, "b3-a3", "The third baby escapes, which wins."),
        (scientist_acts(2, asleep="b4", babies="h1"), SCIENTIST, "capture:b5-b4", "It captures a baby."),
        (scientist_acts(2, babies="h1 b4"), SCIENTIST, "sleep:b5-b4", "It puts a baby to sleep."),
        (scientist_acts(2), SCIENTIST, "shoot:b5", "It puts a sleep token on the mother."),
        (scientist_acts(2, scientists="b6"), SCIENTIST, "b6-b5", "From b5 it can shoot the mother."),
        (raptor_acts(2), RAPTOR, "g5-c5", "From c5 she can kill a scientist."),
    ]
    for position, seat, text, words in cases:
        action = int(GAME.notation.text_to_actions(position.seen_by(seat).known, seat, text)[0])
        assert GAME.players.reason(position.seen_by(seat).known, seat, action) == words


def test_every_action_of_a_match_has_a_reason_or_none() -> None:
    assert GAME.players.reason is not None
    for position, seat, action in some_steps(GAME, 8, most=60):
        assert isinstance(GAME.players.reason(position.seen_by(seat).known, seat, action), str)


def test_lower_levels_err_more_and_expert_and_master_do_not() -> None:
    tempers = [level.temper for level in LEVELS]

    assert tempers == sorted(tempers, reverse=True)
    assert tempers[3:] == [0.0, 0.0]


@pytest.mark.parametrize("seat", [RAPTOR, SCIENTIST])
def test_a_card_is_chosen_by_a_few_imagined_answers(seat: int) -> None:
    position = at("rounds=3")
    cards = position.legal_actions(seat)
    thoughts = [think(position, seat, SKETCHY, seed) for seed in range(20)]

    assert all({entry.action for entry in thought.values} == set(cards) for thought in thoughts)
    assert all(entry.simulations == 2 * len(cards) for thought in thoughts for entry in thought.values)
    assert len({thought.values[0].value for thought in thoughts}) > 1


def test_all_five_levels_play_both_sides() -> None:
    for name in LEVEL_NAMES:
        position = start(GAME, 3, {})
        players = [make_player(name, GAME, seat) for seat in (0, 1)]
        for _ in range(25):
            seat = position.to_act()[0]
            position = position.play(seat, players[seat].choose(position.seen_by(seat).known, seat, Stop()))


@pytest.mark.parametrize(
    ("position", "verb"),
    [
        (scientist_acts(1, scientists="c2 l3", babies="h1 i2 e6 i5", asleep="d2"), "capture"),
        (scientist_acts(1, scientists="c2 l3", babies="d2 h1 i2 e6 i5"), "sleep"),
    ],
)
def test_casual_takes_what_stands_beside_its_scientists(position: Position, verb: str) -> None:
    known = position.seen_by(SCIENTIST).known
    chosen = [make_player("casual", GAME, seed).choose(known, SCIENTIST, Stop()) for seed in range(30)]
    texts = [GAME.notation.action_to_text(known, SCIENTIST, action) for action in chosen]

    assert sum(text.startswith(verb) for text in texts) >= 20


def test_the_judge_is_the_same_in_plain_python() -> None:
    code = (
        "from support.matches import some_steps; from parlour.core import registry;"
        "from parlour.games.raptor.ai.evaluate import value_fn;"
        "print([float(value_fn(p.state, 0)) for p, _, _ in some_steps(registry.load('raptor'), 4, most=8)])"
    )
    compiled = [float(value_fn(position.state, 0)) for position, _, _ in some_steps(GAME, 4, most=8)]
    paths = os.pathsep.join(path for path in sys.path if path)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": paths}
    plain = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)

    assert json.loads(plain.stdout) == pytest.approx(compiled, abs=1e-5)  # sums of 32-bit numbers, in another order


@pytest.mark.slow
@pytest.mark.long
def test_master_beats_casual_on_both_sides() -> None:
    """Measured 20 of 20 on either side; a player who wins half the time would pass once in 90 runs."""
    score = compare(GAME, ("master", "casual"), 20, 11, 1, {})

    assert score.rate_at(0) >= 0.9
    assert score.rate_at(1) >= 0.9
