"""Rules with pictures, lessons that show what to pick, and what of them works offline."""

from playwright.sync_api import expect

from support.browser import PHONE, Site


def test_rules_have_pictures_for_players_and_a_page_for_builders(site: Site) -> None:
    page = site.visit("/rules/raptor")
    expect(page.get_by_role("img", name="Each scientist attacks once in a round.")).to_be_visible()
    assert page.locator("figure .stage").count() >= 5
    page.get_by_role("link", name="For builders").click()

    expect(page.get_by_role("heading", name="Notation")).to_be_visible()


def test_a_lesson_marks_the_piece_and_the_place(site: Site) -> None:
    page = site.visit("/learn/checkers/1", size=PHONE)
    piece = page.locator('.stage [data-mark="gold"]')
    expect(piece).to_have_attribute("data-pick", "square:11")
    text, board = page.locator(".asked").bounding_box(), page.locator(".stage").bounding_box()
    assert text
    assert board
    assert text["y"] + text["height"] <= board["y"]
    piece.click()

    expect(piece).to_have_attribute("data-pick", "square:15")


def test_rules_and_lessons_opened_before_work_offline_and_other_pages_stay_calm(site: Site) -> None:
    context = site.browser.new_context(base_url=site.url)
    try:
        page = context.new_page()
        for path in ("/", "/rules/checkers", "/learn/checkers/1"):
            page.goto(path)
            page.wait_for_load_state("networkidle")
        page.evaluate("navigator.serviceWorker.ready")
        for path in ("/rules/checkers", "/learn/checkers/1"):  # through the worker, which is active now
            page.goto(path)
            page.wait_for_load_state("networkidle")
        context.set_offline(True)

        page.goto("/rules/checkers")
        expect(page.get_by_role("heading", name="Jumping")).to_be_visible()
        page.goto("/learn/checkers/1")
        expect(page.locator(".stage")).to_be_visible()
        page.goto("/lobby")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
    finally:
        context.close()
