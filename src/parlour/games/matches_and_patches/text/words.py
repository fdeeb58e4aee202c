"""Tiles, cells and scores of Matches and Patches in texts and in words."""

import functools
from collections.abc import Sequence

from parlour.core.contract import Record
from parlour.core.phrasing import listed
from parlour.games.matches_and_patches.rules.patterns import ATTRIBUTES, TENTHS
from parlour.games.matches_and_patches.state import COLOURS, NUMBERS, SHAPES, TILES

TILE = "[RBYG][1-4][TSHC]"  # the text of any tile, as a pattern
NAMES = ("Eagle", "Snake")  # by seat
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def _parts(tile: int) -> tuple[str, str, str]:
    return COLOURS[tile >> 4], NUMBERS[tile >> 2 & 3], SHAPES[tile & 3]


@functools.cache
def tile_to_text(tile: int) -> str:
    """Write a tile: R3S is the red 3 square."""
    colour, number, shape = _parts(tile)
    return f"{colour[0]}{number}{shape[0]}".upper()


TEXT_TO_TILE = {tile_to_text(tile): tile for tile in range(TILES)}


@functools.cache
def tile_name(tile: int) -> str:
    """Return a tile in words: red 3 square."""
    return " ".join(_parts(tile))


def listed_tiles(tiles: Sequence[int]) -> str:
    """Return several tiles in words: red 3 square and red 4 square."""
    return listed((tile_name(tile) for tile in tiles), "and")


@functools.cache
def cell_text(width: int, cell: int) -> str:
    """Write a cell of a board of this width."""
    row, column = divmod(cell, width)
    return f"{row + 1},{column + 1}"


def cell_to_text(s: Record, cell: int) -> str:
    """Write a cell: row and column, counted from 1 at Eagle's left hand."""
    return cell_text(int(s.width), cell)


def cell_name(s: Record, cell: int) -> str:
    """Return a cell, row first: (4,5)."""
    return f"({cell_to_text(s, cell)})"


def cell_names(s: Record, cells: Sequence[int]) -> list[str]:
    return [cell_name(s, cell) for cell in cells]


def text_to_cell(s: Record, text: str) -> int | None:
    """Read a cell; None when it is none of this board."""
    row, _, column = text.partition(",")
    numbers = [str(number) for number in range(1, int(s.width) + 1)]
    if row not in numbers or column not in numbers:
        return None
    return int(s.width) * (int(row) - 1) + int(column) - 1


def cell_texts(s: Record, cells: Sequence[int]) -> list[str]:
    width = int(s.width)
    return [cell_text(width, cell) for cell in cells]


def points_to_text(tenths: int) -> str:
    """Write a score: 45 tenths are 4.5, 30 are 3."""
    whole, rest = divmod(int(tenths), TENTHS)
    return f"{whole}.{rest}" if rest else str(whole)


def points_name(tenths: int) -> str:
    return f"{points_to_text(tenths)} {'point' if tenths == TENTHS else 'points'}"


def tie_break(tenths: int) -> str:
    """Write all banked points of a player, which decide when cells do not: 5.0."""
    return f"{tenths / TENTHS:.1f}"


def spelled(number: int, thing: str) -> str:
    """Return a number with its noun: one tile, two tiles."""
    return f"{NUMBER_WORDS[number]} {thing}{'' if number == 1 else 's'}"


def attribute_names(signature: int) -> str:
    """Return what two tiles share, in words: number and shape."""
    return listed((name for bit, name in enumerate(ATTRIBUTES) if signature >> bit & 1), "and")
