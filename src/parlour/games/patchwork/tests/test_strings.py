"""Games as strings: the published games, the four functions, the command, the file of lines."""

import json
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour import Outcome, Position
from parlour.core.contract import Played
from parlour.core.errors import BadNotation, BadOption
from parlour.games.patchwork.command import run
from parlour.games.patchwork.text import lines
from parlour.games.patchwork.text.strings import (
    generate_patch_placement,
    is_placement_valid,
    is_placement_well_formed,
    position_after,
    score_for_placement,
)
from parlour.games.patchwork.text.tokens import split_placement

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text())
VALID, INVALID, OWN = VECTORS["valid"], VECTORS["invalid"], VECTORS["own"]
W1_CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"

every_valid = pytest.mark.parametrize("game", VALID, ids=[game["id"] for game in VALID])
every_invalid = pytest.mark.parametrize("game", INVALID, ids=[game["id"] for game in INVALID])


def no_files(path: str) -> str:
    raise AssertionError(f"the command reads no files, but asked for {path}")


def command(*arguments: str) -> str:
    answer = run(arguments, no_files)
    assert isinstance(answer, str)
    return answer


def played(game: dict[str, Any], bonus_7x7: bool = False) -> list[Position]:
    """Play a published game token by token; give every position."""
    positions = [parlour.new("patchwork", circle=game["circle"], bonus_7x7=bonus_7x7)]
    for token in split_placement(game["placement"]):
        positions.append(positions[-1].play(positions[-1].to_act()[0], token))
    return positions


def test_there_are_14_published_games_and_14_invalid_strings() -> None:
    assert (len(VALID), len(INVALID)) == (14, 14)


@every_valid
def test_a_published_game_ends_as_published(game: dict[str, Any]) -> None:
    end = played(game)[-1]
    view = end.seen_by().view()

    assert (view.score, view.buttons, view.empty) == (game["score"], game["buttons"], game["empty"])
    assert (view.income, len(view.circle)) == (game["income"], game["patches_left"])
    assert end.state.first_home == game["first_at_53"] - 1
    tied = game["score"][0] == game["score"][1]
    assert end.outcome == Outcome(game["winner"] - 1, "first_home" if tied else "score")


@every_valid
def test_a_published_game_has_its_7x7(game: dict[str, Any]) -> None:
    view = played(game, bonus_7x7=True)[-1].seen_by().view()
    seven = game["seven_by_seven"]

    assert view.seven == (-1 if seven is None else seven - 1)
    assert view.score == [score + 7 * (seven == player) for player, score in enumerate(game["score"], 1)]


@every_valid
def test_the_functions_agree_with_a_published_game(game: dict[str, Any]) -> None:
    circle, placement = game["circle"], game["placement"]

    assert is_placement_well_formed(placement)
    assert is_placement_valid(circle, placement)
    assert [score_for_placement(circle, placement, first) for first in (True, False)] == game["score"]
    assert generate_patch_placement(circle, placement) is None


@every_valid
def test_every_prefix_of_a_published_game_is_valid_and_scored(game: dict[str, Any]) -> None:
    circle, tokens = game["circle"], split_placement(game["placement"])
    for number, position in enumerate(played(game)[1:], 1):
        prefix = "".join(tokens[:number])
        assert is_placement_well_formed(prefix)
        assert is_placement_valid(circle, prefix)
        scores = [score_for_placement(circle, prefix, first) for first in (True, False)]
        assert scores == position.seen_by().view().score
        assert scores == [
            b - 2 * e for b, e in zip(position.seen_by().view().buttons, position.seen_by().view().empty, strict=True)
        ]


@every_valid
def test_a_prefix_goes_on_with_a_generated_token(game: dict[str, Any]) -> None:
    tokens = split_placement(game["placement"])
    for number in range(0, len(tokens), 5):
        prefix = "".join(tokens[:number])
        token = generate_patch_placement(game["circle"], prefix)
        assert token is not None
        assert is_placement_valid(game["circle"], prefix + token)


@every_valid
def test_nothing_follows_a_finished_game(game: dict[str, Any]) -> None:
    for token in (".", "hIIA", "AAAA"):
        assert not is_placement_valid(game["circle"], game["placement"] + token)


@every_valid
def test_a_cut_token_makes_a_game_malformed(game: dict[str, Any]) -> None:
    placement = game["placement"].rstrip(".")
    for cut in (1, 2, 3):
        assert not is_placement_well_formed(placement[:-cut])


@every_valid
def test_the_second_patch_again_in_place_of_the_third_makes_a_game_malformed(game: dict[str, Any]) -> None:
    tokens = split_placement(game["placement"])
    second, third = [number for number, token in enumerate(tokens) if token != "."][1:3]
    tokens[third] = tokens[second][0] + tokens[third][1:]

    assert not is_placement_well_formed("".join(tokens))


