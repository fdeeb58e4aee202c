"""People: what they have reached, what they have played, and who leads."""

import asyncio
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from litestar import Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery, PathParameter, QueryParameter

from parlour.core import registry
from parlour.core.game import Game
from parlour.match.accounts import DELETED
from parlour.match.ending import short_ending
from parlour.match.experience import Level
from parlour.match.ports import Results
from parlour.match.results import (
    OVERALL,
    PAGE,
    PLAYED,
    Entry,
    Filters,
    Opponent,
    Order,
    PrivateRecord,
    RatingNow,
    Standing,
)
from parlour.match.seating import GUEST
from parlour.server.errors import BadMessage, UnknownPerson
from parlour.server.identity import guest_name
from parlour.server.naming import computer_name
from parlour.server.problem import Problem
from parlour.server.services import InjectedServices, Services
from parlour.server.web import answer, identify

MOST_ENTRIES = 50  # on a page
ALL = "all"  # games together, in an address
LAST_MS = 2**53  # no later time is asked for
BEFORE = r"^[0-9]{1,16}\.[A-Za-z0-9_-]{1,50}$"

Name = Annotated[str, PathParameter(min_length=1, max_length=50, description="The name of an account.")]
GameOrAll = Annotated[str, PathParameter(min_length=1, max_length=50, description='The id of a game, or "all".')]
Word = Annotated[str | None, QueryParameter(min_length=1, max_length=50)]
Time = Annotated[int | None, QueryParameter(ge=0, le=LAST_MS, description="Milliseconds since 1970.")]
Before = Annotated[str | None, QueryParameter(pattern=BEFORE, description="From the page before.")]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_ENTRIES)]

BAD = ResponseSpec(Problem, description="Something cannot be read.")
UNKNOWN = ResponseSpec(Problem, description="No account has this name.")
REFUSALS = {400: BAD, 404: UNKNOWN}


class RatingInfo(msgspec.Struct, frozen=True):
    """A Glicko-2 rating today."""

    rating: int
    deviation: int
    matches: int
    is_provisional: bool  # it says little yet


class StandingInfo(msgspec.Struct, frozen=True):
    """What a person has reached in a game."""

    game: str  # "all": all games together
    level: int
    points: int  # towards the next level
    needed: int  # for the next level, from this one
    matches: int
    wins: int
    rating: RatingInfo | None


class Profile(msgspec.Struct, frozen=True):
    """What everyone may know of a person."""

    name: str
    overall: StandingInfo
    games: list[StandingInfo]


class PrivateRecordInfo(msgspec.Struct, frozen=True):
    """What only the person concerned is shown."""

    game: str
    drawn: int
    lost: int


class OwnProfile(msgspec.Struct, frozen=True):
    """What a person may know of themselves."""

    profile: Profile
    private_records: list[PrivateRecordInfo]


class EntryInfo(msgspec.Struct, frozen=True):
    """A match in a history."""

    match: str | None  # None: it is private, and I did not play in it
    seat: int
    game: str
    pace: str
    opponent: str  # its name; empty against oneself
    level: str | None  # of a computer
    result: str  # "won", "drawn", "lost" or, against oneself, "played"
    reason: str
    ending: str  # the reason in a few words
    experience: int
    rating_change: int | None
    num_actions: int
    started_ms: int
    ended_ms: int


class PageInfo(msgspec.Struct, frozen=True):
    """Some matches, newest first."""

    entries: list[EntryInfo]
    before: str | None  # ask with this for the next page; None: this is the last


