"""Every table looks as it did when its picture was kept, in every phase, on a phone and on a desk.

`make pictures` keeps new ones; look at the difference before you commit it.
"""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from parlour.core import registry
from support.browser import DESK, PHONE, Site
from support.pictures import FOLDER, Album
from support.scenes import ScenePage, scenes
from support.server_process import Forked

IS_RENEWING = "RENEW_PICTURES" in os.environ
SIZES = {"phone": PHONE, "desk": DESK}
MOST = 0.03  # of a picture may look different: other fonts
# What the rules of the board's felt once did to a line of text that happened to have the same class.
LEAK = ".corner p { container-type: size; padding: 8px; background: var(--felt); }"

ADOPT = """(rules) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.fixture
def site(browser: Browser, server: Forked) -> Iterator[Site]:
    site = Site(browser, server.address, device_scale_factor=0.5)  # quicker, and small anyway
    yield site
    site.leave()


@pytest.fixture
def album(browser: Browser) -> Iterator[Album]:
    album = Album(browser)
    yield album
    album.close()


def name_of(game: str, phase: str, size: str) -> str:
    return f"{game}-{phase.replace(' ', '_')}-{size}"


@pytest.mark.parametrize("game", registry.game_ids())
def test_a_table_looks_as_its_picture(site: Site, album: Album, game: str) -> None:
    scene = ScenePage(site, game)

    shares: dict[str, float] = {}
    for size, viewport in SIZES.items():
        scene.page.set_viewport_size(viewport)
        for phase, table in scenes(game).items():
            scene.show(table)
            name, shown = name_of(game, phase, size), album.take(scene.page)
            if IS_RENEWING:
                album.keep(name, shown)
            shares[name] = album.difference(name, shown).share

    assert {name: share for name, share in shares.items() if share > MOST} == {}


def test_a_style_that_leaks_onto_a_table_is_noticed(site: Site, album: Album) -> None:
    scene = ScenePage(site, "whist")
    scene.page.set_viewport_size(PHONE)
    scene.show(scenes("whist")["lead"])
    name = name_of("whist", "lead", "phone")
    assert album.difference(name, album.take(scene.page)).share <= MOST

    scene.page.evaluate(ADOPT, LEAK)

    assert album.difference(name, album.take(scene.page)).share > MOST


def test_every_picture_is_of_a_table() -> None:
    tables = {name_of(game, phase, size) for game in registry.game_ids() for phase in scenes(game) for size in SIZES}

    assert {path.stem for path in FOLDER.iterdir()} == tables
