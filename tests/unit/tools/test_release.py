"""A release moves the fragments into the changelog, and refuses a tree that is not ready."""

import subprocess
from pathlib import Path

import pytest

from tools.release import NotReady, collect

OLDER = "# Changes\n\nNewest first.\n\n## 0.1.0 (2026-01-01)\n\n### Added\n\n- Games.\n"


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a repository with two fragments for version 0.2.0."""
    (tmp_path / "src/parlour").mkdir(parents=True)
    (tmp_path / "src/parlour/__init__.py").write_text('__version__ = "0.2.0"\n')
    (tmp_path / "changelog.d").mkdir()
    (tmp_path / "changelog.d/clocks.added.md").write_text("Matches can have\nclocks.\n")
    (tmp_path / "changelog.d/undo.fixed.md").write_text("Undo works.\n")
    (tmp_path / "CHANGELOG.md").write_text(OLDER)
    git(tmp_path, "init")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--message", "Begin")
    return tmp_path


def test_fragments_become_the_newest_section(root: Path) -> None:
    assert collect(root, "2026-02-02") == "0.2.0"

    assert (root / "CHANGELOG.md").read_text() == (
        "# Changes\n\nNewest first.\n\n"
        "## 0.2.0 (2026-02-02)\n\n### Added\n\n- Matches can have clocks.\n\n### Fixed\n\n- Undo works.\n\n"
        "## 0.1.0 (2026-01-01)\n\n### Added\n\n- Games.\n"
    )
    assert list((root / "changelog.d").iterdir()) == []


def test_the_first_release_follows_the_introduction(root: Path) -> None:
    (root / "CHANGELOG.md").write_text("# Changes\n\nNewest first.\n")
    git(root, "commit", "--all", "--message", "Empty")

    collect(root, "2026-02-02")

    assert (root / "CHANGELOG.md").read_text().startswith("# Changes\n\nNewest first.\n\n## 0.2.0 (2026-02-02)\n")


def test_uncommitted_changes_are_refused(root: Path) -> None:
    (root / "new.txt").write_text("")

    with pytest.raises(NotReady, match="uncommitted"):
        collect(root, "2026-02-02")


def test_a_version_is_released_once(root: Path) -> None:
    (root / "src/parlour/__init__.py").write_text('__version__ = "0.1.0"\n')
    git(root, "commit", "--all", "--message", "Go back")

    with pytest.raises(NotReady, match="Raise the version"):
        collect(root, "2026-02-02")


def test_nothing_new_is_refused(root: Path) -> None:
    git(root, "rm", "-r", "changelog.d")
    git(root, "commit", "--message", "Nothing")

    with pytest.raises(NotReady, match="nothing to release"):
        collect(root, "2026-02-02")