@every_invalid
def test_an_invalid_string_is_refused_at_its_first_bad_token(game: dict[str, Any]) -> None:
    circle, placement = game["circle"], game["placement"]
    tokens = split_placement(placement)
    bad = game["first_bad_token_index"]

    assert is_placement_well_formed(placement) == game["well_formed"]
    assert not is_placement_valid(circle, placement)
    assert bad == 0 or is_placement_valid(circle, "".join(tokens[:bad]))
    with pytest.raises(BadNotation) as refusal:
        position_after(circle, placement)
    assert str(refusal.value).startswith(f"Token {bad + 1}, {game['first_bad_token']}: ")


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (1, "Token 16, MHFG: Patch M is not on offer. On offer: e, g and K."),
        (2, "Token 4, OBHH: Patch O would lie over patch e."),
        (3, "Token 7, UAGA: U costs 2 buttons, Player 1 has 1."),
        (6, "Token 45, hADA: Player 2 has no special patch to place."),
        (11, "Token 22, hSAA: Column S is outside A to I."),
        (13, "Token 25, WEBD: W costs 10 buttons, Player 2 has 3."),
    ],
)
def test_the_reason_against_a_string_is_told(number: int, reason: str) -> None:
    game = INVALID[number - 1]

    with pytest.raises(BadNotation) as refusal:
        position_after(game["circle"], game["placement"])
    assert str(refusal.value) == reason


def test_our_own_examples_come_out_as_given() -> None:
    advances, narrated = OWN
    end = parlour.new("patchwork", circle=advances["circle"], placement=advances["placement"])
    middle = parlour.new("patchwork", circle=narrated["circle"], placement=narrated["placement"])

    assert (end.seen_by().view().score, end.state.first_home) == (advances["score"], advances["first_at_53"] - 1)
    assert middle.seen_by().view().squares == narrated["positions"]
    assert (middle.seen_by().view().buttons, middle.seen_by().view().income) == (
        narrated["buttons"],
        narrated["income"],
    )
    assert middle.to_act() == (narrated["next_player"] - 1,)
    assert "".join(offer.letter for offer in middle.seen_by().view().offers) == narrated["available"]


@pytest.mark.parametrize("token", [".", "LHAA", "OAAA", "QFBC", "eHFG", "hBBA", "hIIH", "gADH", "AAAA", "hIIA"])
def test_a_well_formed_token(token: str) -> None:
    assert is_placement_well_formed(token)
    assert token == "." or not is_placement_well_formed(token.lower())


@pytest.mark.parametrize(
    "token",
    [
        "",
        "LHA",
        "LHAAB",
        "lhaa",
        "ohaa",
        "iAAA",
        "AJAA",
        "AAJA",
        "AAAI",
        "Aaaa",
        "A1AA",
        "MMUA",
        " AAA",
        "é...",
        "A\nAA",
    ],
)
def test_a_malformed_token(token: str) -> None:
    assert not is_placement_well_formed(token)


def test_two_dots_are_two_tokens_and_no_single_one() -> None:
    assert is_placement_well_formed("..")
    with pytest.raises(BadNotation):
        parlour.new("patchwork", circle=W1_CIRCLE).play(0, "..")


def test_a_string_has_every_patch_once_and_five_special_ones() -> None:
    assert not is_placement_well_formed("BAAA.BCCA")
    assert is_placement_well_formed("hAAA" * 5)
    assert not is_placement_well_formed("hAAA" * 6)


def test_nothing_is_neither_well_formed_nor_valid() -> None:
    assert not is_placement_well_formed(None)
    assert not is_placement_valid(None, ".")
    assert not is_placement_valid("", ".")
    assert not is_placement_valid(W1_CIRCLE, None)
    assert not is_placement_valid(W1_CIRCLE, "")


@pytest.mark.parametrize("circle", [W1_CIRCLE[1:], W1_CIRCLE + "h", W1_CIRCLE[:-1] + "B", W1_CIRCLE.lower()])
def test_a_circle_has_every_patch_once(circle: str) -> None:
    assert is_placement_valid(W1_CIRCLE, ".")
    assert not is_placement_valid(circle, ".")


def test_the_empty_string_is_the_start_for_score_and_generator() -> None:
    token = generate_patch_placement(W1_CIRCLE, "")

    assert score_for_placement(W1_CIRCLE, "", True) == -157
    assert token is not None
    assert is_placement_valid(W1_CIRCLE, token)


