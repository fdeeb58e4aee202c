"""The identity of guests: a signed cookie."""

import base64
import hashlib
import hmac
import secrets
from pathlib import Path

from parlour.match.seating import ACCOUNT, GUEST
from parlour.server.errors import BadSetting
from parlour.storage.files import write_private

COOKIE = "parlour_guest"
NAME_COOKIE = "parlour_guest_name"
ID_BYTES = 12
SECRET_BYTES = 32
SHORTEST_SECRET = 16


class Identities:
    """Makes guests and recognises them, by a secret of this server."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def new_guest(self) -> tuple[str, str]:
        """Return a new identity and its cookie."""
        number = secrets.token_urlsafe(ID_BYTES)
        return GUEST + number, f"{number}.{self._sign(number)}"

    def read(self, cookie: str | None) -> str | None:
        """Return the identity of a cookie; None when it is not one of ours."""
        number, _, signature = (cookie or "").partition(".")
        is_ours = hmac.compare_digest(signature.encode(), self._sign(number).encode())
        return GUEST + number if is_ours else None

    def new_known_browser(self, name: str) -> str:
        """Return the cookie of a browser in which an account has been signed in."""
        number = secrets.token_urlsafe(ID_BYTES)
        return f"{number}.{self._sign(f'known {number} {name}')}"

    def is_known_browser(self, cookie: str, name: str) -> bool:
        """Return whether an account has been signed in before in the browser that has this cookie."""
        number, _, signature = cookie.partition(".")
        return hmac.compare_digest(signature.encode(), self._sign(f"known {number} {name}").encode())

    def write_name(self, identity: str, name: str) -> str:
        """Return the cookie that holds the name a guest has chosen; nobody else's identity goes with it."""
        text = base64.urlsafe_b64encode(name.encode()).decode()
        return f"{text}.{self._sign(f'{identity} {name}')}"

    def read_name(self, identity: str, cookie: str | None) -> str | None:
        """Return the name that a guest has chosen; None when the cookie is not of this guest."""
        text, _, signature = (cookie or "").partition(".")
        try:
            name = base64.urlsafe_b64decode(text).decode()
        except ValueError:
            return None
        is_ours = hmac.compare_digest(signature.encode(), self._sign(f"{identity} {name}").encode())
        return name if is_ours and name else None

    def _sign(self, number: str) -> str:
        digest = hmac.new(self._secret, number.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_account(identity: str) -> bool:
    """Return whether an identity is an account, and not a guest."""
    return identity.startswith(ACCOUNT)


def guest_name(identity: str) -> str:
    """Return the name under which a guest is shown: the same for the same guest, and nothing of the cookie."""
    number = int.from_bytes(hashlib.sha256(identity.encode()).digest()[:4])
    return f"Guest {number % 9000 + 1000}"


def chosen_name(name: str) -> str:
    """Return a name that a guest has chosen, as it is shown: no account can have it, because of the brackets."""
    return f"{name} (guest)"


def new_secret() -> bytes:
    """Return a new secret for signing."""
    return secrets.token_bytes(SECRET_BYTES)


def read_secret(path: Path) -> bytes:
    """Read the secret of a server, or make it on its first start; only its own user may read the file.

    An empty file is replaced: a machine may have stopped before it was written, and anyone could sign with nothing.

    Raises:
        BadSetting: the file holds something else.
    """
    if not path.exists() or not path.stat().st_size:
        write_private(path, new_secret())
    secret = path.read_bytes()
    if len(secret) < SHORTEST_SECRET:
        raise BadSetting(f"{path} is too short for a secret. Restore it from a backup, or delete it to make a new one.")
    return secret