class LeaderInfo(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    place: int
    name: str
    level: int
    wins: int
    rating: RatingInfo | None


class HistoryQuery(NamedTuple):
    """Which part of a history is asked for."""

    filters: Filters
    opponent_name: str | None
    before: tuple[int, str] | None
    limit: int


def read_query(
    game: Word = None,
    opponent: FromQuery[Opponent | None] = None,
    opponent_name: Word = None,
    level: Word = None,
    from_ms: Time = None,
    to_ms: Time = None,
    is_rated: FromQuery[bool | None] = None,
    before: Before = None,
    limit: Limit = PAGE,
) -> HistoryQuery:
    """Read the query of a history."""
    filters = Filters(game=game, opponent=opponent, level=level, from_ms=from_ms, to_ms=to_ms, is_rated=is_rated)
    ended_ms, _, match = (before or "").partition(".")
    return HistoryQuery(filters, opponent_name, (int(ended_ms), match) if before else None, limit)


HISTORY = {"history_query": Provide(read_query, sync_to_thread=False)}


@get("/api/people/{name:str}", scope="watch", responses=REFUSALS)
async def profile(name: Name, services: InjectedServices) -> Profile:
    """Return what a person with an account has reached."""
    identity, written = await find_person(services.standings, name)
    return _profile(written, await asyncio.to_thread(services.standings.profile, identity, _now_ms(services)))


@get("/api/people/{name:str}/history", scope="watch", dependencies=HISTORY, responses=REFUSALS)
async def history(
    name: Name,
    request: Request[Any, Any, Any],
    services: InjectedServices,
    history_query: NamedDependency[HistoryQuery],
    result: FromQuery[Literal["won", "drawn"] | None] = None,
) -> PageInfo:
    """List what a person with an account has played; of private matches of others it tells no id."""
    identity, _ = await find_person(services.standings, name)
    viewer = (await identify(request)).identity
    return await _history(services.standings, identity, history_query, result, viewer)


@get("/api/me/profile", scope="watch")
async def my_profile(request: Request[Any, Any, Any], services: InjectedServices) -> Response[OwnProfile]:
    """Return what I have reached, also as a guest."""
    visitor = await identify(request)
    standings = await asyncio.to_thread(services.standings.profile, visitor.identity, _now_ms(services))
    private_records: dict[str, PrivateRecord] = await asyncio.to_thread(
        services.standings.private_records, visitor.identity
    )
    told = [PrivateRecordInfo(game or ALL, *counts) for game, counts in sorted(private_records.items())]
    return answer(services, OwnProfile(_profile(visitor.name, standings), told), visitor)


@get("/api/me/history", scope="watch", dependencies=HISTORY, responses=REFUSALS)
async def my_history(
    request: Request[Any, Any, Any],
    services: InjectedServices,
    history_query: NamedDependency[HistoryQuery],
    result: FromQuery[Literal["won", "drawn", "lost", "played"] | None] = None,
) -> Response[PageInfo]:
    """List what I have played, also as a guest."""
    visitor = await identify(request)
    return answer(
        services, await _history(services.standings, visitor.identity, history_query, result, visitor.identity), visitor
    )


@get("/api/leaders/{game:str}", scope="watch", responses={400: BAD})
async def leaders(
    game: GameOrAll, services: InjectedServices, by: FromQuery[Order] = "level", limit: Limit = PAGE
) -> list[LeaderInfo]:
    """List who leads in a game, or in all together: by level, by wins or by rating."""
    if game == ALL and by == "rating":
        raise BadMessage("Ratings are for one game each; ask for the leaders of a game.")
    within = OVERALL if game == ALL else registry.load(game).id
    found = await asyncio.to_thread(services.standings.leaders, within, by, _now_ms(services), limit)
    return [
        LeaderInfo(place, leader.name, leader.level, leader.wins, _rating(leader.rating))
        for place, leader in enumerate(found, 1)
    ]


def _now_ms(services: Services) -> int:
    return services.clock.wall_ms()


async def find_person(standings: Results, name: str) -> tuple[str, str]:
    """Return the identity and the name of an account.

    Raises:
        UnknownPerson
    """
    found = await asyncio.to_thread(standings.account_called, name)
    if found is None:
        raise UnknownPerson(f"Nobody is called {name}.")
    return found


async def _history(standings: Results, identity: str, query: HistoryQuery, result: str | None, viewer: str) -> PageInfo:
    filters = query.filters._replace(result=result)
    if query.opponent_name is not None:
        filters = filters._replace(other=(await find_person(standings, query.opponent_name))[0])
    page = await asyncio.to_thread(standings.history, identity, filters, query.before, query.limit)
    before = None if page.after is None else f"{page.after[0]}.{page.after[1]}"
    public = await asyncio.to_thread(standings.public_among, [entry.match for entry in page.entries])
    told = [_entry(each, each.match in public or viewer in (identity, each.other)) for each in page.entries]
    return PageInfo(told, before)


def _entry(entry: Entry, is_admitted: bool) -> EntryInfo:
    change = entry.rating_change
    return EntryInfo(
        match=entry.match if is_admitted else None,
        seat=entry.seat,
        game=entry.game,
        pace=entry.pace,
        opponent=_opponent(entry),
        level=entry.level,
        result=entry.result,
        reason=entry.reason,
        ending=short_ending(_game(entry.game), entry.reason),
        experience=entry.experience,
        rating_change=None if change is None else round(change),
        num_actions=entry.num_actions,
        started_ms=entry.started_ms,
        ended_ms=entry.ended_ms,
    )


def _game(game_id: str) -> Game | None:
    return registry.load(game_id) if game_id in registry.game_ids() else None


def _opponent(entry: Entry) -> str:
    if entry.result == PLAYED:
        return ""
    if entry.other is None:
        return computer_name(entry.level or "")
    return guest_name(entry.other) if entry.other.startswith(GUEST) else entry.other_name or DELETED


def _profile(name: str, standings: list[Standing]) -> Profile:
    overall, *games = map(_standing, standings)
    return Profile(name, overall, games)


def _standing(standing: Standing) -> StandingInfo:
    level: Level = standing.level
    return StandingInfo(
        standing.game or ALL, *level, standing.matches, standing.wins, _rating(standing.rating)
    )  # fmt: skip


def _rating(rating: RatingNow | None) -> RatingInfo | None:
    if rating is None:
        return None
    return RatingInfo(round(rating.rating), round(rating.deviation), rating.num, rating.is_provisional)


ROUTES = [profile, history, my_profile, my_history, leaders]
