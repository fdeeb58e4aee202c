"""What a person does around the table: two clicks to a game, hints, undo, refusals, settings, the end and a rematch."""

import re

from playwright.sync_api import Page, Route, expect

from parlour.core import registry
from support.browser import ME, PHONE, Site, computer, resign, start_match
from support.ui_drivers import Mouse, any_of


def test_two_clicks_start_a_game(site: Site) -> None:
    page = site.visit("/")

    page.get_by_role("link", name="Connect Four").first.click()
    page.get_by_role("button", name="Novice").click()

    expect(page.locator(".stage [data-mark]").first).to_be_visible()
    expect(page.locator(".asked")).to_contain_text("Choose two checkers")


def test_a_refused_pick_says_why(site: Site) -> None:
    page = jump_is_due(site)

    page.locator('[data-pick="square:1"]').click(force=True)  # it says that it cannot be picked

    expect(page.locator(".refused")).to_contain_text("must jump")
    expect(page.locator("#warned")).to_contain_text("must jump")


def jump_is_due(site: Site) -> Page:
    """Return a lesson where only one man can move: it must jump."""
    page = site.visit("/learn/checkers/3")
    expect(page.locator('[data-pick="square:15"][data-mark]')).to_be_visible()
    return page


def test_a_hint_is_marked_and_told(site: Site) -> None:
    page = site.visit()
    start_match(page, "checkers", ME, computer(), quick_colours="yes")
    expect(page.locator(".stage [data-mark]").first).to_be_visible()

    page.get_by_role("button", name="Hint").click()

    expect(page.locator('.stage [data-mark="gold"]')).not_to_have_count(0)
    expect(page.locator(".notice")).to_contain_text("Hint:")


def test_a_match_is_opened_once_however_late_the_account_is_known(site: Site) -> None:
    page = site.visit()
    start_match(page, "connect_four", ME, computer(), quick_colours="yes")
    expect(page.locator(".stage [data-mark]").first).to_be_visible()
    held: list[Route] = []
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.route("**/api/account", lambda route: held.append(route))  # noqa: PLW0108  # Playwright takes no builtin

    with page.expect_request("**/api/account"):
        page.reload(wait_until="commit")
    page.wait_for_load_state()
    held[0].continue_()
    expect(page.locator(".stage [data-mark]").first).to_be_visible()
    hands = Mouse(page, any_of(1))
    while hands.actions < 2:  # the second action follows the computer's answer to the first
        hands.step()

    assert len(held) == 1
    assert sum('"subscribe"' in frame for frame in sent) == 1


def test_what_was_played_is_saved_and_can_be_taken_back(site: Site) -> None:
    page = site.visit()
    start_match(page, "connect_four", {"kind": "me", "name": "Ann"}, {"kind": "me", "name": "Bea"}, quick_colours="yes")
    column = page.locator('[data-pick="column:4"]')
    empty = column.get_attribute("aria-label")
    assert empty

    column.click()
    expect(page.locator(".tick")).to_have_text(re.compile("saved"))
    expect(page.get_by_label("What happened")).to_contain_text("dropped into column 4")
    expect(column).not_to_have_accessible_name(empty)

    page.get_by_role("button", name="Undo").click()
    expect(column).to_have_accessible_name(empty)


def test_undo_says_why_it_is_not_possible(site: Site) -> None:
    page = site.visit()
    start_match(page, "connect_four", ME, computer())
    expect(page.locator(".stage [data-mark]").first).to_be_visible()

    page.get_by_role("button", name="Undo").click(force=True)  # it says that it cannot be used

    expect(page.locator(".notice.refused")).not_to_be_empty()


def test_a_draw_is_offered_where_the_rules_know_it(site: Site) -> None:
    page = site.visit()
    start_match(page, "checkers", ME, computer(), quick_colours="yes")
    page.get_by_role("button", name="Offer draw").click()
    expect(page.get_by_label("What happened")).to_contain_text("declined the draw")

    start_match(page, "raptor", ME, computer())
    expect(page.get_by_role("button", name="Resign")).to_be_visible()
    expect(page.get_by_role("button", name="Offer draw")).to_have_count(0)


def test_an_action_is_confirmed_by_people_who_want_that(site: Site) -> None:
    page = site.visit(confirm_moves=True)
    start_match(page, "connect_four", ME, computer(), quick_colours="yes")
    expect(page.locator(".stage [data-mark]").first).to_be_visible()
    page.locator('[data-pick="column:4"]').click()

    expect(page.locator(".asked")).to_have_text("Drop a checker into column 4?")
    page.get_by_role("button", name="Confirm").click()

    expect(page.get_by_label("What happened")).to_contain_text("column 4")


def test_on_a_phone_a_question_takes_the_place_of_the_controls(site: Site) -> None:
    page = site.visit(size=PHONE, confirm_moves=True)
    start_match(page, "connect_four", ME, computer(), quick_colours="yes")
    expect(page.locator(".stage [data-mark]").first).to_be_visible()
    page.locator('[data-pick="column:4"]').click()

    expect(page.get_by_role("button", name="More", exact=True)).to_be_hidden()
    resign(page)

    expect(page.locator("#ending-title")).to_be_visible()


def test_escape_takes_a_pick_back(site: Site) -> None:
    page = site.visit()
    start_match(page, "checkers", ME, computer(), quick_colours="yes")
    piece = page.locator('.stage [data-mark="can"]').first
    piece.click()
    expect(page.locator('.stage [data-mark="picked"]')).to_have_count(1)

    page.keyboard.press("Escape")

    expect(page.locator('.stage [data-mark="picked"]')).to_have_count(0)


def test_the_end_offers_another_match_at_another_level(site: Site) -> None:
    page = site.visit()
    start_match(page, "connect_four", ME, computer(), quick_colours="yes")
    Mouse(page, any_of(1)).play_to_the_end()
    first = page.url

    page.get_by_label("Level of the computer").select_option("casual")
    page.get_by_role("button", name="Rematch").click()

    expect(page.get_by_text("Computer (Casual)").first).to_be_visible()
    assert page.url != first


def test_the_rules_can_be_read_while_playing(site: Site) -> None:
    page = site.visit()
    start_match(page, "checkers", ME, computer(), quick_colours="yes")
    page.get_by_role("button", name="Rules").click()
    expect(page.get_by_role("complementary")).to_contain_text("diagonally")

    page.locator('.stage [data-mark="can"]').first.click()
    expect(page.locator('.stage [data-mark="picked"]')).to_have_count(1)

    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Rules")).to_be_focused()


def test_a_setting_holds_after_a_reload(site: Site) -> None:
    page = site.visit("/settings")
    page.get_by_label("Dark", exact=True).check()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")

    page.reload()

    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_guest_signs_up_and_keeps_the_match(site: Site) -> None:
    page = site.visit()
    start_match(page, "connect_four", ME, computer(), quick_colours="yes")
    expect(page.locator(".stage")).to_be_visible()
    match = page.url
    page.goto("/account")
    page.get_by_label("Name").last.fill("Mirabel")
    page.get_by_label("Password", exact=True).last.fill("a lamp over the table")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name="Mirabel")).to_be_visible()

    page.goto(match)

    expect(page.locator(".bar").filter(has_text="Mirabel")).to_contain_text("you")


def test_a_phone_shows_the_whole_board_without_scrolling_sideways(site: Site) -> None:
    page = site.visit(size=PHONE, touch=True)
    for game in registry.game_ids():
        start_match(page, game, ME, computer())
        expect(page.locator(".stage [data-mark]").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
