"""What a table shows of the mission that its match is judged by."""

import msgspec

from parlour.match import events as ev
from parlour.match.campaign import campaign_of
from parlour.match.errors import UnknownMission
from parlour.match.match import Match
from parlour.match.mission import GoalLine


class MissionNow(msgspec.Struct, frozen=True):
    """A mission, and how far it is."""

    id: str
    difficulty: str
    title: str  # empty where the campaign has it no more, as the task
    task: str  # the goal in a sentence
    lines: list[GoalLine]
    stars: int | None  # None while it goes on; 0: it was lost


def mission_now(match: Match) -> MissionNow | None:
    """Return the mission of a match; None where it has none."""
    if match.judge is None:
        return None
    terms = match.judge.terms
    title, task = "", ""
    try:
        mission = campaign_of(match.game).find(terms.mission)
        title, task = mission.title, mission.task
    except UnknownMission:
        pass  # the match outlives its campaign
    lines = match.judge.progress(match.position)
    return MissionNow(terms.mission, terms.difficulty, title, task, lines, _stars(match))


def _stars(match: Match) -> int | None:
    ended = next((event for event in reversed(match.events) if isinstance(event, ev.Ended)), None)
    if ended is None or not match.is_over:
        return None
    return ended.stars if isinstance(ended.stars, int) else 0
