"""Matches: made, joined, and had as a file."""

from typing import Annotated, Any, Literal

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, Parameter

from parlour.core.level import LEVEL_NAMES
from parlour.match import file
from parlour.match.seating import COMPUTER, OPEN, PERSON, Seat
from parlour.server.errors import BadMessage, NeedsAccount, NotOver
from parlour.server.identity import is_account
from parlour.server.live import LiveMatch
from parlour.server.messages import Word
from parlour.server.web import Visitor, address_of, answer, identify


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit somewhere."""

    kind: Literal["me", "computer", "open"]
    level: Word | None = None  # of a computer


class MatchWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to be started."""

    game: Word
    seats: tuple[SeatWish, SeatWish]
    options: dict[str, int | str] = {}
    pace: Word = "none"
    is_rated: bool = False  # both must have an account
    is_public: bool = False  # the open seat is for everybody in the lobby


class JoinWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sit down by a link, or from the lobby."""

    invitation: Word = ""  # not needed where the open seat is for everybody


class Joined(msgspec.Struct, frozen=True):
    """Where somebody sits now."""

    match: str
    seats: list[int]
    invitation: str | None  # for the link, while a seat is open


def joined(live: LiveMatch, who: str) -> Joined:
    """Tell somebody where they sit."""
    mine = live.seating.seats_of(who)
    is_open = live.seating.open_seat is not None
    return Joined(live.id, list(mine), live.seating.invitation if mine and is_open else None)


@post("/api/matches", scope="challenge")
async def create_match(data: JSONBody[MatchWish], request: Request[Any, Any, Any], state: State) -> Response[Joined]:
    """Start a match."""
    visitor = await identify(request)
    seats = (_seat(data.seats[0], visitor), _seat(data.seats[1], visitor))
    if data.is_rated and not (is_account(visitor.who) and {seat.kind for seat in seats} == {PERSON, OPEN}):
        raise NeedsAccount("A rated match is between two people who are signed in.")
    state.limits.take("create", visitor.who)
    state.limits.take("create_from", address_of(request))
    live = await state.hub.create(data.game, data.options, data.pace, seats,
                                  is_rated=data.is_rated, is_public=data.is_public)  # fmt: skip
    return answer(state, joined(live, visitor.who), visitor)


def _seat(wish: SeatWish, visitor: Visitor) -> Seat:
    match wish.kind:
        case "me":
            return Seat(PERSON, visitor.name, visitor.who)
        case "computer" if wish.level in LEVEL_NAMES:
            return Seat(COMPUTER, f"Computer ({wish.level})", level=wish.level)
        case "open":
            return Seat(OPEN, "Somebody")
    raise BadMessage(f"A seat is for me, computer (with a level: {', '.join(LEVEL_NAMES)}) or open.")


@post("/api/matches/{match_id:str}/join", scope="challenge")
async def join_match(
    match_id: Annotated[str, Parameter(max_length=50)],
    data: JSONBody[JoinWish],
    request: Request[Any, Any, Any],
    state: State,
) -> Response[Joined]:
    """Sit down on the open seat of a match."""
    visitor = await identify(request)
    live = await state.hub.join(match_id, data.invitation, visitor.who, visitor.name)
    return answer(state, joined(live, visitor.who), visitor)


@get("/api/matches/{match_id:str}/file", media_type=MediaType.TEXT, scope="watch")
async def match_file(match_id: Annotated[str, Parameter(max_length=50)], state: State) -> bytes:
    """Give the file of a finished match, for `parlour replay` and `parlour verify`."""
    live = await state.hub.find(match_id)
    if not live.match.is_over:
        raise NotOver("The match is still going on; its file would tell what is hidden.")
    return file.write(live.match)


ROUTES = [create_match, join_match, match_file]
