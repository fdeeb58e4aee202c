"""PDN files of Checkers: read, written, refused."""

import random

import pytest

import parlour
from parlour.core.contract import Outcome, Played
from parlour.core.errors import BadNotation
from parlour.games.checkers import pdn

FILE = """\
[Event "Casual"]
[Black "Ada"]
[White "Bo"]
[Result "1/2-1/2"]

1. 11-15 22-18 {a comment with 1-0 in it} 2. 15x22 25x18 (2... 26x17 3. 9-14) 3. 8-11! 29-25 ; rest of line
4. 4-8 $3 1/2-1/2

[Event "From a position"]
[SetUp "1"]
[FEN "B:W15,23,32:B10"]
1. 10x26 0-1
"""


def test_all_games_of_a_file_are_read() -> None:
    first, second = pdn.read(FILE)

    assert first.names == ("Ada", "Bo")
    assert [text for _, text in first.actions] == ["11-15", "22-18", "15x22", "25x18", "8-11", "29-25", "4-8"]
    assert (first.is_finished, first.winner) == (True, None)
    assert second.position == "B:W15,23,32:B10"
    assert second.actions == [(0, "10x19"), (0, "19x26")]
    assert second.winner == 0


def test_a_game_without_a_result_goes_on() -> None:
    assert not pdn.read("1. 11-15 22-18 *")[0].is_finished
    assert not pdn.read('1. 11-15\n[Event "next"]\n1. 9-13 *')[0].is_finished


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1. 11-15 22-18 2. 9-13", "Game 1, move 3, 9-13: You must jump with the checker on 15"),
        ("1. 11-15 hello", "Line 1 cannot be read as PDN: hello"),
        ('[GameType "20"] 1. 32-28 *', "Game 1 is of type 20"),
        ('[FEN "B:W99:B1"] *', "Game 1: 99 is not a square"),
        ("1. 11-15 *\n\n1. 1-40 *", "Game 2, move 1, 1-40"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        pdn.read(text)


@pytest.mark.parametrize("seed", range(5))
def test_a_written_game_reads_back(seed: int) -> None:
    choose = random.Random(seed)
    position, played = parlour.new("checkers", seed=seed), []
    while position.to_act():
        seat = choose.choice(position.to_act())
        action = choose.choice(position.legal_actions(seat))
        played.append(Played(position.state, seat, action))
        position = position.play(seat, action)
    first = int(position.state.first)
    assert position.outcome
    text = pdn.write(played, position.outcome, ("Ada", "Bo"), {"Date": "2026.11.15"})
    (record,) = pdn.read(text)

    moves = [position_text(step) for step in played if not position_text(step).startswith("b")]
    assert [text for _, text in record.actions] == moves
    assert record.names == (("Ada", "Bo") if first == 0 else ("Bo", "Ada"))
    assert record.winner == (None if position.outcome.winner is None else position.outcome.winner ^ first)
    assert record.tags["Date"] == "2026.11.15"
    assert max(len(line) for line in text.splitlines()) <= 79


def position_text(step: Played) -> str:
    return parlour.load("checkers").notation.action_to_text(*step)


def test_a_game_from_a_position_is_written_with_its_fen() -> None:
    position = parlour.new("checkers", position="W:WK22:B18,19,26,27")
    played = []
    for action in parlour.load("checkers").notation.text_to_actions(position.state, 1, "22x15x24x31x22"):
        played.append(Played(position.state, 1, action))
        position = position.play(1, action)
    text = pdn.write(played, Outcome(1, "no_checkers"), ("Ada", "Bo"), {})

    assert '[FEN "W:WK22:B18,19,26,27"]' in text
    assert text.rstrip().endswith("1. 22x15x24x31x22 1-0")
