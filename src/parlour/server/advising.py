"""Help for people: why an action is not possible, and hints where they are fair."""

from collections.abc import Sequence

from parlour.core.phrasing import fill_seats
from parlour.match.errors import StaleVersion
from parlour.server import messages as wire
from parlour.server.errors import NoHint
from parlour.server.live_match import LiveMatch
from parlour.server.presenter import why_no_hint
from parlour.server.thinkers import Thinkers


def why_not(live: LiveMatch, seat: int, picks: Sequence[str]) -> str:
    """Return why picks lead to no legal action; empty when they do."""
    if live.match.is_over:
        return "The match is over."
    if not live.is_dealt:
        return "The match has not begun."
    return fill_seats(live.match.position.seen_by(seat).why_not(picks), live.names)


def check_hint(live: LiveMatch, seat: int) -> None:
    """Refuse a hint where it would be unfair, or nothing is to be done.

    Raises:
        NoHint: with a sentence for the player.
    """
    if words := why_no_hint(live.match, live.seating, seat):
        raise NoHint(words)


async def advise(live: LiveMatch, seat: int, thinkers: Thinkers) -> wire.Advice:
    """Return what a seat could play, from what it may know.

    Raises:
        TooManyComputers: all of them think already.
        StaleVersion: the position has changed meanwhile.
    """
    position, names = live.match.position, live.names
    with live.in_use():
        hint = await thinkers.advise(position.game, position.seen_by(seat).known, seat)
    if live.match.position is not position or live.match.is_over:
        raise StaleVersion("The match went on while the hint was thought about.")
    choice = position.seen_by(seat).choice(hint.action)
    return wire.Advice(
        match=live.id, version=live.match.version, action=choice.action, label=fill_seats(choice.label, names),
        picks=choice.picks, message=fill_seats(hint.message, names),
    )  # fmt: skip
