"""`Match`: the state of one match, folded from its events."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from msgspec import UNSET

from parlour.core import registry
from parlour.core.contract import SEATS, Outcome, Played
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.generator import Words, check_seed, new_seed, seed_to_words
from parlour.core.option import Options
from parlour.core.phrasing import NUMBERED_SEATS
from parlour.core.position import Position, start
from parlour.match import events as ev
from parlour.match.clock import NONE, TABLE, Clocks, phase_deadline_ms, read_pace
from parlour.match.errors import CorruptLog, OtherRules
from parlour.match.mission import Judge, Terms

REQUESTS = (ev.DrawOffered, ev.UndoAsked, ev.TimeAdded)  # a tuple: a union would be made again at every event
TIMEOUT_SALT = 0x1D1E  # keeps the choices of the clock apart from the chance of the game


class Turn(NamedTuple):
    """Who made a turn, and where in the list of actions it begins."""

    seat: int
    first: int


class Foreseen(NamedTuple):
    """An action that was decided on: when it is applied, it need not be read and played again."""

    event: ev.Acted
    before: Position
    code: int
    after: Position


@dataclass
class Match:
    """One match. It changes only by `apply`; every field follows from the events."""

    game: Game
    seed: int
    started: ev.Started
    position: Position
    judge: Judge | None = None  # of a match with a mission
    events: list[ev.AnyEvent] = field(default_factory=list)
    before_last: Position | None = None  # the position before the last action
    actions: list[tuple[int, int]] = field(default_factory=list)  # seat and code, without those taken back
    turns: list[Turn] = field(default_factory=list)
    is_mid_turn: bool = False  # the turn of the last action goes on
    undo_floor: int = 0  # actions before this one stay: something was shown or drawn there
    undo_asked: int | None = None  # seat
    undo_declined: dict[int, int] = field(default_factory=dict)  # by seat: own turns made when it was last declined
    draw_offered: int | None = None  # seat
    turns_at_offer: dict[int, int] = field(default_factory=dict)  # by seat: own turns made when it last offered
    num_requests: list[int] = field(default_factory=lambda: [0, 0])  # by seat: offers, takebacks and time given
    expiries: list[int] = field(default_factory=lambda: [0, 0])  # by seat, in a row, of the steps that count
    opened: set[int] = field(default_factory=set)  # seats of a rated match whose players have opened it
    phase_started_ms: int = 0
    last_acted_ms: int = 0  # when the board last changed, or the match began
    clocks: Clocks = field(init=False)
    outcome: Outcome | None = None
    foreseen: Foreseen | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        self.clocks = Clocks(read_pace(self.started.pace))
        self.clocks.run(self.position.to_act(), self.started.at_ms)

    @property
    def version(self) -> int:
        """The number of events so far."""
        return len(self.events)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def is_committed(self) -> bool:
        """Both players have opened it, or one has acted: from here on it counts."""
        return len(self.opened) == len(SEATS) or bool(self.actions)

    @property
    def phase(self) -> str:
        """What the seats are doing now, by the name of the game's table timer."""
        return self.position.seen_by().phase()

    def deadline_ms(self, seat: int) -> int | None:
        """Return when the time of a seat runs out; None when it has no limit, or is not to act."""
        pace = self.clocks.pace
        if pace.kind == NONE or self.is_over or seat not in self.position.to_act():
            return None
        if pace.kind == TABLE:
            return phase_deadline_ms(self.game, self.phase, self.phase_started_ms)
        return self.clocks.deadline_ms(seat)

    def next_deadline(self) -> tuple[int, int] | None:
        """Return when the time of a seat runs out next, in ms, and of which seat; None when no limited time runs."""
        if self.clocks.pace.kind == NONE:
            return None
        deadlines = [(at_ms, seat) for seat in SEATS if (at_ms := self.deadline_ms(seat)) is not None]
        return min(deadlines, default=None)

    def num_turns(self, seat: int) -> int:
        """Count the turns that a seat has begun."""
        return sum(turn.seat == seat for turn in self.turns)

    def apply(self, event: ev.AnyEvent) -> None:
        """Append an event.

        Raises:
            CorruptLog: it cannot follow here.
        """
        match event:
            case ev.Acted():
                self._apply_acted(event)
            case ev.DrawOffered(seat=seat):
                self.draw_offered = seat
                self.turns_at_offer[seat] = self.num_turns(seat)
            case ev.DrawAnswered():
                self.draw_offered = None
            case ev.UndoAsked(seat=seat):
                self.undo_asked = seat
            case ev.UndoAnswered():
                self._apply_undo_answered(event)
            case ev.Expired(seat=seat, in_a_row=in_a_row):
                self.expiries[seat] = in_a_row or self.expiries[seat]
            case ev.TimeAdded(seat=seat, duration_ms=duration_ms):
                self.clocks.left_ms[seat] += duration_ms
            case ev.Resumed(down_ms=down_ms):
                self.phase_started_ms += down_ms
                self.last_acted_ms += down_ms
                self.clocks.skip(down_ms)
            case ev.Opened(seat=seat):
                self.opened.add(seat)
            case ev.Ended(winner=winner, reason=reason):
                self.outcome = Outcome(winner, reason)
            case ev.Started():
                raise CorruptLog("A match starts only once.")
        self._count_request(event)
        self.events.append(event)

    def _count_request(self, event: ev.AnyEvent) -> None:
        if isinstance(event, REQUESTS):
            self.num_requests[event.cause().seat] += 1

    def _apply_undo_answered(self, event: ev.UndoAnswered) -> None:
        self.undo_asked = None
        if event.accept:
            self._take_back(event.actions, event.at_ms)
        else:
            self.undo_declined[1 - event.seat] = self.num_turns(1 - event.seat)

    def _apply_acted(self, event: ev.Acted) -> None:
        seat = event.seat
        before, was_mid_turn = self.position, self.is_mid_turn
        is_back = not event.by_clock and self.expiries[seat] and self.game.table.timers[self.phase].counts
        code, self.position = self._play(event)
        if not (was_mid_turn and self.turns[-1].seat == seat):
            self.turns.append(Turn(seat, len(self.actions)))
        self.actions.append((seat, code))
        self.before_last = before
        self.last_acted_ms = event.at_ms
        if before.is_irrevocable(seat, code, self.position):
            self.undo_floor = len(self.actions)
        if self.draw_offered == 1 - seat:
            self.draw_offered = None
        self.undo_asked = None
        if is_back:
            self.expiries[seat] = 0
        self.is_mid_turn = self.position.is_mid_turn
        if not self.is_mid_turn:
            self.phase_started_ms = event.at_ms
            self.clocks.end_turn(seat, event.at_ms)
        self.clocks.run(self.position.to_act(), event.at_ms)

    def _play(self, event: ev.Acted) -> tuple[int, Position]:
        """Return the code of an action, and the position after it."""
        before, foreseen = self.position, self.foreseen
        if foreseen is not None and foreseen.event is event and foreseen.before is before:
            return foreseen.code, foreseen.after
        try:
            (code,) = self.game.notation.text_to_actions(before.state, event.seat, event.action)
            return code, before.play(event.seat, code)
        except (ParlourError, ValueError) as error:
            raise CorruptLog(f"{event.action} cannot be played here: {error}") from error

    def _take_back(self, count: int, at_ms: int) -> None:
        # Older logs hold takebacks that are refused today; whether one is fair is decided before it becomes an event.
        if not 0 < count <= len(self.actions):
            raise CorruptLog(f"{count} actions cannot be taken back here.")
        del self.actions[-count:]
        self.undo_floor = min(self.undo_floor, len(self.actions))
        self.turns = [turn for turn in self.turns if turn.first < len(self.actions)]
        self.position, self.before_last = self.first_position(), None
        for seat, code in self.actions:
            self.before_last = self.position
            self.position = self.position.play(seat, code)
        self.is_mid_turn = bool(self.actions) and self.position.is_mid_turn
        self.phase_started_ms = self.last_acted_ms = at_ms
        self.clocks.restart(self.position.to_act(), at_ms)

    def first_position(self) -> Position:
        """Return the position before the first action."""
        return start(self.game, self.seed, self.started.options, self.started.position)

    def played(self) -> list[Played]:
        """List the actions that were not taken back, each with the position before it."""
        position, steps = self.first_position(), []
        for seat, code in self.actions:
            steps.append(Played(position.state, seat, code))
            position = position.play(seat, code)
        return steps

    def timeout_generator(self) -> Words:
        """Return a generator for what the clock plays; it follows from the seed, which no player knows."""
        key = seed_to_words(self.seed) ^ np.uint64(TIMEOUT_SALT)
        return np.array([*key, self.version << 32], np.uint64)


