"""The solver of Connect Four: the scores of the rules file, a slow second opinion, and symmetry."""

import random

import pytest

import parlour
from parlour import Position
from parlour.core.thinking import Stop
from parlour.games.connect_four import solver

SCORES = {
    "1761655273446652337447336121251732": 0,
    "1456773521764366363265335547447471": -1,
    "4174563247723733322212534144111677": 3,
    "65573212446535771121411323664777": 2,
    "2131676213166645442235455321164": 0,
    "3442366575636615534455741227227": 5,
    "716171172532163733614224377422": 1,
    "771352235122362573216336511155": -2,
    "5575235322641155421347341363": -1,
    "31617211326372245566317723": 6,
    "616642536776224531235735": 3,
    "543755141641642552": -4,
    "415744232567312265": 0,
}


def at(columns: str) -> Position:
    return parlour.new("connect_four", position=columns)


def solve(position: Position) -> dict[int, int]:
    return solver.solve(position.state, Stop())


def random_columns(choose: random.Random, plies: int) -> str:
    """Drop this number of checkers at random, in a game that is not over yet."""
    while True:
        position, columns = at(""), ""
        while len(columns) < plies and position.to_act():
            action = choose.choice(position.legal_actions(position.to_act()[0]))
            position, columns = position.play(position.to_act()[0], action), f"{columns}{action + 1}"
        if position.to_act():
            return columns


def slow_score(position: Position, known: dict[str, int]) -> int:
    """Search everything, with nothing but the rules."""
    text = position.to_text()
    if text not in known:
        seat = position.to_act()[0]
        used = (int(position.state.plies) + 2) // 2
        scores = []
        for action in position.legal_actions(seat):
            after = position.play(seat, action)
            if after.outcome is None:
                scores.append(-slow_score(after, known))
            else:
                scores.append(0 if after.outcome.winner is None else 22 - used)
        known[text] = max(scores)
    return known[text]


@pytest.mark.parametrize(("columns", "score"), SCORES.items())
def test_the_listed_scores_are_found(columns: str, score: int) -> None:
    assert max(solve(at(columns)).values()) == score


@pytest.mark.parametrize("plies", [30, 32, 34, 36, 38, 40, 41])
def test_late_positions_agree_with_a_search_of_everything(plies: int) -> None:
    choose = random.Random(plies)
    for _ in range(8):
        position = at(random_columns(choose, plies))

        assert max(solve(position).values()) == slow_score(position, {})


def test_every_column_has_the_score_of_the_position_behind_it() -> None:
    choose = random.Random(1)
    for _ in range(10):
        columns = random_columns(choose, 20)
        position = at(columns)
        for action, score in solve(position).items():
            after = position.play(0, action)
            best = max(solve(after).values(), default=None)
            assert score == (22 - 11 if best is None else -best)  # None: red has won with its 11th checker


def test_a_mirrored_position_has_the_mirrored_scores() -> None:
    choose = random.Random(2)
    for _ in range(10):
        columns = random_columns(choose, 16)
        mirror = "".join(str(8 - int(column)) for column in columns)

        scores = solve(at(columns))
        assert solve(at(mirror)) == {6 - column: score for column, score in reversed(scores.items())}


def test_only_columns_with_room_have_a_score() -> None:
    choose = random.Random(3)
    positions = [at(random_columns(choose, 26)) for _ in range(20)]

    assert any(len(position.legal_actions(0)) < 7 for position in positions)
    for position in positions:
        assert list(solve(position)) == position.legal_actions(0)


def test_there_is_nothing_to_solve_before_the_colours_and_after_the_end() -> None:
    assert solve(parlour.new("connect_four", seed=1)) == {}
    assert solve(at("1213141")) == {}


def test_a_score_is_said_in_words() -> None:
    state = at("121314").state

    assert solve(at("121314"))[0] == 18
    assert solver.explain(state, 18) == "red wins with checker 4 of 21"
    assert solver.explain(state, -3) == "yellow wins with checker 19 of 21"
    assert solver.explain(state, 0) == "a draw"
