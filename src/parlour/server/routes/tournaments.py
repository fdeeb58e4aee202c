"""Tournaments: listed, made, joined and followed."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter, QueryParameter

from parlour.core.errors import ParlourError
from parlour.match.tournament.decide import check_may_join
from parlour.match.tournament.events import Format, Plan
from parlour.match.tournament.port import PersonalResult
from parlour.match.tournament.tournament import RUNNING, WAITING
from parlour.server.limits import MOST
from parlour.server.live_tournament import LiveTournament
from parlour.server.messages import Word
from parlour.server.problem import Problem
from parlour.server.routes.people import REFUSALS, Name, find_person
from parlour.server.services import InjectedServices, Services
from parlour.server.tournament_views import TournamentInfo, TournamentSummary, encoded_info, summary
from parlour.server.visitor import Visitor
from parlour.server.web import answer, identify, payer_of

Title = Annotated[str, msgspec.Meta(max_length=100)]  # before it is brought into its form
Small = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Time = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
TournamentId = Annotated[str, Parameter(max_length=50)]
Since = Annotated[int | None, QueryParameter(ge=0, le=2**31, description="The version that the client has.")]
UNKNOWN = {404: ResponseSpec(Problem, description="There is no such tournament.")}


class TournamentRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be made."""

    format: Format
    game: Word
    pace: Word
    title: Title = ""  # empty: made from the game and the format
    options: dict[str, int | str] = {}
    is_rated: bool = False  # only accounts can join
    is_public: bool = True  # listed; otherwise known by its link only
    minutes: Small = 0  # of an arena
    rounds: Small = 0  # of a Swiss tournament
    starts_ms: Time | None = None
    start_when: Small | None = None  # this number of people have joined; without both, the host starts it
    level: Word | None = None  # of the computers that take part
    num_computers: Small = 0  # 0 with a level: one stands in when the number of players is odd


class TournamentMade(msgspec.Struct, frozen=True):
    """A new tournament."""

    id: str


class TournamentLists(msgspec.Struct, frozen=True):
    """The tournaments that a visitor may know of."""

    now_ms: int  # of the server's clock
    mine: list[TournamentSummary]  # not over, and I host them or play in them, private ones too
    running: list[TournamentSummary]
    waiting: list[TournamentSummary]
    past: list[TournamentSummary]


class MyTournament(msgspec.Struct, frozen=True):
    """My part in a tournament."""

    player: int | None  # my number; None: I have not joined
    is_paused: bool
    is_absent: bool  # paused, because I did not come to a match
    match: str | None  # that I am to play now
    opponent: str | None  # in it
    is_host: bool
    why_not_join: str  # empty when I can join


class TournamentNow(msgspec.Struct, frozen=True):
    """A tournament as it stands."""

    version: int
    now_ms: int  # of the server's clock
    tournament: TournamentInfo | None  # None: nothing has changed since the version that the client has
    me: MyTournament


class PersonTournament(msgspec.Struct, frozen=True):
    """A tournament in a profile."""

    id: str
    title: str
    game: str
    format: str
    place: int | None  # None: it goes on, or they did not play
    num_players: int
    points: int
    ended_ms: int | None


@get("/api/tournaments", scope="watch")
async def tournaments(request: Request[Any, Any, Any], services: InjectedServices) -> Response[TournamentLists]:
    """List the tournaments: mine, running, to come, and over."""
    visitor, open_ones = await identify(request), services.tournaments.open
    mine = [live for live in open_ones if _is_mine(live, visitor)]
    public = [live for live in open_ones if live.tournament.plan.is_public]
    lists = TournamentLists(
        now_ms=services.clock.wall_ms(),
        mine=_listed(mine),
        running=_listed([live for live in public if live.tournament.state == RUNNING]),
        waiting=_listed([live for live in public if live.tournament.state == WAITING]),
        past=_listed(await services.tournaments.past()),
    )
    return answer(services, lists, visitor)


def _listed(found: list[LiveTournament]) -> list[TournamentSummary]:
    return [summary(live) for live in found[: MOST["listed"].number]]


def _is_mine(live: LiveTournament, visitor: Visitor) -> bool:
    number = live.number_of(visitor.identity)
    has_joined = number is not None and not live.tournament.players[number].is_paused
    return has_joined or live.roster.host.identity == visitor.identity


@post("/api/tournaments", scope="challenge")
async def create_tournament(
    data: JSONBody[TournamentRequest], request: Request[Any, Any, Any], services: InjectedServices
) -> Response[TournamentMade]:
    """Make a tournament; its host need not play."""
    visitor = await identify(request)
    await services.limits.count(("host", visitor.identity), ("host_from", payer_of(request, visitor).address))
    fields = {name: getattr(data, name) for name in data.__struct_fields__ if name != "title"}
    live = await services.tournaments.create(visitor, data.title, Plan(**fields))
    return answer(services, TournamentMade(live.id), visitor)


