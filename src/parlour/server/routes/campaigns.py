"""Campaigns: the missions of a game, what the visitor has earned, and a match for a mission."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter

from parlour.core import registry
from parlour.match.campaign import DIFFICULTIES, Earned, Mission, Scene
from parlour.server.campaigns import Progress
from parlour.server.messages import Word
from parlour.server.problem import Problem
from parlour.server.routes.matches import Joined, joined
from parlour.server.services import InjectedServices
from parlour.server.visitor import ANYBODY
from parlour.server.web import answer, identify, payer_of

AnyRequest = Request[Any, Any, Any]
GameId = Annotated[str, Parameter(max_length=50)]
MissionId = Annotated[str, Parameter(max_length=60)]
UNKNOWN = ResponseSpec(Problem, description="There is no such mission.")
LOCKED = ResponseSpec(Problem, description="The mission before it has not been won.")


class DifficultyInfo(msgspec.Struct, frozen=True):
    """A difficulty of a mission."""

    id: str  # "easy", "normal", "hard"
    level: str  # of the computer
    last_round: int | None  # after which it is lost; None: there is no such round
    stars: int  # that I have earned; 0: not won yet


class SceneInfo(msgspec.Struct, frozen=True):
    """A moment of the story."""

    picture: str  # that the client of the game draws
    words: str


class MissionInfo(msgspec.Struct, frozen=True):
    """A mission."""

    id: str
    title: str
    seat: int  # mine
    side: str  # what I play
    task: str  # the goal in a sentence
    tip: str
    before: SceneInfo
    won: SceneInfo
    lost: SceneInfo
    star_words: list[str]  # what earns the second and the third star
    difficulties: list[DifficultyInfo]
    is_open: bool  # it can be played: the one before it is won


class CampaignInfo(msgspec.Struct, frozen=True):
    """The campaign of a game, and how far I am."""

    game: str
    title: str
    words: str
    missions: list[MissionInfo]


class MissionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mission to be played."""

    difficulty: Literal["easy", "normal", "hard"] = "normal"
    instead_of: Word = ""  # the match of an earlier try, which is resigned


@get("/api/campaigns/{game_id:str}", scope=ANYBODY, responses={404: UNKNOWN})
async def show_campaign(game_id: GameId, request: AnyRequest, services: InjectedServices) -> Response[CampaignInfo]:
    """Return the campaign of a game, with what I have earned."""
    visitor, game = await identify(request), registry.load(game_id)
    services.games.want(game_id)
    progress = await services.campaigns.progress(game, visitor.identity)
    title, words = progress.campaign.title, progress.campaign.words
    missions = [_show(mission, progress) for mission in progress.campaign.mission]
    return answer(services, CampaignInfo(game.id, title, words, missions), visitor)


def _show(mission: Mission, progress: Progress) -> MissionInfo:
    return MissionInfo(
        id=mission.id,
        title=mission.title,
        seat=mission.seat,
        side=mission.side,
        task=mission.task,
        tip=mission.tip,
        before=_scene(mission.before),
        won=_scene(mission.won),
        lost=_scene(mission.lost),
        star_words=[star.words for star in mission.star],
        difficulties=[_difficulty(mission, name, progress.earned) for name in DIFFICULTIES],
        is_open=progress.campaign.is_open(mission, progress.earned),
    )


def _scene(scene: Scene) -> SceneInfo:
    return SceneInfo(scene.picture, scene.words)


def _difficulty(mission: Mission, name: str, earned: Earned) -> DifficultyInfo:
    last_round = mission.terms_at(name).last_round
    return DifficultyInfo(name, mission.at(name).level, last_round, earned.get(mission.id, {}).get(name, 0))


@post("/api/campaigns/{game_id:str}/{mission_id:str}", scope="challenge", responses={404: UNKNOWN, 409: LOCKED})
async def play_mission(
    game_id: GameId,
    mission_id: MissionId,
    data: JSONBody[MissionRequest],
    request: AnyRequest,
    services: InjectedServices,
) -> Response[Joined]:
    """Start a mission: a match against the computer that ends when the mission is won or lost."""
    visitor, game = await identify(request), registry.load(game_id)
    mission = await services.campaigns.mission(game, mission_id, visitor.identity)
    services.games.check_ready(game_id)
    await payer_of(request, visitor).count_match()
    if data.instead_of:
        await services.campaigns.give_up(data.instead_of, visitor.identity)
    live = await services.campaigns.play(game, mission, data.difficulty, visitor)
    return answer(services, joined(live, visitor.identity), visitor)


ROUTES = [show_campaign, play_mission]
