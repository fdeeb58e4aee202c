"""A rated match between two people: nothing is shown before both are there, and a player who goes is counted down."""

import re

from playwright.sync_api import Page, expect

from support.browser import Site

CALL = """async ([path, body]) => {
  await fetch("/api/account");
  const answer = await fetch(path, {
    method: "POST", body: JSON.stringify(body), headers: {"content-type": "application/json"}});
  return answer.json();
}"""


def signed_up(site: Site, name: str) -> Page:
    page = site.visit("/")
    page.evaluate(CALL, ["/api/account", {"name": name, "password": "correct horse battery"}])
    return page


def test_a_rated_match_is_shown_when_both_are_there_and_an_absent_player_is_counted_down(site: Site) -> None:
    ada, bo = signed_up(site, "Adaline"), signed_up(site, "Bodil")
    request = {
        "game": "connect_four", "options": {"quick_colours": "yes"}, "pace": "10+0", "is_rated": True,
        "seats": [{"kind": "me"}, {"kind": "open"}],
    }  # fmt: skip
    made = ada.evaluate(CALL, ["/api/matches", request])
    path = f"/match/{made['match']}"
    ada.goto(path)
    expect(ada.get_by_label("Invite link")).to_be_visible()

    bo.evaluate(CALL, [f"/api/matches/{made['match']}/join", {"invitation": made["invitation"]}])
    expect(ada.get_by_text("Waiting for Bodil to open the match.")).to_be_visible()
    assert ada.locator(".stage").count() == 0

    bo.goto(path)
    for page in (ada, bo):
        expect(page.locator(".stage")).to_be_visible()
    if ada.get_by_text("your turn").count():
        ada.locator('[data-pick="column:4"]').click()
        expect(ada.get_by_label("What happened")).to_contain_text("column 4")
    bo.goto("/")

    expect(ada.get_by_text(re.compile(r"Bodil is away\. You can claim the win in 0:\d\d\."))).to_be_visible()
    assert ada.get_by_role("button", name="Claim win").count() == 0
    bo.goto(path)
    expect(ada.get_by_text("is away")).to_have_count(0)
