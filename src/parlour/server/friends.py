"""Following people, seeing who of them is online, and challenging them."""

import asyncio
from typing import NamedTuple

from parlour.match.errors import MatchOver
from parlour.match.people_ports import Challenges, Followed, Following
from parlour.match.ports import Results
from parlour.server.errors import BadMessage, NeedsAccount, NotYourSeat, SeatTaken, UnknownPerson
from parlour.server.hub import Hub
from parlour.server.identity import is_account
from parlour.server.limits import Limits
from parlour.server.live_match import LiveMatch
from parlour.server.lobby import Lobby, Playing


class Friend(NamedTuple):
    """A person whom the visitor follows, and what they do just now."""

    followed: Followed
    is_online: bool
    playing: Playing | None


class Friends:
    """Follows, shows and challenges people. Those who have blocked each other neither see nor reach each other."""

    def __init__(
        self, following: Following, challenges: Challenges, results: Results, hub: Hub, lobby: Lobby, limits: Limits
    ) -> None:
        self._following = following
        self._challenges = challenges
        self._results = results
        self._hub = hub
        self._lobby = lobby
        self._limits = limits

    async def by(self, identity: str) -> list[Friend]:
        """List whom a person follows; blocked ones and those who prefer it appear offline."""
        followed = await asyncio.to_thread(self._following.by, identity)
        online = self._lobby.seen_online() - await self._hub.services.conduct.apart_from(identity)
        playing = self._lobby.playing()
        return [_friend(each, online, playing.get(each.identity)) for each in followed]

    async def follow(self, identity: str, name: str) -> None:
        """Follow the account of a name.

        Raises:
            NeedsAccount, UnknownPerson, Blocked, TooManyFollowed, TooMany, BadMessage
        """
        other = await self._other(identity, name)
        await self._hub.services.conduct.check_together(identity, [other])
        await self._limits.count(("follow", identity))
        now_ms = self._hub.services.clock.wall_ms()
        await asyncio.wrap_future(self._following.follow(identity, other, now_ms))

    async def unfollow(self, identity: str, name: str) -> None:
        """Stop following the account of a name.

        Raises:
            NeedsAccount, UnknownPerson, TooMany, BadMessage
        """
        other = await self._other(identity, name)
        await self._limits.count(("follow", identity))
        await asyncio.wrap_future(self._following.unfollow(identity, other))

    async def challenge(self, identity: str, my_name: str, name: str, match_id: str) -> None:
        """Offer the open seat of one's own match to the account of a name.

        Raises:
            NeedsAccount, UnknownPerson, UnknownMatch, NotYourSeat, MatchOver, SeatTaken, Blocked, TooManyChallenges,
            TooMany, BadMessage
        """
        other = await self._other(identity, name)
        live = await self._hub.find_for(identity, match_id)
        _check_offer(live, identity)
        await self._hub.services.conduct.check_together(identity, [other])
        await self._limits.count(("challenge", identity))
        now_ms = self._hub.services.clock.wall_ms()
        await asyncio.wrap_future(self._challenges.challenge(match_id, other, now_ms))
        self._hub.services.running.tell_challenge(other, f"{my_name} challenges you to {live.match.game.name}.")

    async def challenges_to(self, identity: str) -> list[str]:
        """List the matches that are offered to a person."""
        return await asyncio.to_thread(self._challenges.to, identity)

    async def decline(self, identity: str, my_name: str, match_id: str) -> None:
        """Decline a challenge; the challenger is told, if there was one."""
        if await asyncio.wrap_future(self._challenges.withdraw(match_id, identity)):
            live = await self._hub.find(match_id)
            for other in live.seating.others(identity):
                self._hub.services.running.tell_challenge(other, f"{my_name} declined your challenge.")

    async def _other(self, identity: str, name: str) -> str:
        if not is_account(identity):
            raise NeedsAccount("Sign in to follow and challenge people.")
        found = await asyncio.to_thread(self._results.account_called, name)
        if found is None:
            raise UnknownPerson(f"Nobody is called {name}.")
        if found[0] == identity:
            raise BadMessage("This is you.")
        return found[0]


def _friend(followed: Followed, online: set[str], playing: Playing | None) -> Friend:
    is_online = followed.identity in online
    return Friend(followed, is_online, playing if is_online else None)


def _check_offer(live: LiveMatch, identity: str) -> None:
    if not live.seating.seats_of(identity):
        raise NotYourSeat("You can challenge people only to matches of your own.")
    if live.match.is_over:
        raise MatchOver("The match is over.")
    if live.seating.open_seat is None:
        raise SeatTaken("This match has no open seat.")
