"""How the computer plays a round: it tries cards on guesses in the draft, and solves the duel."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Record
from parlour.core.generator import Words, random_below
from parlour.core.thinking import ActionValue, Flag, Stop, Thought
from parlour.games.whist import rules
from parlour.games.whist.ai.draft import choose_by_rule, fresh_guess, try_cards, value_by_rule, worth
from parlour.games.whist.ai.duel import solve_cards, table
from parlour.games.whist.ai.equity import expected_result
from parlour.games.whist.state import CARDS, FOLLOW, LEAD, NONE, NUM_ACTIONS, RANKS

Think = Callable[[Record, int, Words, Stop], Thought | None]

AT_LEAST = 4  # guesses before the first look at the clock, about 2 ms
HOPELESS = 2.5  # standard errors behind the best card, guess by guess, at which a card is given up
# Guesses that the rule counts as much as. With 8 guesses, the rule counting as 16 took 6.91 tricks of 13 against the
# rule counting nothing (60 deals played twice), with 64 guesses 6.73 (30 deals); 8 or 32 were as good as 16.
PRIOR = 16
USUAL = (4, 9)  # tricks of a round
GO_ON: Flag = np.zeros(1, np.int64)


def make_think(guesses: int, counted: int) -> Think:
    """Return a search with these settings.

    Args:
        guesses: of what is hidden, on which each card of the draft is tried; with 0 the rule of one trick chooses, on
            one guess.
        counted: number of last tricks of the duel that are solved; before them the rule of one trick chooses.
    """

    def think(state: Record, seat: int, random: Words, stop: Stop) -> Thought | None:
        if state.phase not in (LEAD, FOLLOW):
            return _random_action(state, seat, random)
        if state.is_literal:
            return None
        if state.top < CARDS and guesses:
            return _think_draft(state, seat, guesses, random, stop)
        s = state.copy()
        fresh_guess(s, seat, random)
        if state.top == CARDS and s.sizes[seat] <= counted:
            return _think_duel(s, seat, stop)
        return _think_by_rule(s, seat)

    return think


def _think_by_rule(s: Record, seat: int) -> Thought:
    """Judge the cards of a guessed position by the rule of one trick, which takes the best one."""
    best, trick = int(choose_by_rule(s, seat)), _worth_of_a_trick(s, seat)
    actions = np.empty(NUM_ACTIONS, np.int32)
    cards = actions[: rules.legal_actions(s, seat, actions)].tolist()
    tricks = np.array([value_by_rule(s, seat, card) for card in cards])
    values = np.clip(0.5 + trick * (tricks - tricks.max()), 0.0, 1.0).tolist()
    entries = [ActionValue(card, value, 0) for card, value in zip(cards, values, strict=True)]
    return Thought(best, sorted(entries, key=lambda entry: (entry.action != best, -entry.value)))


def _random_action(state: Record, seat: int, random: Words) -> Thought:
    """Choose at random in a ceremony, where nothing can be gained."""
    actions = np.empty(NUM_ACTIONS, np.int32)
    return Thought(int(actions[random_below(random, rules.legal_actions(state, seat, actions))]), [])


def _think_draft(state: Record, seat: int, guesses: int, random: Words, stop: Stop) -> Thought:
    """Try cards on batches of guesses, each batch as large as all before it; give up hopeless ones in between."""
    hidden = np.frombuffer(state.tobytes(), np.uint8)
    alike = _alike(state, seat)
    cards = np.array(sorted(set(alike.values())), np.int32)
    tried, counts = np.zeros((2, len(cards), guesses)), np.zeros(len(cards), int)  # searched, and by the rule
    kept, done = np.arange(len(cards)), 0
    while done < guesses and (done == 0 or (len(kept) > 1 and not stop.is_due)):
        batch = np.empty((2, len(kept), min(max(AT_LEAST, done), guesses - done)))
        made = try_cards(hidden, seat, cards[kept], batch[0], batch[1], random, table(), stop.flag if done else GO_ON)
        tried[:, kept, done : done + made] = batch[:, :, :made]
        done += made
        counts[kept] = done
        kept = kept[_hopeful(tried[0, kept, :done])]
    values = _tempered(tried.sum(axis=2) / counts, counts, _worth_of_a_trick(state, seat))
    best = int(cards[kept[values[kept].argmax()]])
    found = {}
    for card, value, count, results in zip(cards.tolist(), values.tolist(), counts.tolist(), tried[0], strict=True):
        found[card] = value, count, float(results[:count].std())
    entries = [ActionValue(card, *found[like]) for card, like in alike.items()]
    return Thought(best, sorted(entries, key=lambda entry: (entry.action != best, -entry.value)))


def _tempered(means: NDArray[np.float64], counts: NDArray[np.int_], trick: float) -> NDArray[np.float64]:
    """Mix what was found with the value by the rule, which counts the more the fewer guesses there were.

    Args:
        means: `[2, len(counts)]`, of the results of each card, and of its values by the rule, in tricks.
        trick: what a trick adds to the expected result.
    """
    found, by_rule = means
    expected = found.mean() + trick * (by_rule - by_rule.mean())
    return (counts * found + PRIOR * expected) / (counts + PRIOR)


def _worth_of_a_trick(state: Record, seat: int) -> float:
    """Return what a trick of this round adds to the expected result, on average over the usual numbers of tricks."""
    few, many = (float(expected_result(state, seat, tricks)) for tricks in USUAL)
    return (many - few) / (USUAL[1] - USUAL[0])


def _hopeful(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """List the cards, rows of their values by guess, that may still be the best."""
    behind = values[values.mean(axis=1).argmax()] - values
    error = behind.std(axis=1) / math.sqrt(values.shape[1])
    return np.flatnonzero(behind.mean(axis=1) <= HOPELESS * error)


def _alike(state: Record, seat: int) -> dict[int, int]:
    """Return for each card that can be played the lowest one that is as good: only own or gone cards are between."""
    actions = np.empty(NUM_ACTIONS, np.int32)
    legal = actions[: rules.legal_actions(state, seat, actions)].tolist()
    between = int(state.hands[seat]) | int(state.gone)
    alike: dict[int, int] = {}
    for card in legal:
        lower = card - 1
        while card // RANKS == lower // RANKS and lower not in alike and between >> lower & 1:
            lower -= 1
        alike[card] = alike.get(lower, card) if card // RANKS == lower // RANKS else card
    return alike


def _think_duel(s: Record, seat: int, stop: Stop) -> Thought:
    """Solve the duel, in which a guess is the truth."""
    tricks = np.empty(CARDS, np.int8)
    lead = int(s.tricks[s.num_tricks, 0]) if s.phase == FOLLOW else NONE
    own, other, trump = int(s.hands[seat]), int(s.hands[1 - seat]), int(s.trump)
    solve_cards(own, other, lead, trump, tricks, table(), stop.flag)
    cards = np.flatnonzero(tricks != NONE).tolist()
    if not cards:  # stopped at once
        return Thought(int(choose_by_rule(s, seat)), [])
    # Of equal cards the one worth least is played: the better ones profit more when the other side goes wrong.
    cards.sort(key=lambda card: (-tricks[card], worth(card, trump)))
    won = int(s.pairs[seat])
    # The tricks are proven; what they are worth for the match was measured.
    values = [ActionValue(card, float(expected_result(s, seat, won + int(tricks[card]))), 0) for card in cards]
    return Thought(cards[0], values, is_exact=True)
