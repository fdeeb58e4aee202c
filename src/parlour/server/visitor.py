"""`Visitor`: who makes a request, and what they may do."""

from typing import NamedTuple

from parlour.server.errors import MissingScope

ANYBODY = "anybody"  # instead of a scope: open to every bot


class Visitor(NamedTuple):
    """Who makes a request."""

    identity: str
    name: str
    cookie: str | None = None  # to be set for a new guest
    account: int | None = None  # its number; None for a guest
    session: str | None = None  # the hash of its secret, when signed in by a cookie
    token: str | None = None  # the hash of its secret, of a bot
    is_operator: bool = False  # signed in by a cookie, with this role
    scopes: frozenset[str] | None = None  # what a bot may do; None: a person, who may do everything

    def check_scope(self, scope: str | None) -> None:
        """Refuse what a bot may not do; None is for people only.

        Raises:
            MissingScope: with a sentence for its owner.
        """
        if self.scopes is None or scope == ANYBODY:
            return
        if scope is None:
            raise MissingScope("A token cannot do that. Sign in with your password.")
        if scope not in self.scopes:
            raise MissingScope(f"The token lacks the scope {scope}.")
