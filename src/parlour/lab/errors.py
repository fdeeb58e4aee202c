"""What the lab refuses."""

from parlour.core.errors import ParlourError


class BadPlayer(ParlourError, ValueError):
    """A player of the lab cannot be made from what was written."""

    code = "lab/bad_player"


class Forfeit(ParlourError):
    """A player of a tournament did not answer as it must, and loses the match; the sentence says how."""

    code = "lab/forfeit"


class BadRun(ParlourError, ValueError):
    """A tournament or a recording cannot be started or continued so; the sentence says why."""

    code = "lab/bad_run"


class NeedsExtra(ParlourError, ImportError):
    """A package is missing that is installed only on request; the sentence says how."""

    code = "lab/needs_extra"
