"""What axe finds wrong with a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
Looks = tuple[tuple[str, str], ...]  # of theme and palette
LOOKS: Looks = (("light", "standard"), ("dark", "standard"), ("light", "distinct"))
WEAR = """async ([theme, palette]) => {
  Object.assign(document.documentElement.dataset, { theme, palette });
  await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
  await Promise.allSettled(fading.map((each) => each.finished));
}"""

# Describing what is right as well would take longer than looking for what is wrong.
RUN = """async (rules) => (await axe.run({ runOnly: rules, resultTypes: ["violations"] })).violations"""


def violations(page: Page, looks: Looks = LOOKS) -> dict[str, list[str]]:
    """Return what axe finds wrong with a page as it is now, in each of these looks."""
    page.evaluate(AXE.read_text("utf8"))
    found: dict[str, list[str]] = {}
    for theme, palette in looks:
        page.evaluate(WEAR, [theme, palette])
        # Only contrast changes with the look; all the rest is looked for once.
        rules = TAGS if (theme, palette) == LOOKS[0] else {"type": "rule", "values": ["color-contrast"]}
        told: list[dict[str, Any]] = page.evaluate(RUN, rules)
        for each in told:
            nodes = [node["html"][:200] for node in each["nodes"][:3]]
            found.setdefault(f"{theme}, {palette}", []).append(f"{each['id']}: {each['help']}: {nodes}")
    return found
