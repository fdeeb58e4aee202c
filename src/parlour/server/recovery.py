"""Recovery codes: one-time passwords for people who have forgotten theirs."""

import base64
import secrets

NUM_CODES = 10  # that are made at once
CODE_BYTES = 10  # 80 random bits: a fast hash is enough, and nobody guesses one


def new_codes() -> list[str]:
    """Return new codes as they are shown: `abcd-efgh-ijkl-mnop`."""
    return [_grouped(base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()) for _ in range(NUM_CODES)]


def _grouped(code: str) -> str:
    return "-".join(code[begin : begin + 4] for begin in range(0, len(code), 4))


def normal_code(code: str) -> str:
    """Return a code without what people change when they copy it: capitals, spaces and dashes."""
    return "".join(letter for letter in code.casefold() if letter.isalnum())
