"""Work that begins at once and that nothing interrupts."""

import asyncio
from contextvars import ContextVar

import pytest

from parlour.server.begun import Begun

WHO = ContextVar("WHO", default="nobody")


def test_work_begins_at_once_and_goes_on_when_what_it_waits_for_is_there() -> None:
    async def scenario() -> None:
        steps, gate = list[str](), asyncio.get_running_loop().create_future()

        async def work() -> None:
            steps.append("begun")
            steps.append(await gate)
            await asyncio.sleep(0)
            async with asyncio.Lock():
                steps.append("let others run")

        begun = Begun(work(), lambda _: steps.append("told"))
        assert steps == ["begun"]

        gate.set_result("went on")
        await begun
        assert steps == ["begun", "went on", "let others run", "told"]

    asyncio.run(scenario())


def test_work_that_waits_for_nothing_is_done_at_once() -> None:
    async def scenario() -> None:
        async def work() -> None:
            return

        assert Begun(work(), lambda _: None).done()

    asyncio.run(scenario())


def test_a_failure_is_kept_whether_it_comes_at_once_or_later() -> None:
    async def scenario() -> None:
        async def fail(waits: int) -> None:
            for _ in range(waits):
                await asyncio.sleep(0)
            raise KeyError(waits)

        for waits in (0, 1):
            with pytest.raises(KeyError):
                await Begun(fail(waits), lambda _: None)

    asyncio.run(scenario())


def test_what_work_waits_for_may_fail_or_be_cancelled() -> None:
    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        failing, cancelled, caught = loop.create_future(), loop.create_future(), list[str]()

        async def work() -> None:
            try:
                await failing
            except ValueError:
                caught.append("failure")
            await cancelled

        begun = Begun(work(), lambda _: None)
        failing.set_exception(ValueError())
        cancelled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await begun
        assert caught == ["failure"]

    asyncio.run(scenario())


def test_work_has_a_context_of_its_own_in_all_its_steps() -> None:
    async def scenario() -> None:
        seen = list[str]()

        async def work() -> None:
            WHO.set("Ada")
            await asyncio.sleep(0)
            seen.append(WHO.get())

        await Begun(work(), lambda _: None)
        assert (seen, WHO.get()) == (["Ada"], "nobody")

    asyncio.run(scenario())


def test_cancelled_work_does_not_go_on() -> None:
    async def scenario() -> None:
        gate, steps = asyncio.get_running_loop().create_future(), list[str]()

        async def work() -> None:
            await gate
            steps.append("went on")

        begun = Begun(work(), lambda _: steps.append("told"))
        begun.cancel()
        gate.set_result(None)
        await asyncio.sleep(0)
        assert steps == []

    asyncio.run(scenario())
