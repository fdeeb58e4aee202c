"""The record of a Whist position.

A card is a number 0..51, 13 * suit + rank - 2, with the suits in the order clubs, spades, hearts, diamonds: this is the
standard order of the deck and the order of a sorted hand. A set of cards is a bitboard with one bit per card.
"""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR

SUITS = 4
RANKS = 13  # 2..10, jack, queen, king, ace
CARDS = SUITS * RANKS
HAND = 13  # cards dealt to each seat
DEALT = 2 * HAND
DRAFT_TRICKS = 13
TRICKS = DRAFT_TRICKS + 13  # of a round
SHUFFLES = 3  # by the dealer
MAX_TIES = 3  # in the dealer draw; then a coin decides

TARGET = 6  # points that win
PAR = 6  # pairs that score nothing
MAX_ROUNDS = 2 * (TARGET - 1) + 1  # every round brings the two scores together at least one point more

# Actions: 0..51 plays that card, PICK + i picks the card at place i of the dealer draw, SHUFFLE + kind shuffles.
PICK = CARDS
SHUFFLE = PICK + CARDS
SCRAMBLE, RIFFLE, OVERHAND, CUT = range(4)
DEAL = SHUFFLE + 4
DEAL_ALL, REVEAL, TAKE = DEAL + 1, DEAL + 2, DEAL + 3
NUM_ACTIONS = TAKE + 1

# Phases. The first four are the dealing stage; draft and duel share LEAD and FOLLOW.
DEALER_DRAW, SHUFFLING, DEALING, TRUMP_REVEAL, LEAD, FOLLOW, WINNER_TAKES, LOSER_TAKES, PRIZE_REVEAL, OVER = range(10)

NONE = -1  # no card, no suit, no kind of shuffle, no seat

SUIT = (1 << RANKS) - 1  # the cards of suit 0
ALL_CARDS = (1 << CARDS) - 1

State = record_type(
    [
        GENERATOR,
        ("hands", np.int64, 2),  # by seat; of another hand, `hide` leaves the prizes
        ("gone", np.int64),  # cards of finished tricks: the discard pile and the spoils
        ("turned", np.int64),  # prizes turned face up in this round, wherever they are now
        ("deck", np.int8, CARDS),  # from the top; NONE: dealt, taken or hidden
        ("tricks", np.int8, (TRICKS, 2)),  # lead and follow of every trick of this round; NONE: not played
        ("leaders", np.int32),  # bit i: the seat that led trick i
        ("num_tricks", np.int8),  # finished in this round
        ("top", np.int8),  # place of the top card of the deck
        ("sizes", np.int8, 2),  # cards in hand, by seat
        ("pairs", np.int8, 2),  # tricks won in the duel, by seat
        ("scores", np.int8, 2),  # by seat
        ("rounds", np.int8),  # begun, which are also the plays of each player
        ("phase", np.int8),
        ("dealer", np.int8),  # NONE while it is being drawn
        ("turn", np.int8),  # who leads, or won the trick
        ("trump", np.int8),
        ("picks", np.int8, 2),  # places picked in this dealer draw, by seat
        ("shown", np.int8, 2),  # cards of the last complete dealer draw of this round, by seat
        ("ties", np.int8),
        ("shuffles", np.int8, SHUFFLES),  # kinds, in order
        ("is_quick", np.int8),
        ("is_literal", np.int8),
        ("is_clamped", np.int8),
        ("alternates", np.int8),
    ]
)
