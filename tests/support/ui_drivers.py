"""Four ways to play at a page, as people do: mouse, touch, keys, typing. Each knows only what the page shows."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from playwright.sync_api import Locator, Page

MOST_STEPS = 4000
MOST_TABS = 100
# What the page is ready for, and where: over, covered, to be confirmed, things to pick, or nothing yet.
LOOK = """() => {
  const visible = (selector) => [...document.querySelectorAll(selector)].find((each) => each.checkVisibility());
  const place = (element) => {
    let box = element.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) {
      element.scrollIntoView({ block: "center", behavior: "instant" });
      box = element.getBoundingClientRect();
    }
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const button = (state, selector) => ({ state, picks: {}, at: place(visible(selector)) });
  if (visible("#ending-title")) return { state: "over", picks: {}, at: null };
  if (visible(".curtain")) return button("covered", ".curtain button");
  if (visible(".confirm button.primary")) return button("ready", ".confirm button.primary");
  if (visible(".tick[data-state=saving]")) return { state: "wait", picks: {}, at: null };
  const next = [...document.querySelectorAll('.stage [data-mark="can"], .stage [data-mark="gold"]')];
  const picks = Object.fromEntries(next.map((each) => [each.dataset.pick, "drag" in each.dataset]));
  return { state: next.length ? "pick" : "wait", picks, at: null };
}"""
# Where an element is in sight and nothing covers it, after scrolling there if need be.
PLACE = """([pick, canScroll]) => {
  const element = document.querySelector(`.stage [data-pick="${pick}"]`);
  const places = [[0.5, 0.5], [0.2, 0.5], [0.5, 0.2], [0.1, 0.1], [0.8, 0.8], [0.5, 0.9]];
  for (const mayScroll of [false, canScroll]) {
    if (mayScroll) element.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    for (const [dx, dy] of places) {
      const x = box.left + dx * box.width, y = box.top + dy * box.height;
      if (element.contains(document.elementFromPoint(x, y))) return [x, y];
    }
  }
  return null;
}"""
# Where something can be dropped instead of being tapped.
DROP = """(pick) => {
  const name = document.querySelector(`.stage [data-pick="${pick}"]`).dataset.dropOn;
  const box = name && document.querySelector(`.stage [data-drop="${name}"]`).getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
# Return when the page has changed, or soon: another page may have to act first.
CHANGE = """() => new Promise((resolve) => {
  const observer = new MutationObserver(done);
  const timer = setTimeout(done, 50);
  function done() {
    observer.disconnect();
    clearTimeout(timer);
    resolve();
  }
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
})"""


class LookAhead(NamedTuple):
    """What the page is ready for."""

    state: str
    picks: dict[str, bool]  # what can be picked, and whether it can be dragged
    at: tuple[float, float] | None  # of the button to be pressed


class Taste(Protocol):
    """Chooses one of the things that can be picked."""

    def __call__(self, picks: list[str], page: Page, /) -> str: ...


MakeTaste = Callable[[int], Taste]  # from a seed


def any_of(seed: int) -> Taste:
    """Return a taste for random picks."""
    chance = random.Random(seed)
    return lambda picks, _page: chance.choice(picks)


class Hands:
    """A person at a page, who picks by a taste."""

    def __init__(self, page: Page, taste: Taste) -> None:
        self.page = page
        self.taste = taste
        self.actions = 0

    def look(self) -> LookAhead:
        return LookAhead(**self.page.evaluate(LOOK))

    def step(self) -> str:
        """Do the next thing that can be done; return what the page was ready for."""
        state, picks, at = self.look()
        if at is not None:
            self.press(*at)
        elif state == "pick":
            pick = self.taste(list(picks), self.page)
            self.play(pick, can_drag=picks.get(pick, False))
            self.actions += 1
        elif state == "wait":
            self.page.evaluate(CHANGE)
        return state

    def play_to_the_end(self) -> None:
        for _ in range(MOST_STEPS):
            if self.step() == "over":
                return
        raise AssertionError(f"no end after {MOST_STEPS} steps: {self.page.locator('.asked').inner_text()}")

    def place(self, pick: str) -> tuple[float, float]:
        """Return where something lies, in sight."""
        for _ in range(100):  # something may fly over it
            if at := self.page.evaluate(PLACE, [pick, True]):
                return tuple(at)
            self.page.evaluate(CHANGE)
        raise AssertionError(f"{pick} is covered")

    def press(self, x: float, y: float) -> None:
        """Press a button of the page that lies there."""
        self.page.mouse.click(x, y)

    def play(self, pick: str, *, can_drag: bool) -> None:
        """Pick something."""
        raise NotImplementedError


class Mouse(Hands):
    """Clicks."""

    def play(self, pick: str, *, can_drag: bool) -> None:
        self.page.mouse.click(*self.place(pick))


class Touch(Hands):
    """Drags with a finger what can be dragged, and taps the rest."""

    def __init__(self, page: Page, taste: Taste) -> None:
        super().__init__(page, taste)
        self.drags = 0
        self.chances = 0  # to drag something to a target
        self._finger = page.context.new_cdp_session(page)

    def press(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def play(self, pick: str, *, can_drag: bool) -> None:
        x, y = self.place(pick)
        if not can_drag:
            self.press(x, y)
            return
        drop = self.page.evaluate(DROP, pick)
        self._touch("touchStart", x, y)
        self._touch("touchMove", x + 20, y + 20)  # over the threshold: now it is held
        if drop:
            self._touch("touchMove", *drop)
            self._touch("touchEnd")
            self.chances, self.drags = self.chances + 1, self.drags + 1
            return
        targets = [each for each in self.look().picks if each != pick]
        self.chances += bool(targets)
        to = self.page.evaluate(PLACE, [self.taste(targets, self.page), False]) if targets else None
        self._touch("touchMove", *(to or (x, y)))
        self._touch("touchEnd")
        self.drags += to is not None
        if to is None:  # it is not on the screen: a person would put it back, tap it, and scroll there
            self.press(x, y)

    def _touch(self, kind: str, *at: float) -> None:
        points: list[dict[str, Any]] = [{"x": at[0], "y": at[1]}] if at else []
        self._finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class Keys(Hands):
    """Uses the keyboard only: Tab to the table, arrows, Enter."""

    def press(self, x: float, y: float) -> None:
        self.page.keyboard.press("Enter")  # the curtain's button has the focus; the board confirms

    def play(self, pick: str, *, can_drag: bool) -> None:
        if self.reach(pick):
            self.page.keyboard.press("Enter")

    def reach(self, pick: str) -> bool:
        """Move the focus there, by Tab between zones and by arrows within them; return whether it is still there."""
        for _ in range(150):
            key = self.page.evaluate(TOWARDS, pick)
            if key in ("here", "gone"):
                return bool(key == "here")
            self.page.keyboard.press(key)
        raise AssertionError(f"the keys do not lead to {pick}")


# The key that brings the focus nearer to an element, or that it is there, or that there is no such element.
TOWARDS = """(pick) => {
  const target = document.querySelector(`.stage [data-pick="${pick}"]`);
  const here = document.activeElement;
  if (!target) return "gone";
  if (here === target) return "here";
  if (!target.closest("[data-zone]").contains(here)) return "Tab";
  const middle = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(here), [goalX, goalY] = middle(target);
  if (Math.abs(goalY - y) > Math.min(12, here.offsetHeight / 2)) return goalY > y ? "ArrowDown" : "ArrowUp";
  return goalX > x ? "ArrowRight" : "ArrowLeft";
}"""


def tab_to(page: Page, target: Locator) -> None:
    """Move the focus to an element with Tab alone."""
    target.wait_for()
    for _ in range(MOST_TABS):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def press_enter(page: Page, target: Locator) -> None:
    """Move the focus to a button or a link with Tab alone, and press Enter."""
    tab_to(page, target)
    page.keyboard.press("Enter")


class Typing(Hands):
    """Types into the command line and takes what it completes to."""

    WANTED = ("capture", "escape", "kill", "shoot")  # what is typed first, so that a match gets on
    LETTERS = "aeorst"

    def play(self, pick: str, *, can_drag: bool) -> None:
        line = self.page.locator("#command")
        for typed in (*self.WANTED, *random.Random(self.actions).sample(self.LETTERS, len(self.LETTERS))):
            line.fill(typed)
            if found := self.page.locator("#completions [role=option] code").all_inner_texts():
                line.fill(self.taste(found, self.page))
                line.press("Enter")
                return
        raise AssertionError(f"nothing completes what is typed, and {pick} can be picked")
