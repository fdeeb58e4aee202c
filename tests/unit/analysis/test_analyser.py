"""The analysis of whole matches."""

import pytest

from parlour.analysis.analyser import Analyser, analyse_match
from parlour.analysis.report import Analysis
from parlour.core.thinking import Stop
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from support.analysed import NAMES, analysed, play_on, played
from support.matches import walk

GAME = "connect_four"
# A late position of one of our own matches, in which the first player to act can still win, draw or lose.
LATE = "4444453333355555"


def late_match() -> Match:
    """Play the end of a match badly and well in turn."""
    match = played(GAME, "", LATE)
    while match.position.to_act():
        (seat,) = match.position.to_act()
        legal = match.position.legal_actions(seat)
        action = legal[0] if match.version % 3 else legal[-1]
        handle(match, co.Play(seat=seat, action=match.position.action_to_text(seat, action)), 0)
    return match


def agrees_with_the_solver(match: Match, analysis: Analysis) -> None:
    """Compare every value with the exact scores of the game's solver."""
    solver, position = match.game.players.solver, match.first_position()
    assert solver is not None
    assert len(analysis.actions) == len(match.actions)
    for (seat, code), action, point in zip(match.actions, analysis.actions, analysis.points, strict=False):
        results = {each: (score > 0) + (score == 0) / 2 for each, score in solver.solve(position.state, Stop()).items()}

        assert (action.value, action.best_value) == (results[code], max(results.values()))
        assert point.value == (action.best_value if seat == 0 else 1 - action.best_value)
        assert {each.action: each.value for each in action.best}.items() <= {
            position.action_to_text(seat, each): value for each, value in results.items()
        }.items()
        assert action.is_exact
        position = position.play(seat, code)


def test_every_action_has_the_value_that_the_solver_finds() -> None:
    match = late_match()
    analysis = analysed(match)

    agrees_with_the_solver(match, analysis)
    assert analysis.is_exact
    assert {"blunder"} <= {action.grade for action in analysis.actions}


@pytest.mark.long
def test_a_whole_match_has_the_values_that_the_solver_finds() -> None:
    match = played(GAME, "")
    for position, seat, action in walk(match.game, 3, quick_colours=1):
        text = position.action_to_text(seat, action)
        handle(match, co.Play(seat=match.position.to_act()[0], action=text), 0)

    agrees_with_the_solver(match, analysed(match))


def test_there_is_a_point_for_each_position_and_a_grade_for_each_action() -> None:
    match = late_match()
    analysis = analysed(match)

    assert [point.version for point in analysis.points] == list(range(1, match.version - 1))
    assert [action.version for action in analysis.actions] == list(range(2, match.version - 1))
    assert match.outcome is not None
    assert analysis.points[-1].value == {0: 1.0, 1: 0.0, None: 0.5}[match.outcome.winner]
    assert all(point.low == point.value == point.high for point in analysis.points)


def test_what_is_known_so_far_is_reported_from_the_end_on() -> None:
    match = late_match()
    analyser, whole = Analyser(match, 60.0), analysed(match)
    for _ in range(3):
        analyser.step(Stop())
    report = analyser.report()

    assert (analyser.done, analyser.total, analyser.is_done) == (3, len(whole.points), False)
    assert report.points == whole.points[-3:]
    assert [action.version for action in report.actions] == [action.version for action in whole.actions[-2:]]


def test_an_analysis_that_is_stopped_returns_what_it_has() -> None:
    stop, steps = Stop(), 0

    def count(_: Analyser) -> None:
        nonlocal steps
        steps += 1
        if steps == 2:
            stop.now()

    assert len(analyse_match(late_match(), 60.0, stop, count).points) == 2


def test_what_cannot_be_proven_in_time_is_an_estimate_that_is_proven_later() -> None:
    # The solver is given no time at first.
    match = played(GAME, "", "44444326")
    analyser, due = Analyser(match, 60.0), Stop()
    due.now()
    analyser.step(due)
    estimate = analyser.report()

    assert (analyser.is_done, estimate.is_exact, estimate.points[0].is_exact) == (False, False, False)
    assert (analyser.done, analyser.total) == (1, 2)
    analyser.step(due)
    assert not analyser.is_done


def test_claims_in_the_colour_draw_are_forced_and_worth_nothing() -> None:
    match = new_match(played(GAME, "").game, seed=1, names=NAMES)
    while match.phase != "move":
        play_on(match, 1)
    handle(match, co.Resign(seat=0), 0)
    analyser = Analyser(match, 60.0)
    while not analyser.is_done:
        due = Stop()
        due.now()
        analyser.step(due)
    report = analyser.report()

    assert {action.grade for action in report.actions} == {"forced"}
    assert {action.value for action in report.actions} == {0.5}
    assert report.accuracy == (None, None)


def test_actions_that_were_taken_back_are_left_out() -> None:
    match = played(GAME, "", LATE)
    seat = match.position.to_act()[0]
    for action in ("1", "2"):
        handle(match, co.Play(seat=seat, action=action), 0)
        if action == "1":
            handle(match, co.AskUndo(seat=seat), 0)
            handle(match, co.AnswerUndo(seat=1 - seat, accept=True), 0)
    analysis = analysed(match)

    assert [(action.action, action.version) for action in analysis.actions] == [("2", match.version)]
    assert [point.version for point in analysis.points] == [1, match.version]


def test_only_one_legal_action_is_forced() -> None:
    # White has one man, and one square to go to.
    analysis = analysed(played("checkers", "28-24", "W:W28:B5,6"))

    assert (analysis.actions[0].grade, analysis.actions[0].reason) == ("forced", "There was nothing else to play.")


def test_texts_name_the_players() -> None:
    analysis = analysed(played(GAME, "5", "1111117777772233"))
    action = analysis.actions[0]

    assert (action.grade, action.reason.split(". ")[0]) == ("blunder", "Misses four in a row in column 4")
    assert action.best[0].label == "drop a checker into column 4"
    assert "{seat" not in str(analysis)


def test_the_same_match_is_analysed_to_the_same_values() -> None:
    match = played("checkers", "11-15 23-19 8-11", None)

    assert analysed(match) == analysed(match)
