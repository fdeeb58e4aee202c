"""`Position`: the comfortable Python face of a record. It never changes; playing gives a new one."""

import threading
from collections.abc import Callable

import numpy as np
from msgspec.structs import replace

from parlour.core.arguments import MAX_POSITION_TEXT, check_code, check_seat, check_text, check_viewer
from parlour.core.bytes_api import Bytes
from parlour.core.contract import SEATS, SPECTATOR, Happening, Known, Outcome, Record
from parlour.core.errors import BadNotation, BadSeat, IllegalAction, NotYourTurn
from parlour.core.fast_record import fixed, record_over
from parlour.core.game import MAX_ACTIONS, Game
from parlour.core.generator import new_seed, seed_to_words
from parlour.core.option import Options
from parlour.core.phrasing import fill_seats
from parlour.core.reading import shown, whole_number
from parlour.core.registry import load
from parlour.core.seat_view import SEATS_OF_MASK, SeatView

VIEWERS = (*SEATS, SPECTATOR)
CODE_BITS = MAX_ACTIONS.bit_length() - 1  # a number of at most these, not negative, may be a seat or a code


class _Scratch(threading.local):
    """Room for the legal actions of any game, one per thread: allocating it would take a quarter of the call."""

    def __init__(self) -> None:
        self.actions = np.empty(MAX_ACTIONS, np.int32)


_SCRATCH = _Scratch()


