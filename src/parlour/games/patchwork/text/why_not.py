"""Why an action of Patchwork is not possible, in words."""

from collections.abc import Sequence

from parlour.core.contract import Known, Record
from parlour.core.phrasing import counted, listed
from parlour.games.patchwork.patches import (
    CANONICAL,
    LETTERS,
    ORIENTATION_LETTERS,
    ORIENTATIONS,
    PATCHES,
    SIDE,
    SPECIAL,
)
from parlour.games.patchwork.rules.quilt import has_room
from parlour.games.patchwork.text.board import EMPTY, cells, on_offer, quilt, sticks_out
from parlour.games.patchwork.text.tokens import LINES, Place, cell_name

ADVANCE_PICK = "advance"
PATCH_PICK, TURN_PICK, CELL_PICK = "patch", "turn", "cell"
YOU = "you"


def place_to_picks(place: Place | None) -> list[str]:
    """List what is picked for a placement: patch, orientation (not of the special patch), cell; or the advance."""
    if place is None:
        return [ADVANCE_PICK]
    turn = [] if place.patch == SPECIAL else [f"{TURN_PICK}:{ORIENTATION_LETTERS[place.orientation]}"]
    return [f"{PATCH_PICK}:{LETTERS[place.patch]}", *turn, f"{CELL_PICK}:{cell_name(place.corner)}"]


def why_not(s: Known, seat: int, picks: Sequence[str]) -> str:
    """Explain why these picks lead to no legal action of the seat to act; empty when they do."""
    if list(picks) == [ADVANCE_PICK]:
        return why_not_place(s, seat, None)
    read = _read_picks(picks)
    if read is None:
        return _what_to_pick(s)
    patch, turn, corner = read
    if corner is not None:
        return why_not_place(s, seat, Place(patch, turn or 0, corner))
    refused = _why_not_patch(s, seat, patch, YOU)
    if refused:
        return refused
    if turn is not None and CANONICAL[patch][turn] != turn:
        return _looks_alike(patch, turn)
    turns = sorted(set(CANONICAL[patch])) if turn is None else [turn]
    if any(has_room(s, seat, ORIENTATIONS * patch + turn) for turn in turns):
        return ""
    name = LETTERS[patch] if turn is None else f"{LETTERS[patch]} turned {ORIENTATION_LETTERS[turn]}"
    return f"There is no room for {name} in your quilt."


def why_not_place(s: Record, seat: int, place: Place | None, who: str = YOU) -> str:
    """Explain why a seat to act cannot advance (None) or lay a patch there; empty when it can.

    Args:
        who: how the player is called: "you" or a name.
    """
    if place is None:
        return _place_special_first(who) if s.pending else ""
    refused = _why_not_patch(s, seat, place.patch, who)
    if refused:
        return refused
    if CANONICAL[place.patch][place.orientation] != place.orientation:
        return _looks_alike(place.patch, place.orientation)
    letter = LETTERS[place.patch]
    if sticks_out(place):
        return f"Patch {letter} would stick out of the quilt."
    letters = quilt(s, seat)
    under = sorted({letters[cell] for cell in cells(place)} - {EMPTY})
    if under:
        return f"Patch {letter} would lie over patch{'es' if len(under) > 1 else ''} {listed(under, 'and')}."
    return ""


def _why_not_patch(s: Record, seat: int, patch: int, who: str) -> str:
    """Explain why a patch cannot be taken at all."""
    have = "you have" if who == YOU else f"{who} has"
    letter = LETTERS[patch]
    if s.pending:
        return "" if patch == SPECIAL else _place_special_first(who)
    if patch == SPECIAL:
        return f"{have[0].upper()}{have[1:]} no special patch to place."
    offer = on_offer(s)
    if patch not in offer:
        there = f"On offer: {listed((LETTERS[p] for p in offer), 'and')}." if offer else "No patches are left."
        return f"Patch {letter} is not on offer. {there}"
    price = PATCHES[patch].price
    if price > s.buttons[seat]:
        return f"{letter} costs {counted(price, 'button')}, {have} {s.buttons[seat]}."
    return ""


def _place_special_first(who: str) -> str:
    return "You must place your special patch first." if who == YOU else f"{who} must place the special patch first."


def _looks_alike(patch: int, turn: int) -> str:
    canonical = ORIENTATION_LETTERS[CANONICAL[patch][turn]]
    return f"Turned {ORIENTATION_LETTERS[turn]}, patch {LETTERS[patch]} looks as it does turned {canonical}: pick that."


def _what_to_pick(s: Record) -> str:
    if s.pending:
        return "Pick the special patch, h, and an empty cell for it."
    if not s.left:
        return "No patches are left: pick advance."
    offer = listed(LETTERS[patch] for patch in on_offer(s))
    return f"Pick advance; or patch {offer}, how it is turned, and the cell of its top left corner."


def _read_picks(picks: Sequence[str]) -> tuple[int, int | None, int | None] | None:
    """Read patch, orientation and corner as far as they are picked; None when these are no picks of this game."""
    kinds = tuple(pick.partition(":")[0] for pick in picks)
    values = [pick.partition(":")[2] for pick in picks]
    if not kinds or kinds[0] != PATCH_PICK or len(values[0]) != 1 or values[0] not in LETTERS:
        return None
    patch = LETTERS.index(values[0])
    wanted = (PATCH_PICK, CELL_PICK) if patch == SPECIAL else (PATCH_PICK, TURN_PICK, CELL_PICK)
    if kinds != wanted[: len(kinds)]:
        return None
    turn = corner = None
    for kind, value in zip(kinds[1:], values[1:], strict=True):
        if kind == TURN_PICK and len(value) == 1 and value in ORIENTATION_LETTERS:
            turn = ORIENTATION_LETTERS.index(value)
        elif kind == CELL_PICK and len(value) == 2 and set(value) <= set(LINES):
            corner = SIDE * LINES.index(value[1]) + LINES.index(value[0])
        else:
            return None
    return patch, turn, corner
