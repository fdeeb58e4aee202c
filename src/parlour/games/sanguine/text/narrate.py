"""What an action of Sanguine did, told to a seat or a spectator."""

from collections.abc import Iterator, Sequence

from parlour.core.contract import Happening, Known
from parlour.core.phrasing import counted, listed, seat_name
from parlour.games.sanguine.state import MAX_CELLS, PASS, PASSES_TO_END, UNKNOWN
from parlour.games.sanguine.text.board import (
    Cell,
    card_of,
    cell_name,
    cells_of,
    hand_of,
    place_of,
    row_scores,
    totals,
)

Data = dict[str, int | str | list[int] | list[str]]  # of a happening

CHANGES = ("pawns", "take", "upgrade", "devalue", "remove")  # what can become of a cell, in the order it is told


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    """Narrate what an action did; the records are as the viewer may know them."""
    if action == PASS:
        happenings = [Happening("pass", f"{seat_name(seat, viewer)} passed.", {"seat": seat})]
    else:
        happenings = [_placed(before, seat, action, after, viewer), *_changes(before, action % MAX_CELLS, after)]
    if after.passes == PASSES_TO_END:
        return [*happenings, *_rows(after, viewer), _end(after, viewer)]
    return [*happenings, *_drew(before, after, 1 - seat, viewer)]


def _placed(before: Known, seat: int, action: int, after: Known, viewer: int) -> Happening:
    index, cell = action // MAX_CELLS, action % MAX_CELLS
    # The card was a secret before; now that it is placed, its place in the order shows its kind to all.
    kind = int(after.order[seat, before.hand[seat, index]])
    message = f"{seat_name(seat, viewer)} placed {card_of(after, kind).name} on {cell_name(after, cell)}."
    data: Data = {"seat": seat, "hand": index, "card": kind, "cell": list(place_of(after, cell))}
    return Happening("place", message, data)


def _changes(before: Known, placed: int, after: Known) -> list[Happening]:
    """Narrate what became of the cells."""
    cells: dict[str, list[int]] = {kind: [] for kind in CHANGES}
    for cell, (was, now) in enumerate(zip(cells_of(before), cells_of(after), strict=True)):
        for kind in _changes_of(was, now, cell == placed):
            cells[kind].append(cell)
    return [_change(after, kind, cells[kind]) for kind in CHANGES if cells[kind]]


def _change(s: Known, kind: str, cells: Sequence[int]) -> Happening:
    named = listed((cell_name(s, cell) for cell in cells), "and")
    gone = ("The card", "was", "its") if len(cells) == 1 else ("The cards", "were", "their")
    message = {
        "pawns": f"{'A pawn was' if len(cells) == 1 else 'Pawns were'} added on {named}.",
        "take": f"Pawns changed sides on {named}.",
        "upgrade": f"Upgraded: {named}.",
        "devalue": f"Devalued: {named}.",
        "remove": f"{gone[0]} on {named} {gone[1]} destroyed, leaving {gone[2]} pawns.",
    }[kind]
    places = [place_of(s, cell) for cell in cells]
    return Happening(kind, message, {"cells": [f"{row},{column}" for row, column in places]})


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


def _drew(before: Known, after: Known, seat: int, viewer: int) -> list[Happening]:
    if after.drawn[seat] == before.drawn[seat]:
        return []
    who = seat_name(seat, viewer)
    if viewer != seat:
        return [Happening("draw_card", f"{who} drew a card.", {"seat": seat})]
    kind = hand_of(after, seat)[-1]
    return [Happening("draw_card", f"{who} drew {card_of(after, kind).name}.", {"seat": seat, "card": kind})]


def _rows(after: Known, viewer: int) -> Iterator[Happening]:
    """Narrate what each row came to, from top to bottom."""
    for row, (red, blue) in enumerate(row_scores(after)):
        if red == blue:
            yield Happening("row", f"Row {row + 1} is tied, {red} to {blue}: it counts for nobody.", {"row": row})
            continue
        winner, high, low = int(blue > red), max(red, blue), min(red, blue)
        message = f"{seat_name(winner, viewer)} won row {row + 1}, {high} to {low}: {counted(high, 'point')}."
        yield Happening("row", message, {"row": row, "seat": winner})


def _end(after: Known, viewer: int) -> Happening:
    points = totals(after)
    high, low = max(points), min(points)
    if high == low:
        return Happening("draw", f"A draw, {high} to {low}: both players passed.")
    winner = points.index(high)
    words = f"{seat_name(winner, viewer)} won, {high} to {low}: both players passed."
    return Happening("win", words, {"seat": winner})
