"""The Raptor table drawn for the terminal: the board with its tiles, then the state of both sides in words."""

from parlour.core.contract import SPECTATOR, Known
from parlour.core.phrasing import listed
from parlour.games.raptor.geometry import COLUMN_LETTERS, HEIGHT, MAPS, STANDARD, cell_to_name
from parlour.games.raptor.rules.actions import move_cost
from parlour.games.raptor.rules.cards import hand_size, is_shown
from parlour.games.raptor.state import (
    ACTIONS,
    BABY_KIND,
    CHOOSE,
    EFFECT,
    FRESH,
    HIDDEN_CARD,
    HOUND_KIND,
    OVER,
    RAPTOR,
    ROUND_CAP,
    SCIENTIST,
    SCIENTIST_KIND,
    SISTER_KIND,
    USED,
)
from parlour.games.raptor.text.board import cards, cells_of, content, deck_size, is_inactive
from parlour.games.raptor.text.position_text import ENVIRONMENTS, rows
from parlour.games.raptor.text.words import SIDE_NAMES, card_words, points_words, side_of

GLYPHS = {
    ".": "·", "#": "█", "-": " ", "X": "◇", "^": "♦", "M": "▲", "b": "△", "c": "△", "z": "▽", "Z": "▽",
    "s": "●", "a": "●", "f": "○", "F": "○", "w": "◉", "v": "◉", "~": "≈", "S": "◭", "K": "◭", "y": "◮", "Y": "◮",
    "h": "■", "g": "■", "l": "□", "L": "□",
}  # fmt: skip
LEGEND = "▲ mother  △ baby  ▽ asleep  ♦ fire  █ rock  ◇ exit\n● scientist  ○ frightened  ◉ walking through fire"
SISTER_LEGEND = "◭ sister  ◮ asleep"
HOUND_LEGEND = "■ hound  □ frightened"
TILE_COLUMNS = ((1, 2), (2, 5), (5, 8), (8, 11), (11, 12))  # of the five tiles in a row
WALLS = {"above": ("┌", "┬", "┐"), "between": ("├", "┼", "┤"), "below": ("└", "┴", "┘")}


def render(s: Known, seat: int) -> str:
    has_walls = MAPS[int(s.map)].tiles == MAPS[STANDARD].tiles
    board = _tiled_lines(rows(s)) if has_walls else _plain_lines(rows(s))
    return "\n".join([*board, *_legend(s), "", *_side_lines(s), *_round_lines(s), *_card_lines(s, seat)])


def _tiled_lines(letters: list[str]) -> list[str]:
    lines = [_letters_line(), _wall("above")]
    for row in range(1, HEIGHT + 1):
        lines.append(_row_line(row, letters[row - 1]))
        if row in (3, HEIGHT):
            lines.append(_wall("between" if row == 3 else "below"))
    return lines


def _plain_lines(letters: list[str]) -> list[str]:
    """Draw a map whose tiles have other shapes, without their edges."""
    drawn = [f" {row}  {' '.join(GLYPHS[letter] for letter in line)}" for row, line in enumerate(letters, 1)]
    return [f"    {' '.join(COLUMN_LETTERS)}", *drawn]


def _legend(s: Known) -> list[str]:
    drawn = MAPS[int(s.map)]
    lines = [LEGEND.replace("rock", drawn.rock), f"≈ {drawn.barrier}" if drawn.barrier else ""]
    lines += [SISTER_LEGEND if s.sister else "", HOUND_LEGEND if s.hounds + s.kennel else ""]
    return [line for line in lines if line]


def _letters_line() -> str:
    tiles = [" ".join(COLUMN_LETTERS[first:end]) for first, end in TILE_COLUMNS]
    return f"    a   {'   '.join(tiles)}   m"


def _wall(place: str) -> str:
    left, middle, right = WALLS[place]
    return f"      {left}{middle.join('─' * (2 * (end - first) + 1) for first, end in TILE_COLUMNS)}{right}"


def _row_line(row: int, letters: str) -> str:
    glyphs = [GLYPHS[letter] for letter in letters]
    tiles = [" ".join(glyphs[first:end]) for first, end in TILE_COLUMNS]
    return f" {row}  {glyphs[0]} │ {' │ '.join(tiles)} │ {glyphs[-1]}"


