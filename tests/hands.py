"""Four ways to play at a page, as people do: mouse, touch, keys, typing. Each knows only what the page marks."""

import random
from typing import Any, Protocol

from playwright.sync_api import Locator, Page

NEXT = '.stage [data-mark="can"], .stage [data-mark="gold"]'
MOST_ACTIONS = 1500
# What can be done at the page now: over, covered, to be confirmed, pickable, or nothing yet.
STATE = """() => {
  const has = (selector) => document.querySelector(selector) !== null;
  if (has("#ending-title")) return "over";
  if (has(".curtain")) return "covered";
  if (has(".confirm")) return "ready";
  if (document.querySelector(".tick[data-state=saving]")) return "wait";
  if (has('.stage [data-mark="can"], .stage [data-mark="gold"]')) return "pick";
  return "wait";
}"""


class Taste(Protocol):
    """Which of the things that can be picked somebody prefers."""

    def __call__(self, picks: list[str], page: Page, /) -> str: ...


def any_of(seed: int) -> Taste:
    """Give somebody who takes anything."""
    chance = random.Random(seed)
    return lambda picks, _page: chance.choice(picks)


class Hands:
    """Somebody at a page."""

    def __init__(self, page: Page, taste: Taste) -> None:
        self.page = page
        self.taste = taste
        self.actions = 0

    def state(self) -> str:
        return str(self.page.evaluate(STATE))

    def pickable(self) -> list[str]:
        script = "elements => elements.map((element) => element.dataset.pick)"
        found: list[str] = self.page.locator(NEXT).evaluate_all(script)
        return found

    def element(self, pick: str) -> Locator:
        return self.page.locator(f'.stage [data-pick="{pick}"]')

    def step(self) -> str:
        """Do the next thing that can be done; gives what the page was ready for."""
        state = self.state()
        if state == "covered":
            self.lift()
        elif state == "ready":
            self.confirm()
        elif state == "pick" and (picks := self.pickable()):
            self.play(self.taste(picks, self.page))
            self.actions += 1
        elif state == "wait":
            self.page.wait_for_timeout(15)
        return state

    def play_to_the_end(self) -> None:
        for _ in range(MOST_ACTIONS):
            if self.step() == "over":
                return
        raise AssertionError(f"no end after {MOST_ACTIONS} steps: {self.page.locator('.asked').inner_text()}")

    def lift(self) -> None:
        self.page.locator(".curtain button").click()

    def confirm(self) -> None:
        self.page.locator(".confirm button.primary").first.click()

    def play(self, pick: str) -> None:
        raise NotImplementedError


class Mouse(Hands):
    """Clicks."""

    def play(self, pick: str) -> None:
        self.element(pick).click()


class Touch(Hands):
    """Drags with a finger what can be dragged, and taps the rest."""

    def __init__(self, page: Page, taste: Taste) -> None:
        super().__init__(page, taste)
        self.drags = 0
        self._finger = page.context.new_cdp_session(page)

    def lift(self) -> None:
        self.page.locator(".curtain button").tap()

    def confirm(self) -> None:
        self.page.locator(".confirm button.primary").first.tap()

    def play(self, pick: str) -> None:
        element = self.element(pick)
        element.scroll_into_view_if_needed()
        if element.get_attribute("data-drag") is None:
            element.tap()
            return
        self._touch("touchStart", element)
        self._touch("touchMove", element, nudge=20)  # over the threshold: now it is held
        targets = [each for each in self.pickable() if each != pick]
        target = self.element(self.taste(targets, self.page)) if targets else element
        self._touch("touchMove", target)
        self._touch("touchEnd", None)
        self.drags += 1

    def _touch(self, kind: str, element: Locator | None, nudge: int = 0) -> None:
        points: list[dict[str, Any]] = []
        if element is not None:
            box = element.bounding_box()
            assert box, "what is touched is on the screen"
            points = [{"x": box["x"] + box["width"] / 2 + nudge, "y": box["y"] + box["height"] / 2 + nudge}]
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Keys(Hands):
    """Uses the keyboard only: Tab to the table, arrows, Enter."""

    def lift(self) -> None:
        self.page.keyboard.press("Enter")  # the button has the focus

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def play(self, pick: str) -> None:
        self._reach(pick)
        self.page.keyboard.press("Enter")

    def _reach(self, pick: str) -> None:
        """Go there by Tab between the zones and by arrows within them, as somebody who sees where it lies."""
        zone = "(pick) => { const element = document.querySelector(`.stage [data-pick=\"${pick}\"]`);" \
               " return element.closest('[data-zone]')?.contains(document.activeElement) ?? false; }"  # fmt: skip
        for _ in range(60):
            if self.page.evaluate(zone, pick):
                break
            self.page.keyboard.press("Tab")
        else:
            raise AssertionError(f"Tab does not lead to the zone of {pick}")
        for _ in range(120):
            key = self.page.evaluate(TOWARDS, pick)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the arrows do not lead to {pick}")


# The arrow that brings the focus nearer to an element; None when it is there. Within a few steps it must arrive.
TOWARDS = """(pick) => {
  const target = document.querySelector(`.stage [data-pick="${pick}"]`);
  const here = document.activeElement;
  if (here === target) return null;
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(here), [goalX, goalY] = middle(target);
  const across = goalX - x, down = goalY - y;
  if (Math.abs(down) > Math.min(12, here.offsetHeight / 2)) return down > 0 ? "ArrowDown" : "ArrowUp";
  return across > 0 ? "ArrowRight" : "ArrowLeft";
}"""


class Typing(Hands):
    """Types into the command line and takes what it completes to."""

    WANTED = ("capture", "escape", "kill", "shoot")  # what is typed first, so that a match gets on
    LETTERS = "aeorst"

    def play(self, pick: str) -> None:
        line = self.page.locator("#command")
        for typed in (*self.WANTED, *random.Random(self.actions).sample(self.LETTERS, len(self.LETTERS))):
            line.fill(typed)
            if found := self.page.locator("#completions [role=option] code").all_inner_texts():
                line.fill(self.taste(found, self.page))
                line.press("Enter")
                return
        raise AssertionError(f"nothing completes what is typed, and {pick} can be picked")