def test_a_string_that_stops_before_a_special_patch_is_valid_and_goes_on_with_it() -> None:
    circle = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg"

    assert is_placement_valid(circle, "." * 20)
    assert not is_placement_valid(circle, "." * 21)
    assert generate_patch_placement(circle, "." * 20) == "hIIA"


def test_a_game_that_only_follows_the_generator_ends_and_is_valid() -> None:
    placement = ""
    while (token := generate_patch_placement(W1_CIRCLE, placement)) is not None:
        placement += token

    assert is_placement_valid(W1_CIRCLE, placement)
    assert len(placement) > 100


def test_score_and_generator_refuse_what_is_no_game() -> None:
    with pytest.raises(BadNotation, match="Token 1, CAAA"):
        score_for_placement(W1_CIRCLE, "CAAA", True)
    with pytest.raises(BadNotation, match="these are missing"):
        generate_patch_placement("ABC", "")


# The command


def test_the_command_checks_and_scores() -> None:
    assert command("check", W1_CIRCLE, "BDCAUAAA") == "Valid: 2 tokens, Player 2 moves next."
    assert command("check", W1_CIRCLE) == "Valid: 0 tokens, Player 1 moves next."
    assert command("check", W1_CIRCLE, "." * 20) == "Valid: 20 tokens, Player 2 places a special patch."
    game = VALID[8]
    dots = game["placement"].count(".")
    tokens = dots + (len(game["placement"]) - dots) // 4
    checked = command("check", game["circle"], game["placement"])
    assert checked == f"Valid: {tokens} tokens, a finished game that Player 1 won."
    assert command("score", game["circle"], game["placement"]) == "Player 1: -2\nPlayer 2: -2"


def test_the_command_draws_both_quilts() -> None:
    drawn = command("board", W1_CIRCLE, "BDCAUAAA")

    assert "C · · · · B · · · ·           C U · U · · · · · ·" in drawn
    assert "E: 3 buttons" in drawn


def test_the_command_lists_the_legal_continuations() -> None:
    moves = command("moves", W1_CIRCLE, "BDCA").splitlines()
    game = VALID[0]

    assert moves[0] == "."
    assert "UAAA" in moves
    assert all(is_placement_valid(W1_CIRCLE, f"BDCA{move}") for move in moves)
    assert command("moves", game["circle"], game["placement"]) == "None: the game is over."


def test_the_command_names_the_first_bad_token_and_what_else_is_malformed() -> None:
    game = INVALID[1]
    with pytest.raises(BadNotation) as refusal:
        command("check", game["circle"], game["placement"])

    assert str(refusal.value) == (
        "Token 4, OBHH: Patch O would lie over patch e. "
        "The string is not well-formed either: Patch h comes 6 times; there are only 5."
    )
    with pytest.raises(BadNotation, match=r"^Token 22, hSAA: Column S is outside A to I\.$"):
        command("check", INVALID[10]["circle"], INVALID[10]["placement"])


@pytest.mark.parametrize("arguments", [(), ("dance", W1_CIRCLE), ("check",), ("score", W1_CIRCLE, ".", ".")])
def test_the_command_says_how_it_is_used(arguments: tuple[str, ...]) -> None:
    with pytest.raises(BadOption, match=r"Write parlour patchwork check\|score\|board\|moves CIRCLE \[PLACEMENT\]"):
        run(arguments, no_files)


# Files of lines


def test_a_file_of_lines_is_read_and_written_again() -> None:
    text = "".join(f"{game['circle']} {game['placement']}\n\n" for game in VALID[:3])
    records = lines.read(text)

    assert [record.winner for record in records] == [game["winner"] - 1 for game in VALID[:3]]
    assert all(record.is_finished for record in records)
    for record, game in zip(records, VALID, strict=False):
        position, history = parlour.new("patchwork", position=record.position), []
        for seat, token in record.actions:
            (action,) = position.game.notation.text_to_actions(position.state, seat, token)
            history.append(Played(position.state, seat, action))
            position = position.play(seat, action)
        circle, placement = lines.write(history, position.outcome, ("a", "b"), {}).split()
        assert circle == game["circle"]
        # Orientations that look alike are written by the first of their letters.
        tokens = zip(split_placement(placement), split_placement(game["placement"]), strict=True)
        assert all(written[:3] == given[:3] and written <= given for written, given in tokens)


def test_a_bad_line_is_named() -> None:
    with pytest.raises(BadNotation, match=r"^Line 2: Token 1, CAAA: Patch C is not on offer"):
        lines.read(f"{W1_CIRCLE} .\n{W1_CIRCLE} CAAA\n")
    with pytest.raises(BadNotation, match=r"^Line 1 has 3 words"):
        lines.read("a b c")


def test_a_match_without_actions_is_written_as_nothing() -> None:
    assert lines.write([], None, ("a", "b"), {}) == ""
