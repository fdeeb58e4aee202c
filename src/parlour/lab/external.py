"""Programs as players: one JSON line with what the seat may know goes in, one with the action comes out."""

import json
import os
import select
import subprocess
import time
from typing import Any

import msgspec

from parlour.core.contract import Known
from parlour.core.game import Game
from parlour.core.phrasing import fill_seats
from parlour.core.reading import shown
from parlour.core.seat_view import SeatView
from parlour.core.thinking import Stop
from parlour.lab.errors import Forfeit

LONGEST_LINE = 64 * 1024  # bytes of an answer
POLL_S = 0.1


def seen_by(game: Game, state: Known, seat: int) -> SeatView:
    """Return what a seat may know, from the hidden record that its player is given."""
    return SeatView(game, seat, state, int(game.rules.to_act(state)))


def question(game: Game, state: Known, seat: int) -> dict[str, Any]:
    """Return what a program is asked: the view of its seat, and its legal actions in notation and as codes."""
    seen = seen_by(game, state, seat)
    codes = seen.legal_actions()
    return {
        "game": game.id,
        "seat": seat,
        "prompt": fill_seats(seen.prompt(), seen.side_names()),
        "view": msgspec.to_builtins(seen.view()),
        "actions": [seen.action_to_text(code) for code in codes],
        "codes": codes,
    }


class ExternalPlayer:
    """A program that chooses for one seat of one match; it is started with the match and ends with it."""

    keeps_results = True
    num_bytes = 0

    def __init__(self, command: str, game: Game, seed: int, move_s: float) -> None:
        self._command, self._game, self._seed, self._move_s = command, game, seed, move_s
        self._process: subprocess.Popen[bytes] | None = None
        self._unread = b""

    def reseed(self, seed: int) -> None:
        self._seed = seed

    def choose(self, state: Known, seat: int, stop: Stop) -> int:
        asked = question(self._game, state, seat)
        line = self._ask(json.dumps({**asked, "seed": self._seed}).encode() + b"\n")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Forfeit(f"{self._command} wrote {shown(line[:80])}, which is not JSON.") from None
        action = answer.get("action") if isinstance(answer, dict) else None
        for names in (asked["actions"], asked["codes"]):
            if action in names and not isinstance(action, bool):
                return int(asked["codes"][names.index(action)])
        count = len(asked["codes"])
        raise Forfeit(f"{self._command} chose {shown(action)}, which is not one of its {count} legal actions.")

    def _ask(self, line: bytes) -> bytes:
        """Send a line, and return the one that comes back."""
        end_s = time.monotonic() + self._move_s
        try:
            process = self._started()
            self._send(process, line, end_s)
        except OSError as error:
            raise Forfeit(f"{self._command} cannot be asked: {error.strerror or 'it has ended'}.") from None
        return self._read(process, end_s)

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen([self._command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
            assert self._process.stdin is not None
            os.set_blocking(self._process.stdin.fileno(), False)  # it may never read what it is sent
        return self._process

    def _send(self, process: subprocess.Popen[bytes], line: bytes, end_s: float) -> None:
        assert process.stdin is not None
        while line:
            self._check_time(end_s)
            if select.select([], [process.stdin], [], POLL_S)[1]:
                line = line[os.write(process.stdin.fileno(), line) :]

    def _read(self, process: subprocess.Popen[bytes], end_s: float) -> bytes:
        assert process.stdout is not None
        while b"\n" not in self._unread:
            self._check_time(end_s)
            if not select.select([process.stdout], [], [], POLL_S)[0]:
                continue
            more = process.stdout.read(LONGEST_LINE)
            if not more:
                raise Forfeit(f"{self._command} ended before it answered (status {process.wait()}).")
            self._unread += more
            if len(self._unread) > LONGEST_LINE:
                raise Forfeit(f"{self._command} wrote more than {LONGEST_LINE} bytes without an answer.")
        line, _, self._unread = self._unread.partition(b"\n")
        return line

    def _check_time(self, end_s: float) -> None:
        if time.monotonic() > end_s:
            raise Forfeit(f"{self._command} did not answer within {self._move_s:g} s.")

    def close(self) -> None:
        """End the program."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    pipe.close()
            self._process = None
