"""Work that begins at once, and goes on as soon as what it waits for is there."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import copy_context
from typing import Any


class Begun(asyncio.Future[None]):
    """The end of work that nothing interrupts; what Python 3.12 calls an eager task.

    A task begins in the next turn of the event loop, and another one that awaits it goes on in the turn after its end.
    For an action that is as much work as to read it and to decide it.
    """

    def __init__(self, work: Coroutine[Any, Any, None], on_end: "Callable[[Begun], None]") -> None:
        """Begin; `on_end` is called at the end, which may be before this returns."""
        super().__init__()
        self._work = work
        self._on_end = on_end
        self._context = copy_context()  # as a task has one of its own
        self._context.run(self._go_on)

    def _go_on(self, _: object = None) -> None:
        if self.done():  # it was cancelled: the server stops, and does not wait any longer
            self._work.close()
            return
        try:
            awaited = self._work.send(None)
        except StopIteration:
            self.set_result(None)
        except asyncio.CancelledError:
            self.cancel()
        except Exception as error:
            self.set_exception(error)
        else:
            self._wait_for(awaited)
            return
        self._on_end(self)

    def _wait_for(self, awaited: Any) -> None:
        if awaited is None:  # to let others run
            self.get_loop().call_soon(self._go_on, context=self._context)
        else:
            awaited._asyncio_future_blocking = False  # as a task does: it was awaited, not yielded
            awaited.add_done_callback(self._go_on, context=self._context)
