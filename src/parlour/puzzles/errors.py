"""What can be wrong with a request for a puzzle."""

from parlour.core.errors import ParlourError


class UnknownPuzzle(ParlourError, LookupError):
    """There is no puzzle of this id, or none of this game."""

    code = "puzzle/unknown"
