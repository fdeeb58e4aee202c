"""`parlour sanguine`: matches with two deck files, deck files checked, and nonsense refused in a sentence."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.cli.main import BAD_INPUT
from parlour.cli.main import run as run_cli
from parlour.core.errors import BadOption, ParlourError
from parlour.core.position import start
from parlour.games.sanguine import GAME
from parlour.games.sanguine.ai.strategies import strategy
from parlour.games.sanguine.command import run
from parlour.games.sanguine.text.deck import shipped_text
from parlour.pieces.terminal import PlayRequest, SimulationRequest

BAD_DECK = "Deckhand 9 1\nXXXXX\nXXIXX\nXXCIX\nXXIXX\nXXXX\n"
SMALL = "\n".join(
    f"Small{i} 1 1\nXXXXX\nXXXXX\nXXCIX\nXXXXX\nXXXXX" for i in range(9)
)  # nine cards: a hand of three on boards up to 1 x 9
UPGRADER = SMALL.replace("XXCIX", "XXCIU")
FILES = {
    "harbor.deck": shipped_text("harbor"),
    "grove.config": shipped_text("grove"),
    "bad.deck": BAD_DECK,
    "small.deck": SMALL,
    "upgrader.deck": UPGRADER,
    "empty.deck": "",
}
FUZZ_EXAMPLES = 4000


def read_file(path: str) -> str:
    if "\0" in path:
        raise ValueError("embedded null byte")
    if path not in FILES:
        raise FileNotFoundError(2, "No such file or directory", path)
    return FILES[path]


def command(line: str) -> str | PlayRequest | SimulationRequest:
    return run(line.split(), read_file)


def test_six_arguments_ask_for_a_match() -> None:
    request = command("3 5 harbor.deck grove.config human strategy2+strategy1")

    assert isinstance(request, PlayRequest)
    assert request.players == ("human", "strategy2+strategy1")
    assert request.seed is None
    assert request.options == {
        "rows": 3,
        "cols": 5,
        "hand_size": 5,
        "shuffle": True,
        "extended": False,
        "red_deck": FILES["harbor.deck"],
        "blue_deck": FILES["grove.config"],
    }


def test_options_may_stand_anywhere() -> None:
    request = command("--hand-size=2 1 3 small.deck --seed 7 harbor strategy1 --no-shuffle novice --extended")

    assert isinstance(request, PlayRequest)
    assert request.seed == 7
    names = ("hand_size", "shuffle", "extended", "blue_deck")
    assert [request.options[name] for name in names] == [2, False, True, shipped_text("harbor")]


def test_the_hand_is_a_third_of_the_smaller_deck_where_that_is_less_than_five() -> None:
    request = command("1 9 harbor small.deck human human")

    assert isinstance(request, PlayRequest)
    assert request.options["hand_size"] == 3


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 5 harbor.deck grove.config human", "A match needs six arguments: .*; 5 were given"),
        ("harbor.deck", "1 was given"),
        ("", "0 were given. See parlour sanguine --help"),
        ("three 5 harbor grove human human", "ROWS is a whole number, not three"),
        ("3 5.0 harbor grove human human", "COLS is a whole number, not 5.0"),
        ("3 ٥ harbor grove human human", "COLS is a whole number, not ٥"),
        ("3 4 harbor grove human human", "odd number of columns, not 4"),
        ("9 99 harbor grove human human", "cols takes a whole number from 3 to 81, not 99"),
        ("5 7 harbor grove human human", "Red's deck has 16 cards; a 5 x 7 board needs at least 35"),
        ("3 5 harbor grove human robot", "There is no player robot. The players: human, novice, casual"),
        ("3 5 harbor grove human strategy1+", "There is no player strategy1+"),
        ("3 5 missing.deck grove human human", "missing.deck cannot be read: No such file or directory"),
        ("3 5 harbor grove human human --hand-size 6", "A hand of 6 is more than a third"),
        ("3 5 harbor grove human human --hand-size 0", "hand_size takes a whole number from 1"),
        ("3 5 harbor grove human human --hand-size", "--hand-size is a whole number, not nothing"),
        ("3 5 harbor grove human human --seed -1", "A seed is a whole number from 0"),
        ("3 5 harbor grove human human --seed x", "--seed is a whole number, not x"),
        ("3 5 harbor grove human human --fast", "There is no option --fast. The options: --hand-size, --seed"),
        ("1 3 upgrader.deck harbor human human", "U and D belong to the extended game"),
        ("3 5 forge harbor human human", "The deck forge is for the extended game: add --extended"),
        ("check forge", "The deck forge is for the extended game: add --extended"),
        ("3 5 harbor grove human human --long", "--long belongs to parlour sanguine show"),
        ("3 5 harbor grove human human --games 9", "--games belongs to parlour sanguine simulate"),
        ("show 3 5 harbor grove --level club", "--level belongs to parlour sanguine simulate"),
        ("simulate harbor", "Write parlour sanguine simulate RED.deck BLUE.deck"),
        ("simulate harbor grove --level human", "played by the computer"),
        ("simulate harbor grove --level robot", "There is no player robot"),
        ("simulate harbor grove --games 0", "--games is from 1 to 1,000,000, not 0"),
        ("simulate harbor grove --jobs many", "--jobs is a whole number, not many"),
        ("simulate harbor grove --rows 5 --cols 7", "Red's deck has 16 cards; a 5 x 7 board needs at least 35"),
        ("show 3 5 harbor", "Write parlour sanguine show ROWS COLS RED.deck BLUE.deck"),
        ("show 3 5 harbor grove nonsense", "nonsense is not an action"),
        ("show 3 5 harbor grove --no-shuffle 0@0,1", "There are no pawns on B1"),
        ("show 3 5 harbor grove pass pass pass", "The game is over"),
        ("check", "Write parlour sanguine check FILE"),
        ("check a b", "Write parlour sanguine check FILE"),
        ("check harbor.deck --seed 1", "Write parlour sanguine check FILE"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(line: str, reason: str) -> None:
    with pytest.raises(ParlourError, match=reason.replace("+", r"\+")):
        command(line)


def test_the_faults_of_both_deck_files_are_told_at_once() -> None:
    with pytest.raises(BadOption) as refusal:
        command("3 5 bad.deck empty.deck human human")

    assert str(refusal.value) == (
        "bad.deck has 2 faults:\n"
        "  line 1: the cost must be from 1 to 3, not 9\n"
        "  line 6: a grid row has five letters; XXXX has 4\n"
        "empty.deck has one fault:\n"
        "  line 1: there is no card in the file"
    )


S2 = "0@1,0 4@1,4 1@1,1 0@1,3 2@0,0 Lampkeeper[4]@0,3 pass"  # the worked example S2, to its seventh action


def test_show_prints_the_board_in_the_short_form_of_the_rules() -> None:
    assert command("show 3 5 harbor grove") == "0 1___1 0\n0 1___1 0\n0 1___1 0"
    assert command(f"show 3 5 harbor harbor.deck {S2} --no-shuffle") == "2 R11B2 2\n2 RR1BB 3\n0 2_111 0"


def test_show_prints_the_long_form_too() -> None:
    assert command(f"show 3 5 harbor harbor {S2} --no-shuffle --long") == (
        "2 R2 b1 b1 B2 b2 2\n2 R1 R1 b1 B1 B2 3\n0 r2 . r1 b1 b1 0"
    )


def test_show_takes_chance_from_the_seed() -> None:
    assert command("show 3 5 harbor grove 2@0,0 --seed 1") == "2 R1__1 0\n0 1___1 0\n0 1___1 0"  # Netmender


def test_check_tells_the_facts_of_a_good_file() -> None:
    answer = command("check harbor.deck")

    assert isinstance(answer, str)
    assert answer.splitlines()[:2] == [
        "harbor.deck is valid: 16 cards, 9 different, for a board of up to 16 cells and a hand of up to 5.",
        "  2 x Deckhand, cost 1, value 1",
    ]
    assert isinstance(command("check upgrader.deck --extended"), str)
    with pytest.raises(BadOption, match="9 faults"):
        command("check upgrader.deck")


def test_a_simulation_has_the_usual_board_and_500_matches_between_experts_unless_told_otherwise() -> None:
    request = command("simulate harbor.deck grove")
    other = command(
        "simulate grove harbor --games 9 --level strategy1 --rows 1 --cols=3 --jobs 2 --seed 4 --hand-size 2"
    )

    assert isinstance(request, SimulationRequest)
    assert (request.player, request.matches, request.seed, request.jobs) == ("expert", 500, 1, None)
    assert [request.options[name] for name in ("rows", "cols", "hand_size")] == [3, 5, 5]
    assert [request.options[name] for name in ("red_deck", "blue_deck")] == [*map(shipped_text, ("harbor", "grove"))]
    assert isinstance(other, SimulationRequest)
    assert (other.player, other.matches, other.seed, other.jobs) == ("strategy1", 9, 4, 2)
    assert [other.options[name] for name in ("rows", "cols", "hand_size")] == [1, 3, 2]


def test_the_terminal_simulates_matches_and_tells_how_often_red_won(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sanguine", "simulate", "harbor", "grove", "--level", "strategy1", "--games", "8"]

    assert [run_cli([*arguments, "--jobs", jobs]) for jobs in ("1", "3")] == [0, 0]
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Red won ")
    assert "of 8 matches, strategy1 against strategy1 (95 % interval " in lines[0]
    assert lines[2:] == lines[:2]  # however many are played at a time


def test_the_terminal_plays_a_match_and_ends_a_bad_file_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.deck", tmp_path / "bad.deck"
    good.write_text(shipped_text("harbor").replace("Deckhand", "[/red]"), newline="\r\n")  # terminals have markup
    bad.write_text(BAD_DECK)
    players = ["strategy1", "strategy3+strategy1"]

    assert run_cli(["sanguine", "3", "5", str(good), "grove", *players, "--no-shuffle", "--seed", "1"]) == 0
    assert ": both players passed." in capsys.readouterr().out
    assert run_cli(["sanguine", "check", str(good)]) == 0
    assert run_cli(["sanguine", "check", str(bad)]) == BAD_INPUT
    assert "line 6: a grid row has five letters; XXXX has 4" in capsys.readouterr().err
    assert run_cli(["sanguine", "check", str(tmp_path / "none.deck")]) == BAD_INPUT
    assert run_cli(["sanguine", "check", str(tmp_path)]) == BAD_INPUT
    assert run_cli(["sanguine", "nonsense"]) == BAD_INPUT


numbers = st.sampled_from(["0", "1", "2", "3", "5", "7", "-1", "81", "٣", "1e3", "", " 3", "9" * 50, "--"])
files = st.sampled_from([*FILES, "harbor", "grove", "none", "", "\0", "-"])
players = st.sampled_from(["human", "novice", "strategy1", "strategy4", "maxrow+control", "strategy2+", "robot", ""])
extras = st.lists(
    st.sampled_from(
        ["--no-shuffle", "--extended", "--seed", "--seed=3", "--hand-size", "--hand-size=2", "--x", "-h", "--games=2"]
    ),
    max_size=2,
)
likely = st.tuples(numbers, numbers, files, files, players, players, extras).map(lambda a: [*a[:6], *a[6]])
shows = st.tuples(st.just("show"), numbers, numbers, files, files, st.sampled_from(["0@0,0", "pass", "x"]), extras).map(
    lambda a: [*a[:6], *a[6]]
)
simulations = st.tuples(st.just("simulate"), files, files, extras).map(lambda a: [*a[:3], *a[3]])
checks = st.tuples(st.just("check"), files, extras).map(lambda a: [*a[:2], *a[2]])
good_sizes = st.tuples(st.sampled_from(["1", "3"]), st.sampled_from(["3", "5"]))
good = st.tuples(good_sizes, files, files, players, players, extras).map(lambda a: [*a[0], *a[1:5], *a[5]])
nonsense = st.lists(st.text(max_size=8) | numbers | files | players, max_size=9)


@given(arguments=likely | shows | checks | simulations | good | good | nonsense)
@example(arguments=["--seed", "--seed", "1"])
@settings(max_examples=FUZZ_EXAMPLES, deadline=None)
def test_any_arguments_are_obeyed_or_refused_in_words(arguments: Sequence[str]) -> None:
    answer = answer_or_refusal(arguments)

    if not isinstance(answer, PlayRequest | SimulationRequest):
        assert str(answer).strip()
        return
    assert start(GAME, answer.seed, answer.options).to_act() == (0,)
    if isinstance(answer, PlayRequest):
        assert all(strategy(name) or name in ("human", "novice") for name in answer.players)


def answer_or_refusal(arguments: Sequence[str]) -> str | PlayRequest | SimulationRequest | ParlourError:
    try:
        return run(arguments, read_file)
    except ParlourError as refusal:
        return refusal
