"""The server of `make dev` restarts when a source file changes, and only then."""

import os
import subprocess
import sys
from pathlib import Path

from tools.dev import restart, snapshot


def test_a_changed_or_new_source_file_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text("")
    before = snapshot(tmp_path)

    os.utime(source, ns=(0, 0))
    changed = snapshot(tmp_path)
    (tmp_path / "view.py").write_text("")

    assert before != changed != snapshot(tmp_path)


def test_other_files_are_not_noticed(tmp_path: Path) -> None:
    before = snapshot(tmp_path)

    (tmp_path / "parlour.db").write_text("")

    assert snapshot(tmp_path) == before


def test_a_server_has_ended_before_the_next_one_starts() -> None:
    first = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])

    def start() -> subprocess.Popen[bytes]:
        assert first.poll() is not None
        return subprocess.Popen([sys.executable, "-c", ""])

    assert restart(first, start).wait() == 0
