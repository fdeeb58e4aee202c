"""The campaign can be won and lost: missions are played again by the rules, and nobody wins the last one by chance."""

import re
from pathlib import Path

import pytest

from parlour.core import registry
from parlour.core.contract import SEATS
from parlour.core.position import start
from parlour.match.campaign import DIFFICULTIES, MOST_STARS, Mission, campaign_of
from parlour.match.mission import Judge
from tools.campaign import has_won, play_mission, replay_win

GAME = registry.load("raptor")
CAMPAIGN = campaign_of(GAME)
MISSIONS = pytest.mark.parametrize("mission", CAMPAIGN.mission, ids=lambda mission: mission.id)
SCENES = Path(__file__).parents[5] / "web/src/games/raptor/scenes.ts"
FEWEST = 10
LONGEST_WORDS = 420
LONGEST_TASK = 130
TRIES = 10


def test_there_are_at_least_ten_missions_and_both_sides_are_played() -> None:
    assert len(CAMPAIGN.mission) >= FEWEST
    assert {mission.seat for mission in CAMPAIGN.mission} == set(SEATS)


@MISSIONS
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_a_mission_begins_undecided_with_its_player_at_the_named_side(mission: Mission, difficulty: str) -> None:
    position = start(GAME, 1, text=mission.position_at(difficulty))
    judge = Judge(GAME, mission.terms_at(difficulty), position)

    assert judge.verdict(position) is None
    assert position.seen_by().side_names()[mission.seat] == mission.side
    assert judge.progress(position)
    assert judge.stars(position) <= MOST_STARS


@MISSIONS
def test_the_words_of_a_mission_are_short_and_its_pictures_are_drawn(mission: Mission) -> None:
    drawn = set(re.findall(r"^  (\w+): \{$", SCENES.read_text(), re.MULTILINE))

    assert len(mission.task) <= LONGEST_TASK
    assert len(mission.star) == MOST_STARS - 1
    assert all(star.words.endswith(".") for star in mission.star)
    for scene in (mission.before, mission.won, mission.lost):
        assert 0 < len(scene.words) <= LONGEST_WORDS
        assert scene.picture in drawn


@MISSIONS
def test_a_mission_is_won_at_the_easiest_difficulty(mission: Mission) -> None:
    assert has_won(replay_win(GAME, mission)), "run `python -m tools.campaign record raptor`"


@pytest.mark.parametrize(
    "difficulty",
    [each if each != DIFFICULTIES[-1] else pytest.param(each, marks=pytest.mark.long) for each in DIFFICULTIES],
)
def test_random_actions_lose_the_last_mission_nine_times_of_ten(difficulty: str) -> None:
    last = CAMPAIGN.mission[-1]
    won = [has_won(play_mission(GAME, last, difficulty, "random", seed, seed)) for seed in range(1, TRIES + 1)]

    assert sum(won) <= TRIES // 10
