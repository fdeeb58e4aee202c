"""The strategies of Sanguine: the worked example S5, chains, and what they may know."""

from collections.abc import Callable
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import Position
from parlour.core.position import start
from parlour.core.thinking import Stop
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai import strategies
from parlour.games.sanguine.rules.board import place
from parlour.games.sanguine.rules.scoring import owner_sign
from parlour.games.sanguine.state import MAX_CELLS, PASS
from parlour.games.sanguine.text.board import left_of
from parlour.games.sanguine.text.draw import text_view
from parlour.games.sanguine.text.notation import action_to_log
from parlour.players.player import UnknownPlayer, make_player
from support.matches import from_record, guessed

RANDOM = np.zeros(1, np.uint64)
FIXED = {"red_deck": "harbor", "blue_deck": "grove"}  # the decks of the rules file, which never change


def answer(name: str, position: Position) -> int:
    choose = strategies.strategy(name)
    assert choose is not None
    (seat,) = position.to_act()
    return choose(position.seen_by(seat).known, seat, RANDOM)


def run(red: str, blue: str, seed: int = 1, **options: int | bool | str) -> tuple[list[str], Position]:
    """Let two players play through the public interface; return the log and the end."""
    position = start(GAME, seed, options)
    players = [make_player(name, GAME, seed) for name in (red, blue)]
    log = []
    while position.to_act():
        (seat,) = position.to_act()
        action = players[seat].choose(position.seen_by(seat).known, seat, Stop())
        log.append(action_to_log(position.state, seat, action))
        position = position.play(seat, action)
    return log, position


S5 = {
    ("strategy1", "strategy1"): (
        "R Deckhand[0]@0,0; B Sproutling[0]@0,4; R Deckhand[0]@0,1; B Sproutling[0]@0,3; R Saltgull[0]@1,0; "
        "B Thornling[0]@0,2; R Saltgull[0]@1,1; B Thornling[0]@1,2; R Netmender[0]@2,0; B Pollenmoth[0]@1,3; "
        "R Netmender[0]@2,1; B Pollenmoth[0]@1,4; R Lampkeeper[0]@2,2; B pass; R Lampkeeper[0]@2,3; B pass; "
        "R Dockrat[0]@2,4; B pass; R pass",
        "2 RRBBB 4\n2 RRBBB 4\n11 RRRRR 0",
        [11, 8],
    ),
    ("strategy2", "strategy1"): (
        "R Deckhand[0]@0,0; B Sproutling[0]@0,4; R Deckhand[0]@0,1; B Sproutling[0]@0,3; R Saltgull[0]@1,0; "
        "B Thornling[0]@0,2; R Saltgull[0]@2,0; B Thornling[0]@1,2; R pass; B Pollenmoth[0]@1,1; R pass; "
        "B Pollenmoth[0]@1,3; R pass; B Mossback[0]@1,4; R pass; B Mossback[0]@2,2; R Netmender[0]@2,1; "
        "B Vinewright[0]@2,3; R pass; B pass",
        "2 RRBBB 4\n1 RBBBB 6\n3 RRBB1 4",
        [0, 14],
    ),
    ("strategy1", "strategy2"): (
        "R Deckhand[0]@0,0; B Thornling[2]@0,4; R Deckhand[0]@0,1; B Sproutling[0]@0,3; R Saltgull[0]@1,0; "
        "B Thornling[1]@1,3; R Saltgull[0]@1,1; B Sproutling[0]@1,2; R Netmender[0]@2,0; B pass; R Netmender[0]@2,1; "
        "B pass; R Lampkeeper[0]@2,2; B pass; R Lampkeeper[0]@2,3; B pass; R Dockrat[0]@2,4; B pass; R pass",
        "2 RR1BB 3\n2 RRBB2 3\n11 RRRRR 0",
        [11, 6],
    ),
    ("strategy3", "strategy1"): (
        "R Saltgull[2]@1,0; B Sproutling[0]@0,4; R Deckhand[0]@0,1; B Sproutling[0]@0,3; R Saltgull[1]@1,1; "
        "B Thornling[0]@1,3; R Deckhand[0]@2,2; B Thornling[0]@1,4; R Netmender[0]@2,3; B pass; R Netmender[0]@0,0; "
        "B pass; R Lampkeeper[0]@0,2; B pass; R Lampkeeper[0]@1,2; B pass; R Dockrat[0]@2,0; B pass; "
        "R Harpooner[0]@2,4; B pass; R pass",
        "5 RRRBB 2\n4 RRRBB 4\n10 R1RRR 0",
        [15, 0],
    ),
}


