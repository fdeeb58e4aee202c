"""`SeatView`: what one seat, or a spectator, knows of a position. It holds the hidden record and no other."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.core.arguments import check_code, check_picks, check_seat, check_text
from parlour.core.bytes_api import Bytes
from parlour.core.contract import SPECTATOR, Choice, Happening, Known
from parlour.core.errors import BadNotation, BadSeat, GameOver, IllegalAction, NotYourTurn
from parlour.core.fast_record import record_over
from parlour.core.game import Game
from parlour.core.reading import shown

SEATS_OF_MASK = ((), (0,), (1,), (0, 1))


class SeatView:
    """A position as a seat may know it: everything that leaves the engine for a person or a program comes from here.

    Its sentences name the seats by placeholders; `core.phrasing.fill_seats` puts names in.
    """

    __slots__ = ("_known", "game", "seat", "to_act")

    def __init__(self, game: Game, seat: int, known: Known, to_act: int) -> None:
        self.game = game
        self.seat = seat
        self.to_act = SEATS_OF_MASK[to_act]
        self._known = known

    @property
    def known(self) -> Known:
        """A copy of the hidden record, for kernels and players."""
        return Known(record_over(self._data.copy(), self.game.state))

    @property
    def _data(self) -> Bytes:
        return self._known.data

    @property
    def can_act(self) -> bool:
        """The seat is among those to act."""
        return self.seat in self.to_act

    def legal_actions(self) -> list[int]:
        """List the codes that the seat may play now, ascending; empty when it is not to act."""
        out = np.empty(self.game.facts.num_actions, np.int32)
        return out[: self.game.bytes_api.legal_actions(self._data, self.seat, out)].tolist()

    def check_may_act(self) -> None:
        """Refuse a seat that is not to act.

        Raises:
            BadSeat, GameOver, NotYourTurn
        """
        if self.seat == SPECTATOR:
            raise BadSeat("A spectator cannot act.")
        if not self.to_act:
            raise GameOver("The game is over.")
        if not self.can_act:
            raise NotYourTurn(f"It is {{seat:{1 - self.seat}}}'s turn.")

    def view(self) -> Any:
        """Return all that a board shows: the struct of the game's `view.py`."""
        return self.game.view.view(self._known, self.seat)

    def prompt(self) -> str:
        """Return in a sentence what is asked of the seat now, or what it waits for."""
        return self.game.view.prompt(self._known, self.seat)

    def phase(self) -> str:
        """Return the name of what the seats are doing now."""
        return self.game.view.phase(self._known)

    def side_names(self) -> tuple[str, str]:
        """Return what the seats play: ("Red", "Yellow")."""
        return self.game.view.side_names(self._known)

    def ending(self) -> str:
        """Return how a finished game ended, in one stable word."""
        return self.game.view.ending(self._known)

    def render(self) -> str:
        """Return the position drawn in plain text."""
        return self.game.notation.render(self._known, self.seat)

    def choices(self) -> list[Choice]:
        """List what the seat may do now, in words, with the picks that lead there."""
        actions, at_once = self.legal_actions(), self.game.extras.choices
        return (
            [self._choice(action) for action in actions]
            if at_once is None
            else at_once(self._known, self.seat, actions)
        )

    def choice(self, action: int) -> Choice:
        """Return a legal action as a person meets it.

        Raises:
            IllegalAction: it is not legal.
        """
        code = check_code(self.game, action)
        if code not in self.legal_actions():
            raise IllegalAction(f"{self.game.name} does not allow the action with the code {code} here.")
        return self._choice(code)

    def _choice(self, action: int) -> Choice:
        view, known, seat = self.game.view, self._known, self.seat
        text = self.game.notation.action_to_text(known, seat, action)
        return Choice(text, view.picks(known, seat, action), view.label(known, seat, action))

    def action_to_text(self, action: int) -> str:
        """Return an action of the seat in notation.

        Raises:
            IllegalAction: the game has no such code.
        """
        return self.game.notation.action_to_text(self._known, self.seat, check_code(self.game, action))

    def text_to_actions(self, text: str) -> Sequence[int]:
        """Read an action of the seat, or a whole turn where the game writes it as one word.

        Raises:
            BadNotation, IllegalAction
        """
        return self.game.notation.text_to_actions(self._known, self.seat, check_text(text, "An action"))

    def why_not(self, picks: Sequence[str]) -> str:
        """Return why picks lead to no legal action; empty when they do.

        Raises:
            BadNotation: they are no texts.
        """
        picks = check_picks(picks)
        try:
            self.check_may_act()
        except IllegalAction as refusal:
            return str(refusal)
        return self.game.view.why_not(self._known, self.seat, picks)

    def narrate(self, actor: int, action: int, after: "SeatView") -> list[Happening]:
        """Narrate to this seat what an action of either seat did; `after` is what the same seat knows then.

        The action must have been played: a seat does not know enough of the other one to check that.

        Raises:
            BadSeat, IllegalAction, BadNotation: the arguments cannot be these.
        """
        if not isinstance(after, SeatView) or (after.game, after.seat) != (self.game, self.seat):
            raise BadNotation(f"What the same seat knows afterwards is needed, not {shown(after)}.")
        actor, action = check_seat(actor), check_code(self.game, action)
        return self.game.view.narrate(self._known, actor, action, after._known, self.seat)
