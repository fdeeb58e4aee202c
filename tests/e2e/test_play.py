"""Every game is played to its end in a real browser: by mouse, touch, keys and typing; at one screen, against the
computer, and between two browsers."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from parlour.core import registry
from support.browser import DESK, ME, OPEN, PHONE, Site, computer, outcome, start_match
from support.server_process import Forked
from support.ui_drivers import MOST_STEPS, Hands, Keys, Mouse, Taste, Touch, Typing, any_of, bold

WAYS: dict[str, type[Hands]] = {"mouse": Mouse, "touch": Touch, "keys": Keys, "typing": Typing}
RANKS = "23456789TJQKA"


def high_and_low(seed: int) -> Taste:
    """Return somebody who plays high cards at one seat and low ones at the other, so that a match of Whist is short."""
    anything = any_of(seed)

    def choose(picks: list[str], page: Page, /) -> str:
        cards = [
            pick for pick in picks if pick.removeprefix("card:")[-1:] in RANKS and len(pick.removeprefix("card:")) == 2
        ]
        if not cards:
            return anything(picks, page)
        is_first = page.locator('.near .bar[data-seat="0"]').count() > 0
        return sorted(cards, key=lambda pick: RANKS.index(pick[-1]))[-1 if is_first else 0]

    return choose


class Way(NamedTuple):
    """How a game is played here."""

    options: Mapping[str, int | str] = {}
    taste: Callable[[int], Taste] = any_of


GAMES = {
    "connect_four": Way(),
    "checkers": Way({"quiet_ply_limit": 10}),
    "matches_and_patches": Way({"board": "small"}),
    "patchwork": Way(),
    "raptor": Way(taste=bold),
    "sanguine": Way(),
    "whist": Way({"ceremony": "quick"}, high_and_low),
}
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_WAY = pytest.mark.parametrize("way", WAYS)


def sit_down(site: Site, way: str, path: str = "/") -> Page:
    is_touch = way == "touch"
    # Without travelling pieces: they would be drawn sixty times a second by the processor that plays.
    return site.visit(path, size=PHONE if is_touch else DESK, touch=is_touch, motion="reduced")


@EVERY_GAME
@EVERY_WAY
def test_two_people_play_at_one_screen_to_the_end(site: Site, game: str, way: str) -> None:
    page = sit_down(site, way)
    start_match(page, game, {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, **GAMES[game].options)
    hands = WAYS[way](page, GAMES[game].taste(1))

    hands.play_to_the_end()

    assert any(words in outcome(page) for words in ("Ann wins", "Bea wins", "A draw"))
    if isinstance(hands, Touch) and game != "whist":  # where an action is one pick, there is nothing to drag to
        assert hands.drags > 3


def test_every_game_is_played_here() -> None:
    assert sorted(GAMES) == sorted(registry.game_ids())


@EVERY_GAME
@EVERY_WAY
def test_somebody_plays_the_computer_to_the_end(site: Site, game: str, way: str) -> None:
    page = sit_down(site, way)
    start_match(page, game, computer("casual"), ME, **GAMES[game].options)

    WAYS[way](page, GAMES[game].taste(2)).play_to_the_end()

    assert any(words in outcome(page) for words in ("You win", "Computer (casual) wins", "A draw"))
    expect(page.get_by_text("You gained")).to_be_visible()


def play_together(*hands: Hands) -> None:
    """Let everybody do what they can, in turn, until the match is over at every page."""
    for _ in range(2 * MOST_STEPS):
        if {each.step() for each in hands} == {"over"}:
            return
    raise AssertionError("the match does not end")


def two_browsers(site: Site, game: str, ways: tuple[str, str]) -> tuple[Hands, Hands]:
    here, there = sit_down(site, ways[0]), sit_down(site, ways[1])
    invitation = start_match(here, game, ME, OPEN, **GAMES[game].options)
    expect(here.get_by_label("Invite link")).to_have_value(site.url + invitation)
    there.goto(invitation)
    there.get_by_role("button", name="Join", exact=True).click()
    one, two = (
        WAYS[way](page, GAMES[game].taste(seed))
        for seed, (way, page) in enumerate(zip(ways, (here, there), strict=True))
    )
    return one, two


@EVERY_GAME
@pytest.mark.parametrize("ways", [("mouse", "touch"), ("keys", "typing")], ids="-".join)
def test_two_people_play_from_two_browsers_to_the_end(site: Site, game: str, ways: tuple[str, str]) -> None:
    one, two = two_browsers(site, game, ways)

    play_together(one, two)

    endings = [outcome(hands.page) for hands in (one, two)]
    is_drawn = all("A draw" in words for words in endings)
    assert is_drawn or sum("You win" in words for words in endings) == 1


@EVERY_GAME
def test_a_match_goes_on_after_the_server_was_killed(site: Site, server: Forked, game: str) -> None:
    one, two = two_browsers(site, game, ("mouse", "mouse"))
    for _ in range(24):
        one.step(), two.step()
    told = [console(hands.page) for hands in (one, two)]
    for hands in (one, two):
        hands.page.evaluate("window.isTheSamePage = true")

    server.kill()
    expect(one.page.get_by_text("Connection lost")).to_be_visible()
    server.start()
    expect(one.page.get_by_text("Connection lost")).to_be_hidden()
    for before, hands in zip(told, (one, two), strict=True):
        expect(hands.page.locator('[aria-label="What happened"] li').nth(len(before) - 1)).to_be_attached()
        assert console(hands.page)[: len(before)] == before
    play_together(one, two)

    assert one.page.evaluate("window.isTheSamePage")
    assert two.page.evaluate("window.isTheSamePage")


def console(page: Page) -> list[str]:
    """Return what the page tells of what happened."""
    lines: list[Any] = page.locator('[aria-label="What happened"] li').all_inner_texts()
    return lines
