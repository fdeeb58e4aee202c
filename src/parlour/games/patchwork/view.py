"""What people see of Patchwork, may pick, and are told."""

import functools

import msgspec

from parlour.core.contract import Known
from parlour.core.phrasing import counted, listed, seat_name
from parlour.games.patchwork.patches import (
    CANONICAL,
    LETTERS,
    ORIENTATION_LETTERS,
    ORIENTATIONS,
    PATCHES,
    SIDE,
    SPECIAL,
)
from parlour.games.patchwork.rules.contract import is_over, seat_to_act
from parlour.games.patchwork.rules.quilt import has_room, num_empty
from parlour.games.patchwork.state import INCOME_SQUARES, LAST, NOBODY, SPECIAL_SQUARES
from parlour.games.patchwork.text.board import (
    advance_length,
    cells,
    circle_left,
    on_offer,
    placed,
    quilt,
    scores,
)
from parlour.games.patchwork.text.narrate import narrate as narrate
from parlour.games.patchwork.text.narrate import turned, where
from parlour.games.patchwork.text.notation import circle_to_text, placement_to_text
from parlour.games.patchwork.text.strings import SEAT_NAMES
from parlour.games.patchwork.text.tokens import Place, action_to_place, cell_name
from parlour.games.patchwork.text.why_not import place_to_picks
from parlour.games.patchwork.text.why_not import why_not as why_not


class PatchInfo(msgspec.Struct, frozen=True):
    """A patch as printed."""

    letter: str
    price: int
    time: int
    income: int
    rows: list[str]  # in orientation A, top row first, X for cloth


class Offer(msgspec.Struct, frozen=True):
    """A patch on offer."""

    letter: str
    turns: str  # the letters of its orientations that differ
    missing: int  # buttons that the seat to act lacks
    has_room: bool  # it fits somewhere into the quilt of the seat to act


class PlacedPatch(msgspec.Struct, frozen=True):
    """A patch on a quilt; cells are named by column and row, like CD."""

    letter: str
    corner: str  # the top left one of the bounding box
    cells: list[str]
    income: int


class PatchworkView(msgspec.Struct, frozen=True):
    """A Patchwork table; everything is open. Seats are 0 and 1, -1 is neither."""

    quilts: list[list[str]]  # by seat: nine rows of patch letters, dots for empty cells
    placed: list[list[PlacedPatch]]  # by seat, in the order in which they were laid
    circle: list[PatchInfo]  # those left, in order from the neutral token
    offers: list[Offer]  # of the first three in the circle, in its order
    squares: list[int]  # by seat: where the time token stands
    on_top: int  # the seat whose token lies on the other's
    last_square: int
    income_squares: list[int]
    special_squares: list[int]  # where a special patch still lies
    advance: int  # squares that an advance moves, and buttons that it gives
    pending: int  # the seat that must place a special patch
    buttons: list[int]  # by seat
    income: list[int]  # by seat
    empty: list[int]  # by seat: empty cells
    score: list[int]  # by seat, if the game ended now
    bonus_7x7: bool  # the first 7x7 counts
    seven: int  # the seat that covered it
    circle_string: str  # as laid out
    placement: str  # the game so far


def view(s: Known, seat: int) -> PatchworkView:
    quilts = [quilt(s, owner) for owner in range(2)]
    shared = s.squares[0] == s.squares[1]
    return PatchworkView(
        quilts=[[letters[start : start + SIDE] for start in range(0, len(letters), SIDE)] for letters in quilts],
        placed=[[_placed(place) for place in placed(s, owner)] for owner in range(2)],
        circle=[_info(patch) for patch in circle_left(s)],
        offers=_offers(s),
        squares=s.squares.tolist(),
        on_top=int(s.last) if shared else NOBODY,
        last_square=LAST,
        income_squares=list(INCOME_SQUARES),
        special_squares=[square for square in SPECIAL_SQUARES if int(s.specials) >> square & 1],
        advance=0 if is_over(s) or s.pending else advance_length(s, int(seat_to_act(s))),
        pending=int(s.last) if s.pending else NOBODY,
        buttons=s.buttons.tolist(),
        income=s.income.tolist(),
        empty=[int(num_empty(s, owner)) for owner in range(2)],
        score=scores(s),
        bonus_7x7=bool(s.bonus_7x7),
        seven=int(s.seven),
        circle_string=circle_to_text(s),
        placement=placement_to_text(s),
    )


@functools.cache
def _info(patch: int) -> PatchInfo:
    letter, price, time, income, rows = PATCHES[patch]
    return PatchInfo(letter, price, time, income, list(rows))


def _offers(s: Known) -> list[Offer]:
    seat = int(seat_to_act(s))
    return [
        Offer(
            letter=LETTERS[patch],
            turns="".join(ORIENTATION_LETTERS[turn] for turn in _turns(patch)),
            missing=max(0, PATCHES[patch].price - int(s.buttons[seat])),
            has_room=_has_room(s, seat, patch),
        )
        for patch in on_offer(s)
    ]


@functools.cache
def _turns(patch: int) -> list[int]:
    return sorted(set(CANONICAL[patch]))


def _has_room(s: Known, seat: int, patch: int) -> bool:
    return any(has_room(s, seat, ORIENTATIONS * patch + turn) for turn in _turns(patch))


@functools.cache
def _placed(place: Place) -> PlacedPatch:
    patch, _, corner = place
    return PlacedPatch(
        letter=LETTERS[patch],
        corner=cell_name(corner),
        cells=[cell_name(cell) for cell in cells(place)],
        income=PATCHES[patch].income,
    )


def prompt(s: Known, seat: int) -> str:
    if is_over(s):
        return "The game is over."
    actor = int(seat_to_act(s))
    if actor != seat:
        doing = "placing a special patch" if s.pending else "choosing a patch or an advance"
        return f"{seat_name(actor, seat)} is {doing}."
    if s.pending:
        return "Place your special patch on an empty cell of your quilt."
    length = advance_length(s, seat)
    advance = f"advance {counted(length, 'square')} for {counted(length, 'button')}"
    buttons = f"You have {counted(int(s.buttons[seat]), 'button')}."
    patches = [LETTERS[p] for p in on_offer(s) if PATCHES[p].price <= s.buttons[seat] and _has_room(s, seat, p)]
    if not patches:
        return f"{buttons} There is no patch that you can buy: {advance}."
    return f"{buttons} Buy patch {listed(patches)}, or {advance}."


def picks(s: Known, seat: int, action: int) -> list[str]:
    return [*_picks(action)]


@functools.cache
def _picks(action: int) -> tuple[str, ...]:
    return tuple(place_to_picks(action_to_place(action)))


def label(s: Known, seat: int, action: int) -> str:
    place = action_to_place(action)
    if place is None:
        length = advance_length(s, seat)
        return f"advance {counted(length, 'square')} for {counted(length, 'button')}"
    return _lay_words(place)


@functools.cache
def _lay_words(place: Place) -> str:
    if place.patch == SPECIAL:
        return f"place the special patch {where(place.corner)}"
    price = counted(PATCHES[place.patch].price, "button")
    return f"buy {LETTERS[place.patch]} for {price} and lay it{turned(place)} {where(place.corner)}"


def phase(s: Known) -> str:
    return "special patch" if s.pending else "turn"


def side_names(s: Known) -> tuple[str, str]:
    return SEAT_NAMES


def ending(s: Known) -> str:
    points = scores(s)
    return "first_home" if points[0] == points[1] else "score"
