"""What the lab refuses."""

from parlour.core.errors import ParlourError


class NeedsExtra(ParlourError, ImportError):
    """A package is missing that is installed only on request; the sentence says how."""

    code = "lab/needs_extra"
