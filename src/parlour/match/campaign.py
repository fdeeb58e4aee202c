"""Campaigns: a story of missions for one player, as data in a game's folder, `campaign.toml`."""

import tomllib
from collections.abc import Mapping
from concurrent.futures import Future
from functools import cache
from importlib import resources
from typing import Annotated, Protocol

import msgspec
from msgspec import Meta

from parlour.core.errors import BrokenGame
from parlour.core.game import Game
from parlour.core.level import LEVEL_NAMES
from parlour.core.reading import shown
from parlour.match.errors import UnknownMission
from parlour.match.mission import Condition, Terms

FILE = "campaign.toml"
DIFFICULTIES = ("easy", "normal", "hard")
MOST_STARS = 3
Earned = Mapping[str, Mapping[str, int]]  # stars by mission and difficulty


class Scene(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of the story."""

    picture: str  # a name that the board of the game knows how to draw
    words: str


class Difficulty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What differs between the difficulties of a mission."""

    level: str  # of the computer
    add: str = ""  # to the text of the position
    last_round: int | None = None  # instead of that of the mission, as what follows
    goal: tuple[Condition, ...] = ()
    fail: tuple[Condition, ...] = ()


class Mission(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position with goals for one seat, and its part of the story."""

    id: str
    title: str
    seat: Annotated[int, Meta(ge=0, le=1)]
    side: str  # what the seat plays
    task: str  # the goal in a sentence
    tip: str = ""
    before: Scene
    won: Scene
    lost: Scene
    position: str  # in notation; where a line ends with a slash, it goes on in the next one
    goal: tuple[Condition, ...]
    fail: tuple[Condition, ...] = ()
    last_round: int | None = None
    star: Annotated[tuple[Condition, ...], Meta(max_length=MOST_STARS - 1)] = ()
    easy: Difficulty
    normal: Difficulty
    hard: Difficulty

    def at(self, difficulty: str) -> Difficulty:
        """Return what a difficulty changes.

        Raises:
            UnknownMission: there is no such difficulty.
        """
        if difficulty not in DIFFICULTIES:
            raise UnknownMission(f"The difficulties are {', '.join(DIFFICULTIES)}, not {shown(difficulty)}.")
        found: Difficulty = getattr(self, difficulty)
        return found

    def position_at(self, difficulty: str) -> str:
        """Return where the mission begins, in notation."""
        one_line = self.position.strip().replace("/\n", "/")
        return f"{one_line} {self.at(difficulty).add}".strip()

    def terms_at(self, difficulty: str) -> Terms:
        """Return what the mission is judged by."""
        own = self.at(difficulty)
        last_round = self.last_round if own.last_round is None else own.last_round
        return Terms(
            self.id, difficulty, self.seat, own.goal or self.goal, own.fail or self.fail, last_round, self.star
        )


class Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The missions of a game, in the order in which they open."""

    title: str = ""
    words: str = ""
    mission: tuple[Mission, ...] = ()

    def find(self, mission_id: str) -> Mission:
        """Return a mission by its id.

        Raises:
            UnknownMission: there is none.
        """
        found = next((mission for mission in self.mission if mission.id == mission_id), None)
        if found is None:
            raise UnknownMission(f"There is no mission {shown(mission_id)} here.")
        return found

    def is_open(self, mission: Mission, earned: Earned) -> bool:
        """Return whether a person with these stars may play a mission: the first, or one that follows a won one."""
        number = self.mission.index(mission)
        return number == 0 or any(earned.get(self.mission[number - 1].id, {}).values())


@cache
def campaign_of(game: Game) -> Campaign:
    """Read the campaign of a game; a game without a file has one without missions.

    Raises:
        BrokenGame: the file cannot be read; the sentence says where.
    """
    path = resources.files(game.package) / FILE
    if not path.is_file():
        return Campaign()
    try:
        campaign = msgspec.convert(tomllib.loads(path.read_text("utf8")), Campaign)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BrokenGame(f"{game.id}: {FILE} cannot be read: {error}.") from None
    levels = {mission.at(difficulty).level for mission in campaign.mission for difficulty in DIFFICULTIES}
    if len({mission.id for mission in campaign.mission}) < len(campaign.mission) or levels - set(LEVEL_NAMES):
        raise BrokenGame(f"{game.id}: {FILE} has two missions of one id, or an unknown level.")
    return campaign


class CampaignProgress(Protocol):
    """Stores the most stars that each person has earned; a finished match adds its own by itself."""

    def earned(self, identity: str, game: str) -> Earned:
        """Return the stars of a person in the campaign of a game."""
        ...

    def copy(self, guest: str, identity: str) -> "Future[None]":
        """Copy the stars of a guest to a person, where those are more."""
        ...
