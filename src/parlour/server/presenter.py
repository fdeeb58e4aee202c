"""What a viewer is told of a match: all of it comes from `seen_by(viewer)`; the log itself is never sent.

The sentences of games name the seats by placeholders. They are filled here, once, with the names people have.
"""

from collections.abc import Callable, Collection
from typing import Any, get_args

import numpy as np
from msgspec.structs import replace

from parlour.core.contract import SEATS, SPECTATOR, Choice, Happening
from parlour.core.phrasing import NUMBERED_SEATS, fill_seats, seat_name
from parlour.core.position import Position
from parlour.core.seat_view import SeatView
from parlour.match import events as ev
from parlour.match.accounts import DELETED
from parlour.match.clock import NONE
from parlour.match.decide import why_not_undoable
from parlour.match.ending import ending
from parlour.match.fairness import claim_opens_ms, is_dealt, undo_refusal
from parlour.match.match import Match
from parlour.match.seating import ACCOUNT, COMPUTER, OPEN, Seat, Seating
from parlour.server import messages as wire
from parlour.server.mission_messages import mission_now

Names = tuple[str, str]  # by seat
Seats = tuple[wire.SeatInfo, wire.SeatInfo]

WORDS: dict[type[ev.Event], str] = {
    ev.DrawOffered: "{name} offered a draw.",
    ev.UndoAsked: "{name} asked to take back the last turn.",
    ev.Expired: "{name} ran out of time.",
    ev.Resigned: "{name} resigned.",
    ev.TimeAdded: "{name} got more time.",
    ev.Left: "{name} stayed away for too long.",
    ev.Aborted: "{name} aborted the match.",
}
KINDS = {kind: str(kind.__struct_config__.tag) for kind in get_args(ev.AnyEvent)}
ANSWERS = {ev.DrawAnswered: "the draw", ev.UndoAnswered: "the takeback"}


def names_of(seating: Seating) -> Names:
    """Return what sentences call the seats: the names of the players, or their numbers where both have one name."""
    first, second = seating.seats
    return (first.name, second.name) if first.name != second.name else NUMBERED_SEATS


def has_profile(seat: Seat) -> bool:
    """Return whether the name at a seat is that of an account."""
    return (seat.identity or "").startswith(ACCOUNT) and not seat.is_named and seat.name != DELETED


def told_as(seating: Seating, viewer: int) -> int:
    """Return whom the sentences for a viewer address: on one device nobody is "you", and both are called by name."""
    return SPECTATOR if seating.is_hotseat else viewer


def present_event(before: Position, event: ev.AnyEvent, match: Match, viewer: int, names: Names) -> wire.EventView:
    """Return the event that was just applied to a match, as a seat or the SPECTATOR is told it."""
    happenings = _happenings(before, event, match, viewer)
    return wire.EventView(
        version=match.version,
        at_ms=event.at_ms,
        kind=KINDS[type(event)],
        seat=getattr(event, "seat", None),
        happenings=[
            each if (message := fill_seats(each.message, names)) is each.message else replace(each, message=message)
            for each in happenings
        ],
        by_clock=isinstance(event, ev.Acted) and event.by_clock,
        taken_back=event.actions if isinstance(event, ev.UndoAnswered) else 0,
    )


def _happenings(before: Position, event: ev.AnyEvent, match: Match, viewer: int) -> list[Happening]:
    if isinstance(event, ev.Acted):
        _, action = match.actions[-1]
        return before.seen_by(viewer).narrate(event.seat, action, match.position.seen_by(viewer))
    seat = getattr(event, "seat", None)
    if seat is None:
        return []
    name = seat_name(seat, viewer)
    if isinstance(event, ev.DrawAnswered | ev.UndoAnswered):
        verb = "accepted" if event.accept else "declined"
        return [Happening("answer", f"{name} {verb} {ANSWERS[type(event)]}.")]
    words = WORDS.get(type(event))
    return [Happening("notice", words.format(name=name))] if words else []


