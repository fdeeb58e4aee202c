"""What a check found."""

from typing import Literal, NamedTuple


class Finding(NamedTuple):
    """One sentence about a deployment."""

    status: Literal["ok", "warning", "fault"]
    sentence: str
    remedy: str = ""  # how to mend it

    def __str__(self) -> str:
        return " ".join(filter(None, (f"{self.status:8}{self.sentence}", self.remedy)))


def ok(sentence: str) -> Finding:
    """Return that something is as it should be."""
    return Finding("ok", sentence)


def warning(sentence: str, remedy: str) -> Finding:
    """Return what an operator should know, and the server can live with."""
    return Finding("warning", sentence, remedy)


def fault(sentence: str, remedy: str) -> Finding:
    """Return what must be mended."""
    return Finding("fault", sentence, remedy)
