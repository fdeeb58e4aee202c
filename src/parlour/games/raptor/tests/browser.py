"""How the tests of the pages play Raptor."""

from playwright.sync_api import Page

from support.ui_drivers import Taste, any_of

WANTED = (("confirm",), ("exit:",), ("tray:",), ("baby:", "mother:", "scientist:"))


def taste(seed: int) -> Taste:
    """Return a taste for what gets on: a placement is confirmed, exits and other figures are wanted over steps."""
    anything = any_of(seed)

    def choose(picks: list[str], page: Page, /) -> str:
        for wanted in WANTED:
            found = [pick for pick in picks if pick.startswith(wanted)]
            if found and len(found) < len(picks):
                return anything(found, page)
        return anything(picks, page)

    return choose
