"""Why an action of Whist is good, in a sentence."""

import numpy as np
from numpy.typing import NDArray

from parlour.core.contract import Known
from parlour.core.thinking import Flag
from parlour.games.whist.ai.draft import worth
from parlour.games.whist.ai.duel import solve_cards, table
from parlour.games.whist.rules.round import follow_wins, followers
from parlour.games.whist.state import ALL_CARDS, CARDS, FOLLOW, LEAD, NONE, RANKS
from parlour.games.whist.text.cards import card_words, cards_of, prize

GO_ON: Flag = np.zeros(1, np.int64)


def reason(s: Known, seat: int, action: int) -> str:
    """Return what speaks for an action; nothing where no sentence can say it."""
    if s.phase not in (LEAD, FOLLOW):
        return "Nothing can be gained or lost here."
    if s.top == CARDS:
        return "" if s.is_literal else _of_duel(s, seat, action)
    return _of_follow(s, seat, action) if s.phase == FOLLOW else _of_lead(s, seat, action)


def _of_duel(s: Known, seat: int, action: int) -> str:
    tricks, left = tricks_of_duel(s, seat), int(s.sizes[seat])
    if left == 1:
        return f"It {'wins' if tricks[action] else 'loses'} the last trick."
    return f"Best play from here takes {tricks[action]} of the {left} remaining tricks."


def tricks_of_duel(s: Known, seat: int) -> NDArray[np.int8]:
    """Return by card the tricks that best play takes after it; NONE for a card that cannot be played."""
    lead = int(s.tricks[s.num_tricks, 0]) if s.phase == FOLLOW else NONE
    own, tricks = int(s.hands[seat]), np.empty(CARDS, np.int8)
    solve_cards(own, _unseen(s, seat), lead, int(s.trump), tricks, table(), GO_ON)
    return tricks


def _of_follow(s: Known, seat: int, action: int) -> str:
    lead, trump, shown = int(s.tricks[s.num_tricks, 0]), int(s.trump), card_words(prize(s))
    if follow_wins(lead, action, trump, s.is_literal != 0):
        return f"It wins {shown}."
    if not _is_good(s, seat):
        return f"It plays a low card: {shown} is a poor prize, and the loser takes the next card."
    cards = cards_of(followers(int(s.hands[seat]), lead))
    if any(follow_wins(lead, card, trump, s.is_literal != 0) for card in cards):
        return f"It plays a low card: winning {shown} would cost too much."
    return "It plays a low card: this trick cannot be won."


def _of_lead(s: Known, seat: int, action: int) -> str:
    shown = card_words(prize(s))
    if not _is_good(s, seat):
        return f"It leads a card of little value: {shown} is a poor prize, and the loser takes the next card."
    higher = _unseen(s, seat) >> action + 1 & (1 << RANKS - 1 - action % RANKS) - 1
    if higher == 0:
        return f"It goes for {shown}: the other hand has no higher card of the suit."
    return f"It may win {shown} and costs little."


def _unseen(s: Known, seat: int) -> int:
    """Return the set of cards that may be in the other hand."""
    seen = int(s.gone) | int(s.hands[seat])
    if s.phase == FOLLOW:
        seen |= 1 << int(s.tricks[s.num_tricks, 0])
    if s.top < CARDS:
        seen |= 1 << prize(s)
    return ALL_CARDS & ~seen


def _is_good(s: Known, seat: int) -> bool:
    """Return whether the prize is worth more than an average card that the seat has not seen."""
    trump = int(s.trump)
    hidden = [worth(card, trump) for card in cards_of(_unseen(s, seat) & ~int(s.turned))]
    return bool(worth(prize(s), trump) > np.mean(hidden))
