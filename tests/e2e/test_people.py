"""What people do for their safety: recover an account, report a player, and handle the report as an operator."""

from playwright.sync_api import Page, expect

from parlour.cli.main import run
from support.accessibility import LOOKS, violations
from support.browser import ME, OPEN, PHONE, Site, start_match
from support.server_process import Forked

PASSWORD = "correct horse battery"


def sign_up(page: Page, name: str) -> None:
    page.goto("/account")
    form = page.locator("form", has=page.get_by_role("heading", name="Create account"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("Password", exact=True).fill(PASSWORD)
    form.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_a_recovery_code_brings_an_account_back(site: Site) -> None:
    page, other = site.visit(), site.visit("/account", size=PHONE)
    sign_up(page, "Rosa")
    page.goto("/account")
    codes = page.get_by_role("region", name="Recovery codes")
    codes.get_by_label("Password", exact=True).fill(PASSWORD)
    codes.get_by_role("button", name="Create codes").click()
    code = codes.get_by_role("list", name="New recovery codes").get_by_role("listitem").first.inner_text()
    found = violations(page, LOOKS[:1])
    other.get_by_role("link", name="Forgot your password?").click()
    other.get_by_label("Name").fill("Rosa")
    other.get_by_label("Recovery code").fill("wrong")
    other.get_by_label("New password", exact=True).fill("quite another one")
    other.get_by_role("button", name="Set password").click()
    expect(other.get_by_role("alert")).to_have_text("Wrong name or recovery code.")
    found |= violations(other, LOOKS[:1])
    other.get_by_label("Recovery code").fill(code)
    other.get_by_role("button", name="Set password").click()

    expect(other.get_by_role("heading", name="Signed in as Rosa")).to_be_visible()
    expect(other.get_by_text("You have 9 unused codes.")).to_be_visible()
    page.goto("/account")
    expect(page.get_by_role("heading", name="Sign in or create an account")).to_be_visible()
    assert found == {}


def test_a_report_reaches_an_operator_who_silences_the_player(site: Site, server: Forked) -> None:
    ann, ben, olga = (site.visit() for _ in range(3))
    for page, name in ((ann, "Annika"), (ben, "Benno"), (olga, "Olga")):
        sign_up(page, name)
    assert run(["role", "Olga", "operator", "--data", str(server.data)]) == 0
    invitation = start_match(ann, "connect_four", ME, OPEN)
    ben.goto(invitation)
    ben.get_by_role("button", name="Join", exact=True).click()
    say(ben, "you fool")
    ann.get_by_text("Mute, block or report Benno").click()
    ann.get_by_label("What did Benno do?").fill("Insults me.")
    ann.get_by_role("button", name="Report").click()
    expect(ann.get_by_text("An operator will look at your report.")).to_be_visible()
    found = violations(ann, LOOKS[:1])

    olga.goto("/account")
    olga.get_by_role("link", name="Operator").click()
    report = olga.get_by_role("article", name="Annika reports Benno")
    expect(report).to_contain_text("Benno: you fool")
    found |= violations(olga)
    report.get_by_label("Days").fill("3")
    report.get_by_role("button", name="Silence chat").click()
    expect(olga.get_by_text("Benno is silenced.")).to_be_visible()
    expect(report).to_have_count(0)
    say(ben, "what")

    expect(ben.locator(".refused")).to_contain_text("An operator has silenced your chat until")
    ann.get_by_role("button", name="Mute", exact=True).click()
    expect(ann.get_by_text("you fool")).to_have_count(0)
    ann.goto("/settings")
    ann.get_by_role("button", name="Unmute Benno").click()
    expect(ann.get_by_text("Benno is no longer muted.")).to_be_visible()
    assert found == {}


def say(page: Page, text: str) -> None:
    page.get_by_label("Message").fill(text)
    page.get_by_role("button", name="Send").click()


def test_a_private_match_is_watched_by_its_link_only(site: Site) -> None:
    ann, ben, eve, cleo = (site.visit() for _ in range(4))
    invitation = start_match(ann, "connect_four", ME, OPEN)
    ben.goto(invitation)
    ben.get_by_role("button", name="Join", exact=True).click()
    expect(ben.locator(".stage")).to_be_visible()
    ben.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ben.get_by_role("button", name="Menu").click()
    ben.get_by_role("button", name="Share link").click()
    expect(ben.get_by_text("Link copied.")).to_be_visible()
    link = ben.evaluate("navigator.clipboard.readText()")
    cleo.goto(link)
    eve.goto(invitation.partition("?")[0])

    expect(cleo.locator(".stage")).to_be_visible()
    expect(eve.get_by_role("alert")).to_contain_text("There is no match")
