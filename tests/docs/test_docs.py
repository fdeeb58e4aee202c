"""The documentation can be believed: examples run, generated parts are fresh, nothing is left out."""

import re
import subprocess
import sys

import pytest

from parlour.core import registry
from tools.pages import PAGES, PARTS, ROOT, own_games

README = (ROOT / "README.md").read_text()
SECTIONS = ("## Rules", "## Options", "## Notation", "## Decisions")


def code_blocks(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)


def test_the_readme_opens_with_a_match_that_plays() -> None:
    match = code_blocks(README)[0]
    run = subprocess.run([sys.executable, "-c", match], capture_output=True, text=True, check=True)

    assert len(match.strip().splitlines()) <= 15
    expected = re.search(r"```\n(.*?)```", README.split(f"{match}```")[1], flags=re.DOTALL)
    assert expected is not None
    assert run.stdout == expected[1]


@pytest.mark.parametrize("name", ["batches", "search"])
def test_a_page_about_batches_opens_with_matches_that_play(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text()
    run = subprocess.run([sys.executable, "-c", code_blocks(page)[0]], capture_output=True, text=True, check=True)

    assert f"```\n{run.stdout}```" in page


def test_the_readme_reaches_prose_and_code_early() -> None:
    lines = README.splitlines()

    assert next(i for i, line in enumerate(lines, 1) if line and not line.startswith(("#", "[", "<"))) <= 5
    assert next(i for i, line in enumerate(lines, 1) if line.startswith("```")) <= 25


@pytest.mark.parametrize("path", PARTS)
def test_a_generated_part_of_a_page_is_fresh(path: str) -> None:
    text = (ROOT / path).read_text()

    assert PARTS[path](text) == text, "run `make docs`"


@pytest.mark.parametrize("path", PAGES)
def test_a_generated_page_is_fresh(path: str) -> None:
    assert PAGES[path]() == (ROOT / path).read_text(), "run `make docs`"


@pytest.mark.parametrize("game_id", own_games())
def test_a_games_readme_has_its_sections_and_names_its_options(game_id: str) -> None:
    text = (ROOT / "src" / "parlour" / "games" / game_id / "README.md").read_text()

    assert [section for section in SECTIONS if section not in text] == []
    for option in registry.load(game_id).options:
        assert f"`{option.name}`" in text


def test_links_between_pages_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("src/parlour/games/*/README.md")]
    for page in pages:
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text()):
            if "://" not in link:
                assert (page.parent / link).exists(), f"{page.relative_to(ROOT)} links to {link}"


def test_the_numbers_of_decisions_are_in_order() -> None:
    numbers = sorted(int(path.name[:4]) for path in (ROOT / "docs" / "decisions").glob("*.md"))

    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("example", sorted(path.name for path in (ROOT / "examples").glob("*.py")))
def test_an_example_runs_and_is_short(example: str) -> None:
    path = ROOT / "examples" / example
    run = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)

    assert run.returncode == 0, run.stderr
    assert len(path.read_text().splitlines()) < 60


def test_nothing_outside_the_games_folders_names_a_game() -> None:
    names = re.compile(f"""["']({"|".join(own_games())})["']""")
    sources = ROOT / "src" / "parlour"
    outside = [path for path in sources.rglob("*.py") if (sources / "games") not in path.parents]
    allowed = {sources / "__init__.py"}  # its docstrings play an example

    for path in outside:
        assert path in allowed or not names.search(path.read_text()), f"{path.relative_to(ROOT)} names a game"


def test_a_change_has_its_fragment_in_the_right_form() -> None:
    for path in (ROOT / "changelog.d").glob("*.md"):
        assert re.fullmatch(r"[a-z0-9_-]+\.(added|changed|fixed|removed)\.md", path.name), path.name
        assert path.read_text().strip().endswith(".")
