"""The words of the code: those of the glossary are used, and retired ones are gone.

`retired_words.txt` has one rule per line: a scope, and a regular expression that must not be found in it. Scopes are
`python` (code, without its comments and texts), `prose` (comments, docstrings and texts of Python files; pages and
lessons), `web` (TypeScript and Svelte), `text` (`prose` and `web`) and `all`. What went from `web` and `text` is not in
the built client either.
"""

import io
import re
import tokenize
from functools import cache
from pathlib import Path

import pytest

from tools.pages import ROOT

RULES = Path(__file__).with_name("retired_words.txt")
FOLDERS = ("src", "tests", "tools", "examples", "bench")
PROSE = {tokenize.COMMENT, tokenize.STRING}
PAGES = (
    "*.md",
    "docs/**/*.md",
    "bench/*.md",
    "changelog.d/*.md",
    "examples/**/*.md",
    "src/parlour/games/*/README.md",
    "src/parlour/games/*/how-to-play.md",
    "src/parlour/games/*/lessons.toml",
    "web/src/games/*/welcome.txt",
)
LEFT_OUT = (RULES, ROOT / "src/parlour/server/static")


def rules() -> list[tuple[str, str]]:
    """Read the scopes and the retired words."""
    lines = [line.partition("#")[0].strip().split(maxsplit=1) for line in RULES.read_text().splitlines()]
    return [(scope, word) for scope, word in filter(None, lines)]


def is_left_out(path: Path) -> bool:
    return any(path == each or each in path.parents for each in LEFT_OUT) or "node_modules" in path.parts


@cache
def python_files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py")) if not is_left_out(path)]


@cache
def split(path: Path) -> tuple[str, str]:
    """Return the code and the prose of a Python file."""
    found = list(tokenize.generate_tokens(io.StringIO(path.read_text()).readline))
    code = " ".join(token.string for token in found if token.type not in PROSE)
    return code, "\n".join(token.string for token in found if token.type in PROSE)


@cache
def texts(scope: str) -> dict[Path, str]:
    """Return what is searched in a scope, by file."""
    web = [path for kind in ("*.ts", "*.svelte") for path in sorted((ROOT / "web/src").rglob(kind))]
    pages = [path for pattern in PAGES for path in sorted(ROOT.glob(pattern))]
    parts = {
        "python": {path: split(path)[0] for path in python_files()},
        "prose": {path: split(path)[1] for path in python_files()} | {path: path.read_text() for path in pages},
        "web": {path: path.read_text() for path in web},
    }
    if scope == "text":
        return parts["prose"] | parts["web"]
    if scope != "all":
        return parts[scope]
    return {path: path.read_text() for part in parts.values() for path in part}


@pytest.mark.parametrize(("scope", "word"), rules())
def test_a_retired_word_is_gone(scope: str, word: str) -> None:
    pattern = re.compile(word)

    assert [str(path.relative_to(ROOT)) for path, text in texts(scope).items() if pattern.search(text)] == []


BUILT = sorted((ROOT / "src/parlour/server/static").glob("assets/*.js"))


@pytest.mark.skipif(not BUILT, reason="the client was not built")
@pytest.mark.parametrize(
    "word", [word for scope, word in rules() if scope in ("web", "text", "prose") and '"""' not in word]
)
def test_a_retired_word_is_not_in_the_built_client(word: str) -> None:
    pattern = re.compile(word)

    assert [path.name for path in BUILT if pattern.search(_built(path))] == []


@cache
def _built(path: Path) -> str:
    return path.read_text()


def glossary() -> list[str]:
    """List the words in bold of the section "Glossary" of CONTRIBUTING.md, each once."""
    _, _, section = (ROOT / "CONTRIBUTING.md").read_text().partition("## Glossary\n")
    return list(dict.fromkeys(re.findall(r"\*\*(.+?)\*\*", section.partition("\n## ")[0])))


def test_the_glossary_has_words() -> None:
    assert len(glossary()) > 30


@pytest.mark.parametrize("word", glossary())
def test_a_word_of_the_glossary_is_used(word: str) -> None:
    """As a whole name or as a part of one: `time control` is found in `time_control` and `TimeControl`."""
    name = re.compile("_?".join(map(re.escape, word.split())), re.IGNORECASE)

    files = [text for path, text in texts("python").items() if ROOT / "src" in path.parents] + [*texts("web").values()]
    assert any(name.search(text) for text in files)
