"""What an action of Sanguine did, told to a seat or a spectator."""

from collections.abc import Iterator

from parlour.core.contract import Happening, Record
from parlour.games.sanguine.state import MAX_CELLS, PASS, PASSES_TO_END, SIDES, UNKNOWN
from parlour.games.sanguine.text.board import CARD_LETTERS, Cell, card_of, cells_of, hand_of, place_of, totals

Data = dict[str, int | str | list[int] | list[str]]

CHANGES = {  # what can become of a cell, in the order it is told
    "pawns": "A pawn was added on",
    "take": "Pawns changed sides on",
    "upgrade": "Upgraded:",
    "devalue": "Devalued:",
    "remove": "Worth nothing, a card left pawns on",
}


def narrate(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    """Tell what an action did; the records are as the viewer may know them."""
    who = "You" if viewer == seat else SIDES[seat]
    if action == PASS:
        log = f"{CARD_LETTERS[seat]} pass"
        happenings = [Happening("pass", f"{who} passed.", {"seat": seat, "log": log})]
    else:
        happenings = [_placed(before, seat, action, after, who), *_changes(before, action % MAX_CELLS, after)]
    if after.passes == PASSES_TO_END:
        return [*happenings, _end(after, viewer)]
    return [*happenings, *_drew(before, after, 1 - seat, viewer)]


def _placed(before: Record, seat: int, action: int, after: Record, who: str) -> Happening:
    index, cell = action // MAX_CELLS, action % MAX_CELLS
    row, column = place_of(after, cell)
    # The card was a secret before; now that it is placed, its place in the order shows its kind to all.
    kind = int(after.order[seat, before.hand[seat, index]])
    name = card_of(after, kind).name
    log = f"{CARD_LETTERS[seat]} {name}[{index}]@{row},{column}"
    data: Data = {"seat": seat, "hand": index, "card": kind, "cell": [row, column], "log": log}
    return Happening("place", f"{who} placed {name} on row {row}, column {column}.", data)


def _changes(before: Record, placed: int, after: Record) -> list[Happening]:
    """Tell what became of the cells."""
    cells: dict[str, list[int]] = {kind: [] for kind in CHANGES}
    for cell, (was, now) in enumerate(zip(cells_of(before), cells_of(after), strict=True)):
        for kind in _changes_of(was, now, cell == placed):
            cells[kind].append(cell)
    happenings = []
    for kind, words in CHANGES.items():
        places = [place_of(after, cell) for cell in cells[kind]]
        named = "; ".join(f"row {row}, column {column}" for row, column in places)
        data: Data = {"cells": [f"{row},{column}" for row, column in places]}
        happenings += [Happening(kind, f"{words} {named}.", data)] if places else []
    return happenings


def _changes_of(was: Cell, now: Cell, is_placed: bool) -> Iterator[str]:
    if now.pawns and (was.kind != UNKNOWN or is_placed):  # a card lay here, or was placed and removed at once
        yield "remove"
        return
    if now.modifier != was.modifier:
        yield "upgrade" if now.modifier > was.modifier else "devalue"
    if now.pawns > was.pawns:
        yield "pawns"
    elif now.pawns and now.owner != was.owner:
        yield "take"


def _drew(before: Record, after: Record, seat: int, viewer: int) -> list[Happening]:
    if after.drawn[seat] == before.drawn[seat]:
        return []
    if viewer != seat:
        return [Happening("draw_card", f"{SIDES[seat]} drew a card.", {"seat": seat})]
    kind = hand_of(after, seat)[-1]
    return [Happening("draw_card", f"You drew {card_of(after, kind).name}.", {"seat": seat, "card": kind})]


def _end(after: Record, viewer: int) -> Happening:
    points = totals(after)
    high, low = max(points), min(points)
    if high == low:
        return Happening("draw", f"Both sides have passed: a draw, {high} to {low}.")
    winner = points.index(high)
    who = "you" if viewer == winner else SIDES[winner]
    return Happening("win", f"Both sides have passed, and {who} won, {high} to {low}.", {"seat": winner})
