"""Campaigns for visitors: which missions are open, what was earned, and the matches that they are played as."""

import asyncio
from typing import NamedTuple

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.match import commands as co
from parlour.match.campaign import Campaign, CampaignProgress, Earned, Mission, campaign_of
from parlour.match.clock import NONE
from parlour.match.errors import MissionLocked, UnknownMission
from parlour.match.seating import COMPUTER, PERSON, Seat
from parlour.server.hub import Hub
from parlour.server.live_match import LiveMatch
from parlour.server.naming import computer_name
from parlour.server.visitor import Visitor


class Progress(NamedTuple):
    """A campaign, and the stars of a person in it."""

    campaign: Campaign
    earned: Earned


class Campaigns:
    """Answers what visitors ask about campaigns, and starts missions."""

    def __init__(self, progress: CampaignProgress, hub: Hub) -> None:
        self._progress = progress
        self._hub = hub

    async def progress(self, game: Game, identity: str) -> Progress:
        """Return how far a person is in the campaign of a game.

        Raises:
            UnknownMission: the game has none.
        """
        campaign = campaign_of(game)
        if not campaign.mission:
            raise UnknownMission(f"{game.name} has no campaign.")
        return Progress(campaign, await asyncio.to_thread(self._progress.earned, identity, game.id))

    async def mission(self, game: Game, mission_id: str, identity: str) -> Mission:
        """Return a mission that a person may play.

        Raises:
            UnknownMission: there is none of this id.
            MissionLocked: the one before it has to be won first.
        """
        campaign, earned = await self.progress(game, identity)
        mission = campaign.find(mission_id)
        if not campaign.is_open(mission, earned):
            raise MissionLocked("Win the mission before this one first.")
        return mission

    async def play(self, game: Game, mission: Mission, difficulty: str, visitor: Visitor) -> LiveMatch:
        """Start a mission as a match against the computer.

        Raises:
            ParlourError: there is no such difficulty, the game is not ready, or all computers are busy.
        """
        level = mission.at(difficulty).level
        me, computer = Seat(PERSON, visitor.name, visitor.identity), Seat(COMPUTER, computer_name(level), level=level)
        first, second = (me if seat == mission.seat else computer for seat in SEATS)
        return await self._hub.create(
            game.id, {}, NONE, (first, second), position=mission.position_at(difficulty),
            mission=mission.terms_at(difficulty),
        )  # fmt: skip

    async def give_up(self, match_id: str, identity: str) -> None:
        """Resign a mission that its player begins again; nothing happens to one that is over.

        Raises:
            UnknownMission: it is no match with a mission of this person.
        """
        live = await self._hub.find_for(identity, match_id)
        judge = live.match.judge
        if judge is None or judge.terms.seat not in live.seating.seats_of(identity):
            raise UnknownMission("This match is not a mission of yours.")
        if not live.match.is_over:
            await live.do(co.Resign(seat=judge.terms.seat))

    async def take_along(self, guest: str, identity: str) -> None:
        """Copy the stars of the guest of a browser to the person who signs in there."""
        await asyncio.wrap_future(self._progress.copy(guest, identity))