@pytest.mark.parametrize("names", S5, ids=" - ".join)
def test_s5_strategies_play_as_the_rules_file_says(names: tuple[str, str]) -> None:
    log, board, points = S5[names]
    played, end = run(*names, shuffle=False, red_deck="harbor", blue_deck="grove")

    assert "; ".join(played) == log
    assert text_view(end.seen_by().known) == board
    assert end.seen_by().view().totals == points


def test_a_chain_takes_the_first_answer_that_is_not_a_pass() -> None:
    position = parlour.new("sanguine", 1, **FIXED, shuffle=False)
    while answer("strategy2", position) != PASS:
        position = position.play(position.to_act()[0], answer("strategy2", position))

    assert answer("strategy1", position) != PASS
    assert answer("strategy2+strategy1", position) == answer("strategy1", position)
    assert answer("strategy1+strategy2", position) == answer("strategy1", position)


@pytest.mark.parametrize("name", ["", "+", "strategy5", "strategy1+", "strategy1+nobody", "strategy1 strategy2"])
def test_an_unknown_strategy_makes_no_player(name: str) -> None:
    assert strategies.strategy(name) is None
    with pytest.raises(UnknownPlayer):
        make_player(name, GAME, 1)


def test_other_names_stand_for_the_same_strategies() -> None:
    for name, other in (("fillfirst", 1), ("maxrow", 2), ("control", 3), ("minimax", 4)):
        assert strategies.STRATEGIES[name] is strategies.STRATEGIES[f"strategy{other}"]


def test_strategy_2_must_be_strictly_above_unless_equal_is_accepted() -> None:
    """Blue has 2 in every row; Red's hand holds value 1 in front, then 2."""
    board = "R 0 r1,.,.,.,B:11/r1,.,.,.,B:11/r1,.,.,.,B:13 3,3|1,1,2,2,4,4,5,6,6,7,7,8,8,9 "
    position = parlour.new(
        "sanguine", 1, **FIXED, position=board + "11x,11x,13x|13,10,10,12,12,14,15,15,16,16,17,17,18"
    )

    assert position.seen_by().view().row_scores == [[0, 2], [0, 2], [0, 2]]
    assert answer("maxrow", position) == PASS
    assert answer("maxrow-or-equal", position) == 0


def test_strategy_2_counts_the_value_on_the_cell_in_the_extended_game() -> None:
    """Red has value 2 in hand against a row of 2: too little, unless the cell gives 1 more."""
    board = "R 0 r1{},.,.,.,B:11/.,.,.,.,.{}/.,.,.,.,. 3,3|1,1,2,2,4,4,5,6,6,7,7,8,8,9 "
    rest = "11x|10,10,11,12,12,13,13,14,15,15,16,16,17,17,18"
    plain, raised, elsewhere = (
        parlour.new("sanguine", 1, **FIXED, position=board.format(*modifiers) + rest, extended=True)
        for modifiers in (("", ""), ("+1", ""), ("", "+1"))
    )

    assert [answer("strategy2", position) for position in (plain, raised, elsewhere)] == [PASS, 0, PASS]


def test_every_strategy_passes_when_nothing_can_be_placed() -> None:
    board = "R 0 .,.,.,.,b1/.,.,.,.,b1/.,.,.,.,b1 1,1|2,2,3,3,4,4,5,6,6,7,7,8,8,9 "
    position = parlour.new("sanguine", 1, **FIXED, position=board + "10,10|11,11,12,12,13,13,14,15,15,16,16,17,17,18")

    assert {answer(name, position) for name in strategies.STRATEGIES} == {PASS}


@pytest.mark.parametrize("name", [*strategies.STRATEGIES, "strategy2+strategy1"])
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_a_strategy_plays_legally_and_uses_only_what_its_seat_knows(name: str, seed: int) -> None:
    position = parlour.new("sanguine", seed, **FIXED)
    while position.to_act():
        (seat,) = position.to_act()
        before = position.to_bytes()
        action = answer(name, position)

        assert action in position.legal_actions(seat)
        assert answer(name, guessed(position, seat, seed + 1)) == action
        assert position.to_bytes() == before
        position = position.play(seat, action)