def hash_of_seed(seed: int) -> str:
    """Return the hash that binds a match to its seed."""
    return hashlib.sha256(str(seed).encode()).hexdigest()


def new_match(
    game: Game,
    *,
    seed: int | None = None,
    options: Options | None = None,
    position: str | None = None,
    pace: str = "none",
    names: tuple[str, str] = NUMBERED_SEATS,
    mission: Terms | None = None,
    at_ms: int = 0,
) -> Match:
    """Start a match; with a mission, it ends when that is won or lost.

    Raises:
        BadOption, BadSeed, BadNotation: with a sentence that says what is wrong.
    """
    seed = new_seed() if seed is None else check_seed(seed)
    started = ev.Started(
        at_ms=at_ms,
        game=game.id,
        rules_version=game.facts.rules_version,
        options=game.options.read({} if options is None else options),
        seed_hash=hash_of_seed(seed),
        position=position,
        pace=pace,
        names=names,
        mission=UNSET if mission is None else mission,
    )
    return _begin(started, seed)


def fold(log: Iterable[ev.AnyEvent], seed: int) -> Match:
    """Rebuild a match from its events.

    Raises:
        CorruptLog: they do not follow from each other.
        OtherRules: they were made by other rules of the game.
    """
    rest = iter(log)
    started = next(rest, None)
    if not isinstance(started, ev.Started):
        raise CorruptLog("The first event of a match must say what is played.")
    match = _begin(started, seed)
    for event in rest:
        match.apply(event)
    return match


def _begin(started: ev.Started, seed: int) -> Match:
    game = registry.load(started.game)
    if started.format != ev.FORMAT or started.rules_version != game.facts.rules_version:
        raise OtherRules(
            f"This match was played by rules {started.rules_version} of {game.name} (format {started.format}); "
            f"this Parlour has rules {game.facts.rules_version} (format {ev.FORMAT})."
        )
    if started.seed_hash != hash_of_seed(seed):
        raise CorruptLog("The seed does not have the hash that the match was started with.")
    position = start(game, seed, started.options, started.position)
    at_ms = started.at_ms
    judge = Judge(game, started.mission, position) if isinstance(started.mission, Terms) else None
    return Match(game, seed, started, position, judge, [started], phase_started_ms=at_ms, last_acted_ms=at_ms)
