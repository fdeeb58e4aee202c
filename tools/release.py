"""Collect the changelog of a release: `make release`, in a clean tree, for the version in `src/parlour/__init__.py`."""

import datetime
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
KINDS = ("added", "changed", "fixed", "removed")


class NotReady(Exception):
    """The tree cannot be released as it is."""


def read_version(root: Path) -> str:
    """Return the version that the package states."""
    found = re.search(r'^__version__ = "(.+)"$', (root / "src/parlour/__init__.py").read_text(), re.MULTILINE)
    if found is None:
        raise NotReady("src/parlour/__init__.py states no version.")
    return found[1]


def read_fragments(root: Path) -> dict[str, list[str]]:
    """Return the sentences of changelog.d by kind, in the order of their file names."""
    paths = sorted((root / "changelog.d").glob("*.md"))
    return {kind: [path.read_text().strip() for path in paths if path.suffixes[-2] == f".{kind}"] for kind in KINDS}


def section(version: str, date: str, fragments: Mapping[str, list[str]]) -> str:
    """Write the section of a version."""
    rows = [f"## {version} ({date})", ""]
    for kind, sentences in fragments.items():
        if sentences:
            rows += [f"### {kind.capitalize()}", "", *(f"- {' '.join(each.split())}" for each in sentences), ""]
    return "\n".join(rows)


def insert(changelog: str, added: str) -> str:
    """Put a section above the one of the version before."""
    head, mark, older = changelog.partition("\n## ")
    return f"{head.rstrip()}\n\n{added}" + (f"\n## {older}" if mark else "")


def collect(root: Path, date: str) -> str:
    """Move all fragments into CHANGELOG.md; return the version.

    Raises:
        NotReady: there are uncommitted changes, or no fragments, or the version is in the changelog already.
    """
    version, fragments, changelog = read_version(root), read_fragments(root), root / "CHANGELOG.md"
    if subprocess.check_output(["git", "status", "--porcelain"], cwd=root):
        raise NotReady("There are uncommitted changes. Commit or stash them first.")
    if f"## {version} " in changelog.read_text():
        raise NotReady(f"CHANGELOG.md has {version} already. Raise the version in src/parlour/__init__.py first.")
    if not any(fragments.values()):
        raise NotReady("changelog.d holds no fragments: there is nothing to release.")
    changelog.write_text(insert(changelog.read_text(), section(version, date, fragments)))
    for path in (root / "changelog.d").glob("*.md"):
        path.unlink()
    return version


def main() -> None:
    try:
        version = collect(ROOT, datetime.date.today().isoformat())
    except NotReady as problem:
        sys.exit(str(problem))
    sys.stdout.write(
        f"CHANGELOG.md has the section of {version}. Review it, then:\n\n"
        f'  git add --all && git commit --message "Release {version}"\n'
        f'  git tag --annotate v{version} --message "Parlour {version}"\n\n'
    )


if __name__ == "__main__":
    main()
