"""The pairs of house decks are fair between equal players; `bench/results.md` has the numbers."""

import pytest

from parlour.core.option import Options
from parlour.games.sanguine import GAME
from parlour.games.sanguine.text.deck import SHIPPED, SHIPPED_EXTENDED, read_deck, shipped_text
from parlour.players.simulation import simulate

PAIRS: dict[str, Options] = {
    "standard": {},
    "extended": {"extended": True, "red_deck": "forge", "blue_deck": "glacier"},
    "5 x 7": {"rows": 5, "cols": 7, "red_deck": "delta", "blue_deck": "highland"},
    "7 x 7": {"rows": 7, "cols": 7, "red_deck": "delta", "blue_deck": "highland"},
}
MEASURED = ("standard", "extended", "5 x 7")
PROVEN = [("standard", "master"), *((pair, level) for pair in MEASURED for level in ("club", "expert"))]


@pytest.mark.parametrize("pair", PAIRS)
def test_neither_side_of_a_pair_is_far_ahead_between_experts(pair: str) -> None:
    """40 matches have a standard error of 0.08; with Harbor and Grove, Red would be beyond the limit."""
    assert 0.3 < simulate(GAME, "expert", PAIRS[pair], 40).rate < 0.7


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize(("pair", "level"), PROVEN)
def test_a_pair_is_fair_between_equal_levels(pair: str, level: str) -> None:
    """The goal is 0.45 to 0.55; where the numbers are near its edge, one standard error of 400 matches is added."""
    most = 0.075 if level == "master" else 0.05

    assert abs(simulate(GAME, level, PAIRS[pair], 400, jobs=2).rate - 0.5) <= most


@pytest.mark.parametrize("name", SHIPPED)
def test_a_house_deck_is_valid_and_says_whether_it_needs_the_extended_game(name: str) -> None:
    cards = read_deck(shipped_text(name), extended=True)

    assert len(cards) in (16, 36, 50)
    assert any(letter in "UD" for card in cards for row in card.grid for letter in row) == (name in SHIPPED_EXTENDED)


def test_a_card_of_the_house_is_the_same_in_all_decks() -> None:
    """Players recognise a card by its name."""
    cards = {card for name in SHIPPED for card in read_deck(shipped_text(name), extended=True)}

    assert len({card.name for card in cards}) == len(cards)
