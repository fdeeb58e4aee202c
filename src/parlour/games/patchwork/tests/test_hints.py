"""What Patchwork says about a good action."""

import pytest

import parlour
from parlour.core.contract import Known, Record
from parlour.core.thinking import Stop
from parlour.games.patchwork import GAME
from parlour.games.patchwork.ai.hint import reason
from parlour.players.advice import hint

W1_CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"
ROWS_A_TO_G = (1 << 63) - 1


def table() -> Record:
    return parlour.new("patchwork", circle=W1_CIRCLE).state


def why(s: Record, token: str) -> str:
    (action,) = GAME.notation.text_to_actions(s, 0, token)
    return reason(Known(s), 0, action)  # nothing in Patchwork is hidden


@pytest.mark.parametrize(
    ("token", "words"),
    [
        (".", "It brings 1 button."),
        ("EAAA", "It brings 1 button at each of 9 incomes to come. It covers 4 cells for 3 buttons and 2 squares."),
        ("BDCA", "It covers 3 cells for 1 button and 3 squares."),
    ],
)
def test_an_action_is_praised_for_what_it_brings(token: str, words: str) -> None:
    assert why(table(), token) == words


def test_the_last_income_is_named() -> None:
    s = table()
    s.squares[:] = 50, 52

    assert why(s, "EAAA").startswith("It brings 1 button at the last income.")


def test_an_advance_tells_its_income() -> None:
    s = table()
    s.squares[:], s.income[0] = (3, 6), 4

    assert why(s, ".") == "It brings 8 buttons, 4 of them as income."


def test_a_special_patch_is_named() -> None:
    s = table()
    s.squares[:] = 19, 30

    assert why(s, "EAAA").startswith("It takes the special patch on square 20.")


def test_a_patch_after_which_the_seat_goes_on_says_so() -> None:
    s = table()
    s.squares[1] = 10

    assert "It keeps the turn." in why(s, "BDCA")


def test_a_patch_that_fits_exactly_fills_a_hole() -> None:
    s = table()
    s.quilts[0] = ROWS_A_TO_G & ~0b101111, 0b111111111111111111  # only A to D and F of row A are open
    s.pending, s.last = 1, 0

    assert why(s, "hFAA") == "It fills the hole at column F, row A. It saves two points."
    assert why(s, "hAAA") == "It saves two points."


def test_the_square_of_seven_is_named() -> None:
    s = table()
    s.bonus_7x7 = 1
    s.quilts[0] = sum(0b1111111 << 9 * row for row in range(7)) & ~1, 0
    s.pending, s.last = 1, 0

    assert why(s, "hAAA").startswith("It completes a square of 7x7 for 7 points.")


def test_a_hint_comes_with_its_reason() -> None:
    s = table()
    advice = hint(GAME, Known(s), 0, Stop())

    assert advice.message.startswith(reason(Known(s), 0, advice.action))
