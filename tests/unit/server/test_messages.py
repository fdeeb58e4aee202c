"""The wire: which requests can be read."""

from typing import get_args

import msgspec
import pytest

from parlour.match import commands as co
from parlour.server.errors import BadMessage
from parlour.server.messages import Act
from parlour.server.requests import read


def act(command: object) -> bytes:
    return msgspec.json.encode({"type": "act", "match": "m", "key": "k", "command": command})


def test_a_command_is_read_as_the_match_declares_it() -> None:
    assert read(act({"type": "play", "seat": 1, "action": "4"})) == Act(
        match="m", key="k", command=co.Play(seat=1, action="4")
    )


@pytest.mark.parametrize("kind", get_args(co.ServerCommand))
def test_commands_of_the_server_cannot_be_sent(kind: type[co.Command]) -> None:
    down = {"down_ms": 1} if kind is co.Resume else {}
    with pytest.raises(BadMessage):
        read(act({"type": kind.__struct_config__.tag, "seat": 0, **down}))


@pytest.mark.parametrize("field", [{"seat": 2}, {"seat": -1}, {"action": "x" * 201}, {"more": 1}])
def test_a_command_that_no_seat_could_mean_is_refused(field: dict[str, object]) -> None:
    with pytest.raises(BadMessage):
        read(act({"type": "play", "seat": 0, "action": "4", **field}))
