"""Idle computer players: used again, as good as new, within a budget of memory."""

import parlour
from parlour.core.thinking import Stop
from parlour.players.player import make_player
from parlour.players.pool import PlayerPool

GAME = parlour.load("connect_four")
POSITION = parlour.new("connect_four", seed=1, quick_colours=True)
SEAT = POSITION.to_act()[0]
KNOWN = POSITION.seen_by(SEAT).known


def test_a_player_is_used_again() -> None:
    pool = PlayerPool()
    with pool.borrow("club", GAME, 1) as first:
        pass
    with pool.borrow("club", GAME, 2) as second, pool.borrow("club", GAME, 2) as third:
        pass

    assert first is second
    assert third is not second


def test_a_player_that_was_used_before_chooses_as_a_new_one() -> None:
    pool = PlayerPool()
    for seed in range(5):
        with pool.borrow("club", GAME, seed) as player:
            chosen = [player.choose(KNOWN, SEAT, Stop()) for _ in range(3)]
        new = make_player("club", GAME, seed)

        assert chosen == [new.choose(KNOWN, SEAT, Stop()) for _ in range(3)]


def test_the_players_used_longest_ago_go_when_the_memory_is_used_up() -> None:
    budget_bytes = 2 * make_player("club", GAME, 1).num_bytes
    pool = PlayerPool(budget_bytes)
    with pool.borrow("club", GAME, 1) as last, pool.borrow("club", GAME, 1) as middle, pool.borrow("club", GAME, 1):
        pass  # given back in the opposite order
    num_bytes = pool.num_bytes
    with pool.borrow("club", GAME, 1) as first_again, pool.borrow("club", GAME, 1) as second_again:
        pass

    assert 0 < num_bytes <= budget_bytes
    assert (first_again, second_again) == (last, middle)