class Views:
    """What a match was shown as last: nothing of it is made again while nothing has changed."""

    def __init__(self) -> None:
        self._position: Position | None = None
        self._views: dict[int, Any] = {}
        self._endings: dict[tuple[Names, int], str] = {}
        self._of_tables: tuple[Position, int, Seating, bool] | None = None  # what the tables depend on
        self._tables: dict[int, wire.Table] = {}
        self.seats: tuple[Seating, Names, Seats] | None = None  # with both players here and no clocks, and their sides

    def of(self, position: Position, viewer: int) -> Any:
        """Return what the board shows to a viewer. Without secrets all viewers see the same."""
        if position is not self._position:
            self._position, self._views = position, {}
        seen_from = viewer if position.game.facts.hidden else SPECTATOR
        if seen_from not in self._views:
            self._views[seen_from] = position.seen_by(seen_from).view()
        return self._views[seen_from]

    def ending(self, match: Match, names: Names, viewer: int) -> str:
        """Return how a match ended, in a sentence to a viewer; it is replayed for that, once."""
        if (names, viewer) not in self._endings:
            self._endings[names, viewer] = ending(match, names, viewer)
        return self._endings[names, viewer]

    def tables(self, match: Match, seating: Seating, *, is_shown: bool) -> dict[int, wire.Table]:
        """Return the tables that were made of this match as it stands, by viewer; more can be put there."""
        now = (match.position, match.version, seating, is_shown)
        before = self._of_tables
        if before is None or before[0] is not now[0] or before[2] is not seating or before[1::2] != now[1::2]:
            self._of_tables, self._tables = now, {}
        return self._tables


AwaySince = Callable[[int], int | None]  # of a seat, in ms; None: its player is here


def tables(
    match: Match,
    seating: Seating,
    away_since_ms: AwaySince,
    now_ms: int,
    viewers: Collection[int],
    views: Views,
    rematch_wanted: Collection[int] = (),
) -> dict[int, wire.Table]:
    """Return the match as it stands, for each of these viewers: seats or the SPECTATOR."""
    names, is_shown = names_of(seating), is_dealt(match, seating)
    sides = match.position.seen_by(min(viewers, default=SPECTATOR)).side_names() if is_shown else ("", "")
    seats, wanted = _seats(match, seating, away_since_ms, now_ms, sides, views), sorted(rematch_wanted)
    waits = None if is_shown else _wait(match, seating, away_since_ms)
    made = views.tables(match, seating, is_shown=is_shown)
    for viewer in viewers:
        if viewer in made:  # only who is here may have changed
            table = replace(made[viewer], now_ms=now_ms, seats=seats, rematch_wanted=wanted)
            made[viewer] = table if waits is None else replace(table, prompt=waits)
    if missing := [viewer for viewer in viewers if viewer not in made]:
        made.update(_new_tables(match, seating, missing, views, seats, names, now_ms, wanted, waits))
    return {viewer: made[viewer] for viewer in viewers}


def _new_tables(
    match: Match, seating: Seating, viewers: Collection[int], views: Views, seats: Seats, names: Names,
    now_ms: int, wanted: list[int], waits: str | None,
) -> dict[int, wire.Table]:  # fmt: skip
    """Return the tables of viewers; `waits` says what a match waits for that is not to be seen yet."""
    position, is_shown = match.position, waits is None
    is_running = is_shown and not match.is_over
    ended = next((event for event in match.events if isinstance(event, ev.Ended)), None) if match.is_over else None
    mission = mission_now(match)
    secrets = secret_seats(position) if seating.is_hotseat and not match.is_over else []

    def table(viewer: int) -> wire.Table:
        seen = position.seen_by(viewer)
        return wire.Table(
            version=match.version,
            now_ms=now_ms,
            seats=seats,
            to_act=list(seen.to_act) if is_running else [],
            view=views.of(position, viewer) if is_shown else None,
            prompt=fill_seats(seen.prompt(), names) if is_running else waits or "",
            choices=choices(seen, names) if is_running and seen.can_act else [],
            draw_offered=match.draw_offered,
            undo_asked=match.undo_asked,
            why_no_undo=_why_no_undo(match, seating, viewer),
            why_no_hint=why_no_hint(match, seating, viewer),
            outcome=None
            if ended is None
            else _outcome(ended, seating, views.ending(match, names, told_as(seating, viewer))),
            rematch_wanted=wanted,
            secrets=secrets,
            mission=mission,
        )

    return {viewer: table(viewer) for viewer in viewers}


