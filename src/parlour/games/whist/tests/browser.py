"""How the tests of the pages play Whist."""

from playwright.sync_api import Page

from support.ui_drivers import Taste, any_of

OPTIONS = {"ceremony": "quick"}
RANKS = "23456789TJQKA"
CARD_LENGTH = 2  # a suit and a rank


def taste(seed: int) -> Taste:
    """Return a taste for high cards at one seat and low ones at the other, so that a match is short."""
    anything = any_of(seed)

    def choose(picks: list[str], page: Page, /) -> str:
        cards = [pick for pick in picks if is_card(pick.removeprefix("card:"))]
        if not cards:
            return anything(picks, page)
        is_first = page.locator('.near .bar[data-seat="0"]').count() > 0
        return sorted(cards, key=lambda pick: RANKS.index(pick[-1]))[-1 if is_first else 0]

    return choose


def is_card(text: str) -> bool:
    return len(text) == CARD_LENGTH and text[-1] in RANKS
