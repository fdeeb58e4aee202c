"""How the computer thinks about Raptor: turns are planned whole, cards chosen by a solved game, nothing is guessed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from parlour.core import temper
from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.games.raptor.ai.card_solver import Book, find_gains, new_book, play_pairs, solve, unplayed
from parlour.games.raptor.ai.evaluate import CERTAIN, Weights, to_chance, value_fn
from parlour.games.raptor.ai.miss import missed
from parlour.games.raptor.ai.placement_search import plan_placement
from parlour.games.raptor.ai.turn_search import ENDS, Desk, Row, best_end, end_turn, finish_round, new_desk, plan_turn
from parlour.games.raptor.ai.weights import WEIGHTS
from parlour.games.raptor.rules.contract import legal_actions
from parlour.games.raptor.state import CARD, CARDS, CHOOSE, DONE, RAPTOR, SCIENTIST, State
from parlour.games.raptor.text.decode import decode

FINE = 1 << 30  # steps in which a chance is drawn


@dataclass(frozen=True)
class Effort:
    """How hard the computer thinks."""

    width: int  # positions kept for every number of points left in a turn
    ends: int = 1  # of a turn, that are looked into further
    imagined: int = 0  # cards of the other side that each card is tried against; 0: all of them, solved as a game
    tries: int = 300  # ways to go on with the placement
    temper: tuple[float, float] = (0.0, 0.0)  # log-odds by which a raptor and a scientist misjudge actions
    # Log-odds by which an action looks better that takes something at once, and giving up points worse.
    eager: float = 0.0


class Thinker:
    """Thinks about one position."""

    def __init__(self, effort: Effort, state: Record, seat: int, stop: Stop, weights: Weights) -> None:
        self._effort = effort
        self._start: Row = np.frombuffer(state.tobytes(), np.uint8).copy()
        self._s: Record = self._start.view(State)[0]
        self._seat = seat
        self._side = seat ^ int(self._s.raptor_seat)
        self._stop = stop
        self._desk: Desk = new_desk(max(effort.width, effort.ends), weights, stop.flag)
        self._actions: list[int] = self._desk.legal[0, : legal_actions(self._s, seat, self._desk.legal[0])].tolist()

    def think(self, random: Words) -> Thought:
        if len(self._actions) == 1:
            return Thought(self._actions[0], [ActionValue(self._actions[0], float(value_fn(self._s, self._seat)), 0)])
        if self._s.phase == CHOOSE:
            return self._choose_card(random)
        if self._s.phase < CHOOSE:
            first = plan_placement(self._desk, self._start, self._effort.tries, random)
            return self._thought(first, float(to_chance(self._desk.reach[first])))
        return self._act()

    def _chance(self, raptor: float) -> float:
        """Turn the raptor's chance into that of the side that thinks."""
        return float(raptor if self._side == RAPTOR else 1.0 - raptor)

    def _thought(self, chosen: int, chance: float) -> Thought:
        """Return the values of all actions: what was not looked into further is at most as good as what was."""
        desk, best = self._desk, self._actions[chosen]
        values = [
            ActionValue(action, min(chance, float(to_chance(desk.reach[i]))), int(desk.tried[i]))
            for i, action in enumerate(self._actions)
            if desk.tried[i] and action != best
        ]
        values.sort(key=lambda entry: -entry.value)
        return Thought(best, [ActionValue(best, chance, int(desk.tried[chosen])), *values])

    def _at_first_sight(self) -> Thought:
        """Return the values of all actions as those see them who first look at what lies before them."""
        desk, values = self._desk, list[ActionValue]()
        for i, action in enumerate(self._actions):
            if desk.tried[i]:
                odds = desk.reach[i] + self._effort.eager * self._lure(action)
                values.append(ActionValue(action, float(to_chance(odds)), int(desk.tried[i])))
        values.sort(key=lambda entry: -entry.value)
        return Thought(values[0].action, values)

    def _lure(self, action: int) -> int:
        """Return 1 for what takes or mends something at once, -1 for giving up points, 0 for all others."""
        if action == DONE:
            return -1
        return int(missed(self._s, decode(self._s, action)) != "")

    def _act(self) -> Thought:
        """Plan the turn, and look into its best ends as far as the effort says."""
        desk, effort, phase = self._desk, self._effort, int(self._s.phase)
        plan_turn(desk, 0, self._start, effort.width, effort.ends)
        if effort.eager:
            return self._at_first_sight()
        end = best_end(desk, 0)
        chance = float(to_chance(desk.value[0, ENDS, end]))
        if desk.num[0, ENDS] > 1 and desk.value[0, ENDS, end] < CERTAIN:
            chances: list[float] = []
            for i in range(int(desk.num[0, ENDS])):
                end_turn(desk, 0, i, phase, desk.table[0])
                odds = finish_round(desk, 1, desk.table[0], effort.width)
                if self._stop.is_due and chances:
                    break
                chances.append(self._chance(to_chance(odds)))
            end = int(np.argmax(chances))
            chance = chances[end]
        return self._thought(int(desk.first[0, ENDS, end]), chance)

    def _choose_card(self, random: Words) -> Thought:
        """Draw from the mixed strategy of the hand; where the other card is or will be seen, choose the best."""
        if self._effort.imagined:
            return self._imagine(random)
        book, observation = new_book(), bool(self._s.observation)
        raptor_cards, scientist_cards = unplayed(self._s, RAPTOR), unplayed(self._s, SCIENTIST)
        effort = self._effort
        play_pairs(self._desk, book, 0, self._start, raptor_cards, scientist_cards, effort.width, effort.ends)
        solve(self._s, book)
        cards = [action - CARD for action in self._actions]
        if observation and self._side == RAPTOR:
            gains = book.matrix[cards, int(self._s.chosen[SCIENTIST]) - 1]
        else:
            if not observation:
                find_gains(book, self._side)
            gains = book.gain[cards]
        chosen = int(np.argmax(gains)) if observation else self._draw(book, cards, random)
        return self._card(chosen, gains, int(np.count_nonzero(book.matrix)))

    def _imagine(self, random: Words) -> Thought:
        """Choose the card that does best against a few that the other side may choose."""
        book, effort, mine = new_book(), self._effort, [action - CARD for action in self._actions]
        others = [card for card in range(CARDS) if unplayed(self._s, 1 - self._side) >> card & 1]
        while len(others) > effort.imagined:
            others.pop(random_below(random, len(others)))
        raptor, scientist = (mine, others) if self._side == RAPTOR else (others, mine)
        sets = [sum(1 << card for card in cards) for cards in (raptor, scientist)]
        play_pairs(self._desk, book, 0, self._start, sets[RAPTOR], sets[SCIENTIST], effort.width, effort.ends)
        chances = book.matrix if self._side == RAPTOR else 1.0 - book.matrix.T
        gains = chances[np.ix_(mine, others)].mean(axis=1)
        return self._card(int(np.argmax(gains)), gains, len(mine) * len(others))

    def _card(self, chosen: int, gains: NDArray[np.float64], lines: int) -> Thought:
        """Return the values of all cards, found by playing this many rounds."""
        values = [ActionValue(a, float(g), lines) for a, g in zip(self._actions, gains, strict=True)]
        values.sort(key=lambda entry: -entry.value)
        return Thought(self._actions[chosen], values)

    def _draw(self, book: Book, cards: list[int], random: Words) -> int:
        hand = sum(1 << card for card in cards)
        held = book.hands[self._side, : book.num[self._side]].tolist().index(hand)
        shares = np.cumsum(book.plans[self._side, held, cards])
        return int(np.searchsorted(shares, random_below(random, FINE) / FINE * shares[-1], side="right"))


def thinks(effort: Effort, weights: Weights = WEIGHTS) -> Callable[[Record, int, Words, Stop], Thought]:
    """Return a way of thinking with this effort."""

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        thought = Thinker(effort, state, seat, stop, weights).think(random)
        return thought._replace(best=temper.choose(thought, effort.temper[seat ^ int(state.raptor_seat)], random))

    return think
