"""What Patchwork says about a good action."""

import pytest

import parlour
from parlour.games.patchwork.hints import reason

W1_CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"


def why(placement: str, token: str) -> str:
    position = parlour.new("patchwork", circle=W1_CIRCLE, placement=placement)
    seat = position.to_act()[0]
    (action,) = position.game.notation.text_to_actions(position.state, seat, token)
    return reason(position.state, seat, action)


@pytest.mark.parametrize(
    ("placement", "token", "words"),
    [
        ("", ".", "It brings 1 button."),
        ("", "EAAA", "It brings 1 button at each of 9 incomes to come. It covers 4 cells for 3 buttons and 2 squares."),
        ("", "BDCA", "It covers 3 cells for 1 button and 3 squares."),
    ],
)
def test_an_action_is_praised_for_what_it_brings(placement: str, token: str, words: str) -> None:
    assert why(placement, token) == words
