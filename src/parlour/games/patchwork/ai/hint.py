"""Why an action of Patchwork is good, in words."""

from parlour.core.contract import Known, Record
from parlour.core.phrasing import counted
from parlour.games.patchwork.ai.strategies import num_touching
from parlour.games.patchwork.patches import ORIENTATIONS, PATCHES, SHAPE_CELLS, SHAPE_SIZE, SIDE, SPECIAL
from parlour.games.patchwork.rules.contract import INCOMES_UP_TO, apply, is_over, seat_to_act
from parlour.games.patchwork.state import BONUS, INCOME_SQUARES
from parlour.games.patchwork.text.board import advance_length
from parlour.games.patchwork.text.narrate import where
from parlour.games.patchwork.text.tokens import Place, action_to_place

MOST = 3  # sentences


def reason(s: Known, seat: int, action: int) -> str:
    """Describe what a legal action brings."""
    after = s.copy()
    apply(after, seat, action)
    place = action_to_place(action)
    sentences = [
        _seven(s, after, seat),
        _special(s, after),
        _advance(s, after, seat) if place is None else _income(s, seat, place),
        _hole(s, seat, place) if place else "",
        "" if place and place.patch == SPECIAL else _again(after, seat),
        _cover(place) if place else "",
    ]
    return " ".join([sentence for sentence in sentences if sentence][:MOST])


def _seven(s: Known, after: Record, seat: int) -> str:
    return f"It completes a square of 7x7 for {BONUS} points." if s.seven != after.seven == seat else ""


def _special(s: Known, after: Record) -> str:
    """Name the special patch that the action collects; one on a full quilt is lost."""
    square = (int(s.specials) ^ int(after.specials)).bit_length() - 1
    return f"It takes the special patch on square {square}." if after.pending else ""


def _advance(s: Known, after: Record, seat: int) -> str:
    buttons = int(after.buttons[seat]) - int(s.buttons[seat])
    income = buttons - advance_length(s, seat)
    with_income = f", {income} of them as income" if income else ""
    return f"It brings {counted(buttons, 'button')}{with_income}."


def _income(s: Known, seat: int, place: Place) -> str:
    income = PATCHES[place.patch].income
    incomes = len(INCOME_SQUARES) - int(INCOMES_UP_TO[s.squares[seat]])
    if not income or not incomes:
        return ""
    each = "the last income" if incomes == 1 else f"each of {incomes} incomes to come"
    return f"It brings {counted(income, 'button')} at {each}."


def _hole(s: Known, seat: int, place: Place) -> str:
    """Return a remark if a patch touches other patches or the edge on every side."""
    shape = ORIENTATIONS * place.patch + place.orientation
    if num_touching(s, seat, shape, place.corner) < _num_sides(shape):
        return ""
    size = int(SHAPE_SIZE[shape])
    return f"It fills the hole {where(place.corner)}." if size == 1 else f"It fills a hole of {size} cells exactly."


def _num_sides(shape: int) -> int:
    """Count the sides of a shape that are not between two of its own cells."""
    cells = set(SHAPE_CELLS[shape, : SHAPE_SIZE[shape]].tolist())
    across = sum(cell + 1 in cells and cell % SIDE < SIDE - 1 for cell in cells)
    return 4 * len(cells) - 2 * (across + sum(cell + SIDE in cells for cell in cells))


def _again(after: Record, seat: int) -> str:
    goes_on = not is_over(after) and not after.pending and int(seat_to_act(after)) == seat
    return "It keeps the turn." if goes_on else ""


def _cover(place: Place) -> str:
    if place.patch == SPECIAL:
        return "It saves two points."
    _, price, time, _, rows = PATCHES[place.patch]
    cells = sum(row.count("X") for row in rows)
    return f"It covers {counted(cells, 'cell')} for {counted(price, 'button')} and {counted(time, 'square')}."
