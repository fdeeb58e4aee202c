"""`Position`: the comfortable Python face of a record. It never changes; playing gives a new one."""

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.core.bytes_api import NOT_TO_ACT, Bytes
from parlour.core.contract import SEATS, SPECTATOR, Choice, Happening, Outcome, Record
from parlour.core.errors import BadSeat, GameOver, IllegalAction, NotYourTurn
from parlour.core.fast_record import record_over
from parlour.core.game import MAX_ACTIONS, Game
from parlour.core.generator import new_seed, seed_to_words
from parlour.core.option import Options

_SEATS_OF_MASK = ((), (0,), (1,), (0, 1))


class _Scratch(threading.local):
    """Room for the legal actions of any game, one per thread: making it anew would cost a quarter of the call."""

    def __init__(self) -> None:
        self.actions = np.empty(MAX_ACTIONS, np.int32)


_SCRATCH = _Scratch()


class Position:
    """One position of one game, with all its secrets; what it tells a seat has gone through `hide`."""

    __slots__ = ("_to_act", "data", "game")

    def __init__(self, game: Game, data: Bytes, to_act: int) -> None:
        self.game = game
        self.data = data
        self._to_act = to_act

    @property
    def state(self) -> Record:
        """A copy of the record, for kernels."""
        return record_over(self.data.copy(), self.game.state)

    def to_act(self) -> tuple[int, ...]:
        """Give the seats that may act now; none when the game is over."""
        return _SEATS_OF_MASK[self._to_act]

    def legal_actions(self, seat: int) -> list[int]:
        """List the codes that a seat may play now, ascending; empty when it is not to act."""
        out = _SCRATCH.actions
        return out[: self.game.bytes_api.legal_actions(self.data, seat, out)].tolist()

    def play(self, seat: int, action: int | str) -> "Position":
        """Play an action, as code or in notation (where the game writes a whole turn as one word, that turn).

        Raises:
            IllegalAction: the rules forbid it; the sentence says why.
            BadNotation: the text cannot be read.
        """
        if isinstance(action, str):
            return self._play_text(seat, action)
        after = self.data.copy()
        to_act = self.game.bytes_api.play(after, seat, action)
        if to_act < 0:
            raise self._refusal(seat, action, to_act)
        return Position(self.game, after, to_act)

    def _play_text(self, seat: int, text: str) -> "Position":
        self.check_may_act(seat)
        position = self
        for code in self.game.notation.text_to_actions(self.hidden(seat), seat, text):
            position = position.play(seat, code)
        return position

    def _refusal(self, seat: int, action: int, why: int) -> IllegalAction:
        if why == NOT_TO_ACT or action not in range(self.game.num_actions):
            self.check_may_act(seat)
            return IllegalAction(f"{self.game.name} has no action with the code {action}.")
        return IllegalAction(self.why_not(seat, self.game.view.picks(self.hidden(seat), seat, action)))

    def check_may_act(self, seat: int) -> None:
        """Refuse a seat that is not to act.

        Raises:
            BadSeat, GameOver, NotYourTurn
        """
        check_seat(seat)
        if not self._to_act:
            raise GameOver("The game is over.")
        if seat not in self.to_act():
            sides = self.game.view.side_names(self.hidden(SPECTATOR))
            raise NotYourTurn(f"It is not the turn of {sides[seat]}: {sides[1 - seat]} is to act.")

    def is_irrevocable(self, seat: int, action: int, after: "Position") -> bool:
        """Tell whether an action must not be taken back: it showed something, or chance was drawn."""
        state = self.state
        was_drawn = state.generator.tobytes() != after.state.generator.tobytes()
        return was_drawn or bool(self.game.rules.reveals(state, seat, action))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended by its rules; None while it goes on."""
        if self._to_act:
            return None
        state = self.state
        results = [self.game.rules.result(state, seat) for seat in SEATS]
        winner = None if results[0] == results[1] else results.index(max(results))
        return Outcome(winner, self.game.view.ending(self.hidden(SPECTATOR)))

    def hidden(self, seat: int) -> Record:
        """Give the record as a seat or the SPECTATOR may know it."""
        data = self.data.copy()
        self.game.bytes_api.hide(data, seat)
        return record_over(data, self.game.state)

    def view(self, seat: int = SPECTATOR) -> Any:
        """Give all that a board shows to a seat: the struct of the game's `view.py`."""
        return self.game.view.view(self.hidden(seat), seat)

    def prompt(self, seat: int) -> str:
        """Say what is asked of a seat now."""
        return self.game.view.prompt(self.hidden(seat), seat)

    def choices(self, seat: int) -> list[Choice]:
        """List what a seat may do now, in words, with the picks that lead there."""
        state, game = self.hidden(seat), self.game
        return [
            Choice(
                game.notation.action_to_text(state, seat, action),
                game.view.picks(state, seat, action),
                game.view.label(state, seat, action),
            )
            for action in self.legal_actions(seat)
        ]

    def why_not(self, seat: int, picks: Sequence[str]) -> str:
        """Explain why picks lead to no legal action; empty when they do."""
        try:
            self.check_may_act(seat)
        except IllegalAction as refusal:
            return str(refusal)
        return self.game.view.why_not(self.hidden(seat), seat, picks)

    def narrate(self, seat: int, action: int, viewer: int = SPECTATOR) -> list[Happening]:
        """Tell what a legal action does, to a seat or the SPECTATOR."""
        after = self.play(seat, action).hidden(viewer)
        return self.game.view.narrate(self.hidden(viewer), seat, action, after, viewer)

    def action_to_text(self, seat: int, action: int) -> str:
        """Write an action in notation."""
        return self.game.notation.action_to_text(self.state, seat, action)

    def to_text(self) -> str:
        """Write the whole position in notation, secrets included."""
        return self.game.notation.state_to_text(self.state)

    def to_bytes(self) -> bytes:
        """Give the record as bytes; equal bytes, equal positions."""
        return self.data.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        return hash((self.game.id, self.to_bytes()))

    def __str__(self) -> str:
        return self.game.notation.render(self.state, SPECTATOR)

    def __repr__(self) -> str:
        return f"<Position of {self.game.id}: {self.to_text()}>"


def check_seat(seat: int) -> int:
    """Check the number of a seat.

    Raises:
        BadSeat: it is neither 0 nor 1.
    """
    if seat not in SEATS:
        raise BadSeat(f"The seats are 0 and 1, not {seat}.")
    return seat


def start(game: Game, seed: int | None = None, options: Options | None = None, text: str | None = None) -> Position:
    """Set up a new position.

    Args:
        seed: decides all chance of the match; drawn so that nobody can guess it when not given.
        text: start from this position, in the game's notation.

    Raises:
        BadOption, BadSeed, BadNotation: with a sentence that says what is wrong.
    """
    data = np.zeros(game.state.itemsize, np.uint8)
    values = game.option_values(options or {})
    words = seed_to_words(new_seed() if seed is None else seed)
    to_act = game.bytes_api.setup(data, values, words)
    if text is not None:
        state = record_over(data, game.state)
        game.notation.text_to_state(state, text)
        to_act = game.rules.to_act(state)
    return Position(game, data, to_act)
