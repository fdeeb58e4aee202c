"""What a film shows of a long match, and what is kept of pictures that were drawn."""

import asyncio
import itertools
from io import BytesIO

import pytest
from PIL import Image

from parlour.core import registry
from parlour.core.contract import SPECTATOR
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import new_match
from parlour.server import pictures
from parlour.server.drawing import CARD, MOST_FRAMES, film_strip, plain_card, sampled
from parlour.server.errors import TooMany
from parlour.server.pictures import Pictures
from parlour.server.replay import Replay, replay_of


def short_replay() -> Replay:
    match = new_match(registry.load("connect_four"), seed=1, options={"quick_colours": 1}, names=("Ann", "Bo"))
    seat = match.position.to_act()[0]
    for number, column in enumerate("1212121"):
        handle(match, co.Play(seat=seat ^ number % 2, action=column), 0)
    return replay_of(match.events, match.seed, SPECTATOR, ("Ann", "Bo"), SPECTATOR)


def test_a_long_match_is_shown_evenly_from_its_first_to_its_last_picture() -> None:
    numbers = sampled(1000, MOST_FRAMES)

    assert (numbers[0], numbers[-1], len(numbers)) == (0, 999, MOST_FRAMES)
    assert {later - earlier for earlier, later in itertools.pairwise(numbers)} <= {8, 9}
    assert sampled(5, MOST_FRAMES) == [0, 1, 2, 3, 4]


def test_a_film_strip_has_a_row_for_every_four_pictures() -> None:
    sizes = Image.open(BytesIO(film_strip(short_replay()))).size

    assert sizes == (4 * 336 + 16, 92 + 2 * (240 + 40 + 16))


def test_a_card_that_tells_nothing_has_the_size_of_all_cards() -> None:
    assert Image.open(BytesIO(plain_card())).size == CARD


def test_a_picture_is_drawn_once_and_paid_for_once() -> None:
    drawn, paid = [], []

    def draw() -> bytes:
        drawn.append(1)
        return b"picture"

    async def scenario() -> None:
        kept = Pictures()
        found = await asyncio.gather(*(kept.find("a", draw, lambda: paid.append(1)) for _ in range(3)))
        assert found == [b"picture"] * 3
        await kept.find("a", draw, lambda: paid.append(1))

    asyncio.run(scenario())

    assert (len(drawn), len(paid)) == (1, 3)  # those who wait for the same picture have asked for it


def test_a_client_that_asks_for_too_many_is_refused_and_nothing_is_drawn() -> None:
    def refuse() -> None:
        raise TooMany("Later.")

    async def scenario() -> None:
        with pytest.raises(TooMany):
            await Pictures().find("a", lambda: pytest.fail("it was drawn"), refuse)

    asyncio.run(scenario())


def test_the_oldest_pictures_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_BYTES", 10)
    drawn: list[str] = []

    def draw(name: str) -> bytes:
        drawn.append(name)
        return bytes(6)

    async def scenario() -> None:
        kept = Pictures()
        for name in ("a", "b", "b", "a"):
            await kept.find(name, lambda name=name: draw(name))  # type: ignore[misc]

    asyncio.run(scenario())

    assert drawn == ["a", "b", "a"]
