"""A match is analysed on its replay page, mistakes are tried again, and earlier moves are looked at during play."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from support.accessibility import LOOKS, violations
from support.browser import DESK, LANDSCAPE, ME, PHONE, Site, computer, resign, start_match, start_request

LATE = "7247323135155677761551527144664424"  # who is to play wins in column 3, and so does the other one after it
SIZES = {"phone": PHONE, "landscape": LANDSCAPE, "desk": DESK}
EVERY_SIZE = pytest.mark.parametrize("size", ["phone", pytest.param("landscape", marks=pytest.mark.long), "desk"])
PICKS = "(cards) => cards.map((card) => card.dataset.pick)"


def candidate(column: int, value: float, grade: str) -> dict[str, Any]:
    words = {"action": str(column), "label": f"drop a checker into column {column}"}
    return words | {"value": value, "is_exact": False, "grade": grade}


BEST = [candidate(4, 0.6, "best"), candidate(3, 0.58, "good"), candidate(5, 0.4, "mistake")]


def graded(version: int, seat: int, column: int, grade: str, value: float) -> dict[str, Any]:
    reason = f"Column {column} gives up the middle."
    more = {"version": version, "seat": seat, "best_value": 0.6, "reason": reason, "best": BEST}
    return candidate(column, value, grade) | more


def analysis(first: int) -> dict[str, Any]:
    """Return an analysis of three drops, of which the second is a mistake, by the seat that begins."""
    values = [(1, 0.5), (2, 0.45), (3, 0.72), (4, 0.7)]
    points = [{"version": version, "value": value, "low": value - 0.1, "high": value + 0.1, "is_exact": False}
              for version, value in values]  # fmt: skip
    actions = [
        graded(2, first, 1, "good", 0.56),
        graded(3, 1 - first, 2, "mistake", 0.41),
        graded(4, first, 3, "best", 0.6),
    ]
    return {"game": "connect_four", "engine": "Master", "is_exact": False, "points": points, "actions": actions,
            "accuracy": [97.2, 61.0]}  # fmt: skip


class Engine:
    """Stands in for the server's engine, which would take its time."""

    def __init__(self, page: Page) -> None:
        self.status, self.asked = "none", 0
        self.first = 0
        page.route("**/analysis*", self.answer)

    def answer(self, route: Route) -> None:
        method = route.request.method
        self.status = {"POST": "running", "DELETE": "none"}.get(method, self.status)
        is_done = self.status == "done"
        state = {"status": self.status, "done": 3 if is_done else 1, "total": 3,
                 "analysis": analysis(self.first) if is_done else None}  # fmt: skip
        route.fulfill(status=200, content_type="application/json", body=json.dumps(state))


def drop(page: Page, *columns: int) -> None:
    log = page.locator('[aria-label="What happened"] li')
    for column in columns:
        before = log.filter(has_text="dropped").count()
        page.locator(f'[data-pick="column:{column}"]').first.click()
        expect(log.filter(has_text="dropped")).to_have_count(before + 1)


def at(page: Page, place: int) -> None:
    expect(page.locator(".replay")).to_have_attribute("data-place", str(place))


def finished(site: Site, size: ViewportSize) -> tuple[Page, Engine]:
    """Play three moves on one device, resign, and open the replay."""
    page = site.visit(size=size, motion="reduced")
    engine = Engine(page)
    start_match(page, "connect_four", ME, ME, quick_colours="yes")
    drop(page, 1, 2, 3)
    resign(page)
    page.get_by_role("link", name="Replay & analysis").click()
    at(page, 0)
    engine.first = page.evaluate(
        """async () => {
          const answer = await fetch(location.pathname.replace("/replay/", "/api/matches/") + "/replay");
          return (await answer.json()).frames[0].to_act[0];
        }"""
    )
    return page, engine


def open_panel(page: Page, size: str) -> None:
    if size != "desk":
        page.get_by_role("button", name="Moves, analysis").click()


