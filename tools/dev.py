"""`make dev`: a server that restarts when its sources change, and Vite, which reloads pages; Ctrl-C ends both."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src/parlour"
SUFFIXES = (".py", ".toml", ".csv")
SERVER = [sys.executable, "-m", "parlour", "serve", "--origin", "http://localhost:5173"]
VITE = ["npm", "--prefix", "web", "run", "dev"]
PAUSE_S = 0.5

Process = subprocess.Popen[bytes]


def snapshot(folder: Path) -> dict[Path, int]:
    """Return when each source file was changed last."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.suffix in SUFFIXES}


def restart(server: Process, start: Callable[[], Process]) -> Process:
    """End a server and start another one."""
    server.terminate()
    server.wait()
    return start()


def start_server() -> Process:
    return subprocess.Popen(SERVER, cwd=ROOT)


def run() -> None:
    """Run both; restart the server on every change."""
    server, vite, seen = start_server(), subprocess.Popen(VITE, cwd=ROOT), snapshot(SOURCES)
    try:
        while vite.poll() is None:
            time.sleep(PAUSE_S)
            if (now := snapshot(SOURCES)) != seen:
                server, seen = restart(server, start_server), now
    finally:
        for process in (server, vite):
            process.terminate()
            process.wait()


def main() -> None:
    try:
        run()
    except KeyboardInterrupt:
        sys.stdout.write("\n")


if __name__ == "__main__":
    main()
