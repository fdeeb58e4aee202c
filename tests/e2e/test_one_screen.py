"""Everything that the moment needs is on one screen, in every phase of every game: nothing is scrolled to be played."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from parlour.core import registry
from support.browser import DESK, LANDSCAPE, PHONE, TABLET, Site, start_match
from support.scenes import OVER, VIEWER, ScenePage, scenes

ZOOMED = ViewportSize(width=720, height=450)  # a desk at 200 %
WIDE_PHONE = ViewportSize(width=844, height=390)
LARGE = ViewportSize(width=1920, height=1080)
SIZES = {
    "phone": PHONE,
    "landscape": LANDSCAPE,
    "wide phone": WIDE_PHONE,
    "zoomed": ZOOMED,
    "tablet": TABLET,
    "desk": DESK,
    "large": LARGE,
}
EVERYWHERE = ("prompt", "player", "clock", "board")
PARTS = ("hand", "counts", "quilt", "offers")  # of a board, where the phase has them
# The parts that are not wholly inside the window, by name; what can be picked must also be inside the stage.
OUTSIDE = """(parts) => {
  const isInside = ({ left, top, right, bottom }, box) =>
    left >= box.left - 1 && top >= box.top - 1 && right <= box.right + 1 && bottom <= box.bottom + 1;
  const view = new DOMRect(0, 0, innerWidth, innerHeight);
  const all = (part) => [...document.querySelectorAll(`[data-part="${part}"]`)];
  const named = parts.flatMap((part) => all(part).map((each) => [part, each]));
  const missing = ["prompt", "player", "clock", "board"].filter((part) => !named.some(([name]) => name === part));
  const lost = named.filter(([, each]) => !each.checkVisibility() || !isInside(each.getBoundingClientRect(), view));
  const stage = document.querySelector(".stage");
  const picks = [...stage.querySelectorAll("[data-pick]")].filter((each) => each.checkVisibility());
  const hidden = picks.filter((each) => !isInside(each.getBoundingClientRect(), stage.getBoundingClientRect()));
  const isScrolled = document.documentElement.scrollHeight > innerHeight || stage.scrollHeight > stage.clientHeight + 1
    || document.documentElement.scrollWidth > innerWidth || stage.scrollWidth > stage.clientWidth + 1;
  const names = [...missing, ...lost.map(([part]) => part), ...hidden.map((each) => each.dataset.pick)];
  return isScrolled ? [...names, "scrolled"] : names;
}"""


def lost_parts(page: Page, parts: tuple[str, ...]) -> dict[str, list[str]]:
    """Return what is not on the screen, by the size of the window."""
    found: dict[str, list[str]] = {}
    for name, size in SIZES.items():
        page.set_viewport_size(size)
        if lost := page.evaluate(OUTSIDE, parts):
            found[name] = lost
    return found


def choose(page: Page, table: dict[str, Any]) -> None:
    """Pick the first thing that can be done, until only the confirmation is missing."""
    for pick in table["choices"][0]["picks"]:
        found = page.locator(f'.stage [data-pick="{pick}"]:not([data-mark="picked"])')
        if found.count():
            found.first.dispatch_event("click")
    expect(page.locator("[data-part=confirm]")).to_be_visible()


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_table_fits_every_screen_in_every_phase(site: Site, game: str) -> None:
    scene = ScenePage(site, game, confirm_moves=True)
    parts = (*EVERYWHERE, *PARTS)

    lost: dict[str, Any] = {}
    for phase, table in scenes(game).items():
        scene.show(table)
        if phase == OVER:
            lost[phase] = lost_parts(scene.page, (*parts, "result"))
            continue
        lost[phase] = lost_parts(scene.page, parts)
        choose(scene.page, table)
        lost[f"{phase}, confirmed"] = lost_parts(scene.page, (*parts, "confirm"))

    assert {phase: found for phase, found in lost.items() if found} == {}


OPPONENT = 1 - VIEWER
ASKING: dict[str, tuple[dict[str, Any], str]] = {  # what is asked, and the first button of the answer
    "a draw": ({"draw_offered": OPPONENT}, "Accept"),
    "a takeback": ({"undo_asked": OPPONENT}, "Allow"),
    "to wait": ({"to_act": [OPPONENT], "choices": []}, "Claim win"),
}
WHERE = "document.querySelector('.stage').getBoundingClientRect().toJSON()"


def places(page: Page) -> list[Any]:
    """Return where the board lies in each size of the window."""
    found = []
    for size in SIZES.values():
        page.set_viewport_size(size)
        found.append(page.evaluate(WHERE))
    return found


@pytest.mark.parametrize("asked", ASKING)
def test_what_needs_an_answer_appears_at_the_prompt_and_moves_nothing(site: Site, asked: str) -> None:
    scene = ScenePage(site, "checkers", kinds=("person", "person"))
    table = scenes("checkers")["turn"]
    change, button = ASKING[asked]
    scene.show(table)
    before = places(scene.page)

    is_away = asked == "to wait"
    away = {**table["seats"][OPPONENT], "kind": "person", "is_here": not is_away, "claim_in_ms": 0 if is_away else None}
    scene.send({**table, **change, "version": table["version"] + 1, "seats": [table["seats"][VIEWER], away]})
    expect(scene.page.get_by_role("button", name=button)).to_be_visible()

    assert lost_parts(scene.page, (*EVERYWHERE, "banner")) == {}
    assert places(scene.page) == before


def test_time_is_given_to_clocks_but_not_to_timers_of_the_table(site: Site) -> None:
    given = {}
    for pace in ("5+3", "table"):
        scene = ScenePage(site, "checkers", kinds=("person", "person"), pace=pace)
        table = scenes("checkers")["turn"]
        scene.show({**table, "seats": [{**each, "kind": "person"} for each in table["seats"]]})
        given[pace] = scene.page.get_by_role("button", name="Give 15 seconds").is_visible()

    assert given == {"5+3": True, "table": False}


def test_the_result_lies_over_the_board_and_can_be_put_away(site: Site) -> None:
    scene = ScenePage(site, "sanguine")
    page = scene.page
    page.set_viewport_size(PHONE)
    scene.show(scenes("sanguine")[OVER])
    before = page.evaluate(WHERE)
    for name in ("Rematch", "See the board"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    for name in ("New game", "All games"):
        expect(page.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)

    page.get_by_role("button", name="See the board").click()

    expect(page.locator("[data-part=result]")).to_have_count(0)
    expect(page.get_by_role("button", name="Result")).to_be_in_viewport(ratio=1)
    assert page.evaluate(WHERE) == before


def test_the_curtain_covers_the_whole_screen(site: Site) -> None:
    page = site.visit(size=PHONE)
    start_match(page, "whist", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, ceremony="quick")
    curtain = page.locator(".curtain")
    expect(curtain).to_be_visible()

    for size in SIZES.values():
        page.set_viewport_size(size)
        assert curtain.bounding_box() == {"x": 0, "y": 0, **size}


def test_the_board_of_sanguine_is_as_wide_as_a_phone(site: Site) -> None:
    scene = ScenePage(site, "sanguine")
    scene.page.set_viewport_size(PHONE)
    scene.show(scenes("sanguine")["turn"])

    box = scene.page.get_by_role("grid", name="Board").bounding_box()

    assert box is not None
    assert box["width"] >= 0.95 * PHONE["width"]


def test_the_grid_is_seen_in_forced_colours(site: Site) -> None:
    scene = ScenePage(site, "matches_and_patches")
    scene.show(scenes("matches_and_patches")["choose"])
    scene.page.emulate_media(forced_colors="active")

    grounds = scene.page.evaluate(
        """() => ["[data-part=board] [role=grid]", "[data-part=board] [role=gridcell]"].map(
          (each) => getComputedStyle(document.querySelector(each)).backgroundColor)"""
    )

    assert grounds[0] != grounds[1]


def test_a_lesson_gives_its_board_room_on_a_phone(site: Site) -> None:
    page = site.visit("/learn/checkers/3", size=PHONE)
    expect(page.locator(".stage [data-mark]").first).to_be_visible()

    box = page.locator('[data-pick="square:14"]').bounding_box()

    assert box is not None
    assert box["width"] >= 42
