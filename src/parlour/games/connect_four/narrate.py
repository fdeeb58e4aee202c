"""What an action of Connect Four did, in sentences."""

from parlour.core.contract import Happening, Known
from parlour.core.fast_record import plain
from parlour.core.phrasing import listed, seat_name
from parlour.games.connect_four.board import place, winning_lines
from parlour.games.connect_four.state import COLOUR_DRAW, DRAWN, RUNNING


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    """Narrate to a seat or the SPECTATOR what an action did."""
    if COLOUR_DRAW.is_claim(action):
        return COLOUR_DRAW.narrate(seat, action, after, viewer)
    after = plain(after)
    player = seat_name(seat, viewer)
    column, row = place(after.last)
    drop = Happening("drop", f"{player} dropped into column {column}.", {"seat": seat, "column": column, "row": row})
    if after.over == RUNNING:
        return [drop]
    if after.over == DRAWN:
        return [drop, Happening("draw", "The board is full without four in a row: a draw.")]
    lines = listed((line for line, _ in winning_lines(after)), "and")
    return [drop, Happening("win", f"{player} won with four {lines}.", {"seat": seat})]
