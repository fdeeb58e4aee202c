"""What clients send through the socket, read and checked."""

import msgspec

from parlour.server import messages as wire
from parlour.server.errors import BadMessage
from parlour.server.visitor import ANYBODY

decode = msgspec.json.Decoder(wire.AnyRequest).decode
decode_act = msgspec.json.Decoder(wire.Act).decode


def read(data: str | bytes) -> wire.AnyRequest:
    """Read a request.

    Raises:
        BadMessage: it is too long, or no request.
    """
    if len(data) > wire.MAX_BYTES:
        raise BadMessage(f"A message has at most {wire.MAX_BYTES} bytes.")
    try:
        return decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise BadMessage(f"This message cannot be read: {error}.") from None


def read_act(text: str) -> wire.Act | None:
    """Read a command to a match; None for any other message."""
    if '"act"' not in text:
        return None
    try:
        return decode_act(text)
    except (msgspec.MsgspecError, RecursionError):
        return None


def scope_of(request: wire.AnyRequest) -> str:
    """Return what the token of a bot must allow for a request."""
    match request:
        case wire.Act():  # first, because most are
            return "play"
        case wire.Rematch() | wire.Seek():
            return "challenge"
        case wire.Subscribe(seat=None) | wire.Draw(seat=None) | wire.EnterLobby():
            return "watch"
        case wire.Subscribe() | wire.Draw() | wire.Say() | wire.Explain() | wire.AskHint() | wire.Claim():
            return "play"
    return ANYBODY
