"""A server and a browser for all tests of the pages; each test visits as a new guest."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.browser import Site, chromium
from support.server_process import Forked, forking

STATIC = Path(__file__).parents[2] / "src/parlour/server/static"


# Not for the session: while Playwright runs, its event loop does, and no other test could start one.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    assert (STATIC / "index.html").exists(), "the client is not built: make web"
    with forking(tmp_path_factory.mktemp("site")) as forked:
        forked.start()
        forked.wait_until_ready()
        yield forked


@pytest.fixture
def site(browser: Browser, server: Forked) -> Iterator[Site]:
    site = Site(browser, server.address)
    yield site
    site.leave()
