"""Cancelling tasks, although some of what they wait for overlooks it, as `asyncio.wait_for` of Python 3.11 may."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

AGAIN_S = 5.0  # more than any task of ours needs to end
T = TypeVar("T")


async def unless_cancelled(answer: Awaitable[T]) -> T:
    """Return an answer, unless the task was cancelled while it waited for it."""
    found = await answer
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
    return found


async def end(*tasks: "asyncio.Future[Any]") -> list[Any]:
    """Cancel tasks, again and again, until they have ended; return their results and failures."""
    unfinished = {*tasks}
    while unfinished:
        for task in unfinished:
            task.cancel()
        _, unfinished = await asyncio.wait(unfinished, timeout=AGAIN_S)
    return await asyncio.gather(*tasks, return_exceptions=True)