def _wait(match: Match, seating: Seating, away_since_ms: AwaySince) -> str:
    """Return what a rated match waits for before it is dealt."""
    if seating.open_seat is not None:
        return "Waiting for an opponent."
    names = names_of(seating)
    missing = [names[seat] for seat in SEATS if seat not in match.opened and away_since_ms(seat) is not None]
    return f"Waiting for {' and '.join(missing)} to open the match." if missing else "The match is starting."


def secret_seats(position: Position) -> list[int]:
    """List the seats that know more of a position than a spectator does."""
    if not position.game.facts.hidden:
        return []
    public = position.seen_by().known.data
    return [seat for seat in SEATS if not np.array_equal(position.seen_by(seat).known.data, public)]


def choices(seen: SeatView, names: Names) -> list[Choice]:
    """List what a seat may do, with the names of the players in the labels."""
    return [
        choice if (label := fill_seats(choice.label, names)) is choice.label else replace(choice, label=label)
        for choice in seen.choices()
    ]


def _seats(match: Match, seating: Seating, away_since_ms: AwaySince, now_ms: int, sides: Names, views: Views) -> Seats:
    away_since = away_since_ms(0), away_since_ms(1)
    if match.clocks.pace.kind != NONE or away_since != (None, None):
        return _new_seats(match, seating, away_since, now_ms, sides)
    if views.seats is None or views.seats[0] is not seating or views.seats[1] != sides:
        views.seats = seating, sides, _new_seats(match, seating, away_since, now_ms, sides)
    return views.seats[2]


def _new_seats(
    match: Match, seating: Seating, away_since: tuple[int | None, int | None], now_ms: int, sides: Names
) -> Seats:
    names, has_deadlines = names_of(seating), is_dealt(match, seating) and seating.open_seat is None

    def seat_info(number: int) -> wire.SeatInfo:
        seat, clocks, away_ms = seating.seats[number], match.clocks, away_since[number]
        opens_ms = claim_opens_ms(match, seating, number, away_ms)
        return wire.SeatInfo(
            name=names[number],
            side=sides[number],
            kind=seat.kind,
            is_here=seat.kind == COMPUTER or away_ms is None,
            left_ms=clocks.left_ms[number] if clocks.pace.has_clocks else None,
            deadline_ms=match.deadline_ms(number) if has_deadlines else None,
            claim_in_ms=None if opens_ms is None else max(0, opens_ms - now_ms),
            is_account=has_profile(seat),
        )

    return seat_info(0), seat_info(1)


def _outcome(ended: ev.Ended, seating: Seating, words: str) -> wire.OutcomeInfo:
    return wire.OutcomeInfo(ended.winner, ended.reason, words, seating.credited(ended.experience))


def why_no_hint(match: Match, seating: Seating, viewer: int) -> str:
    """Return why a viewer cannot ask for a hint; empty when they can."""
    if match.is_over or viewer not in SEATS:
        return "The match is over." if match.is_over else "You are watching."
    if seating.is_competitive:
        return "There are no hints in rated matches and tournaments."
    mine, other = seating.seats[viewer], seating.seats[1 - viewer]
    if other.kind == OPEN:
        return "There are no hints while a seat is free."
    if other.kind != COMPUTER and other.identity != mine.identity:
        return "There are no hints against another person."
    return "" if viewer in match.position.to_act() else "It is not your turn."


def undo_seat(match: Match, seating: Seating, seat: int) -> int:
    """Return the seat whose last turn is taken back: on one device, without secrets, that of the last turn of all."""
    is_any = seating.is_hotseat and not match.game.facts.hidden and match.turns
    return match.turns[-1].seat if is_any else seat


def _why_no_undo(match: Match, seating: Seating, viewer: int) -> str:
    if match.is_over or viewer not in SEATS:
        return "The match is over." if match.is_over else "You are watching."
    seat = undo_seat(match, seating, viewer)
    refusal = undo_refusal(match, seat)
    return why_not_undoable(match, seat) if refusal is None else str(refusal)
