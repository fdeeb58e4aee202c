"""How the computer thinks about Raptor: turns are planned whole, cards are chosen by a solved game, nothing is guessed."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from parlour.core.contract import Record
from parlour.core.generator import Words, pick
from parlour.core.kernel import kernel
from parlour.core.thinking import ActionValue, Stop, Thought
from parlour.games.raptor.cardplay import Book, answer_cards, find_gains, list_hands, new_book, play_pair, round_chance, solve_cards, unplayed
from parlour.games.raptor.evaluate import CERTAIN, score, to_chance
from parlour.games.raptor.placing import plan_placement
from parlour.games.raptor.planner import ENDS, Desk, Row, best_end, end_turn, finish_round, new_desk, plan_turn
from parlour.games.raptor.rules import legal_actions
from parlour.games.raptor.state import CARD, CARDS, CHOOSE, OVER, RAPTOR, SCIENTIST, State
from parlour.games.raptor.weights import HAND_WEIGHTS, WEIGHTS

FINE = 1 << 30  # steps in which a chance is drawn


@dataclass(frozen=True)
class Effort:
    """How hard to think."""

    width: int  # positions kept for every number of points left in a turn
    ends: int = 1  # of a turn, that are looked into further
    foresight: bool = False  # looks at the cards of the next round too
    solves: bool = True  # chooses cards by the solved game; any card otherwise
    tries: int = 200  # ways to go on with the placement


@kernel
def outlook(desk: Desk, inner: Book, row: Row, odds: float, foresight: bool) -> float:
    """Give the raptor's chance at the end of a round: as judged, or by the cards of the next round."""
    s = row.view(State)[0]
    if s.phase == CHOOSE and foresight and not desk.flag[0]:
        return round_chance(desk, inner, 2, row, 1, 1)
    return to_chance(odds)


@kernel
def weigh_ends(desk: Desk, inner: Book, start: Row, width: int, foresight: bool) -> int:
    """Look further into the ends of a planned turn; give the best one, with the side's chances as values."""
    s = start.view(State)[0]
    side, phase = int(s.side), int(s.phase)
    best = best_end(desk, 0)
    top = -1.0
    for i in range(desk.count[0, ENDS]):
        row = desk.table[0]
        end_turn(desk, 0, i, phase, row)
        odds = finish_round(desk, 1, row, width)
        if desk.flag[0] and top >= 0.0:
            break
        chance = outlook(desk, inner, row, odds, foresight)
        chance = chance if side == RAPTOR else 1.0 - chance
        if chance > top:
            top, best = chance, i
    desk.value[0, ENDS, best] = top
    return best


@kernel
def weigh_cards(desk: Desk, outer: Book, inner: Book, start: Row, width: int, ends: int, foresight: bool) -> None:
    """Fill the matrix of the round to come, and solve it."""
    s = start.view(State)[0]
    raptor_cards, scientist_cards = unplayed(s, RAPTOR), unplayed(s, SCIENTIST)
    for i in range(CARDS):
        for j in range(CARDS):
            if raptor_cards >> i & scientist_cards >> j & 1:
                odds = play_pair(desk, 0, start, i + 1, j + 1, width, ends)
                chance = outlook(desk, inner, desk.table[0], odds, foresight)
                outer.matrix[i, j] = without_cards(chance, i, j)
    list_hands(s, outer)
    if s.observation:
        answer_cards(outer)
    else:
        solve_cards(outer)


@kernel
def without_cards(chance: float, raptor: int, scientist: int) -> float:
    """Take off the raptor's chance what the two cards would have been worth in the hands."""
    chance = min(max(chance, 1e-9), 1.0 - 1e-9)
    odds = np.log(chance / (1.0 - chance))
    return to_chance(odds - HAND_WEIGHTS[RAPTOR, raptor] - HAND_WEIGHTS[SCIENTIST, scientist])


def thinks(effort: Effort) -> Callable[[Record, int, Words, Stop], Thought]:
    """Give a way of thinking with this effort."""

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought:
        start = np.frombuffer(state.tobytes(), np.uint8).copy()
        s = start.view(State)[0]
        desk = new_desk(max(effort.width, effort.ends), WEIGHTS, stop.flag)
        n = legal_actions(s, seat, desk.legal[0])
        actions = desk.legal[0, :n].tolist()
        if n == 1:
            return Thought(actions[0], [ActionValue(actions[0], 0.5, 0)])
        if s.phase == CHOOSE:
            return _choose_card(effort, desk, start, seat, actions, random)
        if s.phase < CHOOSE:
            first = plan_placement(desk, start, effort.tries, random)
            top = float(to_chance(desk.reach[first]))
        else:
            plan_turn(desk, 0, start, effort.width, effort.ends)
            end = best_end(desk, 0)
            top = float(to_chance(desk.value[0, ENDS, end]))
            if desk.count[0, ENDS] > 1 and desk.value[0, ENDS, end] < CERTAIN:
                end = weigh_ends(desk, new_book(), start, effort.width, effort.foresight)
                top = float(desk.value[0, ENDS, end])
            first = int(desk.first[0, ENDS, end])
        values = [min(float(to_chance(desk.reach[i])), top) for i in range(n)]
        return _thought(actions, values, first)

    return think


def _thought(actions: list[int], values: list[float], chosen: int) -> Thought:
    found = [ActionValue(action, value, 1) for action, value in zip(actions, values, strict=True)]
    found.sort(key=lambda item: (item.action != actions[chosen], -item.value))
    return Thought(actions[chosen], found)


def _choose_card(effort: Effort, desk: Desk, start: Row, seat: int, actions: list[int], random: Words) -> Thought:
    s = start.view(State)[0]
    if not effort.solves:
        return _thought(actions, [0.5] * len(actions), pick(random, len(actions)))
    side = seat ^ int(s.raptor_seat)
    book = new_book()
    weigh_cards(desk, book, new_book(), start, effort.width, effort.ends, effort.foresight)
    cards = [action - CARD for action in actions]
    if s.observation and side == RAPTOR:
        shown = int(s.chosen[SCIENTIST]) - 1
        values = [float(book.matrix[card, shown]) for card in cards]
        return _thought(actions, values, int(np.argmax(values)))
    if s.observation:
        values = [float(book.gain[card]) for card in cards]
        return _thought(actions, values, int(np.argmax(values)))
    find_gains(book, side)
    values = [float(book.gain[card]) for card in cards]
    hand = sum(1 << card for card in cards)
    held = book.hands[side, : book.num[side]].tolist().index(hand)
    shares = np.cumsum(book.plans[side, held, cards])
    drawn = pick(random, FINE) / FINE * shares[-1]
    return _thought(actions, values, int(np.searchsorted(shares, drawn, side="right")))