# Strategies 3 and 4 again, by playing every pair on positions instead of boards inside a kernel.


def owned(position: Position, seat: int) -> int:
    return sum(cell.owner == seat for row in position.seen_by().view().board for cell in row)


def ranked(position: Position, values: dict[int, int]) -> int:
    """Return the action with the highest value; ties to the smallest row, column, hand index."""
    return min(values, key=lambda action: (-values[action], action % MAX_CELLS, action // MAX_CELLS))


@given(seed=st.integers(0, 2**32))
@settings(max_examples=8, deadline=None)
def test_strategy_3_owns_most_cells_afterwards(seed: int) -> None:
    position = parlour.new("sanguine", seed, **FIXED)
    while position.to_act():
        (seat,) = position.to_act()
        values = {a: owned(position.play(seat, a), seat) for a in position.legal_actions(seat) if a != PASS}

        assert answer("strategy3", position) == (ranked(position, values) if values else PASS)
        position = position.play(seat, answer("strategy3", position))


def value_of(position: Position, seat: int) -> int:
    points = position.seen_by().view().totals
    cells = owned(position, seat) - owned(position, 1 - seat)
    return points[seat] - points[1 - seat] + strategies.CELL_WEIGHT * cells


def worst_answer(position: Position, seat: int) -> int:
    """Return the value after the enemy's best answer with any card it has not placed, or a pass."""
    values = [value_of(position, seat)]
    for kind, count in enumerate(left_of(position.state, 1 - seat)):
        for cell in range(int(position.state.rows) * int(position.state.columns)):
            state = position.state
            if count and owner_sign(1 - seat) * state.pawns[cell] >= state.costs[kind]:
                place(state, 1 - seat, kind, cell)
                values.append(value_of(from_record(GAME, state), seat))
    return min(values)


def test_strategy_4_leaves_the_enemy_the_smallest_best_answer() -> None:
    position = parlour.new("sanguine", 3, **FIXED, rows=1, cols=5)
    while position.to_act():
        (seat,) = position.to_act()
        values = {a: worst_answer(position.play(seat, a), seat) for a in position.legal_actions(seat) if a != PASS}

        assert answer("strategy4", position) == (ranked(position, values) if values else PASS)
        position = position.play(seat, answer("strategy4", position))


def score(name: str, choose_other: Callable[[Position, int, Random], int], matches: int) -> float:
    """Return the share of points of a strategy, decks and colours changing."""
    points = 0.0
    for seed in range(matches):
        decks = ("harbor", "grove") if seed % 4 < 2 else ("grove", "harbor")
        position = start(GAME, seed, {"red_deck": decks[0], "blue_deck": decks[1]})
        chance = Random(seed)
        while position.to_act():
            (seat,) = position.to_act()
            action = answer(name, position) if seat == seed % 2 else choose_other(position, seat, chance)
            position = position.play(seat, action)
        assert position.outcome is not None
        points += 0.5 if position.outcome.winner is None else position.outcome.winner == seed % 2
    return points / matches


def place_at_random(position: Position, seat: int, chance: Random) -> int:
    """Place any card anywhere; pass only when nothing can be placed."""
    return chance.choice(position.legal_actions(seat)[:-1] or [PASS])


def play_strategy_3(position: Position, seat: int, chance: Random) -> int:
    return answer("strategy3", position)


@pytest.mark.parametrize(
    ("name", "expected"), [("strategy1", 0.58), ("strategy2", 0.20), ("strategy2+strategy1", 0.61), ("strategy3", 0.83)]
)
def test_strategies_score_against_random_placements_as_the_rules_file_says(name: str, expected: float) -> None:
    """400 matches: within 3 standard errors of 0.025."""
    assert abs(score(name, place_at_random, 400) - expected) < 0.075


def test_strategy_4_is_clearly_stronger_than_strategy_3() -> None:
    """It scores 0.78; 200 matches have a standard error of 0.03."""
    assert score("strategy4", play_strategy_3, 200) > 0.66
