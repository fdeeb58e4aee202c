"""Players: by name, with a temper, and how they are stopped."""

import threading

import pytest

from parlour.core.level import Level, Random, TreeSearch
from parlour.core.position import start
from parlour.core.registry import load
from parlour.core.thinking import Stop, run_interruptible
from parlour.players.player import LevelPlayer, UnknownPlayer, make_player

GAME = load("connect_four")
WIN = start(GAME, 1, GAME.preset("quick"), "112233")  # column 4 wins


def choices(level: Level, times: int) -> list[int]:
    player = LevelPlayer(GAME, level, seed=1)
    return [player.choose(WIN.seen_by(0).known, 0, Stop()) for _ in range(times)]


def test_a_level_has_a_name_and_a_number() -> None:
    by_name, by_number = (make_player(name, GAME, 3) for name in ("club", "3"))

    assert by_name.choose(WIN.seen_by(0).known, 0, Stop()) == by_number.choose(WIN.seen_by(0).known, 0, Stop())


def test_an_unknown_player_is_refused_in_words() -> None:
    with pytest.raises(UnknownPlayer, match=r"has no player robot\. Try one of: novice, casual, club"):
        make_player("robot", GAME, 1)


def test_a_level_misses_the_best_action_the_more_often_the_larger_its_temper() -> None:
    missed = [sum(action != 3 for action in choices(Level(TreeSearch(60), temper), 100)) for temper in (0.0, 3.0, 6.0)]

    assert missed[0] == 0
    assert missed[0] < missed[1] < missed[2]


def test_a_search_finds_the_same_with_and_without_a_temper() -> None:
    players = [LevelPlayer(GAME, Level(TreeSearch(60), temper), seed=5) for temper in (0.0, 2.0)]
    for player in players:
        player.choose(WIN.seen_by(0).known, 0, Stop())
    thoughts = [player.think(start(GAME, 1, GAME.preset("quick")).seen_by(0).known, 0, Stop()) for player in players]

    assert thoughts[0] == thoughts[1]


def test_a_level_may_play_at_random() -> None:
    assert set(choices(Level(Random()), 200)) == set(range(7))


def test_the_time_is_up_after_the_budget() -> None:
    with Stop(0.05) as stop:
        make = LevelPlayer(GAME, Level(TreeSearch(10**8)), seed=1)
        thought = make.think(start(GAME, 1, GAME.preset("quick")).seen_by(0).known, 0, stop)

    assert stop.is_due
    assert 0 < sum(value.simulations for value in thought.values) < 10**8


def test_a_timer_ends_with_its_thinking() -> None:
    before = threading.active_count()
    with Stop(60.0):
        assert threading.active_count() == before + 1

    assert threading.active_count() == before


def test_work_done_aside_hands_its_result_and_its_error_on() -> None:
    assert run_interruptible(lambda: 7, Stop()) == 7
    with pytest.raises(ZeroDivisionError):
        run_interruptible(lambda: 1 // 0, Stop())


def test_a_search_lets_other_threads_run() -> None:
    player, stop = LevelPlayer(GAME, Level(TreeSearch(10**8)), seed=1), Stop(0.5)
    ticks = 0
    with stop:
        worker = threading.Thread(
            target=player.think, args=(start(GAME, 1, GAME.preset("quick")).seen_by(0).known, 0, stop)
        )
        worker.start()
        while worker.is_alive():
            ticks += 1
            worker.join(0.005)

    assert ticks > 10  # one, if the search held the interpreter
