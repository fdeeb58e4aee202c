"""What can go wrong while something is kept."""

from parlour.core.errors import ParlourError


class StorageBusy(ParlourError, RuntimeError):
    """More is waiting to be written than fits; nothing was changed. Try again in a moment."""

    code = "storage/busy"


class StorageFailed(ParlourError, RuntimeError):
    """The disk refused a write; nothing was changed."""

    code = "storage/failed"


class AlreadyThere(ParlourError, ValueError):
    """The log already has an entry at this place, or a match of this id; nothing was changed."""

    code = "storage/already_there"


class UnknownMatch(ParlourError, KeyError):
    """There is no match of this id."""

    code = "storage/unknown_match"

    def __str__(self) -> str:
        return str(self.args[0])
