"""What a profile shows beyond results: achievements, streaks and ratings over time."""

import asyncio
from collections.abc import Sequence
from itertools import groupby
from typing import Any

import msgspec
from litestar import Request, Response, get

from parlour.core import registry
from parlour.match.achievements import GENERAL, achievements_of, stored_id
from parlour.match.people_ports import Earned, RatingPoint
from parlour.server.errors import UnknownPerson
from parlour.server.routes.people import ALL, REFUSALS, Name
from parlour.server.services import InjectedServices, Services
from parlour.server.web import answer, identify

MOST_POINTS = 365  # of a rating graph: the last days with a rated match


class AchievementInfo(msgspec.Struct, frozen=True):
    """Something to reach, and whether it was."""

    id: str
    game: str  # "all": in any game
    title: str
    task: str  # what to do
    lesson: str  # what it teaches
    earned_ms: int | None  # None: not yet
    match: str | None  # that earned it, if I may see it


class StreakInfo(msgspec.Struct, frozen=True):
    """What was done in a row."""

    wins: int  # up to now
    best_wins: int
    days: int  # with a match, up to today; by UTC
    best_days: int


class RatingHistory(msgspec.Struct, frozen=True):
    """The rating in a game, after the last rated match of each day."""

    game: str
    at_ms: list[int]
    ratings: list[int]


class AccuracyInfo(msgspec.Struct, frozen=True):
    """How accurate somebody was in a game, over all matches that were analysed."""

    game: str
    mean: int  # in percent
    matches: int


class Progress(msgspec.Struct, frozen=True):
    """What a person has reached beyond results."""

    accuracy: list[AccuracyInfo]  # only of games of which matches were analysed
    streaks: StreakInfo
    ratings: list[RatingHistory]
    achievements: list[AchievementInfo]  # general ones first, then by game


@get("/api/people/{name:str}/progress", scope="watch", responses=REFUSALS)
async def progress(name: Name, services: InjectedServices) -> Progress:
    """Return the achievements, streaks and ratings over time of a person with an account."""
    found = await asyncio.to_thread(services.standings.account_called, name)
    if found is None:
        raise UnknownPerson(f"Nobody is called {name}.")
    return await asyncio.to_thread(_progress, services, found[0], False)


@get("/api/me/progress", scope="watch")
async def my_progress(request: Request[Any, Any, Any], services: InjectedServices) -> Response[Progress]:
    """Return my achievements, streaks and ratings over time, also as a guest."""
    visitor = await identify(request)
    return answer(services, await asyncio.to_thread(_progress, services, visitor.identity, True), visitor)


def _progress(services: Services, identity: str, is_own: bool) -> Progress:
    reached, now_ms = services.reached, services.clock.wall_ms()
    streaks, earned = reached.streaks(identity), reached.achievements(identity)
    matches = [each.match for each in earned]
    shown = set(matches) if is_own else services.standings.public_among(matches)
    return Progress(
        [AccuracyInfo(each.game, round(each.mean), each.matches) for each in reached.accuracy(identity)],
        StreakInfo(streaks.wins, streaks.best_wins, streaks.days_now(now_ms), streaks.best_days),
        _histories(reached.rating_history(identity)),
        _achievements({each.id: each for each in earned}, shown),
    )


def _histories(points: Sequence[RatingPoint]) -> list[RatingHistory]:
    by_game = [(game, [*mine][-MOST_POINTS:]) for game, mine in groupby(points, key=lambda point: point.game)]
    return [
        RatingHistory(game, [point.at_ms for point in mine], [round(point.rating) for point in mine])
        for game, mine in by_game
    ]


def _achievements(earned: dict[str, Earned], shown: set[str]) -> list[AchievementInfo]:
    every = [(each.id, ALL, each.title, each.task, each.lesson) for each in GENERAL]
    for game in registry.game_ids():
        every += [
            (stored_id(game, each.id), game, each.title, each.task, each.lesson) for each in achievements_of(game)
        ]
    return [_achievement(words, earned.get(words[0]), shown) for words in every]


def _achievement(words: tuple[str, str, str, str, str], earned: Earned | None, shown: set[str]) -> AchievementInfo:
    match = earned.match if earned and earned.match in shown else None
    return AchievementInfo(*words, earned and earned.at_ms, match)


ROUTES = [progress, my_progress]
