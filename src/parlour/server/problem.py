"""`Problem`: how a refusal is answered."""

import msgspec

from parlour.core.errors import Fault


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    code: str
    message: str
    faults: list[Fault] = []  # what the message says about options, one by one, where there is more than one thing


FAILURE = Problem("server/failure", "Something went wrong. The error has been logged.")
