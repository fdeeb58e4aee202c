"""Computer players in worker threads."""

import asyncio

import pytest

import parlour
from parlour.players.pool import Owner, Question
from parlour.server.errors import TooManyComputers
from parlour.server.thinkers import Thinkers

POSITION = parlour.new("connect_four", seed=1, quick_colours=True)
SEAT = POSITION.to_act()[0]


async def choose(thinkers: Thinkers, level: str = "club") -> int:
    question = Question(1, POSITION.seen_by(SEAT).known)
    return await thinkers.choose(Owner("match", SEAT), POSITION.game, level, question, list)


def test_a_level_chooses_in_a_thread() -> None:
    thinkers = Thinkers(threads=1)

    assert asyncio.run(choose(thinkers)) in POSITION.legal_actions(SEAT)
    assert thinkers.num_waiting == 0
    thinkers.close()


def test_what_was_thought_in_a_hurry_at_the_end_is_not_played() -> None:
    async def scenario() -> None:
        thinkers = Thinkers(threads=1)
        thinking = asyncio.create_task(choose(thinkers))
        await asyncio.sleep(0)
        thinkers.close()
        with pytest.raises(asyncio.CancelledError):
            await thinking

    asyncio.run(scenario())


def test_too_many_that_wait_are_refused() -> None:
    thinkers = Thinkers(threads=1, most_waiting=0)
    with pytest.raises(TooManyComputers, match="busy"):
        thinkers.check_room()
    thinkers.close()
