"""`SpielState`: a match as a state of OpenSpiel, and what its players observe and remember of it."""

import hashlib
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from numpy.typing import NDArray

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.position import Position
from parlour.core.seat_view import SeatView
from parlour.lab.envs.deals import Deals
from parlour.lab.envs.observation import observation, observation_shape

DIGEST_BYTES = 16
NOT_DEALT = "not dealt yet"


class Memory(NamedTuple):
    """All that a seat has seen and done, in order, as a hash, with its own actions in clear."""

    digest: bytes = b""
    seen: bytes = b""  # the hidden record that it saw last
    actions: tuple[int, ...] = ()

    def with_action(self, action: int) -> "Memory":
        """Return the memory after an action of the seat."""
        return Memory(_hash(self.digest, b"did", action.to_bytes(4)), self.seen, (*self.actions, action))

    def with_sight(self, seen: SeatView) -> "Memory":
        """Return the memory after a position; one that looks the same to the seat adds nothing."""
        known = seen.known.tobytes()
        return self if known == self.seen else Memory(_hash(self.digest, b"saw", known), known, self.actions)


def _hash(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"".join(parts), digest_size=DIGEST_BYTES).digest()


class SpielState(pyspiel.State):
    """A match. Where both seats may act, the lower one acts first, and the rules hide what it did."""

    def __init__(self, game: pyspiel.Game, deals: Deals) -> None:
        super().__init__(game)
        self._deals = deals
        self._position: Position | None = None  # None before the deal
        self._drawn_by: tuple[int, int] | None = None  # the seat and the action that chance has to answer
        self._draws = 0  # chance nodes so far
        self._memories = (Memory(), Memory())
        if deals.fixed is not None:
            self._arrive(deals.fixed)

    @property
    def position(self) -> Position:
        """The position of the match, with all its secrets.

        Raises:
            pyspiel.SpielError: it is not dealt yet.
        """
        if self._position is None:
            raise pyspiel.SpielError(f"The match is {NOT_DEALT}.")
        return self._position

    def current_player(self) -> int:
        """Return the seat to act, CHANCE or TERMINAL."""
        if self._position is None or self._drawn_by is not None:
            return pyspiel.PlayerId.CHANCE
        seats = self._position.to_act()
        return seats[0] if seats else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == pyspiel.PlayerId.TERMINAL

    def returns(self) -> list[float]:
        """Return 1 for a win, 0 for a draw or a game that goes on, -1 for a loss, by seat."""
        if not self.is_terminal():
            return [0.0, 0.0]
        record, rules = self.position.state, self.position.game.rules
        return [2.0 * rules.result(record, seat) - 1.0 for seat in SEATS]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node with their probabilities."""
        return self._deals.outcomes

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        if self._position is None:
            self._arrive(self._deals.deal(action))
            self._draws += 1
        elif self._drawn_by is not None:
            (seat, code), self._drawn_by = self._drawn_by, None
            self._arrive(self._deals.drawing(self._position, action, self._draws).play(seat, code))
            self._draws += 1
        else:
            self._play(self._position, self._position.to_act()[0], action)

    def _play(self, before: Position, seat: int, action: int) -> None:
        after = before.play(seat, action)
        mine, other = self._memories[seat].with_action(action), self._memories[1 - seat]
        self._memories = (mine, other) if seat == 0 else (other, mine)
        if self._deals.is_drawn(before, after):
            self._drawn_by = (seat, action)
        else:
            self._arrive(after)

    def _arrive(self, position: Position) -> None:
        self._position = position
        first, second = self._memories
        self._memories = (first.with_sight(position.seen_by(0)), second.with_sight(position.seen_by(1)))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.position.action_to_text(player, action)

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """Return a state that looks the same to a player, with everything hidden from it dealt again.

        Args:
            sampler: returns random numbers from 0 to 1.
        """
        other = self.clone()
        other._redeal(player, int(sampler() * 2**53))
        return other

    def _redeal(self, player: int, seed: int) -> None:
        """Deal what a player cannot know again; what the other one remembers begins with this position."""
        memories = [Memory(), Memory()]
        memories[player] = self._memories[player]
        self._memories = (memories[0], memories[1])
        self._arrive(self._deals.guessed(self.position, player, seed))

    def __str__(self) -> str:
        return NOT_DEALT if self._position is None else f"{self._position.seen_by().render()}\n{self.history_str()}"

    def seen_by(self, player: int) -> SeatView | None:
        """Return what a seat or the SPECTATOR may know; None before the deal."""
        return None if self._position is None else self._position.seen_by(player)

    def memory(self, player: int) -> Memory:
        """Return what a seat has seen and done so far."""
        return self._memories[player]


class SpielObserver:
    """What a player is told of a state: now, or with perfect recall also all before; OpenSpiel asks it by its names.

    The string with perfect recall is exact: it names the whole sequence of what the player saw and did. The tensor
    holds what the player may know now and its own actions so far: a game whose record forgets things that a player
    has seen is a little less than perfectly recalled by it.
    """

    def __init__(self, deals: Deals, kind: pyspiel.IIGObservationType) -> None:
        self._kind = kind
        self._is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        shape, most = observation_shape(deals.game), deals.game.facts.max_length
        size = int(np.prod(shape))
        self.tensor: NDArray[np.float32] = np.zeros(size + most * kind.perfect_recall, np.float32)
        self.dict = {"observation": self.tensor[:size].reshape(shape)}
        if kind.perfect_recall:
            self.dict["own_actions"] = self.tensor[size:]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player observes into `tensor`; own actions are codes from 1 in their order, then 0."""
        self.tensor.fill(0)
        seen = state.seen_by(SPECTATOR if self._is_public else player)
        if seen is not None:
            self.dict["observation"][:] = observation(seen)
        if self._kind.perfect_recall and not self._is_public:
            actions = state.memory(player).actions
            self.dict["own_actions"][: len(actions)] = np.array(actions, np.float32) + 1

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a player observes as a text: equal texts, equal knowledge."""
        if self._kind.perfect_recall and not self._is_public:
            memory = state.memory(player)
            return f"player {player}, did {' '.join(map(str, memory.actions)) or 'nothing'}, saw {memory.digest.hex()}"
        seen = state.seen_by(SPECTATOR if self._is_public else player)
        return NOT_DEALT if seen is None else f"{seen.render()}\n{_hash(seen.known.tobytes()).hex()}"
