"""The frames of short texts, read and written without the state machine of the library."""

from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the compiled one, if any

LONGEST = 1024  # bytes of a frame that is read here


def frame_of(text: bytes) -> bytes:
    """Return a text as the one frame that a server sends it in: its length in 7, 16 or 64 bits, and no mask."""
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)


def whole_text(data: bytes) -> bytes | None:
    """Return the text of one short message that has arrived as one frame, as most do; None for all other bytes."""
    if not 6 <= len(data) <= LONGEST or data[0] != 0x81 or not 0x80 <= data[1] <= 0xFE:
        return None
    size, begin = (int.from_bytes(data[2:4], "big"), 4) if data[1] == 0xFE else (data[1] - 0x80, 2)
    return apply_mask(data[begin + 4 :], data[begin : begin + 4]) if len(data) == begin + 4 + size else None


def as_text(data: bytes) -> str | None:
    """Return bytes as text; None when they are none."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None
