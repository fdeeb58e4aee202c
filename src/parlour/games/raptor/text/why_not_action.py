"""Why a regular action of Raptor is impossible as picked, in words."""

from parlour.core.contract import Known
from parlour.games.raptor.geometry import STEPS, cell_to_name
from parlour.games.raptor.rules.actions import move_cost
from parlour.games.raptor.rules.ground import is_active_scientist
from parlour.games.raptor.state import BURNING, EXIT, FREE, FRESH, ROCK, RUN_LENGTH, USED
from parlour.games.raptor.text.blocked import KINDS, blocked_words, walker_words, why_not_free
from parlour.games.raptor.text.board import between, content, describe, in_line, is_inactive, is_on_board, kind
from parlour.games.raptor.text.prompt import what_to_pick
from parlour.games.raptor.text.words import SIDE_NAMES, points_words

OWN_KINDS = (("mother", "baby", "sister"), ("scientist", "hound"))  # by side


def why_not_action(s: Known, read: list[tuple[str, int]]) -> str:
    what, cell = read[0]
    if s.walking and (what, cell) != ("scientist", s.walking):
        return walker_words(s)
    side = int(s.side)
    if what in KINDS and what not in OWN_KINDS[side]:
        return f"You play the {SIDE_NAMES[side]}. {what_to_pick(s)}"
    if what not in KINDS or len(read) > 2:
        return what_to_pick(s)
    if kind(s, cell) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(cell)}. {what_to_pick(s)}"
    second = read[1] if len(read) == 2 else ("", 0)
    if what == "mother":
        return _why_not_mother(s, *second)
    by_kind = {
        "baby": _why_not_baby, "scientist": _why_not_scientist, "sister": _why_not_sister, "hound": _why_not_hound,
    }  # fmt: skip
    return by_kind[what](s, cell, *second)


def _cost_words(s: Known) -> str:
    """Explain why the mother cannot pay for a move; empty when she can."""
    cost = int(move_cost(s))
    if s.points >= cost:
        return ""
    return f"Her first move this round costs {points_words(cost)}, you have {s.points}."


def _why_not_mother(s: Known, what: str, target: int) -> str:
    mother, name = int(s.mother), cell_to_name(target)
    if what == "":
        return _cost_words(s) or "The mother is shut in: there is nothing she can do."
    if what in ("scientist", "hound", "baby", "sister", "fire"):
        return _why_not_mother_act(s, what, target)
    if what not in ("space", "exit"):
        return what_to_pick(s)
    if target == mother:
        return f"The mother is on {name} already."
    if not is_on_board(s, target):
        return why_not_free(s, target)
    if not in_line(mother, target):
        return f"The mother moves in a straight line: {name} is not in line with {cell_to_name(mother)}."
    return blocked_words(s, mother, target, (FREE,)) or _cost_words(s)


def _why_not_mother_act(s: Known, what: str, target: int) -> str:
    """Explain why she cannot kill the scientist or hound, wake the baby or sister, or put out the fire on a space."""
    mother, name = int(s.mother), cell_to_name(target)
    if content(s, target) != BURNING if what == "fire" else kind(s, target) != KINDS[what]:
        return f"There is no {what} on {name}."
    if what in ("baby", "sister") and not is_inactive(s, target):
        return f"The {what} on {name} is awake."
    if target - mother not in STEPS:
        return f"The mother on {cell_to_name(mother)} is not beside {describe(s, target)}."
    she = "she" if what == "sister" else "it"
    return f"The {what} on {name} was put to sleep this round: {she} can be woken from the next round on."


def _why_not_sister(s: Known, cell: int, what: str, target: int) -> str:
    name, end = cell_to_name(cell), cell_to_name(target)
    if is_inactive(s, cell):
        return f"The sister on {name} is asleep: the mother can wake her."
    if what == "":
        return f"The sister on {name} can do nothing now."
    if what in ("scientist", "hound"):
        if kind(s, target) != KINDS[what]:
            return f"There is no {what} on {end}."
        has_killed = bool(content(s, cell) & USED)
        return "The sister kills once in a round." if has_killed else f"The sister on {name} is not beside {end}."
    return _why_not_run(s, "The sister", cell, target) if what in ("space", "exit") else what_to_pick(s)


