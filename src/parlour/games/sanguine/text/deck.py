"""Deck files: six lines per card, `NAME COST VALUE` and the five rows of its influence grid."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import NamedTuple

from parlour.core.errors import BadOption, Fault
from parlour.core.reading import shown
from parlour.games.sanguine.state import GRID_SIDE, MAX_DECK, MAX_VALUE, NAME_BYTES, REACH

NO_EFFECT, CENTRE = "X", "C"
BASE_LETTERS = "XIC"
EXTENDED_LETTERS = "XICUD"
LINES_PER_CARD = 1 + GRID_SIDE
MAX_COPIES = 2
MAX_COST = 3
MAX_FAULTS = 100  # that a refusal lists
# Decks that come with the game: three pairs that are fair, Red's deck before Blue's, and two others.
SHIPPED = ("meadow", "harbor", "forge", "glacier", "delta", "highland", "grove", "estuary")
SHIPPED_EXTENDED = ("forge", "glacier")  # those for the extended game


class Card(NamedTuple):
    """A card; two cards with the same four attributes are the same card."""

    name: str
    cost: int
    value: int
    grid: tuple[str, ...]  # five rows of five letters, as Red sees them


@dataclass
class _Block:
    """The lines of one card, each with its number."""

    line: int
    header: str
    rows: list[tuple[int, str]] = field(default_factory=list)

    @property
    def name(self) -> str:
        return shown(self.header.split(" ")[0]) or "this card"


def shipped_text(name: str) -> str:
    """Return the deck file of a deck that comes with the game."""
    return (resources.files(__package__) / "decks" / f"{name}.deck").read_text(encoding="utf-8")


def read_deck(text: str, extended: bool = False, title: str = "The deck") -> list[Card]:
    """Read a deck file.

    Args:
        extended: upgrades and devaluations, `U` and `D`, may be in the grids.
        title: the name of the file in the error.

    Raises:
        BadOption: with every fault.
    """
    cards, faults = examine(text, extended)
    if faults:
        count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
        listed = [f"  line {fault.line}: {fault.reason}" for fault in faults[:MAX_FAULTS]]
        raise BadOption("\n".join([f"{title} has {count}:", *listed]), faults[:MAX_FAULTS])
    return cards


def examine(text: str, extended: bool = False) -> tuple[list[Card], list[Fault]]:
    """Return the cards of a deck file that can be read, and all its faults in the order of their lines."""
    faults: list[Fault] = []
    lines = [line.rstrip(" \t\r") for line in text.removeprefix("\ufeff").split("\n")]
    blocks = _split(lines, faults)
    letters = EXTENDED_LETTERS if extended else BASE_LETTERS
    read = [(block, _read_card(block, letters, faults)) for block in blocks]
    _check_copies([(block.line, card) for block, card in read if card], faults)
    if len(blocks) > MAX_DECK:
        faults.append(Fault(blocks[MAX_DECK].line, f"there are {len(blocks)} cards; a deck has at most {MAX_DECK}"))
    _check_count(lines, faults)
    return [card for _, card in read if card], sorted(faults, key=lambda fault: fault.line)


def _split(lines: list[str], faults: list[Fault]) -> list[_Block]:
    """Find the cards, also around lines that are missing or too many, so that each fault is reported once."""
    blocks: list[_Block] = []
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        is_inside = bool(blocks) and len(blocks[-1].rows) < GRID_SIDE
        if is_inside and not _is_header(line):
            if not lines[number - 2]:
                faults.append(Fault(number - 1, f"a blank line inside the card {blocks[-1].name}"))
            blocks[-1].rows.append((number, line))
        elif set(line) <= set(EXTENDED_LETTERS):
            faults.append(Fault(number, "a grid row too many: the next card should begin here, with NAME COST VALUE"))
        else:
            blocks.append(_Block(number, line))
    return blocks


def _check_count(lines: list[str], faults: list[Fault]) -> None:
    used = [number for number, line in enumerate(lines, 1) if line]
    if not used:
        faults.append(Fault(1, "there is no card in the file"))
    elif len(used) % LINES_PER_CARD:
        reason = f"the file ends after {len(used)} lines, which is not a multiple of six, the lines of a card"
        faults.append(Fault(used[-1], reason))


def _is_header(line: str) -> bool:
    """Return whether a line where a grid row is expected is the header of the next card instead."""
    return " " in line and not set(line) <= set(EXTENDED_LETTERS + " ")


def _read_card(block: _Block, letters: str, faults: list[Fault]) -> Card | None:
    before = len(faults)
    name, cost, value = _read_header(block, faults)
    if len(block.rows) < GRID_SIDE:
        rows = f"{len(block.rows)} row{'s' * (len(block.rows) != 1)}"
        faults.append(Fault(block.line, f"the grid of {block.name} has {rows}, not five"))
    else:
        _check_centre(block, faults)  # a grid with missing rows has no middle
    for line, row in block.rows:
        _check_row(line, row, letters, faults)
    if len(faults) > before:
        return None
    return Card(name, cost, value, tuple(row for _, row in block.rows))


def _read_header(block: _Block, faults: list[Fault]) -> tuple[str, int, int]:
    fields = block.header.split(" ")
    if len(fields) != 3 or "" in fields:
        reason = f"a card begins with NAME COST VALUE, three fields with one space between; this line has {len(fields)}"
        faults.append(Fault(block.line, reason))
        return "", 0, 0
    name = fields[0]
    if len(name.encode(errors="replace")) > NAME_BYTES:
        faults.append(Fault(block.line, f"the name {shown(name)} is too long; it may have {NAME_BYTES} bytes"))
    if not name.isprintable() or "\ufffd" in name:
        faults.append(Fault(block.line, "the name has a character that cannot be shown"))
    cost = _read_number(block.line, "cost", fields[1], MAX_COST, faults)
    value = _read_number(block.line, "value", fields[2], MAX_VALUE, faults)
    return name, cost, value


def _read_number(line: int, what: str, word: str, high: int, faults: list[Fault]) -> int:
    if not re.fullmatch("[+-]?[0-9]+", word):
        faults.append(Fault(line, f"the {what} {shown(word)} is not a whole number"))
        return 0
    digits = word.lstrip("+-0") or "0"
    # Longer numbers are out of range in any case, and Python refuses to read very long ones.
    number = int(digits) if len(digits) <= len(str(high)) else 0
    if word.startswith("-") or not 1 <= number <= high:
        faults.append(Fault(line, f"the {what} must be from 1 to {high:,}, not {shown(word)}"))
    return number


def _check_row(line: int, row: str, letters: str, faults: list[Fault]) -> None:
    if len(row) != GRID_SIDE:
        faults.append(Fault(line, f"a grid row has five letters; {shown(row)} has {len(row)}"))
    unknown = sorted(set(row) - set(letters))
    if unknown:
        found = ", ".join("a space" if letter == " " else shown(letter) for letter in unknown)
        only = " (U and D belong to the extended game)" if set(unknown) & set(EXTENDED_LETTERS) else ""
        faults.append(Fault(line, f"a grid row holds only {', '.join(letters)}, not {found}{only}"))


def _check_centre(block: _Block, faults: list[Fault]) -> None:
    """Check that `C` stands exactly once, in the middle."""
    centres = [
        (line, (place, at))
        for place, (line, row) in enumerate(block.rows)
        for at, letter in enumerate(row)
        if letter == CENTRE
    ]
    if not centres:
        faults.append(Fault(block.line, f"the grid of {block.name} has no C in its middle"))
    elif len(centres) > 1:
        faults.append(Fault(centres[1][0], f"the grid of {block.name} has C {len(centres)} times, not once"))
    for line, place in centres[:1]:
        if place != (REACH, REACH):
            reason = f"C is letter {place[1] + 1} of row {place[0] + 1}; it belongs in the middle, letter 3 of row 3"
            faults.append(Fault(line, reason))


def _check_copies(cards: list[tuple[int, Card]], faults: list[Fault]) -> None:
    lines: dict[Card, list[int]] = defaultdict(list)
    for line, card in cards:
        lines[card].append(line)
    for card, where in lines.items():
        if len(where) > MAX_COPIES:
            places = ", ".join(map(str, where))
            reason = f"{card.name} appears {len(where)} times (lines {places}); a deck has at most two equal cards"
            faults.append(Fault(where[MAX_COPIES], reason))


def mirrored(grid: Sequence[str]) -> list[str]:
    """Return a grid as Blue sees it."""
    return [row[::-1] for row in grid]
