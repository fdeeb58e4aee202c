"""Why a match is parked, in words."""

from parlour.core.errors import BrokenGame, UnknownGame
from parlour.match.errors import OtherRules


def why_parked(error: Exception) -> str:
    """Return the sentence that players read about a match that cannot be loaded; it tells nothing that is hidden."""
    match error:
        case OtherRules():
            reason = str(error)
        case UnknownGame() | BrokenGame():
            reason = "Its game is not installed here."
        case _:
            reason = "Its log is damaged."
    return f"This match cannot be opened. {reason} Nothing of it is lost; it is tried again when the server restarts."
