"""What happened in Patchwork, in words."""

from parlour.core.contract import Happening, Known
from parlour.core.phrasing import counted, listed, seat_name, signed
from parlour.games.patchwork.patches import LETTERS, PATCHES, SIDE, SPECIAL
from parlour.games.patchwork.rules.contract import is_over, result
from parlour.games.patchwork.state import BONUS, INCOME_SQUARES
from parlour.games.patchwork.text.board import cells, scores
from parlour.games.patchwork.text.tokens import LINES, Place, action_to_place, cell_name

TURNS = ("", "turned right", "turned upside down", "turned left")  # orientations A to D; E to H are mirrored first


def where(corner: int) -> str:
    """Name a cell in words."""
    return f"at column {LINES[corner % SIDE]}, row {LINES[corner // SIDE]}"


def turned(place: Place) -> str:
    """Describe how a patch is turned, between commas; return nothing when it is not."""
    words = ["mirrored"] if place.orientation >= 4 else []
    words += [TURNS[place.orientation % 4]] if place.orientation % 4 else []
    return f", {' and '.join(words)}," if words else ""


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    who = seat_name(seat, viewer)
    place = action_to_place(action)
    happenings = [_tell_advance(before, seat, after, who) if place is None else _tell_placement(seat, place, who)]
    if after.seven != before.seven:
        words = f"{who} covered a square of 7x7 cells first: {BONUS} points."
        happenings.append(Happening("seven", words, {"seat": seat}))
    if place is not None and place.patch != SPECIAL:
        happenings.append(_tell_move(before, seat, after, who))
    happenings += _tell_track(before, seat, after, who)
    if is_over(after):
        happenings.append(_tell_end(after, viewer))
    return happenings


def _tell_advance(before: Known, seat: int, after: Known, who: str) -> Happening:
    origin, target = int(before.squares[seat]), int(after.squares[seat])
    words = f"{who} advanced from square {origin} to {target} and received {counted(target - origin, 'button')}."
    return Happening("advance", words, {"seat": seat, "from": origin, "to": target})


def _tell_placement(seat: int, place: Place, who: str) -> Happening:
    letter = LETTERS[place.patch]
    covered = [cell_name(cell) for cell in cells(place)]
    how = f"{turned(place)} {where(place.corner)}"
    if place.patch == SPECIAL:
        return Happening("special", f"{who} placed a special patch{how}.", {"seat": seat, "cells": covered})
    price = counted(PATCHES[place.patch].price, "button")
    words = f"{who} bought {letter} for {price} and laid it{how}."
    return Happening("buy", words, {"seat": seat, "patch": letter, "cells": covered})


def _tell_move(before: Known, seat: int, after: Known, who: str) -> Happening:
    origin, target = int(before.squares[seat]), int(after.squares[seat])
    return Happening(
        "move", f"{who} moved from square {origin} to {target}.", {"seat": seat, "from": origin, "to": target}
    )


def _tell_track(before: Known, seat: int, after: Known, who: str) -> list[Happening]:
    """Narrate what the squares that a time token entered brought."""
    happenings = []
    entered = range(int(before.squares[seat]) + 1, int(after.squares[seat]) + 1)
    paid = [square for square in INCOME_SQUARES if square in entered]
    if paid and after.income[seat]:
        amount = len(paid) * int(after.income[seat])
        squares = f"square{'s' if len(paid) > 1 else ''} {listed(paid, 'and')}"
        words = f"{who} received {counted(amount, 'button')} of income on {squares}."
        happenings.append(Happening("income", words, {"seat": seat, "buttons": amount, "squares": paid}))
    taken = int(before.specials) & ~int(after.specials)
    if taken:
        square = taken.bit_length() - 1
        words = f"{who} collected the special patch of square {square}"
        words += "." if after.pending else " and forfeited it: the quilt is full."
        happenings.append(Happening("collect", words, {"seat": seat, "square": square}))
    if after.first_home != before.first_home:
        happenings.append(Happening("home", f"{who} reached the last square first.", {"seat": seat}))
    return happenings


def _tell_end(after: Known, viewer: int) -> Happening:
    points = scores(after)
    winner = 0 if result(after, 0) == 1.0 else 1
    who = seat_name(winner, viewer)
    if points[0] == points[1]:
        again = seat_name(winner, viewer, you="you")
        words = f"{who} won: both have {counted(points[0], 'point')}, but {again} reached the last square first."
    else:
        words = f"{who} won with {counted(points[winner], 'point')} to {signed(points[1 - winner])}."
    return Happening("win", words, {"seat": winner, "points": points})
