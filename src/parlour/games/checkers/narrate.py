"""What an action of Checkers did, in sentences."""

from parlour.core.contract import Happening, Known
from parlour.core.fast_record import plain
from parlour.core.phrasing import seat_name
from parlour.games.checkers.board import action_to_squares, is_king, rank_name
from parlour.games.checkers.state import COLOUR_DRAW, DRAWN, NO_CHECKERS, REPETITION, RUNNING


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    """Narrate to a seat or the SPECTATOR what an action did."""
    if COLOUR_DRAW.is_claim(action):
        return COLOUR_DRAW.narrate(seat, action, after, viewer)
    before, after = plain(before), plain(after)
    player = seat_name(seat, viewer)
    origin, target, _ = action_to_squares(before, action)
    happenings = [_narrate_move(before, seat, action, player)]
    if is_king(after, target) and not is_king(before, origin):
        happenings.append(Happening("crown", f"The man on {target} was crowned.", {"square": target}))
    if after.over == DRAWN:
        happenings.append(Happening("draw", _why_drawn(after)))
    elif after.over != RUNNING:
        loser = COLOUR_DRAW.side_names(after)[1 - seat]
        why = "the last checker was captured" if after.ending == NO_CHECKERS else f"{loser} has no move left"
        happenings.append(Happening("win", f"{player} won: {why}.", {"seat": seat}))
    return happenings


def _narrate_move(before: Known, seat: int, action: int, player: str) -> Happening:
    origin, target, over = action_to_squares(before, action)
    if not over:
        return Happening(
            "move", f"{player} moved from {origin} to {target}.", {"seat": seat, "from": origin, "to": target}
        )
    words = f"{player} jumped from {origin} to {target} and captured the {rank_name(before, over)} on {over}."
    return Happening("capture", words, {"seat": seat, "from": origin, "to": target, "captured": over})


def _why_drawn(after: Known) -> str:
    if after.ending == REPETITION:
        return f"The same position came up {int(after.repetition_limit)} times: a draw."
    return f"{int(after.quiet_limit)} turns without a capture or a man's move: a draw."