@EVERY_SIZE
def test_a_match_is_analysed_and_its_mistake_tried_again(site: Site, size: str) -> None:
    page, engine = finished(site, SIZES[size])
    open_panel(page, size)
    panel = page.get_by_role("region", name="Analysis", exact=True)
    panel.get_by_role("button", name="Analyse").click()
    expect(panel).to_contain_text("1 of 3 positions")
    panel.get_by_role("button", name="Cancel").click()
    panel.get_by_role("button", name="Analyse").click()
    expect(panel).to_contain_text("1 of 3 positions")
    engine.status = "done"
    expect(panel.get_by_role("row", name="Accuracy 97% 61%")).to_be_visible()
    assert violations(page, LOOKS[:1]) == {}

    panel.get_by_role("button", name="Show as a table").click()
    table = page.get_by_role("dialog", name="Analysis")
    expect(table.get_by_role("row")).to_have_count(4)
    expect(table.get_by_role("row", name="~45% (35% to 55%) ~72% (62% to 82%) Mistake")).to_be_visible()
    assert violations(page, LOOKS[:1]) == {}
    table.get_by_role("button", name="1. Drop").click()
    at(page, 1)
    graph = page.get_by_role("slider", name="Chances of")
    expect(graph).to_have_attribute("aria-valuetext", "Move 1 of 4: Player 1 ~45% (35% to 55%), good")
    page.get_by_role("button", name="Next mistake").click()
    at(page, 2)
    expect(page.locator(".verdict")).to_contain_text("Mistake, worth ~41%. Column 2 gives up the middle.")
    for part in (graph, page.get_by_role("button", name="Forward"), page.get_by_role("button", name="Try again")):
        expect(part).to_be_in_viewport(ratio=1)
    assert violations(page, LOOKS[:2]) == {}

    page.get_by_role("button", name="Try again").click()
    retry = page.get_by_role("region", name="Try again")
    expect(retry).to_contain_text("Find something better")
    page.locator('[data-pick="column:5"]').click()
    expect(retry).to_contain_text("Mistake. Drop a checker into column 5: ~40%; the best is worth ~60%.")
    retry.get_by_role("button", name="Show the best").click()
    expect(retry).to_contain_text("Best. Drop a checker into column 4: ~60%.")
    assert violations(page, LOOKS[:1]) == {}
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_server_finds_a_blunder_and_names_it(site: Site) -> None:
    page = site.visit(motion="reduced")
    start_request(page, {"game": "connect_four", "seats": [ME, ME], "position": LATE})
    drop(page, 1, 3)  # the first player could have won in column 3
    page.get_by_role("link", name="Replay & analysis").click()
    page.get_by_role("button", name="Analyse").click()
    moves = page.get_by_role("list", name="Moves")
    expect(moves.get_by_role("button").nth(1)).to_contain_text("Blunder")
    expect(moves.get_by_role("button").nth(2)).to_contain_text("Best")
    page.get_by_role("button", name="Next mistake").click()

    expect(page.locator(".verdict")).to_contain_text("Blunder, worth 0%.")
    expect(page.locator(".verdict")).to_contain_text("column 3")
    expect(page.get_by_role("region", name="Analysis", exact=True)).to_contain_text("Every value is proven.")
    page.get_by_role("button", name="Try again").click()
    page.locator('[data-pick="column:3"]').click()
    expect(page.get_by_role("region", name="Try again")).to_contain_text("Best.")
    page.reload()
    expect(moves.get_by_role("button").nth(1)).to_contain_text("Blunder")  # it is kept


def test_the_graph_is_dragged_and_walked_by_keys(site: Site) -> None:
    page, engine = finished(site, DESK)
    engine.status = "done"
    page.reload()
    graph = page.get_by_role("slider", name="Chances of")
    box = graph.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 20)
    page.mouse.down()
    at(page, 4)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.up()
    at(page, 2)
    graph.focus()
    page.keyboard.press("ArrowLeft")
    at(page, 1)
    page.keyboard.press("PageUp")
    at(page, 2)


