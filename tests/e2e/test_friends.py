"""Friends, running matches on two devices, challenges, watching, and a profile with its graph and achievements."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from parlour.match.clock import DAY_MS
from parlour.storage.achievements import SqlAchievements
from parlour.storage.database import Database
from parlour.storage.log import SqlLog
from parlour.storage.projections import SqlProjection
from support.accessibility import LOOKS, violations
from support.browser import PHONE, Site
from support.server_process import Forked
from support.stored_matches import add_account, finish, sit

PASSWORD = "correct horse battery"
TODAY_MS = 1_790_000_000_000


def sign(page: Page, name: str, how: str = "Create account") -> None:
    page.goto("/account")
    form = page.locator("form", has=page.get_by_role("heading", name=how))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name=how).click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_a_friend_is_followed_challenged_and_plays_from_another_device(site: Site) -> None:
    ann, ben, phone = site.visit(), site.visit(), site.visit(size=PHONE, touch=True)
    sign(ann, "Friederike")
    sign(ben, "Benedikt")
    sign(phone, "Benedikt", how="Sign in")
    ann.goto("/people/Benedikt")
    ann.get_by_role("button", name="Follow").click()
    expect(ann.get_by_text("You follow Benedikt.")).to_be_visible()
    ann.goto("/matches")
    friends = ann.get_by_role("region", name="Friends")
    expect(friends).to_contain_text("online")
    found = violations(ann)
    friends.get_by_role("link", name="Challenge Benedikt").click()
    form = ann.get_by_role("form", name="Challenge Benedikt")
    form.get_by_label("Game").select_option("Connect Four")
    form.get_by_label("Time control").select_option("3 days per move")
    found |= violations(ann, LOOKS[:1])
    form.get_by_role("button", name="Send challenge").click()
    expect(ann.get_by_role("heading", name="Connect Four: waiting for an opponent")).to_be_visible()
    expect(ann.get_by_text("Benedikt was challenged.")).to_be_visible()

    expect(phone).to_have_title("(1) Parlour")
    phone.get_by_role("link", name="Playing").click()
    found |= violations(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    phone.get_by_role("button", name="Play Friederike").click()
    expect(phone.locator(".stage")).to_be_visible()
    expect(ann.locator(".stage")).to_be_visible()
    ben.goto("/")
    mine = ben.get_by_role("region", name="Your matches").get_by_role("link", name="Connect Four")
    expect(mine).to_contain_text("vs Friederike")
    assert found == {}

    mine.press("Enter")
    expect(ben.locator(".stage")).to_be_visible()
    with ben.expect_popup() as opened:
        ben.locator('[data-part="player"]').get_by_role("link", name="Friederike").click()
    expect(opened.value.get_by_role("heading", name="Friederike", level=1)).to_be_visible()


def test_a_public_match_is_found_in_the_lobby_and_watched(site: Site) -> None:
    ann, ben, eve = (site.visit("/lobby") for _ in range(3))
    ann.get_by_label("Game").select_option("Connect Four")
    ann.get_by_role("button", name="Create a challenge").first.click()
    expect(ann.get_by_label("Invite link")).to_be_visible()
    ben.get_by_role("button", name="in Connect Four").first.click()
    expect(ben.locator(".stage")).to_be_visible()
    watch = eve.get_by_role("region", name="Watch").get_by_role("link", name="Connect Four").first
    expect(watch).to_be_visible()
    found = violations(eve)
    watch.click()

    expect(eve.locator(".stage")).to_be_visible()
    assert found == {}


@pytest.fixture
def rated(server: Forked) -> str:
    """The name of an account with rated matches on some days."""
    name = "Rosalind"
    with closing(Database(Path(server.data) / "parlour.db")) as database:
        me, other = add_account(database, name), add_account(database, "Ruprecht")
        for day, winner in enumerate((0, 0, 1, 0, None)):
            finish(SqlLog(database), f"rated{day}", (sit(me), sit(other)), winner, is_rated=True,
                   at_ms=TODAY_MS + day * DAY_MS, reason="no_checkers").result()  # fmt: skip
        for projection in (SqlProjection(database), SqlAchievements(database)):
            projection.catch_up()
    return name


def test_a_profile_has_a_graph_with_its_numbers_achievements_and_filters(site: Site, rated: str) -> None:
    page = site.visit()
    page.goto(f"/people/{rated}")
    graph = page.get_by_role("figure", name="Checkers")
    expect(graph.get_by_role("img")).to_be_visible()
    graph.get_by_text("As a table").click()
    expect(graph.get_by_role("row")).to_have_count(6)
    numbers = [int(cell) for cell in graph.get_by_role("cell").all_inner_texts()]
    page.locator("summary", has_text="Checkers").last.press("Enter")
    expect(page.get_by_text("Capture two checkers in one turn.")).to_be_visible()
    found = violations(page)
    history = page.get_by_role("region", name="History")
    history.get_by_label("Result").select_option("Won")
    expect(history.get_by_role("listitem")).to_have_count(3)
    history.get_by_label("Opponent").fill("Nobody at all")
    history.get_by_label("Opponent").press("Enter")
    expect(history.get_by_role("alert")).to_have_text("Nobody is called Nobody at all.")
    history.get_by_role("button", name="Clear filters").click()
    expect(history.get_by_role("listitem")).to_have_count(5)
    history.get_by_label("Rated").select_option("Not rated")
    expect(history.get_by_text("No matches fit these filters.")).to_be_visible()

    shown = graph.locator("figcaption").inner_text()
    assert f"{numbers[0]} now, {max(numbers)} at best" in shown
    assert found == {}
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
