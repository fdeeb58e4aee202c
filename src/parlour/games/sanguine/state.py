"""The record of a Sanguine position.

Seat 0 is Red, seat 1 is Blue. A cell is counted row by row from the top left: cell = row * columns + column. What lies
on it carries its owner as a sign: plus for Red, minus for Blue.

A *kind* is a number in the table of all different cards of both decks. A deck is the order in which its cards are
drawn; a hand is a list of places in that order. So both sides can follow the backs of the cards, and hiding a card
means erasing its kind in the order.
"""

import numpy as np

from parlour.core.fast_record import record_type
from parlour.core.generator import GENERATOR

MAX_CELLS = 81
MIN_COLUMNS = 3
MAX_DECK = 100  # cards in one deck
MAX_KINDS = 100  # different cards in both decks together
MAX_VALUE = 1_000_000
MAX_PAWNS = 3
NAME_BYTES = 24  # of a card's name, in UTF-8
REACH = 2  # cells that an influence grid reaches from its middle
GRID_SIDE = 2 * REACH + 1
MAX_PAST = 64  # actions that are remembered, the first ones of a match

PASS = MAX_DECK * MAX_CELLS  # codes: hand index * MAX_CELLS + cell places a card, PASS passes
NUM_ACTIONS = PASS + 1

RED, BLUE = 0, 1
SIDES = ("Red", "Blue")
PASSES_TO_END = 2
UNKNOWN = -1  # the kind of a card that is hidden
NOTHING, INFLUENCE, UPGRADE, DEVALUE = 0, 1, 2, 3  # what a grid does to a cell, two bits each

# The numbers that `setup` reads: these eight, then both deck lists, then CARD_NUMBERS for each kind.
ROWS, COLUMNS, HAND_SIZE, SHUFFLE, EXTENDED, NUM_KINDS, RED_CARDS, BLUE_CARDS, HEADER_NUMBERS = range(9)
NAME_WORDS = NAME_BYTES // 8
CARD_NUMBERS = 3 + NAME_WORDS  # grid, cost, value, name

State = record_type(
    [
        GENERATOR,
        ("grids", np.int64, MAX_KINDS),  # two bits per place, from the top left, as Red sees them
        ("names", np.int64, (MAX_KINDS, NAME_WORDS)),  # UTF-8, zeros behind it
        ("values", np.int32, MAX_KINDS),
        ("past", np.int16, MAX_PAST),  # the actions from the deal on, where it is known
        ("played", np.int16),  # actions since the deal
        ("modifiers", np.int16, MAX_CELLS),  # extended game: what upgrades and devaluations came to
        ("costs", np.int8, MAX_KINDS),
        ("lists", np.int8, (2, MAX_DECK)),  # by seat: the kinds of its deck as they stand in the file
        ("order", np.int8, (2, MAX_DECK)),  # by seat: the kinds of its deck as they are drawn
        ("hand", np.int8, (2, MAX_DECK)),  # by seat: places in `order`, left to right
        ("pawns", np.int8, MAX_CELLS),  # 1 to 3 with the owner's sign
        ("cards", np.int8, MAX_CELLS),  # kind + 1 with the owner's sign
        ("deck_size", np.int8, 2),  # by seat: cards in the whole deck
        ("drawn", np.int8, 2),  # by seat
        ("hand_size", np.int8, 2),  # by seat
        ("dealt", np.int8),  # cards in each hand before the first draw; 0 where the past is not known
        ("num_kinds", np.int8),
        ("rows", np.int8),
        ("columns", np.int8),
        ("shuffled", np.int8),
        ("extended", np.int8),
        ("turn", np.int8),  # seat
        ("passes", np.int8),  # in a row
    ]
)
