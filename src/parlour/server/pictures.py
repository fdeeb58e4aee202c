"""`Pictures`: drawn in a thread, one at a time, and kept for the next visitor."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

from parlour.server.payer import charged

MOST_BYTES = 32 * 1024**2  # of all pictures that are kept


class Pictures:
    """The pictures that were asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._num_bytes = 0
        self._turn = asyncio.Lock()

    def forget(self) -> None:
        """Forget all of them."""
        self._kept.clear()
        self._num_bytes = 0

    async def find(self, key: Hashable, draw: Callable[[], bytes], pay: Callable[[], None] = lambda: None) -> bytes:
        """Return a picture, drawn if nobody has asked for it lately.

        Args:
            key: all that the picture depends on.
            pay: called before it is drawn; refuses a client that has asked for too many.
        """
        if key not in self._kept:
            pay()
            async with self._turn:
                if key not in self._kept:
                    self._keep(key, await asyncio.to_thread(_drawn, draw))
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: Hashable, picture: bytes) -> None:
        self._kept[key] = picture
        self._num_bytes += len(picture)
        while self._num_bytes > MOST_BYTES and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._num_bytes -= len(oldest)


def _drawn(draw: Callable[[], bytes]) -> bytes:
    with charged():
        return draw()
