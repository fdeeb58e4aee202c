"""The options of Sanguine, checked against each other and turned into the numbers that `setup` reads."""

import functools
from collections.abc import Mapping, Sequence

import numpy as np
from msgspec.structs import replace

from parlour.core.errors import BadOption, Fault
from parlour.core.option import Option, OptionValue, OptionValues, switch, text
from parlour.core.phrasing import listed
from parlour.core.reading import shown
from parlour.games.sanguine.state import (
    DEVALUE,
    INFLUENCE,
    MAX_CELLS,
    MAX_DECK,
    MAX_KINDS,
    MIN_COLUMNS,
    NAME_BYTES,
    NOTHING,
    SIDES,
    UPGRADE,
)
from parlour.games.sanguine.text.deck import CENTRE, NO_EFFECT, SHIPPED, SHIPPED_EXTENDED, Card, read_deck, shipped_text

HAND_SHARE = 3  # a hand has at most a third of its deck
USUAL_HAND = 5
EFFECTS = {NO_EFFECT: NOTHING, CENTRE: NOTHING, "I": INFLUENCE, "U": UPGRADE, "D": DEVALUE}
_DECK_HELP = f"a deck that comes with the game, {listed(SHIPPED)}, or the text of a deck file"

OPTIONS = (
    Option("rows", 3, 1, MAX_CELLS // MIN_COLUMNS, f"rows of the board; it has at most {MAX_CELLS} cells"),
    Option("cols", 5, MIN_COLUMNS, MAX_CELLS, "columns of the board, an odd number", label="Columns"),
    Option("hand_size", USUAL_HAND, 1, MAX_DECK // HAND_SHARE, "cards dealt, at most a third of each deck"),
    switch(
        "shuffle",
        True,
        "shuffle the decks; without it they are drawn in the order of their files",
        label="Shuffle the decks",
    ),
    switch(
        "extended", False, "allow cards that upgrade or devalue cells, U and D in their grids", label="Extended game"
    ),
    text("red_deck", "meadow", _DECK_HELP, label="Red's deck", names=SHIPPED, seat=0),
    text("blue_deck", "harbor", _DECK_HELP, label="Blue's deck", names=SHIPPED, seat=1),
)


def usual_hand_size(*decks: Sequence[Card]) -> int:
    """Return the default hand size: five, or less where a deck is too small for that."""
    return max(1, min(USUAL_HAND, *(len(deck) // HAND_SHARE for deck in decks)))


def encode_options(options: Mapping[str, OptionValue]) -> OptionValues:
    """Check options that are each in range against each other and return their numbers.

    Raises:
        BadOption: they do not fit each other, or a deck has faults.
    """
    return _encode(tuple(options[option.name] for option in OPTIONS)).copy()


@functools.lru_cache(maxsize=64)  # reading two decks takes longer than the rest of a random match
def _encode(values: tuple[OptionValue, ...]) -> OptionValues:
    rows, columns, hand_size, shuffle, extended = map(int, values[:5])
    _check_board(rows, columns)
    decks = _read_decks(values[5:], bool(extended))
    for side, deck in zip(SIDES, decks, strict=True):
        _check_size(side, len(deck), rows, columns, hand_size)
    kinds = list(dict.fromkeys(card for deck in decks for card in deck))
    if len(kinds) > MAX_KINDS:
        raise BadOption(f"The two decks have {len(kinds)} different cards; together they can have {MAX_KINDS}.")
    number = {card: kind for kind, card in enumerate(kinds)}
    header = [rows, columns, hand_size, shuffle, extended, len(kinds), *map(len, decks)]
    lists = [number[card] for deck in decks for card in deck]
    return np.array([*header, *lists, *(n for card in kinds for n in _card_numbers(card))], np.int64)


def _check_board(rows: int, columns: int) -> None:
    if columns % 2 == 0:
        raise BadOption(f"A board has an odd number of columns, not {columns}.")
    if rows * columns > MAX_CELLS:
        raise BadOption(f"A board has at most {MAX_CELLS} cells; {rows} x {columns} are {rows * columns}.")


def _read_decks(givens: Sequence[OptionValue], extended: bool) -> list[list[Card]]:
    """Read both decks; report the faults of both together."""
    decks, refusals, faults = [], [], []
    for side, given in zip(SIDES, givens, strict=True):
        try:
            decks.append(deck_of(str(given), extended, f"{side}'s deck"))
        except BadOption as refusal:
            refusals.append(str(refusal))
            found = refusal.faults or [Fault(0, str(refusal))]
            faults += [replace(fault, option=f"{side.lower()}_deck") for fault in found]
    if refusals:
        raise BadOption("\n".join(refusals), faults)
    return decks


def deck_of(given: str, extended: bool, title: str) -> list[Card]:
    """Read a deck, given by the name of one that comes with the game or as the text of a deck file.

    Raises:
        BadOption: there is no such deck, or it has faults.
    """
    word = given.strip()
    name = word.lower()
    if name in SHIPPED_EXTENDED and not extended:
        raise BadOption(f"{title}, {name}, is for the extended game: switch that on, or choose another deck.")
    if name in SHIPPED:
        return read_deck(shipped_text(name), extended, title)
    if "\n" not in word:
        raise BadOption(f"There is no deck {shown(word)}. Give {listed(SHIPPED)}, or the text of a deck file.")
    return read_deck(given, extended, title)


def _check_size(side: str, size: int, rows: int, columns: int, hand_size: int) -> None:
    if size < rows * columns:
        raise BadOption(f"{side}'s deck has {size} cards; a {rows} x {columns} board needs at least {rows * columns}.")
    if hand_size > size // HAND_SHARE:
        most = size // HAND_SHARE
        raise BadOption(f"A hand of {hand_size} is more than a third of {side}'s deck of {size} cards: at most {most}.")


def _card_numbers(card: Card) -> list[int]:
    effects = (EFFECTS[letter] for row in card.grid for letter in row)
    grid = sum(effect << 2 * place for place, effect in enumerate(effects))
    name = np.frombuffer(card.name.encode().ljust(NAME_BYTES, b"\0"), "<i8")
    return [grid, card.cost, card.value, *name.tolist()]
