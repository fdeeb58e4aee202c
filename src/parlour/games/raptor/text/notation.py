"""Raptor as text.

- An action is a card, `5`; a way, `e3-e2` (a step, a move of the mother, a call or a jeep, whatever is due); a verb
  with a space: `mother:g5`, `baby:e3`, `scientist:b2`, `fire:c5`, `kill:h5`, `wake:h5`, `douse:h5`, `fear:b5`,
  `gas:e3`, `shoot:b5`, `stand:b5`, `sister:g5`, `bite:h5`, `dart:b5`, `hound:b2`; `sleep:b5-b4` and
  `capture:b5-b4`; `heal`; or `done`.
- A position is six rows of 13 letters, columns a to m, `/` between them, and then what is not on the board, each as
  `name=value`; see `position_text`.
"""

import re

from parlour.core.contract import Known, Record
from parlour.core.errors import BadNotation, IllegalAction
from parlour.games.raptor.geometry import LOCAL_OF, SPACE_OF, cell_to_name, name_to_cell
from parlour.games.raptor.map_reader import TILE_SIZE
from parlour.games.raptor.state import (
    ACT,
    BABY_KIND,
    CALL,
    CALL_BABIES,
    CARD,
    DONE,
    HEAL,
    HOUND_KIND,
    JEEP,
    JEEP_RIDE,
    MOTHER,
    RUN,
    SHOOT,
    SISTER,
    STAND,
    VERBS,
)
from parlour.games.raptor.text.board import effect, in_line, is_inactive, is_on_board, kind, tile_at
from parlour.games.raptor.text.decode import Decoded, decode, line_code, space_block, step_code
from parlour.games.raptor.text.draw import render as render
from parlour.games.raptor.text.picks import decoded_picks
from parlour.games.raptor.text.position_text import state_to_text as state_to_text
from parlour.games.raptor.text.position_text import text_to_state as text_to_state
from parlour.games.raptor.text.why_not import why_not

SPACE = "[a-m][1-6]"
ACTING = {"shoot": SHOOT, "stand": STAND}
BY_ORIGIN = ("shoot", "stand", "dart")  # the space is that of the scientist or hound who does it
EXAMPLES = "e3-e2, mother:g1, kill:h5, shoot:b5, done, or a card like 5"


def action_to_text(s: Record, seat: int, action: int) -> str:
    verb, origin, target, card = decode(s, action)
    if verb == "card":
        return str(card)
    if verb in ("step", "call", "jeep", "run"):
        return f"{cell_to_name(origin)}-{cell_to_name(target)}"
    if verb == "seize":
        word = "capture" if is_inactive(s, target) else "sleep"
        return f"{word}:{cell_to_name(origin)}-{cell_to_name(target)}"
    if verb in ("done", "heal"):
        return verb
    return f"{verb}:{cell_to_name(origin if verb in BY_ORIGIN else target)}"


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    word = re.sub(r"\s+", ":", text.strip().lower())
    if word in ("done", "heal"):
        return [DONE if word == "done" else HEAL]
    if re.fullmatch("[1-9]", word):
        return [CARD + int(word) - 1]
    if match := re.fullmatch(f"({SPACE})-({SPACE})", word):
        return [_way_code(s, seat, name_to_cell(match[1]), name_to_cell(match[2]))]
    if match := re.fullmatch(f"(sleep|capture):({SPACE})-({SPACE})", word):
        return [_seize_code(s, seat, match[1], name_to_cell(match[2]), name_to_cell(match[3]))]
    match = re.fullmatch(f"([a-z]+):({SPACE})", word)
    if match is None or (match[1] not in ACTING and space_block(match[1]) < 0):
        raise BadNotation(f"{text.strip() or 'Nothing'} is not an action. Type it like {EXAMPLES}.")
    cell = name_to_cell(match[2])
    if not is_on_board(s, cell):
        raise IllegalAction(f"{match[2]} is not a full space: those go from b1 to l6.")
    if match[1] in ACTING:
        return [ACT + VERBS * int(SPACE_OF[cell]) + ACTING[match[1]]]
    return [space_block(match[1]) + int(SPACE_OF[cell])]


def _way_code(s: Record, seat: int, origin: int, target: int) -> int:
    """Find the code of going from one cell to another, whatever kind of going is due."""
    space, resolving = int(SPACE_OF[origin]), effect(s)
    are_full = is_on_board(s, origin) and is_on_board(s, target)
    if resolving == JEEP_RIDE or kind(s, origin) == HOUND_KIND:
        if are_full and in_line(origin, target):
            return line_code(JEEP if resolving == JEEP_RIDE else RUN, origin, target)
        raise _refusal(s, seat, Decoded("jeep" if resolving == JEEP_RIDE else "run", origin, target))
    if resolving == CALL_BABIES:
        if are_full and tile_at(s, target) == tile_at(s, int(s.mother)):
            return CALL + TILE_SIZE * space + int(LOCAL_OF[int(s.map), target])
        raise _refusal(s, seat, Decoded("call", origin, target))
    if are_full and origin in (s.mother, s.sister):
        return (MOTHER if origin == s.mother else SISTER) + int(SPACE_OF[target])
    step = step_code("step", origin, target)
    if step >= 0 and is_on_board(s, origin):
        return ACT + VERBS * space + step
    raise _refusal(s, seat, Decoded("step", origin, target))


def _seize_code(s: Record, seat: int, word: str, origin: int, target: int) -> int:
    step = step_code("seize", origin, target)
    if step < 0 or not is_on_board(s, origin) or kind(s, target) != BABY_KIND:
        raise _refusal(s, seat, Decoded("seize", origin, target))
    if is_inactive(s, target) != (word == "capture"):
        is_asleep = "asleep: it can be captured" if word == "sleep" else "awake: it can be put to sleep"
        raise IllegalAction(f"The baby on {cell_to_name(target)} is {is_asleep}.")
    return ACT + VERBS * int(SPACE_OF[origin]) + step


def _refusal(s: Record, seat: int, decoded: Decoded) -> IllegalAction:
    known = Known(s)  # `SeatView` reads texts in what the seat knows, so the reason tells no secret
    return IllegalAction(why_not(known, seat, decoded_picks(known, decoded)) or "That is not possible now.")
