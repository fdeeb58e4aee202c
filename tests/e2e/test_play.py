"""Every game is played to its end in a real browser: by mouse, touch, keys and typing; on one device, against the
computer, and between two browsers.

`make test` plays each game against the computer, the three short ones also on one device and between two browsers;
every way is used against the computer and between two browsers. `test_spoken.py` begins every game on one device, and
`test_raptor_table.py` and `test_tables.py` play by touch. `make test-long` plays all the rest.
"""

import re
from collections.abc import Collection

import pytest
from playwright.sync_api import Page, expect

from parlour.core import registry
from support.browser import DESK, ME, OPEN, PHONE, Site, computer, outcome, start_match
from support.browser_play import browser_play
from support.server_process import Forked
from support.ui_drivers import MOST_STEPS, Hands, Keys, Mouse, Touch, Typing

WAYS: dict[str, type[Hands]] = {"mouse": Mouse, "touch": Touch, "keys": Keys, "typing": Typing}
NAMES = list(WAYS)
GAMES = registry.game_ids()
PAIRS = [("mouse", "keys"), ("touch", "typing")]
KILLED_GAME = "connect_four"
SHORT_GAMES = (KILLED_GAME, "matches_and_patches", "sanguine")


def rest(is_chosen: bool) -> tuple[pytest.MarkDecorator, ...]:
    return () if is_chosen else (pytest.mark.long,)


def every_way(shift: int, games: Collection[str] = GAMES) -> pytest.MarkDecorator:
    """Parametrize by game and way; a game's number among all games, shifted, tells which way is not long."""
    chosen = {game: NAMES[(number + shift) % len(NAMES)] for number, game in enumerate(GAMES) if game in games}
    cases = [
        pytest.param(game, way, marks=rest(chosen.get(game) == way), id=f"{game}-{way}")
        for game in GAMES
        for way in WAYS
    ]
    return pytest.mark.parametrize(("game", "way"), cases)


def every_pair() -> pytest.MarkDecorator:
    """Parametrize by game and two ways; those are not long that the game is played by in no other place."""
    cases = [
        pytest.param(
            game,
            pair,
            marks=rest(NAMES[number % len(NAMES)] not in pair and game in SHORT_GAMES),
            id=f"{game}-{'-'.join(pair)}",
        )
        for number, game in enumerate(GAMES)
        for pair in PAIRS
    ]
    return pytest.mark.parametrize(("game", "ways"), cases)


def sit_down(site: Site, way: str, path: str | None = None) -> Page:
    is_touch = way == "touch"
    # Without travelling pieces: they would be drawn sixty times a second by the processor that plays.
    return site.visit(path, size=PHONE if is_touch else DESK, touch=is_touch, motion="reduced")


@every_way(shift=0, games=SHORT_GAMES)
def test_two_people_play_on_one_device_to_the_end(site: Site, game: str, way: str) -> None:
    play = browser_play(game)
    page = sit_down(site, way)
    start_match(page, game, {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, **play.options)
    hands = WAYS[way](page, play.taste(1))

    hands.play_to_the_end()

    assert re.search(r"\b(Ann|Bea) won\b|\bdraw\b", outcome(page))
    if isinstance(hands, Touch):  # where an action is one pick, there is nothing to drag to
        assert (hands.drags > 0) == (hands.chances > 0)


@every_way(shift=2)
def test_a_person_plays_the_computer_to_the_end(site: Site, game: str, way: str) -> None:
    play = browser_play(game)
    page = sit_down(site, way)
    start_match(page, game, computer("casual"), ME, **play.options)

    WAYS[way](page, play.taste(2)).play_to_the_end()

    assert re.search(r"\b(You|Computer \(Casual\)) won\b|\bdraw\b", outcome(page))
    expect(page.get_by_text("You gained")).to_be_visible()


def play_together(*hands: Hands) -> None:
    """Let each person do what they can, in turn, until the match is over at every page."""
    for _ in range(2 * MOST_STEPS):
        if {each.step() for each in hands} == {"over"}:
            return
    raise AssertionError("the match does not end")


def two_browsers(site: Site, game: str, ways: tuple[str, str]) -> tuple[Hands, Hands]:
    """Start a match at one page and accept its invitation at another."""
    play = browser_play(game)
    here, there = sit_down(site, ways[0]), sit_down(site, ways[1])
    invitation = start_match(here, game, ME, OPEN, **play.options)
    expect(here.get_by_label("Invite link")).to_have_value(site.url + invitation)
    there.goto(invitation)
    there.get_by_role("button", name="Join", exact=True).click()
    return WAYS[ways[0]](here, play.taste(0)), WAYS[ways[1]](there, play.taste(1))


@every_pair()
def test_two_people_play_from_two_browsers_to_the_end(site: Site, game: str, ways: tuple[str, str]) -> None:
    one, two = two_browsers(site, game, ways)

    play_together(one, two)

    endings = [outcome(hands.page) for hands in (one, two)]
    is_drawn = all("draw" in words for words in endings)
    assert is_drawn or sum("You won" in words for words in endings) == 1


@pytest.mark.parametrize("game", [pytest.param(game, marks=rest(game == KILLED_GAME)) for game in GAMES])
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
    return page.locator('[aria-label="What happened"] li').all_inner_texts()
