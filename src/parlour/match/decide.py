"""What a command leads to: the events to append, or a refusal. Nothing here changes a match, or what it shows."""

from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from parlour.core.arguments import check_seat
from parlour.core.contract import SEATS, Outcome
from parlour.core.generator import below
from parlour.core.position import Position
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import ADDED_MS, FISCHER, FORFEIT_AFTER
from parlour.match.errors import CannotAbort, CannotUndo, MatchOver, NotOffered, StaleVersion, TooEarly
from parlour.match.experience import ABORTED, AGREED, AWAY, RESIGNED, TIMED_OUT, points_for
from parlour.match.match import Foreseen, Match
from parlour.match.mission import DONE

TURNS_BETWEEN_OFFERS = 5
ACTIONS_TO_BEGIN = 2  # from this number on a match has begun, and cannot be aborted


def decide(match: Match, command: co.Command, now_ms: int, seen_version: int | None = None) -> list[ev.AnyEvent]:
    """Return the events that a command leads to.

    Args:
        seen_version: of the match that the command was made for; None: it is meant for any version.

    Raises:
        ParlourError: the command is refused; the sentence says why, and nothing has changed.
    """
    check_seat(command.seat)
    if seen_version is not None and seen_version != match.version:
        raise StaleVersion(f"The match is at version {match.version}; this was meant for {seen_version}.")
    if match.is_over:
        raise MatchOver("The match is over.")
    return _DECISIONS[type(command)](match, command, now_ms)


def handle(match: Match, command: co.Command, now_ms: int, seen_version: int | None = None) -> list[ev.AnyEvent]:
    """Decide a command and apply its events."""
    decided = decide(match, command, now_ms, seen_version)
    for event in decided:
        match.apply(event)
    return decided


def _play(match: Match, command: co.Play, now_ms: int) -> list[ev.AnyEvent]:
    position, seat = match.position, command.seat
    position.check_may_act(seat)
    acted: list[ev.AnyEvent] = []
    for code in position.seen_by(seat).text_to_actions(command.action):
        event = ev.Acted(seat=seat, action=position.action_to_text(seat, code), at_ms=now_ms)
        before, position = position, position.play(seat, code)
        if not acted:
            match.foreseen = Foreseen(event, before, code, position)
        acted.append(event)
        if match.judge is not None and match.judge.verdict(position) is not None:
            break  # the rest of the turn would come too late
    return [*acted, *_end_in(match, position, now_ms)]


def _end_in(match: Match, position: Position, now_ms: int) -> list[ev.AnyEvent]:
    """Return the closing events of a match that has reached a position; none when it goes on."""
    outcome = position.outcome if match.judge is None else match.judge.verdict(position)
    return _end(match, outcome, now_ms, position)


def _end(match: Match, outcome: Outcome | None, now_ms: int, position: Position | None = None) -> list[ev.AnyEvent]:
    """Return the closing events of a match that ended so, in this position or the present one; none when it goes on."""
    if outcome is None:
        return []
    position = position or match.position
    points = points_for(match.game, position.state, outcome)
    stars = match.judge.stars(position) if match.judge is not None and outcome.reason == DONE else UNSET
    return [
        ev.Ended(winner=outcome.winner, reason=outcome.reason, experience=points, stars=stars, at_ms=now_ms),
        ev.SeedRevealed(seed=str(match.seed), at_ms=now_ms),
    ]


def conclude(match: Match, now_ms: int) -> list[ev.AnyEvent]:
    """Return the closing events of a match that was started from a finished game; nobody earns anything by it."""
    outcome = None if match.actions else match.position.outcome
    if outcome is None:
        return []
    ended = ev.Ended(winner=outcome.winner, reason=outcome.reason, experience=(0, 0), at_ms=now_ms)
    return [ended, ev.SeedRevealed(seed=str(match.seed), at_ms=now_ms)]


def _resign(match: Match, command: co.Resign, now_ms: int) -> list[ev.AnyEvent]:
    seat = command.seat
    return [ev.Resigned(seat=seat, at_ms=now_ms), *_end(match, Outcome(1 - seat, RESIGNED), now_ms)]


def _offer_draw(match: Match, command: co.OfferDraw, now_ms: int) -> list[ev.AnyEvent]:
    seat = command.seat
    if not match.game.table.draw_offers:
        raise NotOffered(f"{match.game.name} has no draw by agreement.")
    if match.draw_offered is not None:
        raise NotOffered("A draw is already offered.")
    if seat in match.turns_at_offer:
        missing = TURNS_BETWEEN_OFFERS - match.num_turns(seat) + match.turns_at_offer[seat]
        if missing > 0:
            raise NotOffered(f"You can offer a draw again after {missing} more of your turns.")
    return [ev.DrawOffered(seat=seat, at_ms=now_ms)]


def _answer_draw(match: Match, command: co.AnswerDraw, now_ms: int) -> list[ev.AnyEvent]:
    if match.draw_offered != 1 - command.seat:
        raise NotOffered("The other side has not offered a draw.")
    answer = ev.DrawAnswered(seat=command.seat, accept=command.accept, at_ms=now_ms)
    return [answer, *_end(match, Outcome(None, AGREED) if command.accept else None, now_ms)]


def _ask_undo(match: Match, command: co.AskUndo, now_ms: int) -> list[ev.AnyEvent]:
    num_undoable(match, command.seat)
    return [ev.UndoAsked(seat=command.seat, at_ms=now_ms)]


