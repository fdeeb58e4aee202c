"""What people see of Matches and Patches, may pick, and are told."""

import functools
from collections.abc import Sequence

import msgspec
import numpy as np

from parlour.core.contract import BOTH, SEATS, Choice, Known, Pile, Record
from parlour.core.phrasing import seat_name
from parlour.games.matches_and_patches.rules.captures import patterns
from parlour.games.matches_and_patches.rules.contract import centre, num_cells, to_act
from parlour.games.matches_and_patches.state import (
    ALL_EQUAL,
    MAX_CELLS,
    MORE_CELLS,
    MORE_POINTS,
    MORE_THAN_HALF,
    NONE,
    RUNNING,
)
from parlour.games.matches_and_patches.text.narrate import narrate as narrate
from parlour.games.matches_and_patches.text.why_not import CELL_PICK, TILE_PICK
from parlour.games.matches_and_patches.text.why_not import why_not as why_not
from parlour.games.matches_and_patches.text.words import (
    NAMES,
    cell_name,
    cell_text,
    cell_texts,
    cell_to_text,
    points_name,
    spelled,
    tile_name,
    tile_to_text,
)

ENDINGS = {
    MORE_THAN_HALF: "more_than_half",
    MORE_CELLS: "more_cells",
    MORE_POINTS: "more_points",
    ALL_EQUAL: "equal_cells_and_points",
}


class Placement(msgspec.Struct, frozen=True):
    """A tile on a cell."""

    tile: str
    cell: str


class MatchesAndPatchesView(msgspec.Struct, frozen=True):
    """A Matches and Patches table; rows from row 1, nearest to Eagle, columns from Eagle's left."""

    size: int
    tiles: list[list[str]]  # by row and column: the tile that lies there or was captured there, "" on an empty cell
    owners: list[list[int]]  # by row and column: the seat whose marker lies there, or -1
    open: list[str]  # empty cells that touch an occupied one
    hand: list[str]  # of the seat; empty for spectators
    deck_size: int
    captured: list[int]  # by seat: cells
    points: list[int]  # by seat: banked, in tenths
    empty: int  # empty cells
    round: int  # the present one, from 1; the last one when the game is over
    rounds: int  # at most
    has_chosen: list[bool]  # by seat, in this round
    chosen: Placement | None  # what this seat has chosen while the other one still chooses
    kept: str  # the tile that must be placed on another cell, because both chose the same one; "" for none
    last: list[Placement | None]  # by seat: its latest tile


def view(s: Known, seat: int) -> MatchesAndPatchesView:
    size, cells = int(s.width), range(num_cells(s))
    tiles, owners, is_open = s.tiles.tolist(), s.owners.tolist(), s.open.tolist()
    texts = ["" if tiles[cell] == NONE else tile_to_text(tiles[cell]) for cell in cells]
    return MatchesAndPatchesView(
        size=size,
        tiles=[texts[first : first + size] for first in cells[::size]],
        owners=[owners[first : first + size] for first in cells[::size]],
        open=cell_texts(s, [cell for cell in cells if is_open[cell]]),
        hand=[tile_to_text(tile) for tile in s.hands[seat].tolist() if tile != NONE] if seat in SEATS else [],
        deck_size=int(s.deck_size),
        captured=s.captured.tolist(),
        points=s.points.tolist(),
        empty=len(cells) - int(s.placed),
        round=round_number(s),
        rounds=len(cells) // 2,
        has_chosen=[bool(s.clash == NONE and s.chosen_tile[player] != NONE) for player in SEATS],
        chosen=_chosen(s, seat),
        kept="" if s.clash == NONE else tile_to_text(int(s.chosen_tile[s.clash])),
        last=[_last(s, player) for player in SEATS],
    )


def round_number(s: Known) -> int:
    """Return the number of the present round, from 1; the last one when the game is over."""
    return int(s.placed) // 2 + int(s.over == RUNNING)


def _chosen(s: Known, seat: int) -> Placement | None:
    if seat not in SEATS or s.clash != NONE or s.chosen_tile[seat] == NONE:
        return None
    return Placement(tile_to_text(int(s.chosen_tile[seat])), cell_to_text(s, int(s.chosen_cell[seat])))


