"""A mission is judged after every action, by terms that are written into the log of its match."""

import msgspec
import pytest

from parlour.core import registry
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match import file
from parlour.match.campaign import Campaign, Difficulty, Mission, Scene, campaign_of
from parlour.match.decide import handle
from parlour.match.ending import ending
from parlour.match.errors import CorruptLog, UnknownMission
from parlour.match.match import Match, fold, new_match
from parlour.match.mission import DONE, FAILED, Condition, Terms

GAME = registry.load("raptor")
BOARD = "-...........-/-...........-/X.b.M..b...s-/-..........s-/-...........-/-...........-"
RAPTOR_ACTS = f"{BOARD} step=actions cards=9,1 points=4"
SCIENTIST_ACTS = (
    "-...........-/-...........-/X...M..zs..s-/-...........-/-......b....-/-...........- "
    "step=actions cards=1,9 points=1"
)
OUT = Condition("escaped", at_least=1)
HELD = Condition("round", at_least=2)


def begin(position: str, *goal: Condition, seat: int = 0, **terms: object) -> Match:
    return new_match(
        GAME, seed=1, position=position, mission=msgspec.convert(
            {"mission": "m", "difficulty": "easy", "seat": seat, "goal": goal, **terms}, Terms, from_attributes=True
        ),
    )  # fmt: skip


def play(match: Match, *actions: str, seat: int = 0) -> None:
    for action in actions:
        handle(match, co.Play(seat=seat, action=action), 0)


def stars(match: Match) -> object:
    return next(event.stars for event in match.events if isinstance(event, ev.Ended))


def test_a_mission_is_won_as_soon_as_all_its_goals_hold() -> None:
    match = begin(RAPTOR_ACTS, OUT)
    play(match, "c3-b3")
    assert not match.is_over
    play(match, "b3-a3")

    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (0, DONE)
    assert ending(match, viewer=0) == "You won: the mission is complete."
    assert stars(match) == 1


def test_further_goals_earn_further_stars() -> None:
    unhurt, quick = Condition("tokens", at_most=0), Condition("round", at_most=0)
    match = begin(RAPTOR_ACTS, OUT, star=(unhurt, quick))
    play(match, "c3-b3", "b3-a3")

    assert stars(match) == 2


def test_a_mission_is_lost_when_its_last_round_is_over() -> None:
    match = begin(RAPTOR_ACTS, OUT, last_round=1)
    play(match, "done")

    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (1, FAILED)
    assert ending(match, viewer=0) == "Scientist won: the mission has failed."
    assert stars(match) is msgspec.UNSET


def test_what_must_not_happen_counts_before_what_is_reached_with_it() -> None:
    match = begin(SCIENTIST_ACTS, HELD, fail=(Condition("captured", at_least=1),))
    play(match, "capture:i3-h3", seat=1)

    assert match.outcome is not None
    assert match.outcome.reason == FAILED


def test_a_goal_reached_with_the_last_action_of_the_last_round_counts() -> None:
    match = begin(f"{BOARD} step=actions cards=9,1 points=2", OUT, last_round=1)
    play(match, "c3-b3", "b3-a3")

    assert match.outcome is not None
    assert match.outcome.reason == DONE


def test_a_game_won_by_its_own_rules_is_a_mission_won() -> None:
    match = begin(f"{BOARD.replace('s', '.')} step=actions cards=9,1 points=2".replace("X.b.M", "XsM.b"), OUT)
    play(match, "kill:b3")

    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (0, DONE)


def test_the_goals_are_told_with_numbers() -> None:
    road = Condition("scientists_at", at_most=0, places=("l3", "l4"), words="Scientists on the road")
    match = begin(RAPTOR_ACTS, OUT, HELD, road, fail=(Condition("captured", at_least=2),))
    assert match.judge is not None
    lines = match.judge.progress(match.position)

    assert [(line.kind, line.words, line.is_met) for line in lines] == [
        ("goal", "Babies out: 0 of 1", False),
        ("goal", "Scientists on the road: 2 (at most 0)", False),
        ("danger", "Babies captured: 0 (lost at 2)", False),
        ("round", "Round 1 of 1", False),
    ]


def test_a_match_with_a_mission_comes_back_from_its_log() -> None:
    match = begin(RAPTOR_ACTS, OUT, last_round=3)
    play(match, "c3-b3")
    again = fold(match.events, match.seed)
    play(again, "b3-a3")

    assert again.outcome is not None
    assert again.outcome.reason == DONE
    assert file.read(file.write(again)).outcome == again.outcome


def test_terms_that_the_game_cannot_count_are_refused() -> None:
    with pytest.raises(CorruptLog, match="Raptor has no measure gold"):
        begin(RAPTOR_ACTS, Condition("gold", at_least=1))


def test_a_takeback_is_judged_again() -> None:
    match = begin(RAPTOR_ACTS, Condition("scientists_at", at_most=1, places=("l3", "l4")), OUT)
    play(match, "c3-b3")
    handle(match, co.AskUndo(seat=0), 0)
    handle(match, co.AnswerUndo(seat=1, accept=True), 0)
    play(match, "c3-b3", "b3-a3")

    assert not match.is_over
    assert match.judge is not None
    assert match.judge.progress(match.position)[1].words == "Babies out: 1 of 1"


def test_a_match_without_a_mission_says_nothing_of_one_in_its_log() -> None:
    match = new_match(GAME, seed=1)

    assert match.judge is None
    assert b"mission" not in file.write(match)


def mission(name: str) -> Mission:
    scene, easy = Scene("p", "w"), Difficulty("novice", add="reserve=1")
    hard = Difficulty("expert", last_round=3, goal=(HELD,))
    return Mission(
        id=name, title="T", seat=0, side="Raptor", task="Do.", before=scene, won=scene, lost=scene, goal=(OUT,),
        position="one/\ntwo\n", last_round=9, easy=easy, normal=easy, hard=hard,
    )  # fmt: skip


def test_a_difficulty_changes_the_position_and_the_terms() -> None:
    first = mission("a")

    assert first.position_at("easy") == "one/two reserve=1"
    assert (first.terms_at("easy").goal, first.terms_at("easy").last_round) == ((OUT,), 9)
    assert (first.terms_at("hard").goal, first.terms_at("hard").last_round) == ((HELD,), 3)
    with pytest.raises(UnknownMission, match="easy, normal, hard"):
        first.at("absurd")


def test_missions_open_one_after_another() -> None:
    first, second, third = mission("a"), mission("b"), mission("c")
    campaign = Campaign("C", "", (first, second, third))

    assert [campaign.is_open(each, {}) for each in campaign.mission] == [True, False, False]
    assert [campaign.is_open(each, {"a": {"easy": 1}}) for each in campaign.mission] == [True, True, False]
    with pytest.raises(UnknownMission):
        campaign.find("d")


def test_a_game_without_a_file_has_no_missions() -> None:
    assert campaign_of(registry.load("connect_four")).mission == ()
