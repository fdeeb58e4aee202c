"""Matches: made, looked up, joined, and downloaded."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, Parameter, QueryParameter

from parlour.core.level import LEVEL_NAMES
from parlour.match import file
from parlour.match.accounts import fold_name
from parlour.match.seating import COMPUTER, OPEN, PERSON, Seat, read_seating
from parlour.match.stored import StoredMatch
from parlour.server.errors import BadMessage, BadName, MatchParked, NeedsAccount, NotOver
from parlour.server.identity import is_account
from parlour.server.live_match import LiveMatch
from parlour.server.messages import Word
from parlour.server.naming import OPEN_NAME, clean_name, computer_name
from parlour.server.next_matches import join_with_options
from parlour.server.payer import charged
from parlour.server.problem import Problem
from parlour.server.services import InjectedServices
from parlour.server.visitor import Visitor
from parlour.server.web import answer, identify, payer_of

SHORTEST_AT_TABLE = 1  # of a name that counts only there
MatchId = Annotated[str, Parameter(max_length=50)]
Invitation = Annotated[str, QueryParameter(max_length=200, description="From the link of a private match.")]
Name = Annotated[str, msgspec.Meta(max_length=60)]  # before it is brought into its form
Position = Annotated[str, msgspec.Meta(max_length=4000)]
ENDED = b'"event":{"type":"ended",'  # in the line of the event that ends a match; in a string JSON escapes the quotes
UNKNOWN = ResponseSpec(Problem, description="There is no such match.")


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to take a seat."""

    kind: Literal["me", "computer", "open"]
    level: Word | None = None  # of a computer
    name: Name | None = None  # what I am called on this seat, where both are mine: two people on one device


class MatchRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be started."""

    game: Word
    seats: tuple[SeatRequest, SeatRequest]
    options: dict[str, int | str] = {}
    pace: Word = "none"
    is_rated: bool = False  # both must have an account
    is_public: bool = False  # the open seat is offered in the lobby, and everyone may watch
    position: Position | None = None  # in the game's notation: where to begin; no seat is open, and nothing is earned


class JoinRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat by a link, or from the lobby."""

    invitation: Word = ""  # not needed for a seat that is offered in the lobby
    options: dict[str, int | str] = {}  # of the open seat; the answer then names the match that is played instead


class MatchInfo(msgspec.Struct, frozen=True):
    """A match, and where I sit in it."""

    match: str
    game: str
    options: dict[str, int | str]
    pace: str
    is_rated: bool
    seats: list[int]  # mine
    is_public: bool  # everyone may watch; otherwise only who comes by the link
    invitation: str | None  # for the link; only for the people at the seats
    open_seat: int | None
    names: tuple[str, str]
    kinds: tuple[str, str]  # "person", "computer" or "open"
    levels: tuple[str | None, str | None]  # of computers
    is_over: bool
    next_match: str | None  # the rematch, or what is played instead, if I may watch it
    tournament: str | None  # in which it is played, if I may know of that


class Joined(msgspec.Struct, frozen=True):
    """The seats of a person in a match."""

    match: str
    seats: list[int]
    invitation: str  # for the link


def joined(live: LiveMatch, identity: str) -> Joined:
    """Return the seats of a person."""
    seating = live.seating
    return Joined(live.id, list(seating.seats_of(identity)), seating.invitation)


def info(live: LiveMatch, identity: str) -> MatchInfo:
    """Return what a person may know about a match besides the position."""
    started, seating = live.match.started, live.seating
    (first, second), seats = seating.seats, list(seating.seats_of(identity))
    return MatchInfo(
        match=live.id,
        game=started.game,
        options=started.options,
        pace=started.pace,
        is_rated=seating.is_rated,
        seats=seats,
        is_public=seating.is_public,
        invitation=seating.invitation if seats else None,
        open_seat=seating.open_seat,
        names=live.names,
        kinds=(first.kind, second.kind),
        levels=(first.level, second.level),
        is_over=live.match.is_over,
        next_match=live.next_match if seats or seating.is_public else None,
        tournament=seating.tournament if seats or seating.is_public else None,
    )


