"""Files that people name: read whole, but not without end."""

from pathlib import Path

from parlour.core.errors import BadOption
from parlour.core.reading import shown

MAX_BYTES = 64 * 2**20  # of a file; a match has some kilobytes


def read_bytes(path: Path) -> bytes:
    """Return what is in a file.

    Raises:
        BadOption: it is larger than any file that Parlour writes.
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadOption(f"{shown(path.name)} is larger than {MAX_BYTES // 2**20} MB.")
    return data


def read_text(path: Path) -> str:
    """Return the text in a file, with marks in place of what is not UTF-8; raises as `read_bytes` does."""
    return read_bytes(path).decode(errors="replace")