def _why_not_hound(s: Known, cell: int, what: str, target: int) -> str:
    name, end = cell_to_name(cell), cell_to_name(target)
    if is_inactive(s, cell):
        return _frightened_words(s, cell, "hound")
    if what in ("", "stand"):
        return f"The hound on {name} {'can do nothing now' if what == '' else 'is standing already'}."
    if what != "baby":
        return _why_not_run(s, "A hound", cell, target) if what in ("space", "exit") else what_to_pick(s)
    if kind(s, target) != KINDS[what]:
        return f"There is no {what} on {end}."
    if content(s, cell) & USED:
        return f"The hound on {name} has attacked in this round."
    if target - cell not in STEPS:
        return f"The hound on {name} is not beside {describe(s, target)}."
    return "A hound corners babies that are awake; only scientists capture."


def _why_not_run(s: Known, who: str, cell: int, target: int) -> str:
    """Explain why the sister or a hound cannot run from cell to cell."""
    name, end = cell_to_name(cell), cell_to_name(target)
    if content(s, target) == EXIT or not is_on_board(s, target):
        return why_not_free(s, target)
    if not in_line(cell, target):
        return f"{who} runs in a straight line: {end} is not in line with {name}."
    is_far = len(list(between(cell, target))) >= RUN_LENGTH
    return blocked_words(s, cell, target, (FREE,)) or (
        f"{who} runs at most {RUN_LENGTH} spaces: {end} is too far." if is_far else what_to_pick(s)
    )


def _why_not_baby(s: Known, cell: int, what: str, target: int) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return f"The baby on {name} is asleep."
    if what == "":
        return f"The baby on {name} has no free space beside it."
    if what not in ("space", "exit"):
        return what_to_pick(s)
    if target - cell not in STEPS:
        return f"A baby goes one step: {cell_to_name(target)} is not beside {name}."
    return why_not_free(s, target)


def _why_not_scientist(s: Known, cell: int, what: str, target: int) -> str:
    name = cell_to_name(cell)
    if is_inactive(s, cell):
        return _frightened_words(s, cell, "scientist")
    if what in ("", "stand"):
        return f"The scientist on {name} {'can do nothing now' if what == '' else 'is standing already'}."
    if what in ("baby", "mother", "sister"):
        return walker_words(s) if s.walking else _why_not_attack(s, cell, what, target)
    if what not in ("space", "exit"):
        return what_to_pick(s)
    if target - cell not in STEPS:
        return f"A scientist goes one step: {cell_to_name(target)} is not beside {name}."
    if content(s, target) == BURNING:
        left = points_words(int(s.points) - 1)
        return f"With {left} after that step the scientist could not get out of the fire on {cell_to_name(target)}."
    return why_not_free(s, target)


def _frightened_words(s: Known, cell: int, who: str) -> str:
    name = cell_to_name(cell)
    if content(s, cell) & FRESH:
        return f"The {who} on {name} was frightened this round: it can stand up from the next round on."
    return f"The {who} on {name} is frightened. It must stand up first."


def _why_not_attack(s: Known, cell: int, what: str, target: int) -> str:
    name = cell_to_name(cell)
    if content(s, cell) & USED:
        return f"The scientist on {name} has used its aggressive action of this round."
    if what == "mother" and not s.mother:
        return "The mother has disappeared: she cannot be shot."
    if kind(s, target) != KINDS[what]:
        return f"There is no {what} on {cell_to_name(target)}."
    if what == "baby":
        return f"The scientist on {name} is not beside {describe(s, target)}."
    if is_inactive(s, target):
        return f"The {what} on {cell_to_name(target)} is asleep already."
    if not in_line(cell, target):
        return f"The {what} on {cell_to_name(target)} is not in line with {name}."
    blockers = [
        between_cell
        for between_cell in between(cell, target)
        if content(s, between_cell) in (ROCK, EXIT) or is_active_scientist(content(s, between_cell))
    ]
    return f"The line from {name} is blocked by {describe(s, blockers[0])}." if blockers else what_to_pick(s)
