"""What is chosen for a match before it is made."""

import secrets
from typing import NamedTuple

ID_BYTES = 9


class Reserved(NamedTuple):
    """What is known of a match before it is made."""

    match: str
    invitation: str
    tournament: str | None = None


def new_match_id() -> str:
    """Return a new id that no other match has."""
    return secrets.token_urlsafe(ID_BYTES)
