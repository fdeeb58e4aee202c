"""Matches that follow others: a rematch, or the one that is played with the options of the joining player."""

import asyncio

from msgspec.structs import replace

from parlour.core.errors import BadOption
from parlour.core.option import Options
from parlour.match import commands as co
from parlour.match.errors import AlreadyThere, NotOffered
from parlour.match.seating import Seating, new_invitation
from parlour.server.errors import NotOver, SeatTaken
from parlour.server.hub import Hub
from parlour.server.joining import take_open_seat
from parlour.server.live_match import LiveMatch
from parlour.server.payer import Payer
from parlour.server.rematch import rematch_id
from parlour.server.reserved import Reserved


async def rematch(hub: Hub, live: LiveMatch, seat: int, payer: Payer) -> None:
    """Ask for a rematch; when both seats have, it is made, with the seats swapped, and `payer` pays for it.

    Raises:
        NotOver: the match still goes on.
        NotOffered: it was a mission, or played in a tournament, which pairs the players.
        Blocked: one of the players has blocked the other.
        TooMany: the client has made too many matches.
    """
    if not live.match.is_over:
        raise NotOver("A rematch can be offered when the match is over.")
    if live.match.judge is not None:
        raise NotOffered("Play the mission again from the page of the campaign.")
    if live.seating.tournament is not None:
        raise NotOffered("The tournament decides who plays next. Go back to its page.")
    identity = live.seating.seats[seat].identity or ""
    await hub.services.conduct.check_together(identity, live.seating.others(identity))
    wish = live.rematch
    async with wish.lock:
        wanted = await asyncio.wrap_future(hub.services.log.want_rematch(live.id, seat))
        wish.wanted |= wanted
        if wish.next_match is None and wish.is_agreed(live.seating):
            await payer.count_match()
            wish.next_match = (await _play_again(hub, live)).id
    if wish.next_match is None:
        live.show_table()
    else:
        live.tell_next()
    live.record.publish_change()


async def _play_again(hub: Hub, live: LiveMatch) -> LiveMatch:
    """Make the rematch, or find the one that another node has made."""
    started, seating, (first, second) = live.match.started, live.seating, live.seating.seats
    reserved = Reserved(rematch_id(live.id), new_invitation())
    try:
        return await hub.create(started.game, started.options, started.pace, (second, first), reserved=reserved,
                                is_rated=seating.is_rated, is_public=seating.is_public)  # fmt: skip
    except AlreadyThere:
        return await hub.find(reserved.match)


async def join_with_options(
    hub: Hub, match_id: str, invitation: str, identity: str, name: str, options: Options, payer: Payer
) -> LiveMatch:
    """Join a match with options of one's own seat; returns the match that is played instead, for which `payer` pays.

    The options of a match never change, so it is replaced by another one.

    Raises:
        UnknownMatch, MatchOver, SeatTaken, NeedsAccount, Blocked
        BadOption: an option is not one of the open seat, or its value is refused.
        TooMany: the client has made too many matches.
    """
    live = await hub.find_for(identity, match_id, invitation)
    if live.seating.seats_of(identity):
        return live
    await hub.services.conduct.check_together(identity, live.seating.others(identity))
    async with live.rematch.lock:
        seating, started = take_open_seat(live, live.seating, identity, name, invitation), live.match.started
        _check_own(live, options)
        await payer.count_match()
        again = await hub.create(started.game, {**started.options, **options}, started.pace, seating.seats,
                                 is_rated=seating.is_rated, is_public=seating.is_public)  # fmt: skip
        try:
            await live.sit_down(lambda now: _replaced(now, again.id))
        except SeatTaken:  # somebody else was faster
            await again.do(co.Abort(seat=0))
            raise
        await live.do(co.Abort(seat=0))
    live.tell_next()
    return again


def _replaced(seating: Seating, next_match: str) -> Seating:
    if seating.next_match is not None or seating.open_seat is None:
        raise SeatTaken("There is no free seat for you in this match. You can watch it.")
    return replace(seating, next_match=next_match)


def _check_own(live: LiveMatch, options: Options) -> None:
    own = {each.name for each in live.match.game.options if each.seat == live.seating.open_seat}
    if not own.issuperset(options):
        raise BadOption("You can choose only the options of your own seat.")
    if live.match.actions:
        raise SeatTaken("The match has begun, so its options cannot change. Join it with those it has.")