def _last(s: Known, seat: int) -> Placement | None:
    cell = int(s.last[seat])
    return None if cell == NONE else Placement(tile_to_text(int(s.tiles[cell])), cell_to_text(s, cell))


def face_down(s: Record) -> list[Pile]:
    """Return the tiles that are still to be dealt, the next one first."""
    tiles = s.deck[: s.deck_size].tolist()
    return [Pile("Tiles to draw", [tile_name(tile) for tile in reversed(tiles)])] if tiles else []


def prompt(s: Known, seat: int) -> str:
    if s.over != RUNNING:
        return "The game is over."
    if s.clash != NONE:
        return _clash_prompt(s, seat)
    waiting_for = int(to_act(s))
    if seat in SEATS and not waiting_for >> seat & 1:
        tile, cell = tile_name(int(s.chosen_tile[seat])), cell_name(s, int(s.chosen_cell[seat]))
        return f"You chose the {tile} for {cell}. Wait for {seat_name(1 - seat, seat)} to choose."
    if seat not in SEATS:
        one = f"{seat_name(waiting_for - 1, seat)} is still choosing"
        who = "both players are choosing" if waiting_for == BOTH else one
        return f"Round {round_number(s)}: {who} a tile and a cell in secret."
    if s.placed == 0:
        return f"You play {NAMES[seat]}. Choose a tile for your centre cell, {cell_name(s, centre(s, seat))}."
    return f"Round {round_number(s)}: choose a tile, then an empty cell that touches an occupied one."


def _clash_prompt(s: Known, seat: int) -> str:
    loser = int(s.clash)
    tile, cell = tile_name(int(s.chosen_tile[loser])), cell_name(s, int(s.last[1 - loser]))
    if seat == loser:
        other = seat_name(1 - loser, seat)
        return f"You both chose {cell}, which is on {other}'s side. Place your {tile} on another cell."
    return f"Both chose {cell}. {seat_name(loser, seat)} must place the {tile} on another cell."


def picks(s: Known, seat: int, action: int) -> list[str]:
    tile, cell = divmod(action, MAX_CELLS)
    target = f"{CELL_PICK}:{cell_to_text(s, cell)}"
    if s.clash == seat and tile == s.chosen_tile[seat]:
        return [target]
    return [f"{TILE_PICK}:{tile_to_text(tile)}", target]


def label(s: Known, seat: int, action: int) -> str:
    """Describe where a tile goes and what it would match, uncontested."""
    return choices(s, seat, [action])[0].label


def choices(s: Known, seat: int, actions: Sequence[int]) -> list[Choice]:
    """List legal actions as choices: one kernel looks at them all, and most of the words have been used before."""
    is_clash = s.clash == seat
    kept, fresh = (int(s.chosen_tile[seat]), int(s.last[1 - seat])) if is_clash else (NONE, NONE)
    codes = np.array(actions, np.int32)
    found = np.empty_like(codes)
    patterns(s, codes, fresh, found)
    width = int(s.width)
    return [_choice(width, kept, action, each) for action, each in zip(actions, found.tolist(), strict=True)]


@functools.lru_cache(maxsize=32_768)
def _choice(width: int, kept: int, action: int, found: int) -> Choice:
    """Return an action as a choice, given the tile that must be placed again and what `patterns` says of it."""
    tile, cell = divmod(action, MAX_CELLS)
    matching, tenths = divmod(found, 1000)
    where = cell_text(width, cell)
    words = f"place the {tile_name(tile)} on ({where})"
    label = f"{words}, matching {spelled(matching, 'tile')} for {points_name(tenths)}" if matching else words
    picks = [f"{TILE_PICK}:{tile_to_text(tile)}", f"{CELL_PICK}:{where}"]
    return (
        Choice(f"@{where}", picks[1:], label) if tile == kept else Choice(f"{tile_to_text(tile)}@{where}", picks, label)
    )


def phase(s: Known) -> str:
    return "choose" if s.clash == NONE else "re-place"


def side_names(s: Known) -> tuple[str, str]:
    return NAMES


def ending(s: Known) -> str:
    return ENDINGS[int(s.ending)]
