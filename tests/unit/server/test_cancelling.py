import asyncio

import pytest

from parlour.server import cancelling
from parlour.server.cancelling import end, unless_cancelled


async def overlook_once() -> str:
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        return "an answer"
    raise AssertionError


async def overlook_and_go_on() -> None:
    await overlook_once()
    await asyncio.Event().wait()


def test_a_task_that_overlooks_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cancelling, "AGAIN_S", 0.01)

    async def run() -> list[object]:
        stubborn, quick = asyncio.create_task(overlook_and_go_on()), asyncio.create_task(overlook_once())
        await asyncio.sleep(0)
        return await end(stubborn, quick)

    stubborn, quick = asyncio.run(run())

    assert isinstance(stubborn, asyncio.CancelledError)
    assert quick == "an answer"


def test_an_answer_that_came_with_a_cancellation_is_not_used() -> None:
    async def run() -> object:
        asking = asyncio.create_task(unless_cancelled(overlook_once()))
        await asyncio.sleep(0)
        asking.cancel()
        (ended,) = await asyncio.gather(asking, return_exceptions=True)
        return ended

    assert isinstance(asyncio.run(run()), asyncio.CancelledError)
