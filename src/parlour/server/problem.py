"""`Problem`: how a refusal is answered."""

import msgspec


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    message: str


FAILURE = Problem("server/failure", "Something went wrong. The error has been logged.")
