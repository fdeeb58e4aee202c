"""Everything that the moment needs is on one screen, in every phase of every game: nothing is scrolled to be played."""

from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from parlour.core import registry
from support.browser import DESK, LANDSCAPE, PHONE, TABLET, Site
from support.scenes import OVER, ScenePage, scenes

ZOOMED = ViewportSize(width=720, height=450)  # a desk at 200 %
SIZES = {"phone": PHONE, "landscape": LANDSCAPE, "zoomed": ZOOMED, "tablet": TABLET, "desk": DESK}
EVERYWHERE = ("prompt", "player", "clock", "board")
PARTS = {  # what a game adds to it, where the phase has it
    "connect_four": ("hand",),
    "matches_and_patches": ("hand",),
    "patchwork": ("quilt", "offers", "hand"),
    "raptor": ("counts", "hand"),
    "sanguine": ("hand",),
    "whist": ("hand",),
}
# The parts that are not wholly inside the window, by name; what can be picked must also be inside the stage.
OUTSIDE = """(parts) => {
  const isInside = ({ left, top, right, bottom }, box) =>
    left >= box.left - 1 && top >= box.top - 1 && right <= box.right + 1 && bottom <= box.bottom + 1;
  const view = new DOMRect(0, 0, innerWidth, innerHeight);
  const named = parts.flatMap((part) => [...document.querySelectorAll(`[data-part="${part}"]`)].map((each) => [part, each]));
  const missing = ["prompt", "player", "clock", "board"].filter((part) => !named.some(([name]) => name === part));
  const lost = named.filter(([, each]) => !each.checkVisibility() || !isInside(each.getBoundingClientRect(), view));
  const stage = document.querySelector(".stage");
  const picks = [...stage.querySelectorAll("[data-pick]")].filter((each) => each.checkVisibility());
  const hidden = picks.filter((each) => !isInside(each.getBoundingClientRect(), stage.getBoundingClientRect()));
  const isScrolled = document.documentElement.scrollHeight > innerHeight || stage.scrollHeight > stage.clientHeight + 1
    || document.documentElement.scrollWidth > innerWidth || stage.scrollWidth > stage.clientWidth + 1;
  return [...missing, ...lost.map(([part]) => part), ...hidden.map((each) => each.dataset.pick), ...(isScrolled ? ["scrolled"] : [])];
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
    parts = (*EVERYWHERE, *PARTS.get(game, ()))

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
