"""Badlands: maps and factions, beside a second, slow implementation of whole matches."""

import itertools
import random

import pytest

import parlour
from parlour import Position
from parlour.core.thinking import Stop
from parlour.games.raptor.factions import NAMES
from parlour.games.raptor.geometry import MAP_NAMES
from parlour.games.raptor.state import CHOOSE
from parlour.games.raptor.tests.invariants import check
from parlour.games.raptor.tests.slow_match import SlowMatch
from parlour.games.raptor.tests.tables import board, legal
from parlour.games.raptor.text.position_text import STEP_NAMES
from parlour.players.player import make_player

SIDES = ("Raptor", "Scientist")
SETTINGS = list(itertools.product(MAP_NAMES, NAMES[0], NAMES[1]))
PACK, TRAPPERS = "raptors=pack", "scientists=trappers"
BOTH = f"{PACK} {TRAPPERS} kennel=0"


def new(seed: int, setting: tuple[str, str, str]) -> Position:
    played_on, raptors, scientists = setting
    return parlour.new("raptor", seed=seed, map=played_on, raptor_faction=raptors, scientist_faction=scientists)


def text_of(position: Position, seat: int, action: int) -> str:
    return position.game.notation.action_to_text(position.state, seat, action)


def texts(position: Position, seat: int) -> dict[str, int]:
    return {text_of(position, seat, action): action for action in position.legal_actions(seat)}


def compare(position: Position, slow: SlowMatch) -> None:
    """Assert that both see the same board and the same numbers, and who may act."""
    s, score = position.state, slow.score()
    assert board(position) == slow.board()
    assert STEP_NAMES[s.phase] == score.phase
    numbers = [int(getattr(s, name)) for name in ("tokens", "escaped", "captured", "reserve", "kennel", "rounds")]
    assert numbers == [score.tokens, score.escaped, score.captured, score.reserve, score.kennel, score.round]
    if score.phase == "over":
        outcome = position.outcome
        assert outcome is not None
        assert slow.winner == ("nobody" if outcome.winner is None else SIDES[outcome.winner])
        return
    assert (SIDES[s.side], int(s.units), int(s.points)) == (score.side, score.units, score.points)
    assert bool(s.observation) == score.observation
    acting = slow.choosers() if score.phase == "choose" else {score.side}
    assert {SIDES[seat] for seat in position.to_act()} == acting


def play_beside(seed: int, setting: tuple[str, str, str]) -> None:
    """Play a random match in both implementations at once."""
    choose, position = random.Random(seed), new(seed, setting)
    slow = SlowMatch(board(position), *setting)
    compare(position, slow)
    while seats := position.to_act():
        seat = choose.choice(seats)
        possible = texts(position, seat)
        if slow.phase != "choose":
            assert set(possible) == slow.legal()
        text = choose.choice(sorted(possible))
        position = position.play(seat, possible[text])
        slow.play(SIDES[seat], text)
        compare(position, slow)
    check(position)


@pytest.mark.parametrize("number", range(40))
def test_the_slow_implementation_plays_the_same_match(number: int) -> None:
    play_beside(number, SETTINGS[number % len(SETTINGS)])


@pytest.mark.long
def test_the_slow_implementation_plays_the_same_thousand_matches() -> None:
    for number in range(1000):
        play_beside(1000 + number, SETTINGS[number % len(SETTINGS)])


@pytest.mark.parametrize("setting", SETTINGS, ids="-".join)
def test_every_map_and_faction_is_told_drawn_and_read_back(setting: tuple[str, str, str]) -> None:
    choose, position = random.Random(5), new(5, setting)
    for _ in range(60):
        seats = position.to_act()
        if not seats:
            break
        check(position)
        seat = choose.choice(seats)
        seen = position.seen_by(seat)
        assert seen.render()
        assert seen.view().map == setting[0]
        again = parlour.new("raptor", seed=9, position=position.to_text())
        assert again.to_text() == position.to_text()
        chosen = choose.choice(seen.choices())
        action = texts(position, seat)[chosen.action]
        assert all(happening.message.endswith(".") for happening in position.narrate(seat, action, seat))
        position = position.play(seat, action)


@pytest.mark.parametrize(("raptors", "scientists"), list(itertools.product(*NAMES)))
@pytest.mark.parametrize("level", ["casual", "club", "expert"])
def test_every_level_plays_every_faction(level: str, raptors: str, scientists: str) -> None:
    played_on = MAP_NAMES[(NAMES[0].index(raptors) + 2 * NAMES[1].index(scientists))]
    position = new(7, (played_on, raptors, scientists))
    players = [make_player(level, position.game, seat) for seat in (0, 1)]
    for _ in range(60):
        seats = position.to_act()
        if not seats:
            break
        position = position.play(seats[0], players[seats[0]].choose(position.seen_by(seats[0]).known, seats[0], Stop()))
        check(position)
    assert position.state.rounds > 2


def test_a_turn_that_wins_with_the_new_pieces_is_found() -> None:
    """The sister kills the last scientist, and a baby leaves by a card."""
    alone = at(YARD.replace("s", ".").replace("S.", "Ss"), f"step=actions cards=9,1 points=1 {BOTH}")
    leaving = at(YARD.replace("X..h........-", "Xb.h........-"), f"step=effect cards=4,9 escaped=2 {BOTH}")

    for position in (alone, leaving):
        player = make_player("expert", position.game, 1)
        won = position.play(0, player.choose(position.seen_by(0).known, 0, Stop()))
        assert won.outcome is not None
        assert won.outcome.winner == 0