def _side_lines(s: Known) -> list[str]:
    babies = len(cells_of(s, BABY_KIND))
    mother = f"on {cell_to_name(int(s.mother))}" if s.mother else "not on the board"
    return [
        f"Raptor:    {s.escaped} of 3 babies escaped, {babies} on the board",
        f"Mother:    {mother}, {s.tokens} of 5 sleep tokens",
        f"Scientist: {s.captured} of 3 babies captured; {s.scientists} on the board, {s.reserve} in reserve",
        *_badlands_lines(s),
    ]


def _badlands_lines(s: Known) -> list[str]:
    lines = [f"Hounds:    {s.hounds} on the board, {s.kennel} in the kennel"] if s.hounds + s.kennel else []
    if s.sister:
        state = "asleep" if is_inactive(s, int(s.sister)) else "awake"
        lines.append(f"Sister:    on {cell_to_name(int(s.sister))}, {state}")
    return lines


def _round_lines(s: Known) -> list[str]:
    if s.phase < CHOOSE:
        return [f"Placement, {_place(s)}"]
    lines = [f"Round {s.rounds} of {ROUND_CAP}, {_place(s)}"]
    if s.phase in (EFFECT, ACTIONS):
        higher = SCIENTIST if s.revealed[RAPTOR] < s.revealed[SCIENTIST] else RAPTOR
        when = "left" if s.phase == ACTIONS else "after the effect"
        lines.append(f"{SIDE_NAMES[higher]} has {points_words(int(s.points))} {when}.")
        if s.phase == ACTIONS and s.side == RAPTOR:
            lines.append(f"The mother's next move costs {points_words(int(move_cost(s)))}.")
    return lines + _memory_lines(s)


def _place(s: Known) -> str:
    environment = ENVIRONMENTS[s.environment]
    return environment if s.map == STANDARD else f"{MAPS[int(s.map)].title.lower()}, {environment}"


def _memory_lines(s: Known) -> list[str]:
    """List what the figurines may not do any more in this round."""
    babies = cells_of(s, BABY_KIND)
    hunters = cells_of(s, SCIENTIST_KIND) + cells_of(s, HOUND_KIND)
    sisters = cells_of(s, SISTER_KIND)
    lists = {
        "Asleep this round": [cell for cell in babies + sisters if content(s, cell) & FRESH],
        "Frightened this round": [cell for cell in hunters if content(s, cell) & FRESH],
        "Attacked this round": [cell for cell in hunters + sisters if content(s, cell) & USED],
        "Called by this card": [cell for cell in babies if content(s, cell) & USED],
    }
    return [
        f"{words}: {listed([cell_to_name(cell) for cell in cells], 'and')}" for words, cells in lists.items() if cells
    ]


def _card_lines(s: Known, seat: int) -> list[str]:
    if s.phase < CHOOSE:
        return []
    lines = [_pile_line(s, side) for side in (RAPTOR, SCIENTIST)]
    if s.phase != CHOOSE and s.revealed[RAPTOR]:
        lines += [
            f"{SIDE_NAMES[side]} played {s.revealed[side]}: {card_words(s, side, int(s.revealed[side]))}."
            for side in (RAPTOR, SCIENTIST)
        ]
    lines += [words for side in (RAPTOR, SCIENTIST) if (words := _chosen_line(s, side, seat))]
    if seat != SPECTATOR:
        side = side_of(s, seat)
        hand = [f"  {value}  {card_words(s, side, value)}" for value in cards(int(s.hand[side]))]
        lines += ["Your hand:", *hand]
    return lines


def _pile_line(s: Known, side: int) -> str:
    pile = " ".join(str(value) for value in s.played[side, : s.num_played[side]]) or "none"
    return f"{SIDE_NAMES[side] + ':':<10} played {pile}; deck {deck_size(s, side)}, hand {hand_size(s)}"


def _chosen_line(s: Known, side: int, seat: int) -> str:
    chosen = int(s.chosen[side])
    if s.phase == OVER or chosen == 0:
        return ""
    if is_shown(s, side):
        return f"Observation: {SIDE_NAMES[side]} shows {chosen}, {card_words(s, side, chosen)}."
    is_own = seat != SPECTATOR and side_of(s, seat) == side
    if chosen == HIDDEN_CARD or not is_own:
        return f"{SIDE_NAMES[side]} has chosen a card."
    return f"You have chosen {chosen}."
