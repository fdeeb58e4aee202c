"""What viewers are told: where a game has no secrets, all of them the same."""

import random

import pytest

import parlour
from parlour.core.contract import SEATS, SPECTATOR
from parlour.server.presenter import Views

VIEWERS = (*SEATS, SPECTATOR)


@pytest.mark.parametrize(
    "game_id", [game_id for game_id in parlour.game_ids() if not parlour.load(game_id).facts.hidden]
)
def test_without_secrets_everybody_sees_the_same(game_id: str) -> None:
    choose, position = random.Random(1), parlour.new(game_id, seed=1)
    while seats := position.to_act():
        assert position.seen_by(0).view() == position.seen_by(1).view() == position.seen_by(SPECTATOR).view()
        seat = choose.choice(seats)
        position = position.play(seat, choose.choice(position.legal_actions(seat)))
    assert position.seen_by(0).view() == position.seen_by(1).view() == position.seen_by(SPECTATOR).view()


def test_with_secrets_each_view_is_its_own_and_follows_the_position() -> None:
    views, position = Views(), parlour.new("matches_and_patches", seed=1)
    first = [views.of(position, viewer) for viewer in VIEWERS]
    seat = position.to_act()[0]
    after = position.play(seat, position.legal_actions(seat)[0])

    assert len({bytes(view) for view in first}) == 3
    assert [views.of(position, viewer) for viewer in VIEWERS] == first
    assert views.of(after, seat) != first[seat]
