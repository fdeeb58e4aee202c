"""Our Connect Four and Checkers against OpenSpiel's: the same moves and results, move for move."""

import random
from typing import Any

import pytest

import parlour
from parlour.games.checkers.board import action_to_squares
from parlour.games.checkers.state import MAX_QUIET

pyspiel = pytest.importorskip("pyspiel", reason="needs the extra `bench`")

MATCHES = 1000


def test_connect_four_agrees_with_open_spiel() -> None:
    game, choose = pyspiel.load_game("connect_four"), random.Random(1)
    start = parlour.new("connect_four", position="")
    for _ in range(MATCHES):
        theirs, ours = game.new_initial_state(), start
        while not theirs.is_terminal():
            actions = theirs.legal_actions()
            assert ours.to_act() == (theirs.current_player(),)
            assert ours.legal_actions(ours.to_act()[0]) == actions
            action = choose.choice(actions)
            ours = ours.play(ours.to_act()[0], action)
            theirs.apply_action(action)
        assert result(ours) == theirs.returns()


def result(position: parlour.Position) -> list[float]:
    outcome = position.outcome
    assert outcome is not None
    if outcome.winner is None:
        return [0.0, 0.0]
    return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]


def their_moves(state: Any) -> dict[str, int]:
    """Name OpenSpiel's hops by our squares.

    Its first player moves up from the bottom, ours down from the top: their board is ours turned by half.
    """
    moves = {}
    for action in state.legal_actions():
        text = state.action_to_string(state.current_player(), action)
        moves[f"{our_square(text[:2])}>{our_square(text[2:4])}"] = action
    return moves


def our_square(place: str) -> int:
    """Turn a place like a3 by half and return its number: column a becomes h, row 1 becomes 8."""
    x, y = 8 - "abcdefgh".index(place[0]), 9 - int(place[1])
    return 4 * (8 - y) + (x + 1) // 2


def our_moves(position: parlour.Position, seat: int) -> dict[str, int]:
    state = position.state
    moves = {action: action_to_squares(state, action) for action in position.legal_actions(seat)}
    return {f"{origin}>{target}": action for action, (origin, target, _) in moves.items()}


def test_checkers_agrees_with_open_spiel_but_for_the_draw_rules() -> None:
    """OpenSpiel draws after 40 plies without a capture and knows no repetition; up to there all must be equal."""
    game, choose = pyspiel.load_game("checkers"), random.Random(2)
    start = parlour.new("checkers", position="B:W21-32:B1-12", repetition_limit=0, quiet_ply_limit=MAX_QUIET)
    decided = 0
    for _ in range(MATCHES):
        theirs, ours = game.new_initial_state(), start
        while not theirs.is_terminal():
            moves = their_moves(theirs)
            seat = ours.to_act()[0]
            mine = our_moves(ours, seat)
            assert seat == theirs.current_player()
            assert set(mine) == set(moves)
            move = choose.choice(sorted(moves))
            ours = ours.play(seat, mine[move])
            theirs.apply_action(moves[move])
        if theirs.returns() != [0.0, 0.0]:
            assert result(ours) == theirs.returns()
            decided += 1
        else:
            assert ours.outcome is None  # their rule of 40 plies without a capture
    assert decided > MATCHES / 2