def num_undoable(match: Match, seat: int) -> int:
    """Count the actions that go when a seat takes its last turn back.

    Raises:
        CannotUndo: it has made none, or something was shown or drawn since; the sentence says which.
    """
    if words := why_not_undoable(match, seat):
        raise CannotUndo(words)
    return len(match.actions) - _last_turn(match, seat)


def why_not_undoable(match: Match, seat: int) -> str:
    """Return why the last turn of a seat cannot be taken back; empty when it can."""
    first = _last_turn(match, seat)
    if first < 0:
        return "You have not made a turn that could be taken back."
    if first < match.undo_floor:
        return "Something was shown or drawn since your last turn, so it cannot be taken back."
    return ""


def _last_turn(match: Match, seat: int) -> int:
    """Return where in the list of actions the last turn of a seat begins; -1 when it has made none."""
    for turn in reversed(match.turns):
        if turn.seat == seat:
            return turn.first
    return -1


def _answer_undo(match: Match, command: co.AnswerUndo, now_ms: int) -> list[ev.AnyEvent]:
    seat, accept = command.seat, command.accept
    if match.undo_asked != 1 - seat:
        raise NotOffered("The other side has not asked to take anything back.")
    count = num_undoable(match, 1 - seat) if accept else 0
    return [ev.UndoAnswered(seat=seat, accept=accept, actions=count, at_ms=now_ms)]


def _expire(match: Match, command: co.Expire, now_ms: int) -> list[ev.AnyEvent]:
    seat = command.seat
    match.position.check_may_act(seat)
    deadline = match.deadline_ms(seat)
    if deadline is None or now_ms < deadline:
        raise TooEarly("The time has not run out.")
    if match.clocks.pace.has_clocks:
        return [ev.Expired(seat=seat, in_a_row=1, at_ms=now_ms), *_end(match, Outcome(1 - seat, TIMED_OUT), now_ms)]
    in_a_row = match.expiries[seat] + 1 if match.game.table.timers[match.phase].counts else 0
    expired = ev.Expired(seat=seat, in_a_row=in_a_row, at_ms=now_ms)
    if in_a_row >= FORFEIT_AFTER:
        return [expired, *_end(match, Outcome(1 - seat, TIMED_OUT), now_ms)]
    return [expired, *_play_for(match, seat, now_ms)]


def _play_for(match: Match, seat: int, now_ms: int) -> list[ev.AnyEvent]:
    """Complete the seat's turn with what the timer plays, or with random legal actions."""
    position, generator, timer = match.position, match.timeout_generator(), match.game.table.timers[match.phase]
    acted: list[ev.AnyEvent] = []
    while not acted or (seat in position.to_act() and position.is_mid_turn):
        legal = position.legal_actions(seat)
        action = timer.action or position.action_to_text(seat, legal[below(generator, len(legal))])
        acted.append(ev.Acted(seat=seat, action=action, by_clock=True, at_ms=now_ms))
        position = position.play(seat, action)
    return [*acted, *_end_in(match, position, now_ms)]


def _add_time(match: Match, command: co.AddTime, now_ms: int) -> list[ev.AnyEvent]:
    if match.clocks.pace.kind != FISCHER:
        raise NotOffered("Time can be added only where each side has a clock for the match.")
    return [ev.TimeAdded(seat=1 - command.seat, duration_ms=ADDED_MS, at_ms=now_ms)]


def _abort(match: Match, command: co.Abort, now_ms: int) -> list[ev.AnyEvent]:
    if len(match.actions) >= ACTIONS_TO_BEGIN or len(match.opened) == len(SEATS):
        raise CannotAbort("The match has begun; you can resign.")
    return [ev.Aborted(seat=command.seat, at_ms=now_ms), *_end(match, Outcome(None, ABORTED), now_ms)]


def _leave(match: Match, command: co.Leave, now_ms: int) -> list[ev.AnyEvent]:
    seat = command.seat
    return [ev.Left(seat=seat, at_ms=now_ms), *_end(match, Outcome(1 - seat, AWAY), now_ms)]


def _open(match: Match, command: co.Open, now_ms: int) -> list[ev.AnyEvent]:
    if command.seat in match.opened:
        raise NotOffered("You have opened this match already.")
    opened = ev.Opened(seat=command.seat, at_ms=now_ms)
    if 1 - command.seat not in match.opened:
        return [opened]
    # The clocks begin now: nobody is charged for waiting.
    return [opened, ev.Resumed(down_ms=max(0, now_ms - match.phase_started_ms), at_ms=now_ms)]


def _resume(match: Match, command: co.Resume, now_ms: int) -> list[ev.AnyEvent]:
    return [ev.Resumed(down_ms=command.down_ms, at_ms=now_ms)]


_DECISIONS: dict[type[co.Command], Callable[[Match, Any, int], list[ev.AnyEvent]]] = {
    co.Play: _play,
    co.Resign: _resign,
    co.OfferDraw: _offer_draw,
    co.AnswerDraw: _answer_draw,
    co.AskUndo: _ask_undo,
    co.AnswerUndo: _answer_undo,
    co.Expire: _expire,
    co.AddTime: _add_time,
    co.Abort: _abort,
    co.Leave: _leave,
    co.Open: _open,
    co.Resume: _resume,
}
