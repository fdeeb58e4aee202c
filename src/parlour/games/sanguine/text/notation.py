"""Sanguine as text.

- An action is a hand index and a cell, `2@1,3` (hand card 2 on row 1, column 3, all counted from 0), or `pass`. It can
  also be typed as `play 2 1 3`, as logs write it: `R Deckhand[2]@1,3`, with or without the letter of the side, or as
  players speak: `Deckhand D2`, by the letters and numbers on the edge of the board.
- A position is written for the board, decks and options it was started with: the side to act, the passes in a row, the
  rows of the board with `/` between them, and the deck of each side in the order it is drawn:
  `R 0 r1,.,b1/r1,.,b1 1x,1,2|2,3,3 1,1|2,2,3`. Cells are `.`, pawns `r2` or `b1`, cards `R:4` or `B:4` by their number
  in the table of cards (Red's deck file first, then what Blue's adds); in the extended game `+1` or `-2` for the cell
  follows. In a deck, what was drawn stands before `|`; `x` marks the cards that were placed, the others are the hand.
"""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation, IllegalAction
from parlour.core.reading import shown
from parlour.games.sanguine.rules.board import num_cells
from parlour.games.sanguine.rules.hands import hand_card
from parlour.games.sanguine.state import MAX_CELLS, PASS, SIDES
from parlour.games.sanguine.text.board import (
    CARD_LETTERS,
    card_of,
    cell_name,
    hand_of,
    place_of,
    placements,
    size_words,
)
from parlour.games.sanguine.text.draw import render as render
from parlour.games.sanguine.text.position_text import state_to_text as state_to_text
from parlour.games.sanguine.text.position_text import text_to_state as text_to_state

PLAY = re.compile(r"play +([0-9]{1,3}) +([0-9]{1,3}) +([0-9]{1,3})", re.IGNORECASE)
SPOKEN = re.compile(r"(\S+) +(?:on +)?([A-Z]{1,2})([0-9]{1,3})", re.IGNORECASE | re.ASCII)
LOGGED = re.compile(r"(?:(\S+)\[([0-9]{1,3})\]|([0-9]{1,3}))@([0-9]{1,3}),([0-9]{1,3})")


def action_to_text(s: Record, seat: int, action: int) -> str:
    if action == PASS:
        return "pass"
    row, column = place_of(s, action % MAX_CELLS)
    return f"{action // MAX_CELLS}@{row},{column}"


def action_to_log(s: Record, seat: int, action: int) -> str:
    """Write an action as logs do, with side and card: `R Deckhand[0]@1,0`, `B pass`."""
    text = action_to_text(s, seat, action)
    if action == PASS:
        return f"{CARD_LETTERS[seat]} {text}"
    index, _, place = text.partition("@")
    return f"{CARD_LETTERS[seat]} {card_of(s, hand_card(s, seat, int(index))).name}[{index}]@{place}"


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = text.strip()
    side, space, rest = word.partition(" ")
    if space and side in CARD_LETTERS:
        if side != CARD_LETTERS[seat]:
            raise IllegalAction(f"{word} is for {SIDES[1 - seat]}; you play {SIDES[seat]}.")
        word = rest.strip()
    if word.lower() == "pass":
        return [PASS]
    if spoken := SPOKEN.fullmatch(word):
        return [_spoken_placement(s, seat, spoken[1], f"{spoken[2].upper()}{int(spoken[3])}")]
    played, logged = PLAY.fullmatch(word), LOGGED.fullmatch(word)
    if played:
        name, (index, row, column) = None, map(int, played.groups())
    elif logged:
        name, index = logged[1], int(logged[2] or logged[3])
        row, column = int(logged[4]), int(logged[5])
    else:
        raise BadNotation(f"{word or 'Nothing'} is not an action. Type it like Deckhand A2 or 2@1,3, or pass.")
    return [_placement(s, seat, name, index, row, column)]


def _spoken_placement(s: Record, seat: int, name: str, place: str) -> int:
    """Return the placement of the first card of this name that can go there, or of the first one at all."""
    cells = [cell for cell in range(num_cells(s)) if cell_name(s, cell) == place]
    if not cells:
        raise IllegalAction(f"{place} is not on the board, which has {size_words(s)}.")
    names = [card_of(s, kind).name.casefold() for kind in hand_of(s, seat)]
    held = [index for index, each in enumerate(names) if each == name.casefold()]
    if not held:
        raise IllegalAction(f"You have no {shown(name)} in your hand.")
    open_cells = placements(s, seat)
    index = next((index for index in held if cells[0] in open_cells[index]), held[0])
    return index * MAX_CELLS + cells[0]


def _placement(s: Record, seat: int, name: str | None, index: int, row: int, column: int) -> int:
    if not index < s.hand_size[seat]:
        last = int(s.hand_size[seat]) - 1
        raise IllegalAction(
            f"You have no hand card {index}: in 2@1,3 cards are counted from 0, so yours are 0 to {last}."
        )
    if not (row < s.rows and column < s.columns):
        raise IllegalAction(f"{row},{column} is not on the board, which has {size_words(s)}; 0,0 is A1.")
    if name is not None:
        held = card_of(s, hand_card(s, seat, index)).name
        if name != held:
            raise IllegalAction(f"Hand card {index} is {held}, not {name}.")
    return index * MAX_CELLS + row * int(s.columns) + column