def at(rows: str, more: str) -> Position:
    return parlour.new("raptor", seed=1, position=f"{'/'.join(rows.split())} {more}")


YARD = """
-...........X
-...........-
X..M.S.s...s-
X..h........-
-..b.....s..-
-..........sX
"""


def pack_acts(points: int, rows: str = YARD) -> Position:
    return at(rows, f"step=actions cards=9,1 points={points} {BOTH}")


def trappers_act(points: int, rows: str = YARD) -> Position:
    return at(rows, f"step=actions cards=1,9 points={points} {BOTH}")


@pytest.mark.parametrize("reserve", [0, 1, 6])
@pytest.mark.parametrize(("raptors", "scientists"), list(itertools.product(*NAMES)))
def test_fewer_scientists_wait_where_a_faction_of_badlands_plays(raptors: str, scientists: str, reserve: int) -> None:
    placed = parlour.new("raptor", seed=3, raptor_faction=raptors, scientist_faction=scientists, reserve=reserve)
    while placed.state.phase < CHOOSE:
        seat = placed.to_act()[0]
        placed = placed.play(seat, placed.legal_actions(seat)[0])

    most = 3 if scientists == "trappers" else 2 if raptors == "pack" else 6
    assert (placed.state.scientists, placed.state.reserve) == (4, min(reserve, most))


def test_the_sister_runs_three_spaces_and_kills_once_in_a_round() -> None:
    position = pack_acts(3)

    assert {action for action in legal(position) if action.startswith("sister:")} == {
        f"sister:{space}" for space in ("e3", "g3", "f1", "f2", "f4", "f5", "f6")
    }
    position = position.play(0, "sister:g3").play(0, "bite:h3")
    assert not any(action.startswith("bite:") for action in legal(position))
    assert position.state.scientists == 3


def test_a_sister_who_is_shot_sleeps_until_the_mother_wakes_her() -> None:
    position = trappers_act(1).play(1, "dart:h3")
    assert board(position)[2] == "X..M.y.s...s-"

    beside = YARD.replace("X..M.S.", "X..My..")
    assert "wake:e3" in legal(pack_acts(2, beside))
    assert "wake:e3" not in legal(pack_acts(2, beside.replace("y", "Y")))


def test_a_hound_runs_and_corners_but_does_not_capture() -> None:
    position = trappers_act(2)
    actions = legal(position)

    assert "sleep:d4-d5" in actions
    assert {"d4-c4", "d4-b4", "d4-e4", "d4-g4"} <= actions
    assert "d4-h4" not in actions
    asleep = legal(trappers_act(2, YARD.replace("b", "z")))
    assert not any(action.startswith(("capture:d4", "sleep:d4")) for action in asleep)


def test_raptors_kill_hounds_which_do_not_count_as_scientists() -> None:
    position = pack_acts(3).play(0, "kill:d4")

    assert (position.state.hounds, position.state.scientists) == (0, 4)


def test_scatter_lets_babies_out_and_may_win() -> None:
    rows = YARD.replace("X..h........-", "Xb.h........-")
    position = at(rows, f"step=effect cards=4,9 escaped=2 {BOTH}")

    assert "b4-a4" in legal(position)
    won = position.play(0, "b4-a4")
    assert won.outcome is not None
    assert won.outcome.winner == 0


def test_scatter_moves_each_baby_once() -> None:
    position = at(YARD.replace("b....", "b...b"), f"step=effect cards=4,9 {BOTH}").play(0, "d5-e5")

    assert all(action == "done" or action.startswith("h5-") for action in legal(position))


def test_bait_leads_babies_near_scientists_but_never_out() -> None:
    rows = """
    -...........X
    -...........-
    Xb.M........-
    X....s......-
    -s.......b..-
    -..s........X
    """
    actions = legal(at(rows, f"step=effect cards=9,1 {TRAPPERS} reserve=0 kennel=0"))

    assert {"b3-b2", "b3-c3", "j5-j4", "j5-k5"} <= actions
    assert "b3-a3" not in actions


def test_leap_reaches_the_tile_of_the_sister_and_those_beside_it() -> None:
    actions = legal(at(YARD, f"step=effect cards=6,9 {BOTH}"))

    assert {"sister:g1", "sister:c1", "sister:i2", "sister:h6"} <= actions
    assert not {"sister:b1", "sister:c6", "sister:k5", "sister:l1"} & actions


def test_kennel_and_whistle_bring_hounds_and_let_them_run() -> None:
    brought = at(YARD, f"step=effect cards=9,5 {PACK} {TRAPPERS} kennel=1").play(1, "hound:k1")
    assert (brought.state.hounds, brought.state.kennel) == (2, 0)
    run = legal(at(YARD, f"step=effect cards=9,7 {BOTH}"))
    assert {"d4-l4", "d4-b4"} <= run


def test_shots_pass_over_water_and_nobody_walks_into_it() -> None:
    rows = """
    -..M........-
    X......#..#.X
    -~~~.~......-
    -..s...~.~~~-
    X.#..#..b..sX
    -...........-
    """
    position = at(rows, "step=actions cards=1,9 points=2 map=river")

    assert "shoot:d4" in legal(position)
    assert "d4-d3" not in legal(position)


def test_an_exit_inside_the_grid_is_taken_from_every_side() -> None:
    rows = """
    ----Xb......-
    ---.b..#....-
    X..M.....#..-
    -..#........X
    -....#..s.---
    -.......X----
    """
    position = at(rows, "step=actions cards=9,1 points=3 map=canyon")

    assert {"f1-e1", "e2-e1"} <= legal(position)
    assert position.play(0, "f1-e1").state.escaped == 1
