"""Searches: addresses take turns, and within one its people."""

import asyncio
from collections.abc import Sequence

import pytest

from parlour.server.errors import TooManyComputers
from parlour.server.fair_queue import Asker, FairQueue
from parlour.server.limits import MOST, Limits
from parlour.server.payer import Payer
from parlour.server.thinkers import Thinkers
from support.fake_clock import Standing


async def order_of(askers: Sequence[Asker], at_once: int = 1) -> list[str]:
    """Ask for searches together; return the people in the order in which theirs began."""
    queue, begun = FairQueue(at_once), []

    async def search(asker: Asker) -> None:
        async with queue.turn(asker):
            begun.append(asker.person)
            await asyncio.sleep(0)

    await asyncio.gather(*map(search, askers))
    assert queue.num_searches == 0
    return begun


def test_the_first_search_of_a_person_comes_before_the_third_of_another() -> None:
    greedy = [Asker("there", "greedy")] * 20
    begun = asyncio.run(order_of([*greedy, Asker("here", "ada"), Asker("here", "bo")]))

    assert begun.index("ada") <= 1
    assert begun.index("bo") <= 3


def test_many_guests_of_one_address_are_one_address() -> None:
    guests = [Asker("there", f"guest {number}") for number in range(20)]
    begun = asyncio.run(order_of([*guests, *[Asker("here", "ada")] * 3]))

    assert [place for place, person in enumerate(begun) if person == "ada"] == [1, 3, 5]


def test_people_of_one_address_take_turns() -> None:
    begun = asyncio.run(order_of([Asker("school", name) for name in ("ada", "ada", "ada", "bo", "bo", "cy")]))

    assert begun == ["ada", "bo", "cy", "ada", "bo", "ada"]


def test_a_search_that_is_cancelled_while_it_waits_gives_its_place_away() -> None:
    async def scenario() -> None:
        queue, held = FairQueue(1), asyncio.Event()

        async def search(person: str) -> str:
            async with queue.turn(Asker("", person)):
                await held.wait()
            return person

        tasks = [asyncio.create_task(search(person)) for person in ("ada", "bo", "cy")]
        await asyncio.sleep(0)
        tasks[1].cancel()
        held.set()
        done = await asyncio.gather(*tasks, return_exceptions=True)

        assert [done[0], done[2]] == ["ada", "cy"]
        assert queue.num_searches == queue.num_of("bo") == queue.num_from("") == 0

    asyncio.run(scenario())


def test_a_person_with_many_searches_is_refused_more_and_others_are_not() -> None:
    async def scenario() -> None:
        thinkers, limits, held = Thinkers(threads=1), Limits(Standing()), asyncio.Event()
        greedy, other = Payer(limits, "guest:g", "there"), Payer(limits, "guest:o", "here")

        async def wait_in_queue() -> None:
            async with thinkers._queue.turn(Asker("there", "guest:g")):
                await held.wait()

        greedy.pay()
        waiting = []
        for _ in range(MOST["searches_of"].number):
            thinkers.check_room()
            waiting.append(asyncio.create_task(wait_in_queue()))
            await asyncio.sleep(0)
        with pytest.raises(TooManyComputers, match="still thinking in other matches"):
            thinkers.check_room()
        other.pay()
        thinkers.check_room()

        held.set()
        await asyncio.gather(*waiting)
        thinkers.close()

    asyncio.run(scenario())


@pytest.mark.parametrize(("at_once", "most"), [(1, 1), (3, 2)])
def test_searches_in_the_background_leave_room_and_come_last(at_once: int, most: int) -> None:
    async def scenario() -> list[str]:
        queue, begun, held = FairQueue(at_once), [], asyncio.Event()

        async def search(person: str, *, in_background: bool) -> None:
            async with queue.turn(Asker("", person), in_background=in_background):
                begun.append(person)
                await held.wait()

        tasks = [asyncio.create_task(search("analysis", in_background=True)) for _ in range(4)]
        await asyncio.sleep(0)
        assert len(begun) == most
        tasks += [asyncio.create_task(search("ada", in_background=False)) for _ in range(at_once)]
        await asyncio.sleep(0)
        assert (queue.num_searches, queue.num_of("analysis")) == (at_once, 0)
        held.set()
        await asyncio.gather(*tasks)
        return begun

    begun = asyncio.run(scenario())
    assert begun == ["analysis"] * most + ["ada"] * at_once + ["analysis"] * (4 - most)
