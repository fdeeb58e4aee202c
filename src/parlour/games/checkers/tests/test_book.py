"""The opening book: its turns are those of the rules, its values hold together, and Master plays from it."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

import parlour
from parlour.core.level import OwnSearch
from parlour.core.thinking import Stop, Thought
from parlour.games.checkers.ai import book
from parlour.games.checkers.ai.levels import LEVELS, MASTER
from parlour.games.checkers.ai.thinker import CheckersThinker, spread
from parlour.games.checkers.ai.turns import MAX_TURNS, after_turn, can_jump, list_turns
from parlour.games.checkers.state import SQUARES, START, squares_to_bits

Key = int


def boards(key: Key) -> tuple[int, int]:
    """Return the checkers of the side to move, as black, and of the other."""
    return spread(key & (1 << SQUARES) - 1), spread(key >> SQUARES)


def keys_after(key: Key) -> list[Key]:
    """Return the keys after all turns by which no king is made."""
    own, enemy = boards(key)
    out = np.zeros(MAX_TURNS, np.int64)
    n = list_turns(own, enemy, 0, 0, can_jump(own, enemy, 0, 0), out)
    after = [after_turn(own, enemy, 0, 0, 0, turn) for turn in out[:n].tolist()]
    return [book.key_at(theirs, mine, 1) for mine, theirs, kings, _ in after if kings == 0]


def followed() -> Iterator[tuple[Key, int, list[int]]]:
    """Return what is reached from the first position by turns of the book: its value, and those after its turns."""
    known, seen, waiting = book.load(), set(), [book.key_at(*START, 0)]
    while waiting:
        key = waiting.pop()
        if key in seen:
            continue
        seen.add(key)
        after = [each for each in keys_after(key) if each in known]
        waiting += after
        yield key, known[key], [-known[each] for each in after]


def think(thinker: CheckersThinker, position: parlour.Position, seed: int) -> Thought:
    seat = position.to_act()[0]
    return thinker.think(position.seen_by(seat).known, seat, np.array([seed], np.uint64), Stop())


def test_a_key_is_the_same_for_both_colours() -> None:
    black, white = squares_to_bits([1, 6, 11]), squares_to_bits([20, 25])
    turned = squares_to_bits([32, 27, 22]), squares_to_bits([13, 8])

    assert book.key_at(black, white, 0) == book.key_at(*turned, 1)
    assert book.key_at(black, white, 0) != book.key_at(white, black, 0)


def test_all_positions_of_the_book_are_reached_by_legal_turns() -> None:
    assert {key for key, _, _ in followed()} == set(book.load())


def test_a_position_is_worth_what_its_best_turn_is() -> None:
    inner = [(value, turns) for _, value, turns in followed() if turns]

    assert len(inner) > 500
    # Where the book ends, some turns may lead into it from elsewhere: none is better than the position by much.
    assert np.mean([max(turns) == value for value, turns in inner]) > 0.9


def test_values_are_close_to_those_of_a_search() -> None:
    known = book.load()
    search = OwnSearch(CheckersThinker, nodes=20_000)
    chances = []
    for key in sorted(known)[:: len(known) // 40]:
        own, enemy = (boards(key)[k] for k in range(2))
        position = parlour.new("checkers", position=fen(own, enemy))
        found = think(CheckersThinker(search), position, 1).values[0].value
        chances.append((found, 1 / (1 + np.exp(-known[key] / 130))))

    assert np.mean([abs(one - other) for one, other in chances]) < 0.06


def fen(own: int, enemy: int) -> str:
    def listed(pieces: int) -> str:
        return ",".join(str(square) for square in range(1, 33) if pieces & squares_to_bits([square]))

    return f"B:W{listed(enemy)}:B{listed(own)}"


def test_master_plays_good_turns_of_the_book_and_not_always_the_same() -> None:
    known = book.load()
    master = LEVELS[-1].search
    assert isinstance(master, OwnSearch)
    thinker = master.make(master)
    assert isinstance(thinker, CheckersThinker)
    best = set()
    for seed in range(20):
        position = parlour.new("checkers", position=fen(*START))
        best.add(think(thinker, position, seed).best)
        assert thinker.nodes == 0
    assert len(best) > 1
    for action in best:
        s = position.play(0, action).state
        value = -known[book.key_at(int(s.pieces[1]), int(s.pieces[0]), 1)]
        assert value >= known[book.key_at(*START, 0)] - book.MARGIN


def test_other_levels_and_analyses_search_for_themselves() -> None:
    position = parlour.new("checkers", position=fen(*START))
    for level in LEVELS[:-1]:
        assert isinstance(level.search, OwnSearch)
        assert level.search.make(level.search).book == {}  # type: ignore[attr-defined]  # a CheckersThinker
    every = CheckersThinker(replace(MASTER, nodes=2_000, every_action=True), has_book=True)

    assert len(think(every, position, 1).values) == len(position.legal_actions(0))


def test_a_position_with_a_king_is_searched() -> None:
    thinker = CheckersThinker(replace(MASTER, nodes=2_000), has_book=True)
    think(thinker, parlour.new("checkers", position="B:W21-31,K32:B1-12"), 1)

    assert thinker.nodes > 0
