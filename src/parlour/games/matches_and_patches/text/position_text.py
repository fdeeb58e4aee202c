"""A position of Matches and Patches as text, and back.

Five fields with a space between them, the whole truth:

1. the rows from the top (the one nearest to Snake), `/` between them; a number counts empty cells, a tile that was
   captured is followed by `e` (Eagle's marker) or `s` (Snake's): `4/2B1Cs1/1R3S2/4`;
2. the hands of Eagle and Snake, `/` between them, `-` for none;
3. the deck, next tile first, `-` for none;
4. the points banked by both, in tenths: `30/45`;
5. `-`, or what was chosen in this round: `R3S@2,2/-` by Eagle, `-/R3S@2,2` by Snake. When both chose the same cell, it
   is written for the seat that got it, and the other seat has the tile that must be placed again: `@2,3/R1H`.

The rows alone are a position too: all other tiles are dealt at random.
"""

import re
from collections import Counter

from parlour.core.contract import SEATS, SPECTATOR, Record
from parlour.core.errors import BadNotation
from parlour.games.matches_and_patches.rules.captures import lay, mark
from parlour.games.matches_and_patches.rules.contract import (
    add_to_hand,
    can_play,
    centre,
    check_end,
    clear,
    guess,
    side,
)
from parlour.games.matches_and_patches.state import (
    HAND,
    MAX_CELLS,
    NONE,
    RUNNING,
    SIZES,
    TILES,
    neighbours_of,
)
from parlour.games.matches_and_patches.text.words import (
    NAMES,
    TEXT_TO_TILE,
    TILE,
    cell_to_text,
    text_to_cell,
    tile_to_text,
)

MAX_POINTS = 190 * MAX_CELLS // 2  # the strongest pattern in every round
FORM = "A position is written like 4/2B1C1/1R3S2/4, alone or followed by hands, deck, points and choices."


def state_to_text(s: Record) -> str:
    hands = ["".join(tile_to_text(int(tile)) for tile in s.hands[seat] if tile >= 0) or "-" for seat in SEATS]
    deck = "".join(tile_to_text(int(tile)) for tile in s.deck[: s.deck_size][::-1] if tile >= 0)
    points = f"{s.points[0]}/{s.points[1]}"
    return f"{'/'.join(_rows_text(s))} {'/'.join(hands)} {deck or '-'} {points} {_choices_text(s)}"


def _rows_text(s: Record) -> list[str]:
    size = int(s.width)
    rows = []
    for row in reversed(range(size)):
        cells = "".join(_cell_letters(s, cell) for cell in range(size * row, size * row + size))
        rows.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), cells))
    return rows


def _cell_letters(s: Record, cell: int) -> str:
    tile, owner = int(s.tiles[cell]), int(s.owners[cell])
    return "." if tile == NONE else tile_to_text(tile) + ("" if owner == NONE else "es"[owner])


def _choices_text(s: Record) -> str:
    if s.clash != NONE:
        loser = int(s.clash)
        parts = ["", ""]
        parts[loser] = tile_to_text(int(s.chosen_tile[loser]))
        parts[1 - loser] = f"@{cell_to_text(s, int(s.last[1 - loser]))}"
        return "/".join(parts)
    if (s.chosen_tile < 0).all():
        return "-"
    return "/".join(
        f"{tile_to_text(int(tile))}@{cell_to_text(s, int(cell))}" if tile >= 0 else "-"
        for tile, cell in zip(s.chosen_tile, s.chosen_cell, strict=True)
    )


def text_to_state(s: Record, text: str) -> None:
    rows, *fields = text.strip().upper().split() or [""]
    if len(fields) not in (0, 4):
        raise BadNotation(f"{FORM} This has {len(fields) + 1} parts.")
    _read_rows(s, rows)
    loser = NONE
    if fields:
        hands, deck, points, choices = fields
        _read_points(s, points)
        loser = _read_clash(s, choices)
        _read_hands(s, hands, deck)
    _check_board(s)
    if s.clash == NONE:
        check_end(s)
    _check_hands(s, dealt=bool(fields))
    if not fields:
        guess(s, SPECTATOR)
    elif loser == NONE and fields[3] != "-":
        _read_choice(s, fields[3])


def _read_rows(s: Record, word: str) -> None:
    rows = word.split("/")
    size = len(rows)
    if size not in SIZES:
        raise BadNotation(f"{FORM} The board has {' or '.join(map(str, sorted(SIZES)))} rows, not {size}.")
    clear(s, size)
    for row, letters in zip(reversed(range(size)), rows, strict=True):
        _read_row(s, size * row, letters)
    s.last[:] = NONE


def _read_row(s: Record, first: int, letters: str) -> None:
    cell, end = first, first + int(s.width)
    for number, tile, owner in re.findall(rf"([1-8])|({TILE})([ES]?)|.", letters):
        if not number and not tile:
            raise BadNotation(f"{letters} is not a row: it may hold tiles like R3S, R3Se or R3Ss, and numbers.")
        if tile and cell < end:
            lay(s, 0, TEXT_TO_TILE[tile], cell)
            if owner:
                mark(s, "ES".index(owner), cell)
        cell += int(number or 1)
    if cell != end:
        raise BadNotation(f"The row {letters or 'without letters'} does not have {s.width} cells.")


