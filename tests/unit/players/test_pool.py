"""The players of a process: kept for their seats, made again as they were, within a budget of memory."""

from collections.abc import Sequence

import pytest

import parlour
from parlour.core.game import Game
from parlour.core.thinking import Stop
from parlour.players.player import make_player
from parlour.players.pool import Owner, PlayerPool, Question
from support.matches import positions

CHECKERS = parlour.load("checkers")
WHIST = parlour.load("whist")
ADA, BOB, CAROL = (Owner(match_id, 0) for match_id in ("ada", "bob", "carol"))
BYTES = make_player("expert", CHECKERS, 1).num_bytes


def questions(game: Game) -> list[Question]:
    """Return what seat 0 is asked in a random match."""
    asked = [position for position in positions(game, 1, quick_colours=True) if 0 in position.to_act()]
    return [Question(seed, position.seen_by(0).known) for seed, position in enumerate(asked[5:12])]


def choose(pool: PlayerPool, owner: Owner, question: Question, history: Sequence[Question] = ()) -> int:
    with pool.borrow(owner, "expert", CHECKERS, lambda: history, Stop()) as player:
        player.reseed(question.seed)
        return player.choose(question.known, owner.seat, Stop())


def fail() -> list[Question]:
    raise LookupError


def fill(pool: PlayerPool, *owners: Owner) -> None:
    for owner in owners:
        with pool.borrow(owner, "expert", CHECKERS, list, Stop()):
            pass


def test_a_seat_keeps_its_player_and_shares_it_with_no_other() -> None:
    pool = PlayerPool()
    with pool.borrow(ADA, "club", CHECKERS, list, Stop()) as first:
        pass
    with pool.borrow(ADA, "club", CHECKERS, list, Stop()) as second:
        pass
    with pool.borrow(Owner("ada", 1), "club", CHECKERS, list, Stop()) as other:
        pass

    assert first is second
    assert other is not first


def test_a_player_that_is_made_again_chooses_as_the_one_that_was_kept() -> None:
    asked = questions(CHECKERS)
    kept, evicted = PlayerPool(), PlayerPool(budget_bytes=0)

    for number, question in enumerate(asked):
        assert choose(kept, ADA, question) == choose(evicted, ADA, question, asked[:number])
    assert evicted.num_bytes == 0


def test_a_player_that_keeps_no_results_is_not_asked_again() -> None:
    with PlayerPool().borrow(ADA, "novice", WHIST, fail, Stop()) as player:
        assert not player.keeps_results


def test_the_players_used_longest_ago_go_when_the_memory_is_used_up() -> None:
    pool = PlayerPool(2 * BYTES)
    fill(pool, ADA, BOB, ADA, CAROL)

    assert pool.num_bytes == 2 * BYTES
    for owner in (ADA, CAROL):
        with pool.borrow(owner, "expert", CHECKERS, fail, Stop()):
            pass
    with pytest.raises(LookupError), pool.borrow(BOB, "expert", CHECKERS, fail, Stop()):
        pass


def test_a_player_that_thinks_is_never_evicted() -> None:
    pool = PlayerPool(BYTES)
    with pool.borrow(ADA, "expert", CHECKERS, list, Stop()) as player:
        fill(pool, BOB, CAROL)
    with pool.borrow(ADA, "expert", CHECKERS, fail, Stop()) as again:
        pass

    assert again is player


def test_the_players_of_a_match_go_with_it_even_while_they_think() -> None:
    pool = PlayerPool()
    fill(pool, BOB, Owner("ada", 1))
    with pool.borrow(ADA, "expert", CHECKERS, list, Stop()):
        pool.release("ada")

    assert pool.num_bytes == BYTES


def test_a_player_that_fails_is_not_used_again() -> None:
    pool = PlayerPool()
    with pytest.raises(LookupError), pool.borrow(ADA, "expert", CHECKERS, fail, Stop()):
        pass

    assert pool.num_bytes == 0
