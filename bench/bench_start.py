"""What an edit costs at the next start: how many kernels are compiled again, of which games, and how long that takes.

python bench/bench_start.py           # this working tree
python bench/bench_start.py COMMIT    # an earlier commit
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
# What is edited: the file, by the names it has had, and the text that is replaced.
EDITS = {
    "nothing": ((), "", ""),
    "a sentence of Whist's narration": (
        ("whist/text/narrate.py", "whist/narration.py"), "scrambled the deck", "mixed the deck",
    ),
    "a docstring of a kernel of Whist": (
        ("whist/rules/round.py", "whist/rules.py"), '    """', '    """Rule 4. ',
    ),
    "a kernel of Whist": (
        ("whist/rules/round.py", "whist/rules.py"), "s.num_tricks += 1", "s.num_tricks += 2 - 1 + 0 * s.dealer",
    ),
}  # fmt: skip


def copy_tree(commit: str | None, folder: Path) -> None:
    """Copy the sources of the working tree, or of a commit, to a folder."""
    if commit is None:
        shutil.copytree(HERE / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    else:
        archive = subprocess.run(["git", "archive", commit, "src"], cwd=HERE, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", folder], input=archive.stdout, check=True)


def edit(folder: Path, names: tuple[str, ...], old: str, new: str) -> None:
    """Replace the first place of a text in the first of the files that exists."""
    games = folder / "src/parlour/games"
    path = next((games / name for name in names if (games / name).exists()), None)
    if path is not None:
        text = path.read_text()
        assert old in text, f"{old} is not in {path}"
        path.write_text(text.replace(old, new, 1))


def warm(folder: Path) -> tuple[float, float, int, list[str]]:
    """Compile what is missing; return wall and CPU time, the number of new files, and the games that took long."""
    cache = folder / "cache"
    known, begin, before = set(cache.rglob("*.bin")), time.perf_counter(), os.times()
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "PARLOUR_CACHE": str(cache)}
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "warm"], env=environment, check=True, capture_output=True, text=True
    )
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    slow = [game for game, seconds in re.findall(r"(\w+): ready after ([\d.]+)", done.stdout) if float(seconds) > 4]
    return time.perf_counter() - begin, spent, len(set(cache.rglob("*.bin")) - known), slow


def main() -> None:
    commit = sys.argv[1] if len(sys.argv) > 1 else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        copy_tree(commit, folder)
        print("| edited | kernels compiled | games over 4 s | wall | CPU |\n|---|---|---|---|---|")
        for title, (names, old, new) in {"(first start)": EDITS["nothing"], **EDITS}.items():
            edit(folder, names, old, new)
            wall_s, cpu_s, compiled, slow = warm(folder)
            games = "all" if len(slow) > 6 else ", ".join(slow) or "none"
            print(f"| {title} | {compiled} | {games} | {wall_s:.1f} s | {cpu_s:.1f} s |", flush=True)


if __name__ == "__main__":
    main()
