"""A whole Sanguine position as text, and back; the format is described in `notation.py`."""

import re
from collections import Counter

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.sanguine.rules.scoring import effective_value, owner_sign
from parlour.games.sanguine.state import BLUE, MAX_PAWNS, RED, SIDES, UNKNOWN
from parlour.games.sanguine.text.board import CARD_LETTERS, PAWN_LETTERS, Cell, modifier_text, rows_of

CELL = re.compile(r"(?:(\.)|([rb])([1-3])|([RB]):([0-9]{1,3}))([+-][1-9][0-9]{0,3})?")
DRAWN = re.compile(r"([0-9]{1,3})(x?)")


def state_to_text(s: Record) -> str:
    board = "/".join(",".join(map(_cell_text, row)) for row in rows_of(s))
    return f"{CARD_LETTERS[s.turn]} {s.passes} {board} {_deck_text(s, RED)} {_deck_text(s, BLUE)}"


def _cell_text(cell: Cell) -> str:
    modifier = modifier_text(cell.modifier)
    if cell.owner is None:
        return f".{modifier}"
    if cell.pawns:
        return f"{PAWN_LETTERS[cell.owner]}{cell.pawns}{modifier}"
    return f"{CARD_LETTERS[cell.owner]}:{cell.kind + 1}{modifier}"


def _deck_text(s: Record, seat: int) -> str:
    hand = {int(place) for place in s.hand[seat, : s.hand_size[seat]]}
    kinds = ["?" if kind == UNKNOWN else str(kind + 1) for kind in s.order[seat, : s.deck_size[seat]].tolist()]
    drawn = [kinds[place] + "x" * (place not in hand) for place in range(s.drawn[seat])]
    return f"{','.join(drawn)}|{','.join(kinds[int(s.drawn[seat]) :])}"


def text_to_state(s: Record, text: str) -> None:
    fields = text.split()
    if len(fields) != 5 or fields[0] not in CARD_LETTERS or fields[1] not in ("0", "1", "2"):
        raise BadNotation("A position is the side R or B, the passes 0 to 2, the board, and the decks of Red and Blue.")
    s.turn, s.passes, s.dealt = CARD_LETTERS.index(fields[0]), int(fields[1]), 0
    placed = [_read_deck(s, seat, fields[3 + seat]) for seat in range(2)]
    _read_board(s, fields[2])
    for seat in range(2):
        _check_placed(s, seat, placed[seat])


def _read_deck(s: Record, seat: int, word: str) -> Counter[int]:
    """Read the deck of a side; return how often it has placed each kind."""
    drawn, bar, rest = word.partition("|")
    cards = [DRAWN.fullmatch(card) for part in (drawn, rest) for card in part.split(",") if part]
    kinds = [int(card[1]) - 1 for card in cards if card]
    num_drawn = len(drawn.split(",")) if drawn else 0
    is_drawn_right = not any(card and card[2] for card in cards[num_drawn:])
    if not bar or not all(cards) or not is_drawn_right:
        raise BadNotation(f"The deck of {SIDES[seat]} is written like 1x,2,3|4,5 with | after the drawn cards.")
    if sorted(kinds) != sorted(s.lists[seat, : s.deck_size[seat]].tolist()):
        raise BadNotation(f"These are not the {s.deck_size[seat]} cards of {SIDES[seat]}'s deck: {word}")
    if not s.shuffled and kinds != s.lists[seat, : s.deck_size[seat]].tolist():
        raise BadNotation(f"{SIDES[seat]}'s deck is not shuffled, so it is drawn as its file has it, not as {word}")
    hand = [place for place in range(num_drawn) if not cards[place][2]]  # type: ignore[index]  # all matched
    s.order[seat, : len(kinds)] = kinds
    s.hand[seat] = 0
    s.hand[seat, : len(hand)] = hand
    s.hand_size[seat], s.drawn[seat] = len(hand), num_drawn
    return Counter(kinds[place] for place in range(num_drawn) if place not in set(hand))


def _read_board(s: Record, word: str) -> None:
    rows = [row.split(",") for row in word.split("/")]
    if len(rows) != s.rows or any(len(row) != s.columns for row in rows):
        raise BadNotation(f"This match is played on {s.rows} rows of {s.columns} cells; {word} is not such a board.")
    for cell, token in enumerate(token for row in rows for token in row):
        match = CELL.fullmatch(token)
        if match is None or (match[5] and not 1 <= int(match[5]) <= s.num_kinds) or (match[6] and not s.extended):
            modified = ", then +1 or -1" if s.extended else ""
            raise BadNotation(
                f"{token or 'Nothing'} is not a cell; write ., r1, b{MAX_PAWNS}, R:1 or B:{s.num_kinds}{modified}."
            )
        _, pawn_letter, pawns, card_letter, number, modifier = match.groups()
        s.pawns[cell] = owner_sign(PAWN_LETTERS.index(pawn_letter)) * int(pawns) if pawn_letter else 0
        s.cards[cell] = owner_sign(CARD_LETTERS.index(card_letter)) * int(number) if card_letter else 0
        s.modifiers[cell] = int(modifier or 0)
        if card_letter and effective_value(s, cell) <= 0:
            raise BadNotation(f"The card {token} is worth nothing, so it would have been removed.")


def _check_placed(s: Record, seat: int, placed: Counter[int]) -> None:
    """Compare the cards on the board with those placed; in the extended game some may have been removed."""
    sign = owner_sign(seat)
    lying = Counter(sign * int(card) - 1 for card in s.cards if sign * card > 0)
    if lying - placed or (placed - lying and not s.extended):
        raise BadNotation(f"The cards of {SIDES[seat]} on the board are not those marked with x in the deck.")