@post("/api/matches", scope="challenge")
async def create_match(
    data: JSONBody[MatchRequest], request: Request[Any, Any, Any], services: InjectedServices
) -> Response[Joined]:
    """Start a match."""
    visitor = await identify(request)
    seats = _seats(data.seats, visitor)
    for seat in seats:
        if seat.is_named:
            await services.accounts.check_free(seat.name, visitor.identity)
    if data.position is not None and any(seat.kind == OPEN for seat in seats):
        raise BadMessage("A match from a position is played against the computer, or by two people on one device.")
    if data.is_rated and not (is_account(visitor.identity) and {seat.kind for seat in seats} == {PERSON, OPEN}):
        raise NeedsAccount("A rated match is between two people who are signed in.")
    await payer_of(request, visitor).count_match()
    live = await services.hub.create(data.game, data.options, data.pace, seats,
                                  is_rated=data.is_rated, is_public=data.is_public, position=data.position)  # fmt: skip
    return answer(services, joined(live, visitor.identity), visitor)


def _seats(requests: tuple[SeatRequest, SeatRequest], visitor: Visitor) -> tuple[Seat, Seat]:
    is_hotseat = all(request.kind == "me" for request in requests)
    if not is_hotseat and any(request.name is not None for request in requests):
        raise BadName("Only two people on one device are given names here.")
    first, second = (_seat(request, visitor) for request in requests)
    if (first.is_named or second.is_named) and fold_name(first.name) == fold_name(second.name):
        raise BadName("The two sides need different names.")
    return first, second


def _seat(request: SeatRequest, visitor: Visitor) -> Seat:
    match request.kind:
        case "me" if request.name is not None:
            return Seat(PERSON, clean_name(request.name, SHORTEST_AT_TABLE), visitor.identity, is_named=True)
        case "me":
            return Seat(PERSON, visitor.name, visitor.identity)
        case "computer" if request.level in LEVEL_NAMES:
            return Seat(COMPUTER, computer_name(request.level), level=request.level)
        case "open":
            return Seat(OPEN, OPEN_NAME)
    raise BadMessage(f"A seat is for me, computer (with a level: {', '.join(LEVEL_NAMES)}) or open.")


@get("/api/matches/{match_id:str}", scope="watch", responses={404: UNKNOWN})
async def match_info(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices, invitation: Invitation = ""
) -> Response[MatchInfo]:
    """Return a match, and where I sit in it; a private one only by its link or to its players."""
    visitor = await identify(request)
    live = await services.hub.find_for(visitor.identity, match_id, invitation)
    return answer(services, info(live, visitor.identity), visitor)


@post("/api/matches/{match_id:str}/join", scope="challenge")
async def join_match(
    match_id: MatchId,
    data: JSONBody[JoinRequest],
    request: Request[Any, Any, Any],
    services: InjectedServices,
) -> Response[Joined]:
    """Take the open seat of a match."""
    visitor = await identify(request)
    if data.options:
        live = await join_with_options(services.hub, match_id, data.invitation, visitor.identity, visitor.name,
                                       data.options, payer_of(request, visitor))  # fmt: skip
    else:
        live = await services.hub.join(match_id, data.invitation, visitor.identity, visitor.name)
    return answer(services, joined(live, visitor.identity), visitor)


@get("/api/matches/{match_id:str}/file", media_type=MediaType.TEXT, scope="watch")
async def match_file(
    match_id: MatchId, request: Request[Any, Any, Any], services: InjectedServices, invitation: Invitation = ""
) -> bytes:
    """Return the file of a finished match, for `parlour replay` and `parlour verify`."""
    identity = (await identify(request)).identity
    try:
        live = await services.hub.find_for(identity, match_id, invitation)
    except MatchParked:
        return parked_file(await services.hub.stored_file(match_id), identity)
    if not live.match.is_over:
        raise NotOver("The match is still going on; its file would tell what is hidden.")
    with charged():
        return file.write(live.match)


def parked_file(stored: StoredMatch, identity: str) -> bytes:
    """Return the file of a parked match: as it is stored, and without its seed if it is not over.

    Raises:
        NotOver: it may come back, and its file would tell one person what another hides.
    """
    log = b"".join(stored.lines)
    is_over = ENDED in log
    if not is_over and {person for _, person in read_seating(stored.seating).people} != {identity}:
        raise NotOver("This match may continue one day; its file would tell what is hidden.")
    return log


ROUTES = [create_match, match_info, join_match, match_file]