@get("/api/tournaments/{tournament_id:str}", scope="watch", responses=UNKNOWN)
async def tournament(
    tournament_id: TournamentId, request: Request[Any, Any, Any], services: InjectedServices, since: Since = None
) -> Response[TournamentNow]:
    """Return a tournament as it stands. A player who asks at least every 5 seconds waits to be paired."""
    visitor = await identify(request)
    live = await services.tournaments.find(tournament_id)
    services.tournaments.note_here(live, visitor.identity)
    return answer(services, _now(services, live, visitor, since), visitor)


def _now(services: Services, live: LiveTournament, visitor: Visitor, since: int | None = None) -> TournamentNow:
    version = live.tournament.version
    # The part that is the same for everyone is encoded once for each version.
    shared: Any = None if since == version else msgspec.Raw(encoded_info(live))
    return TournamentNow(version, live.time.now_ms(), shared, _mine(services, live, visitor))


def _mine(services: Services, live: LiveTournament, visitor: Visitor) -> MyTournament:
    number, is_host = live.number_of(visitor.identity), live.roster.host.identity == visitor.identity
    if number is None:
        return MyTournament(None, False, False, None, None, is_host, _why_not_join(live))
    player, pairing = live.tournament.players[number], services.tournaments.match_of(live, number)
    opponent = None
    if pairing is not None:
        first, second = pairing.pair.players
        opponent = live.roster.players[second if first == number else first].name
    match = None if pairing is None else pairing.match
    why_not = "" if live.tournament.is_open else "The tournament is over."
    return MyTournament(number, player.is_paused, player.is_absent, match, opponent, is_host, why_not)


def _why_not_join(live: LiveTournament) -> str:
    try:
        check_may_join(live.tournament)
    except ParlourError as refusal:
        return str(refusal)
    return ""


@dataclass(frozen=True)
class Entry:
    """A tournament, and the visitor who wants to change something in it."""

    services: Services
    live: LiveTournament
    visitor: Visitor

    async def after(self, change: Callable[[LiveTournament, Visitor], Awaitable[None]]) -> Response[TournamentNow]:
        """Make a change, and answer with the tournament after it."""
        await change(self.live, self.visitor)
        return answer(self.services, _now(self.services, self.live, self.visitor), self.visitor)


async def _enter(tournament_id: TournamentId, request: Request[Any, Any, Any], services: InjectedServices) -> Entry:
    visitor = await identify(request)
    await services.limits.count(("enter", visitor.identity))
    return Entry(services, await services.tournaments.find(tournament_id), visitor)


_change = partial(post, status_code=200, scope="challenge", responses=UNKNOWN, dependencies={"entry": Provide(_enter)})


@_change("/api/tournaments/{tournament_id:str}/join")
async def join_tournament(entry: NamedDependency[Entry]) -> Response[TournamentNow]:
    """Take part in a tournament, or come back to it."""
    return await entry.after(entry.services.tournaments.join)


@_change("/api/tournaments/{tournament_id:str}/leave")
async def leave_tournament(entry: NamedDependency[Entry]) -> Response[TournamentNow]:
    """Get no more matches in a tournament; the one that is being played goes on."""
    return await entry.after(entry.services.tournaments.leave)


@_change("/api/tournaments/{tournament_id:str}/start")
async def start_tournament(entry: NamedDependency[Entry]) -> Response[TournamentNow]:
    """Start my tournament now."""
    return await entry.after(entry.services.tournaments.start)


@_change("/api/tournaments/{tournament_id:str}/cancel")
async def cancel_tournament(entry: NamedDependency[Entry]) -> Response[TournamentNow]:
    """Cancel my tournament before it starts."""
    return await entry.after(entry.services.tournaments.cancel)


@get("/api/people/{name:str}/tournaments", scope="watch", responses=REFUSALS)
async def tournaments_of(name: Name, services: InjectedServices) -> list[PersonTournament]:
    """List the public tournaments of a person, the last ones first."""
    identity, _ = await find_person(services.standings, name)
    return [_personal(each) for each in await services.tournaments.results_of(identity, with_private=False)]


@get("/api/me/tournaments", scope="watch")
async def my_tournaments(
    request: Request[Any, Any, Any], services: InjectedServices
) -> Response[list[PersonTournament]]:
    """List my tournaments, the last ones first."""
    visitor = await identify(request)
    found = await services.tournaments.results_of(visitor.identity, with_private=True)
    return answer(services, [_personal(each) for each in found], visitor)


def _personal(result: PersonalResult) -> PersonTournament:
    plan = msgspec.json.decode(result.plan, type=Plan)
    return PersonTournament(
        result.tournament, result.title, plan.game, plan.format, result.place, result.num_players, result.points,
        result.ended_ms,
    )  # fmt: skip


ROUTES = [
    tournaments,
    create_tournament,
    tournament,
    join_tournament,
    leave_tournament,
    start_tournament,
    cancel_tournament,
    tournaments_of,
    my_tournaments,
]
