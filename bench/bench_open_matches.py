"""How long a server takes to start with many matches that guests have left open.

python bench/bench_open_matches.py fill FOLDER 10000   # write them, as a server would have
python bench/bench_open_matches.py start FOLDER        # start a server on them, three times
"""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path

import parlour
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.file import NO_HASH, write_line
from parlour.match.match import new_match
from parlour.match.seating import COMPUTER, PERSON, Seat, Seating
from parlour.storage.database import Database
from parlour.storage.log import SqlLog

NOVICE = Seat(COMPUTER, "Computer (novice)", level="novice")
PACES = ("none", "none", "14d")  # against the computer, on one device, and between two guests


def guest(number: int) -> Seat:
    return Seat(PERSON, f"Guest {number}", f"guest:{number}")


def fill(folder: Path, count: int) -> None:
    """Write matches of one action each."""
    folder.mkdir(parents=True)
    game, now_ms, saved = parlour.load("connect_four"), time.time_ns() // 1_000_000, []
    with closing(Database(folder / "parlour.db")) as database:
        log = SqlLog(database)
        for number in range(count):
            match = new_match(game, options={"quick_colours": 1}, pace=PACES[number % 3], at_ms=now_ms)
            handle(match, co.Play(seat=match.position.to_act()[0], action="4"), now_ms)
            seats = (guest(number), (NOVICE, guest(number), guest(-number))[number % 3])
            lines, last_hash = [], NO_HASH
            for seq, event in enumerate(match.events):
                line, last_hash = write_line(seq, event, last_hash)
                lines.append(line)
            saved.append(log.create(f"open{number:06}", match.seed, Seating(seats, "x"), lines))
            if len(saved) == 1000:
                while saved:
                    saved.pop().result()


def start(folder: Path) -> None:
    """Print when a server answers, and when it has resumed the matches."""
    for _ in range(3):
        begin = time.perf_counter()
        command = [sys.executable, "-m", "parlour", "serve", "--port", "0", "--data", str(folder)]
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        ) as server:
            assert server.stdout is not None
            assert server.stderr is not None
            urllib.request.urlopen(server.stdout.readline().split()[-1] + "/healthz", timeout=600).read()
            answered_s = time.perf_counter() - begin
            event = next(entry for line in server.stderr if (entry := json.loads(line))["event"] == "resumed")
            resumed_s, ticks = time.perf_counter() - begin, Path(f"/proc/{server.pid}/stat").read_text().split()[13:15]
            cpu_s = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
            print(f"answers after {answered_s:.1f} s, resumed after {resumed_s:.1f} s and {cpu_s:.1f} s CPU, "
                  f"{event['live']} matches in memory")  # fmt: skip
            time.sleep(40)  # until the idle matches have left the memory
            server.kill()


if __name__ == "__main__":
    what, place, *rest = sys.argv[1:]
    if what == "fill":
        shutil.rmtree(place, ignore_errors=True)
        fill(Path(place), int(rest[0]))
    else:
        start(Path(place))
