"""A replay is downloaded, shared, and shown in a frame of another site."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from support.accessibility import violations
from support.browser import DESK, LANDSCAPE, ME, PHONE, Site, computer, resign, start_match

SMALL_FRAME = ViewportSize(width=320, height=420)


def replayed(site: Site, *, size: ViewportSize = DESK) -> Page:
    """Play a match of Checkers on one device, resign it and open its replay."""
    page = site.visit(motion="reduced", size=size)
    start_match(page, "checkers", ME, ME, quick_colours="yes")
    expect(page.locator(".stage [data-mark]").first).to_be_visible()
    resign(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay")).to_be_visible()
    return page


def test_a_finished_match_is_downloaded_in_every_form(site: Site, tmp_path: Path) -> None:
    page = replayed(site)
    page.get_by_role("button", name="Download").press("Enter")
    files = {}
    for label in ("Match file", "PDN", "Moves as text", "Animation (GIF)", "Film strip (PNG)"):
        with page.expect_download() as download:
            page.get_by_role("button", name=label).press("Enter")
        expect(page.locator("#downloads [role=status]")).to_have_text(f"{label}: downloaded.")
        files[label] = tmp_path / download.value.suggested_filename
        download.value.save_as(files[label])

    assert files["Match file"].read_text().startswith('{"seq":0,')
    assert '[GameType "21"]' in files["PDN"].read_text()
    pictures = [Image.open(BytesIO(files[label].read_bytes())) for label in ("Animation (GIF)", "Film strip (PNG)")]
    assert [picture.format for picture in pictures] == ["GIF", "PNG"]
    assert files["PDN"].suffix == ".pdn"
    assert violations(page) == {}


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_replay_is_shared_by_a_link_and_as_a_frame_that_shows_it_elsewhere(site: Site, size: ViewportSize) -> None:
    page = replayed(site, size=size)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if size == PHONE:
        page.get_by_role("button", name="Moves, analysis").click()
    page.get_by_role("button", name="Share").press("Enter")
    dialog = page.get_by_role("dialog", name="Share this replay")
    expect(dialog.get_by_text("This match is private")).to_be_visible()
    expect(dialog.get_by_label("Link")).to_have_value(f"{site.url}/replay/{_id(page)}?invitation={_secret(page)}")
    dialog.get_by_role("button", name="Copy code").click()
    expect(dialog.get_by_role("status")).to_have_text("Code copied.")
    code = dialog.get_by_label("Code for another site").input_value()
    assert violations(page) == {}
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()

    with another_site(code) as elsewhere:
        stranger = site.visit(elsewhere)
        frame = stranger.frame_locator("iframe")
        expect(frame.locator(".embed")).to_have_attribute("data-place", "0")
        frame.get_by_role("button", name="Last").click()
        expect(frame.get_by_role("status")).to_contain_text("resigned")
        link = frame.get_by_role("link", name="Open in Parlour")
        expect(link).to_have_attribute("href", f"/replay/{_id(page)}?invitation={_secret(page)}")
        assert stranger.context.cookies(site.url) == []


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """Serve one page from another origin; returns its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(f"<!doctype html><link rel=icon href=data:,><title>Elsewhere</title>{body}".encode())

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def _id(page: Page) -> str:
    return page.url.split("/replay/")[1].split("?")[0]


def _secret(page: Page) -> str:
    answer = page.evaluate("(id) => fetch(`/api/matches/${id}`).then((answer) => answer.json())", _id(page))
    return str(answer["invitation"])


@pytest.mark.parametrize("size", [SMALL_FRAME, LANDSCAPE, DESK], ids=["small", "landscape", "desk"])
def test_an_embedded_replay_is_walked_by_keys_and_fits_its_frame(site: Site, size: ViewportSize) -> None:
    owner = replayed(site)
    page = site.visit(f"/embed/{_id(owner)}?invitation={_secret(owner)}", size=size, motion="reduced")
    screen = page.locator(".embed")
    expect(screen).to_have_attribute("data-place", "0")
    page.keyboard.press("End")
    expect(screen).to_have_attribute("data-place", "1")
    page.keyboard.press("ArrowLeft")
    expect(screen).to_have_attribute("data-place", "0")
    for control in ("First", "Back", "Play", "Forward", "Last"):
        expect(page.get_by_role("button", name=control, exact=True)).to_be_in_viewport(ratio=1)

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("header nav").count() == 0
    assert violations(page) == {}


def test_a_frame_for_a_match_that_may_not_be_seen_says_so(site: Site) -> None:
    owner = replayed(site)
    page = site.visit(f"/embed/{_id(owner)}")

    expect(page.get_by_role("alert")).to_contain_text("There is no match")
    assert violations(page) == {}


def test_where_both_players_are_shown_so_is_what_lay_face_down(site: Site) -> None:
    page = site.visit(motion="reduced")
    start_match(page, "whist", ME, computer(), ceremony="quick")
    resign(page)
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".replay")).to_be_visible()
    expect(page.get_by_role("region", name="Face down")).to_have_count(0)
    page.get_by_label("Seen by").select_option("both")

    expect(page.get_by_role("region", name="Face down")).to_contain_text("Draw pile, face down, from the top: ")
    expect(page.locator(".stage")).to_have_count(2)
    assert violations(page) == {}
