"""Raptor's table: pieces are moved about until they are confirmed, the map of a phone is turned, the end is drawn."""

import re

from playwright.sync_api import Page, expect

from support.browser import ME, OPEN, PHONE, Site, computer, outcome, start_match
from support.browser_play import browser_play
from support.scenes import OVER, ScenePage, scenes
from support.ui_drivers import Keys, Mouse, Touch

LOG = '[aria-label="What happened"] li'
FAMILY = {"mother": ["g2"], "baby": ["c1", "i1", "c4", "g5", "i4"]}
MIDDLE = (
    "(each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
)
# The names of the animations that run now; the styles of a component give theirs a prefix.
RUNNING = """document.getAnimations().filter((each) => each.playState === "running" && each.animationName)
  .map((each) => each.animationName.split("-").at(-1))"""
SCIENTISTS = ("b2", "b5", "l3", "l6")


def no_taste(picks: list[str], page: Page, /) -> str:
    raise AssertionError(f"nothing is left to taste: {picks}")


def place_family(page: Page) -> None:
    """Place all pieces of the Raptor, piece by piece."""
    mouse = Mouse(page, no_taste)
    expect(page.locator('[data-pick="tray:mother"][data-mark]')).to_be_visible()
    for kind, spaces in FAMILY.items():
        for space in spaces:
            mouse.play(f"tray:{kind}", can_drag=False)
            mouse.play(f"space:{space}", can_drag=False)


def test_pieces_are_dragged_by_touch_kept_over_a_reload_and_confirmed(site: Site) -> None:
    page = site.visit(size=PHONE, touch=True, motion="reduced")
    start_match(page, "raptor", ME, computer(), board="standard")
    place_family(page)
    expect(page.locator(".asked")).to_have_text("All pieces are placed. Confirm, or move them.")
    Touch(page, lambda _picks, _page: "space:h4").play("mother:g2", can_drag=True)
    expect(page.locator('[data-pick="baby:g2"]')).to_be_visible()  # it made room for her

    page.reload()

    expect(page.locator('[data-pick="mother:h4"]')).to_have_attribute("aria-label", re.compile("not confirmed yet"))
    page.locator('[data-pick="confirm"][data-mark]').tap()
    expect(page.locator(LOG).filter(has_text="You placed")).to_have_count(6)
    expect(page.locator(LOG).filter(has_text="You placed the mother on h4.")).to_have_count(1)
    expect(page.locator('[data-pick="card:9"], [data-pick^="card:"]').first).to_be_visible()


def test_two_people_place_by_keys_on_one_device(site: Site) -> None:
    page = site.visit()
    start_match(page, "raptor", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, board="standard")
    place_family(page)
    keys = Keys(page, no_taste)

    keys.play("confirm", can_drag=False)
    expect(page.locator(".asked")).to_have_text("Bea: 4 pieces to place: one scientist on each of the four L-tiles.")
    for left, space in zip((3, 2, 1), SCIENTISTS, strict=False):
        keys.play(f"space:{space}", can_drag=False)
        pieces = "1 piece" if left == 1 else f"{left} pieces"
        words = f"A scientist on {space}. Bea: {pieces} to place. Those on the map can still be moved."
        expect(page.locator("#spoken")).to_have_text(words)
    keys.play("confirm", can_drag=False)
    expect(page.get_by_text("Place all pieces first: 1 piece to go.").first).to_be_visible()
    keys.play(f"space:{SCIENTISTS[-1]}", can_drag=False)
    keys.play("confirm", can_drag=False)

    expect(page.locator(".curtain")).to_contain_text("Bea")  # who has the device chooses first


def test_an_opponent_sees_a_placement_only_when_it_is_confirmed(site: Site) -> None:
    here, there = site.visit(), site.visit()
    invitation = start_match(here, "raptor", ME, OPEN, board="standard")
    there.goto(invitation)
    there.get_by_role("button", name="Join", exact=True).click()
    place_family(here)
    expect(here.locator(".figure")).to_have_count(6)
    assert there.locator(".figure").count() == 0

    here.locator('[data-pick="confirm"]').click()

    expect(there.locator(".figure")).to_have_count(6)