def _read_points(s: Record, word: str) -> None:
    match = re.fullmatch(r"([0-9]{1,4})/([0-9]{1,4})", word)
    if match is None or max(int(match[1]), int(match[2])) > MAX_POINTS:
        raise BadNotation(f"{word} are not the points of both players in tenths, like 30/45.")
    s.points[:] = int(match[1]), int(match[2])


def _read_clash(s: Record, word: str) -> int:
    """Read the choices if both were the same cell; return the seat that must re-place, or NONE."""
    match = re.fullmatch(rf"(?:@(?P<won>\d,\d)/)?(?P<tile>{TILE})(?:/@(?P<lost>\d,\d))?", word)
    if match is None or (match["won"] is None) == (match["lost"] is None):
        return NONE
    loser = 1 if match["won"] else 0
    cell = text_to_cell(s, match["won"] or match["lost"])
    if cell is None or s.tiles[cell] == NONE or side(s, cell) == loser:
        raise BadNotation(f"{NAMES[1 - loser]} cannot just have got the cell {match['won'] or match['lost']}.")
    s.clash = loser
    s.chosen_tile[loser] = TEXT_TO_TILE[match["tile"]]
    s.last[1 - loser] = cell
    return loser


def _read_hands(s: Record, hands: str, deck: str) -> None:
    if not re.fullmatch(rf"(-|(?:{TILE}){{1,{HAND}}})/(-|(?:{TILE}){{1,{HAND}}})", hands):
        raise BadNotation(f"{hands} are not the hands of both players, like R3SY2TG1CB4H/B1CG4TR1HY3S.")
    if not re.fullmatch(rf"-|(?:{TILE})+", deck):
        raise BadNotation(f"{deck} is not a deck: tiles like R3S without anything between them, or -.")
    for seat, hand in enumerate(hands.split("/")):
        for tile in re.findall(TILE, hand):
            add_to_hand(s, seat, TEXT_TO_TILE[tile])
    tiles = [TEXT_TO_TILE[tile] for tile in re.findall(TILE, deck)]
    s.deck_size = min(len(tiles), TILES)
    s.deck[: s.deck_size] = tiles[::-1][:TILES]


def _check_board(s: Record) -> None:
    board = s.tiles.tolist()
    tiles = Counter([*board, *s.hands.ravel().tolist(), *s.deck.tolist(), *s.chosen_tile.tolist()])
    twice = [tile for tile, times in tiles.items() if tile != NONE and times > 1]
    if twice:
        raise BadNotation(f"{tile_to_text(min(twice))} is there more than once.")
    if int(s.placed) % 2 != (s.clash != NONE):
        raise BadNotation(f"{s.placed} tiles cannot lie on the board: both players place one in every round.")
    if s.placed and any(s.tiles[centre(s, seat)] == NONE for seat in SEATS):
        raise BadNotation("The first two tiles lie on the centre cells, and these are empty.")
    for cell, tile in enumerate(board):
        if tile != NONE and all(near == NONE or board[near] == NONE for near in neighbours_of(int(s.width), cell)):
            raise BadNotation(f"The tile on {cell_to_text(s, cell)} touches no other one.")


def _check_hands(s: Record, dealt: bool) -> None:
    """Check the hands, or where only the board is given, count what has to be dealt."""
    placed = int(s.placed)
    in_round = 1 if s.clash != NONE else 2 if s.over != RUNNING else 0  # tiles laid since the last deal
    held = min(HAND, (TILES - placed + in_round) // 2) - (in_round > 0)
    if not dealt:
        s.hand_sizes[:] = held
    rest = TILES - placed - 2 * held - (s.clash != NONE)
    if (s.hand_sizes != held).any() or (dealt and s.deck_size != rest):
        raise BadNotation(
            f"With {placed} tiles on the board, both hands hold {held} and the deck {rest}, "
            f"not {s.hand_sizes[0]}, {s.hand_sizes[1]} and {s.deck_size}."
        )


def _read_choice(s: Record, word: str) -> None:
    match = re.fullmatch(rf"(-/)?({TILE})@(\d,\d)(/-)?", word)
    if match is None or (match[1] is None) == (match[4] is None) or s.over != RUNNING:
        raise BadNotation(f"{word} is not what one of the players chose, like R3S@2,2/- or -/R3S@2,2.")
    seat = 1 if match[1] else 0
    tile, cell = TEXT_TO_TILE[match[2]], text_to_cell(s, match[3])
    if tile not in s.hands[seat] or cell is None or not can_play(s, seat, cell):
        raise BadNotation(f"{NAMES[seat]} cannot have chosen {match[2]}@{match[3]}.")
    s.chosen_tile[seat], s.chosen_cell[seat] = tile, cell
