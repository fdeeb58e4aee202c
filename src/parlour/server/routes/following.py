"""Friends and running matches: whom I follow, who challenges me, and what I play."""

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, delete, get, post, put
from litestar.params import JSONBody

from parlour.server.friends import Friend
from parlour.server.limits import MOST
from parlour.server.people_messages import RunningMatch
from parlour.server.routes.matches import MatchId
from parlour.server.routes.people import REFUSALS, Name
from parlour.server.running import Note
from parlour.server.running_lists import notes_of
from parlour.server.services import InjectedServices
from parlour.server.web import answer, identify, payer_of

AnyRequest = Request[Any, Any, Any]


class FriendInfo(msgspec.Struct, frozen=True):
    """A person whom I follow."""

    name: str
    is_online: bool
    match: str | None  # a public match that they play just now
    game: str | None  # of it


class ChallengeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A person whom the open seat of a match is offered to."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class ChallengeInfo(msgspec.Struct, frozen=True):
    """A match whose open seat is offered to me."""

    match: str
    invitation: str  # for the link
    game: str
    pace: str
    is_rated: bool
    name: str  # of the challenger


class MyMatches(msgspec.Struct, frozen=True):
    """What I play, and what I am asked to play."""

    matches: list[RunningMatch]  # my turn first, then as they were last touched
    challenges: list[ChallengeInfo]
    is_complete: bool  # False: a game is getting ready, ask again in a moment


@get("/api/me/following")
async def following(request: AnyRequest, services: InjectedServices) -> Response[list[FriendInfo]]:
    """List whom I follow, and what they do just now."""
    visitor = await identify(request)
    return answer(services, [_friend(each) for each in await services.friends.by(visitor.identity)], visitor)


def _friend(friend: Friend) -> FriendInfo:
    playing = friend.playing
    match, game = (None, None) if playing is None else (playing.match, playing.game)
    return FriendInfo(friend.followed.name, friend.is_online, match, game)


@put("/api/me/following/{name:str}", status_code=204, responses=REFUSALS)
async def follow(name: Name, request: AnyRequest, services: InjectedServices) -> None:
    """Follow a person with an account; they are not told."""
    await services.friends.follow((await identify(request)).identity, name)


@delete("/api/me/following/{name:str}", responses=REFUSALS)
async def unfollow(name: Name, request: AnyRequest, services: InjectedServices) -> None:
    """Stop following a person."""
    await services.friends.unfollow((await identify(request)).identity, name)


@post("/api/matches/{match_id:str}/challenge", status_code=204)
async def challenge(
    match_id: MatchId, data: JSONBody[ChallengeRequest], request: AnyRequest, services: InjectedServices
) -> None:
    """Offer the open seat of a match of mine to a person, instead of another."""
    visitor = await identify(request)
    await services.friends.challenge(visitor.identity, visitor.name, data.name, match_id)


@delete("/api/me/challenges/{match_id:str}")
async def decline(match_id: MatchId, request: AnyRequest, services: InjectedServices) -> None:
    """Decline a challenge; the challenger is told."""
    visitor = await identify(request)
    await services.friends.decline(visitor.identity, visitor.name, match_id)


@get("/api/me/matches", scope="play")
async def my_matches(request: AnyRequest, services: InjectedServices) -> Response[MyMatches]:
    """List my matches that go on, also those of my other devices, and the challenges to me."""
    visitor = await identify(request)
    me, most = visitor.identity, MOST["running"].number
    ids = await asyncio.to_thread(services.reached.running, me, most)
    offered = await services.friends.challenges_to(me)
    async with payer_of(request, visitor).turn():
        notes, is_complete = await notes_of(services.hub, [*ids, *offered])
    mine = [notes[each].told_to(me) for each in ids if each in notes and notes[each].seating.seats_of(me)]
    challenges = [_challenge(notes[each]) for each in offered if each in notes and notes[each].is_open]
    told = MyMatches(sorted(mine, key=lambda each: not each.is_your_turn), challenges, is_complete)
    return answer(services, told, visitor)


def _challenge(note: Note) -> ChallengeInfo:
    challenger = next(seat.name for seat in note.seating.seats if seat.identity is not None)
    return ChallengeInfo(
        note.match, note.seating.invitation, note.game, note.pace, note.seating.is_rated, challenger
    )  # fmt: skip


ROUTES = [following, follow, unfollow, challenge, decline, my_matches]
