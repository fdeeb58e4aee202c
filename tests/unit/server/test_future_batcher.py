"""What other threads have done is handed out in its order, with one call of the event loop."""

import asyncio
import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from parlour.server.future_batcher import FutureBatcher

PATIENCE_S = 60.0


def finish_elsewhere(*futures: "Future[int]") -> None:
    """Have futures done by another thread while the event loop looks away: the second fails."""

    def finish() -> None:
        for number, future in enumerate(futures):
            if number == 1:
                future.set_exception(ValueError("no"))
            else:
                future.set_result(number)

    thread = threading.Thread(target=finish)
    thread.start()
    thread.join()


def test_results_and_errors_come_in_their_order_and_wake_the_loop_once(monkeypatch: pytest.MonkeyPatch) -> None:
    futures: list[Future[int]] = [Future() for _ in range(4)]
    future_batcher, order, wakes = FutureBatcher(), list[int](), list[object]()

    async def wait(number: int) -> int:
        try:
            return await future_batcher.wait(futures[number])
        finally:
            order.append(number)

    async def scenario() -> list[int | BaseException]:
        loop = asyncio.get_running_loop()
        wake = loop.call_soon_threadsafe

        def counted(*given: Any) -> object:
            wakes.append(given)
            return wake(*given)

        waiting = [asyncio.create_task(wait(number)) for number in range(4)]
        await asyncio.sleep(0)
        with monkeypatch.context() as patched:
            patched.setattr(loop, "call_soon_threadsafe", counted)
            finish_elsewhere(*futures)
        return await asyncio.gather(*waiting, return_exceptions=True)

    outcomes = asyncio.run(scenario())

    assert order == [0, 1, 2, 3]
    assert [outcomes[0], *outcomes[2:]] == [0, 2, 3]
    assert isinstance(outcomes[1], ValueError)
    assert len(wakes) == 1


def test_what_is_done_already_is_there_at_once() -> None:
    future: Future[str] = Future()
    future.set_result("done")

    assert asyncio.run(FutureBatcher().wait(future)) == "done"


def test_a_cancelled_waiter_does_not_hold_up_the_next() -> None:
    first: Future[int] = Future()
    second: Future[int] = Future()

    async def scenario() -> int:
        future_batcher = FutureBatcher()
        waiting = [asyncio.create_task(future_batcher.wait(future)) for future in (first, second)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        finish_elsewhere(first)
        second.set_result(7)
        return await waiting[1]

    assert asyncio.run(scenario()) == 7


def test_a_cancelled_future_is_cancelled_for_its_waiter() -> None:
    future: Future[int] = Future()

    async def scenario() -> None:
        waiting = asyncio.create_task(FutureBatcher().wait(future))
        await asyncio.sleep(0)
        future.cancel()
        await waiting

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(scenario())


@pytest.mark.parametrize("num_rounds", [3_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_no_wake_up_is_lost_when_threads_switch_all_the_time(num_rounds: int) -> None:
    """With a queue and a look at its length instead of a lock, this hung within 20,000 rounds."""

    async def rounds(count: int) -> int:
        future_batcher, loop = FutureBatcher(), asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as elsewhere:
            for _ in range(count):
                futures: list[Future[int]] = [Future() for _ in range(3)]
                barrier = threading.Barrier(2)

                def finish(futures: list[Future[int]] = futures, barrier: threading.Barrier = barrier) -> None:
                    barrier.wait()
                    futures[0].set_result(1)

                finishing = elsewhere.submit(finish)
                waiting = [loop.create_task(future_batcher.wait(future)) for future in futures]
                await asyncio.sleep(0)
                barrier.wait()
                futures[1].set_result(1)  # here, while the other thread does the same
                futures[2].set_result(1)
                async with asyncio.timeout(PATIENCE_S):
                    assert sum(await asyncio.gather(*waiting)) == 3
                finishing.result()
        return count

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert asyncio.run(rounds(num_rounds)) == num_rounds
    finally:
        sys.setswitchinterval(before)
