"""Patchwork as text.

- An action is a placement token: `.` advances, `BDCA` buys patch B and lays the top left corner of its bounding box on
  column D, row C, in orientation A; `hCCA` lays a special patch.
- A position is the circle it began with and, after a space, the tokens played since: `ABUEd...efg BDCAUAAA`.
"""

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.patchwork.patches import LETTERS
from parlour.games.patchwork.text.board import played
from parlour.games.patchwork.text.draw import render as render
from parlour.games.patchwork.text.strings import lay_out_and_play
from parlour.games.patchwork.text.tokens import action_to_token, token_to_action


def action_to_text(s: Record, seat: int, action: int) -> str:
    return action_to_token(action)


def text_to_actions(s: Record, seat: int, text: str) -> list[int]:
    return [token_to_action(text.strip())]


def circle_to_text(s: Record) -> str:
    """Write the circle as it was laid out."""
    return "".join(LETTERS[patch] for patch in s.circle)


def placement_to_text(s: Record) -> str:
    """Write the placement string of the match so far."""
    return "".join(action_to_token(action) for _, action in played(s))


def state_to_text(s: Record) -> str:
    return f"{circle_to_text(s)} {placement_to_text(s)}".strip()


def text_to_state(s: Record, text: str) -> None:
    circle, *rest = text.split() or [""]
    if len(rest) > 1:
        raise BadNotation("A position is a circle and, after a space, a placement string: two words.")
    lay_out_and_play(s, circle, "".join(rest))