def test_a_mistake_is_played_on_against_the_master(site: Site) -> None:
    page, engine = finished(site, DESK)
    engine.status = "done"
    page.reload()
    page.get_by_role("button", name="Next mistake").click()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Play on against Master").click()

    expect(page.locator(".match")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Master")
    expect(page.locator('[data-pick="column:1"]')).to_have_attribute("aria-label", re.compile("^column 1, 1 of 6"))


@EVERY_SIZE
def test_earlier_moves_are_looked_at_during_a_match(site: Site, size: str) -> None:
    page = site.visit(size=SIZES[size], motion="reduced")
    start_match(page, "connect_four", ME, ME, quick_colours="yes")
    drop(page, 1, 2, 3)
    if size != "desk":
        page.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Look back").click()
    notice = page.locator('[data-part="look-back"]')
    expect(notice).to_contain_text("Move 2 of 3, the match goes on.")
    page.keyboard.press("Home")
    expect(notice).to_contain_text("Move 0 of 3")
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    assert page.locator(".stage:not([inert])").count() == 0
    assert violations(page, LOOKS[:2]) == {}

    page.get_by_role("button", name="Forward").click()
    expect(notice).to_contain_text("dropped into column 1")
    page.get_by_role("button", name="Back to the match").click()
    expect(notice).to_have_count(0)
    drop(page, 4)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_move_of_the_opponent_does_not_end_looking_back(site: Site) -> None:
    ada, bo = site.visit(motion="reduced"), site.visit(motion="reduced")
    link = start_match(ada, "connect_four", ME, {"kind": "open"}, quick_colours="yes")
    bo.goto(link)
    bo.get_by_role("button", name="Join", exact=True).click()
    first, second = (ada, bo) if ada.locator('[data-mark="can"]').count() else (bo, ada)
    drop(first, 1)
    expect(second.get_by_label("What happened")).to_contain_text("column 1")
    drop(second, 2)
    second.get_by_label("What happened").get_by_text("column 1").click()
    notice = second.locator('[data-part="look-back"]')
    expect(notice).to_contain_text("Move 1 of 2, the match goes on.")
    drop(first, 3)

    expect(notice).to_contain_text("Move 1 of 3, the match goes on.")
    expect(notice).to_contain_text("New:")
    expect(second.get_by_role("list", name="Moves").get_by_role("button")).to_have_count(4)
    second.keyboard.press("Escape")
    drop(second, 4)


def test_a_file_that_was_opened_says_where_it_can_be_analysed(site: Site) -> None:
    page = site.visit("/replay", motion="reduced")
    page.get_by_label("Or paste its text").fill('[White "Marion"]\n[Black "Asa"]\n1. 11-15 23-19 1-0')
    page.get_by_role("button", name="Show").click()

    expect(page.get_by_role("region", name="Analysis", exact=True)).to_contain_text("parlour analyse FILE")


def test_looking_back_shows_a_hand_as_it_was_then(site: Site) -> None:
    page = site.visit(motion="reduced")
    start_match(page, "whist", ME, computer(), ceremony="quick")
    hand = page.locator('.stage [data-pick^="card:"]')
    expect(hand.first).to_be_visible()
    before = hand.evaluate_all(PICKS)
    page.locator(".stage [data-mark]").first.click()
    expect(page.get_by_label("What happened").get_by_text("You took")).to_be_attached()
    page.get_by_role("button", name="Look back").click()
    expect(page.locator(".past")).to_be_visible()
    page.keyboard.press("Home")

    expect(page.locator(".past")).to_have_attribute("data-place", "0")
    assert page.locator('.past [data-pick^="card:"]').evaluate_all(PICKS) == before
