"""Tables for the tests: positions with chosen tiles in the hands, and whole rounds."""

import re

import parlour
from parlour import Position
from parlour.games.matches_and_patches.rules.captures import matches, score
from parlour.games.matches_and_patches.state import HAND, NONE, TILES
from parlour.games.matches_and_patches.text.words import TEXT_TO_TILE, text_to_cell

GAME_ID = "matches_and_patches"
EAGLE, SNAKE = 0, 1
AFTER_ROUND_1 = "4/2B1C1/1R3S2/4"
AFTER_ROUND_2 = "3G4T/2B1C1/1R3S2/Y2T3"
LARGE_AFTER_ROUND_1 = "8/8/8/4B1C3/3R3S4/8/8/8"


def table(rows: str, eagle: str = "", snake: str = "", points: str = "0/0", choice: str = "-") -> Position:
    """Set up a running position in which the players hold these tiles, and others to fill their hands."""
    on_board = re.findall("[RBYG][1-4][TSHC]", rows + choice.partition("@")[0] * ("@" not in choice))
    free = [tile for tile in TEXT_TO_TILE if tile not in (*on_board, *_tiles(eagle), *_tiles(snake))]
    size = min(HAND, (TILES - len(on_board)) // 2)
    hands = [held + [free.pop() for _ in range(size - len(held))] for held in (_tiles(eagle), _tiles(snake))]
    deck = "".join(free) or "-"
    text = f"{rows} {'/'.join(''.join(hand) or '-' for hand in hands)} {deck} {points} {choice}"
    return parlour.new(GAME_ID, position=text)


def _tiles(text: str) -> list[str]:
    return re.findall("[RBYG][1-4][TSHC]", text)


def play_round(position: Position, eagle: str, snake: str) -> Position:
    return position.play(EAGLE, eagle).play(SNAKE, snake)


def lone_round(rows: str, eagle: str, snake: str, points: str = "0/0") -> Position:
    """Let both play these actions, `R3S@2,2`, on a board."""
    return play_round(table(rows, eagle.partition("@")[0], snake.partition("@")[0], points), eagle, snake)


def cells_of(position: Position, seat: int) -> set[str]:
    """Return the cells that a player has captured."""
    owners = position.seen_by().view().owners
    return {f"{r},{c}" for r, row in enumerate(owners, 1) for c, owner in enumerate(row, 1) if owner == seat}


def strengths(position: Position, eagle: str, snake: str) -> list[int]:
    """Return the strengths, in tenths, of both whole patterns."""
    s = position.state
    found = []
    for action in (eagle, snake):
        text, _, where = action.partition("@")
        tile, cell = TEXT_TO_TILE[text], text_to_cell(s, where)
        assert cell is not None
        found.append(int(score(s, tile, cell, int(matches(s, tile, cell, NONE)))))
    return found


def hand_sizes(position: Position) -> list[int]:
    return position.state.hand_sizes.tolist()


def num_orphans(position: Position) -> int:
    """Count the uncaptured tiles on the board."""
    return int(position.state.placed - position.state.captured.sum())


def tile_on(position: Position, cell: str) -> str:
    """Return the uncaptured tile on a cell, or nothing."""
    row, column = (int(number) - 1 for number in cell.split(","))
    view = position.seen_by().view()
    return view.tiles[row][column] if view.owners[row][column] == NONE else ""
