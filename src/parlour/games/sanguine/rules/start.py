"""The start of a match: decks, board and hands before the first action. Kernels."""

from parlour.core.contract import Record
from parlour.core.kernel import kernel
from parlour.core.option import OptionValues
from parlour.games.sanguine.rules.hands import draw_card
from parlour.games.sanguine.state import (
    BLUE,
    BLUE_CARDS,
    CARD_NUMBERS,
    HEADER_NUMBERS,
    NAME_WORDS,
    NUM_KINDS,
    RED,
    RED_CARDS,
)


@kernel
def read_decks(s: Record, options: OptionValues) -> None:
    """Read the two lists and the table of kinds."""
    s.num_kinds = options[NUM_KINDS]
    s.deck_size[RED] = options[RED_CARDS]
    s.deck_size[BLUE] = options[BLUE_CARDS]
    at = HEADER_NUMBERS
    for seat in range(2):
        for place in range(s.deck_size[seat]):
            s.lists[seat, place] = options[at + place]
        at += int(s.deck_size[seat])
    for kind in range(s.num_kinds):
        s.grids[kind] = options[at]
        s.costs[kind] = options[at + 1]
        s.values[kind] = options[at + 2]
        for word in range(NAME_WORDS):
            s.names[kind, word] = options[at + 3 + word]
        at += CARD_NUMBERS


@kernel
def begin(s: Record) -> None:
    """Set the board, the hands and the turn as they are before the first action; the decks are ready."""
    s.pawns[:] = 0
    s.cards[:] = 0
    s.modifiers[:] = 0
    s.hand[:] = 0
    s.hand_size[:] = 0
    s.drawn[:] = 0
    s.played, s.passes, s.turn = 0, 0, RED
    for row in range(s.rows):
        s.pawns[row * s.columns] = 1
        s.pawns[row * s.columns + s.columns - 1] = -1
    for seat in range(2):
        for _ in range(s.dealt):
            draw_card(s, seat)
    draw_card(s, RED)