class Position:
    """One position of one game, with all its secrets; `seen_by` returns what a seat may know of it."""

    __slots__ = ("_record", "_seen", "_to_act", "data", "game")

    def __init__(self, game: Game, data: Bytes, to_act: int) -> None:
        self.game = game
        self.data = data
        self._to_act = to_act
        self._seen: dict[int, SeatView] | None = None
        self._record: Record | None = None

    @property
    def state(self) -> Record:
        """A copy of the record, for kernels."""
        return record_over(self.data.copy(), self.game.state)

    def _read_only(self) -> Record:
        """Return the record itself, for what only looks at it."""
        if self._record is None:
            self._record = record_over(self.data, self.game.state)
        return self._record

    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may act now; none when the game is over."""
        return SEATS_OF_MASK[self._to_act]

    def legal_actions(self, seat: int) -> list[int]:
        """List the codes that a seat may play now, ascending; empty when it is not to act, or is no seat.

        Raises:
            BadSeat: it is not even a whole number.
        """
        if type(seat) is not int or seat >> CODE_BITS:  # the kernel is compiled for plain numbers of 64 bits
            return self._legal_actions_of(seat)
        out = _SCRATCH.actions
        return out[: self.game.bytes_api.legal_actions(self.data, seat, out)].tolist()

    def _legal_actions_of(self, seat: object) -> list[int]:
        number = whole_number(seat)
        if number is None:
            raise BadSeat(f"The seats are 0 and 1, not {shown(seat)}.")
        return self.legal_actions(number) if number in SEATS else []

    def play(self, seat: int, action: int | str) -> "Position":
        """Play an action, as code or in notation (where the game writes a whole turn as one word, that turn).

        Raises:
            BadSeat: there is no such seat.
            IllegalAction: the rules forbid it; the sentence says why.
            BadNotation: the text cannot be read.
        """
        if type(action) is not int or type(seat) is not int or (seat | action) >> CODE_BITS:
            return self._play_other(check_seat(seat), action)
        after = self.data.copy()
        to_act = self.game.bytes_api.play(after, seat, action)
        if to_act < 0:
            raise self._refusal(seat, action)
        return Position(self.game, after, to_act)

    def _play_other(self, seat: int, action: object) -> "Position":
        """Play a text, or a number that the kernel is not compiled for."""
        self.check_may_act(seat)
        if not isinstance(action, str):
            return self.play(seat, check_code(self.game, action))
        position = self
        for code in self.seen_by(seat).text_to_actions(action):
            position = position.play(seat, code)
        return position

    def _refusal(self, seat: int, action: int) -> IllegalAction:
        self.check_may_act(seat)
        check_code(self.game, action)
        seen = self.seen_by(seat)
        return IllegalAction(self._with_sides(seen.why_not(self.game.view.picks(seen.known, seat, action))))

    def check_may_act(self, seat: int) -> None:
        """Refuse a seat that is not to act.

        Raises:
            BadSeat, GameOver, NotYourTurn
        """
        try:
            self.seen_by(check_seat(seat)).check_may_act()
        except NotYourTurn as refusal:
            raise NotYourTurn(self._with_sides(str(refusal))) from None

    def seen_by(self, seat: int = SPECTATOR) -> SeatView:
        """Return what a seat or the SPECTATOR may know; hidden once, however often it is asked for.

        Raises:
            BadSeat: there is no such viewer.
        """
        if self._seen is None:  # made when it is needed: most positions of a search or a replay are never looked at
            self._seen = {}
        if type(seat) is not int or seat not in VIEWERS:
            seat = check_viewer(seat)
        if (seen := self._seen.get(seat)) is None:
            seen = self._seen[seat] = SeatView(self.game, seat, self._known_to(seat), self._to_act)
        return seen

    def _known_to(self, seat: int) -> Known:
        """Return the record without what a seat may not know; where nothing is secret, all viewers share one."""
        if self._seen and not self.game.facts.hidden:
            return next(iter(self._seen.values()))._known
        data = self.data.copy()
        self.game.bytes_api.hide(data, seat)
        return Known(fixed(record_over(data, self.game.state)))

    def narrate(self, seat: int, action: int, viewer: int = SPECTATOR) -> list[Happening]:
        """Narrate to a seat or the SPECTATOR what a legal action does; the players are named by what they play."""
        after = self.play(seat, action).seen_by(viewer)
        told = self.seen_by(viewer).narrate(seat, action, after)
        return [replace(happening, message=self._with_sides(happening.message)) for happening in told]

    def _with_sides(self, sentence: str) -> str:
        return fill_seats(sentence, self.seen_by().side_names())

    def is_irrevocable(self, seat: int, action: int, after: "Position") -> bool:
        """Return whether a legal action must not be taken back: it showed something, or chance was drawn.

        Args:
            after: the position after it.

        Raises:
            BadSeat, IllegalAction, BadNotation: the arguments cannot be these.
        """
        seat, action = check_seat(seat), check_code(self.game, action)
        if not isinstance(after, Position) or after.game is not self.game:
            raise BadNotation(f"A position of {self.game.name} is needed, not {shown(after)}.")
        state = self._read_only()
        was_drawn = state.generator.tobytes() != after._read_only().generator.tobytes()
        return was_drawn or bool(self.game.rules.reveals(state, seat, action))

    @property
    def is_mid_turn(self) -> bool:
        """Whether the turn of the last action goes on."""
        return bool(self.game.rules.mid_turn(self._read_only()))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules; None while it goes on."""
        if self._to_act:
            return None
        state = self.state
        results = [self.game.rules.result(state, seat) for seat in SEATS]
        winner = None if results[0] == results[1] else results.index(max(results))
        return Outcome(winner, self.seen_by().ending())

    def action_to_text(self, seat: int, action: int) -> str:
        """Return an action of a seat in notation."""
        return self.seen_by(seat).action_to_text(action)

    def to_text(self) -> str:
        """Return the whole position in notation, secrets included."""
        return self.game.notation.state_to_text(self.state)

    def to_bytes(self) -> bytes:
        """Return the record as bytes; equal bytes, equal positions."""
        return self.data.tobytes()

    def __deepcopy__(self, memo: object) -> "Position":
        return self  # it never changes

    def __reduce__(self) -> tuple[Callable[[str, bytes], "Position"], tuple[str, bytes]]:
        return from_bytes, (self.game.id, self.to_bytes())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.game.id, self.to_bytes()))

    def __str__(self) -> str:
        return self.seen_by().render()

    def __repr__(self) -> str:
        return f"<Position of {self.game.id}: {self.to_text()}>"


def from_bytes(game_id: str, data: bytes) -> Position:
    """Return the position that `to_bytes` has written, of an installed game; the bytes are trusted."""
    game = load(game_id)
    state = np.frombuffer(data, np.uint8).copy()
    return Position(game, state, int(game.rules.to_act(record_over(state, game.state))))


def start(game: Game, seed: int | None = None, options: Options | None = None, text: str | None = None) -> Position:
    """Set up a new position.

    Args:
        seed: decides all chance of the match; an unguessable one when not given.
        text: start from this position, in the game's notation.

    Raises:
        BadOption, BadSeed, BadNotation: with a sentence that says what is wrong.
    """
    data = np.zeros(game.state.itemsize, np.uint8)
    values = game.options.encode({} if options is None else options)
    words = seed_to_words(new_seed() if seed is None else seed)
    to_act = game.bytes_api.setup(data, values, words)
    if text is not None:
        state = record_over(data, game.state)
        game.notation.text_to_state(state, check_text(text, "A position", MAX_POSITION_TEXT))
        to_act = game.rules.to_act(state)
    return Position(game, data, to_act)