def test_on_a_phone_spaces_are_named_as_the_map_is_seen(site: Site) -> None:
    page = site.visit(size=PHONE)
    start_match(page, "raptor", ME, computer(), board="standard")
    cell = page.locator('[data-space="b4"]')
    expect(cell).to_have_attribute("aria-label", re.compile("^b4, .*, upper right L-tile"))
    expect(page.locator('[role="grid"] > [role="row"]')).to_have_count(13)

    letter, number = page.locator(".letter", has_text="b"), page.locator(".number", has_text="4")
    middles = [each.evaluate(MIDDLE) for each in (cell, letter, number)]
    assert [round(middles[0][1] - middles[1][1]), round(middles[0][0] - middles[2][0])] == [0, 0]

    page.set_viewport_size({"width": 1440, "height": 900})
    expect(cell).to_have_attribute("aria-label", re.compile("^b4, .*, lower left L-tile"))


def test_a_pack_meets_trappers_in_the_canyon_and_plays_to_the_end(site: Site) -> None:
    page = site.visit(motion="reduced")
    start_match(
        page, "raptor", ME, computer("casual"), map="canyon", raptor_faction="pack", scientist_faction="trappers"
    )
    mouse = Mouse(page, no_taste)
    expect(page.locator('[data-pick="tray:sister"][data-mark]')).to_be_visible()
    pieces = {"mother": ["g2"], "sister": ["g3"], "baby": ["e2", "j1", "c5", "h5", "f4"]}
    for kind, spaces in pieces.items():
        for space in spaces:
            mouse.play(f"tray:{kind}", can_drag=False)
            mouse.play(f"space:{space}", can_drag=False)

    page.locator('[data-pick="confirm"]').click()

    expect(page.locator(".figure.hound")).to_have_count(2)
    expect(page.locator(".figure.hound svg").first).to_be_visible()
    expect(page.locator(".figure.sister svg")).to_be_visible()
    expect(page.locator('[data-pick^="card:"]').first).to_be_visible()
    expect(page.locator(".cliff")).to_have_count(10)

    Mouse(page, browser_play("raptor").taste(2)).play_to_the_end()

    assert re.search(r"\b(You|Computer \(\w+\)) won\b|\bdraw\b", outcome(page))
    told = page.locator(LOG)
    expect(told.filter(has_text="sister").first).to_be_attached()
    expect(told.filter(has_text="hound").first).to_be_attached()


def test_water_fences_and_huts_are_drawn_and_named(site: Site) -> None:
    page = site.visit()
    start_match(page, "raptor", ME, computer(), map="river")
    expect(page.locator('[data-space="b3"]')).to_have_attribute("aria-label", "b3, water")
    expect(page.locator(".space.water svg")).to_have_count(8)
    start_match(page, "raptor", ME, computer(), map="station")
    expect(page.locator('[data-space="e1"]')).to_have_attribute("aria-label", "e1, fence")
    expect(page.locator(".space.fence svg").first).to_be_visible()
    expect(page.locator(".space.rock svg.hut")).to_have_count(6)


def test_the_end_is_drawn_for_the_winner_and_the_loser(site: Site) -> None:
    scene = ScenePage(site, "raptor")
    over = scenes("raptor")[OVER]
    for winner, ending, words in ((0, "escaped", "Victory. The woods"), (1, "neutralized", "Defeat. Five darts")):
        result = {**over["outcome"], "winner": winner}
        scene.show({**over, "version": winner + 1, "outcome": result, "view": {**over["view"], "ending": ending}})
        expect(scene.page.locator("[data-part=scene] figcaption")).to_contain_text(words)
        expect(scene.page.locator("[data-part=scene] .actor").first).to_be_visible()


def test_the_map_lives_and_stands_still_for_people_who_want_that(site: Site) -> None:
    scene = ScenePage(site, "raptor")
    scene.show(scenes("raptor")["actions"])
    scene.page.wait_for_function(f"{RUNNING}.length === 0")

    scene.page.evaluate("document.documentElement.dataset.motion = 'full'")

    scene.page.wait_for_function(f"['breathe', 'drift', 'flicker'].every((each) => {RUNNING}.includes(each))")
