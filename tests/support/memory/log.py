"""The log of matches, in memory."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future

from parlour.match.errors import AlreadyThere, MatchOver
from parlour.match.jobs import Job
from parlour.match.seating import Seating, write_seating
from parlour.match.stored import CHAT_LINES, MatchState, ParkedMatch, StoredLine, StoredMatch
from support.memory.store import MatchRow, Memory


class MemoryLog:
    """A `MatchLog`."""

    num_waiting = 0
    is_failing = False

    def __init__(self, memory: Memory, now_ms: Callable[[], int]) -> None:
        self._memory = memory
        self._now_ms = now_ms
        self._up_before_ms = memory.up_ms
        self._up_since_ms: int | None = None

    @property
    def up_ms(self) -> int:
        return self._up_before_ms + (0 if self._up_since_ms is None else self._now_ms() - self._up_since_ms)

    def create(
        self, match_id: str, seed: int, seating: Seating, lines: Sequence[bytes], due_ms: int | None = None,
        jobs: Sequence[Job] = (),
    ) -> "Future[Seating]":  # fmt: skip
        def change() -> Seating:
            if match_id in self._memory.matches:
                raise AlreadyThere(f"There is already a match {match_id}.")
            made = MatchRow(seed, self._memory.current(seating), list(lines), due_ms=due_ms, up_ms=self.up_ms)
            self._memory.matches[match_id] = made
            return made.seating

        return self._memory.write(change)

    def append(
        self, match_id: str, version: int, lines: Sequence[bytes], key: str | None = None, is_over: bool = False,
        jobs: Sequence[Job] = (),
    ) -> "Future[None]":  # fmt: skip
        def change() -> None:
            match = self._memory.match(match_id)
            if len(match.lines) != version:
                raise AlreadyThere(f"Match {match_id} is at version {len(match.lines)}, not {version}.")
            if key in match.keys:
                raise AlreadyThere(f"The key {key} was used in match {match_id} before.")
            match.lines += lines
            match.up_ms = self.up_ms
            if key is not None:
                match.keys[key] = len(match.lines)
            if is_over:
                match.is_over = True
                self._memory.ended.append(match_id)

        return self._memory.write(change)

    def defer(self, jobs: Sequence[Job]) -> "Future[None]":
        return self._memory.write(lambda: None)

    def set_seating(self, match_id: str, seating: Seating, instead_of: Seating | None = None) -> "Future[Seating]":
        def change() -> Seating:
            match = self._memory.match(match_id)
            if instead_of not in (None, match.seating):
                raise AlreadyThere(f"The seats of match {match_id} have changed meanwhile.")
            if match.is_over:
                raise MatchOver("The match is over.")
            match.seating = current = self._memory.current(seating)
            match.changes += 1
            return current

        return self._memory.write(change)

    def say(self, match_id: str, line: StoredLine) -> "Future[StoredLine]":
        def change() -> StoredLine:
            match = self._memory.match(match_id)
            for earlier in match.chat:
                if line.key and (earlier.seat, earlier.key) == (line.seat, line.key):
                    return earlier
            stored = line._replace(identity=self._memory.identity_now(line.identity))
            match.chat.append(stored)
            match.changes += 1
            return stored

        return self._memory.write(change)

    def want_rematch(self, match_id: str, seat: int) -> "Future[set[int]]":
        def change() -> set[int]:
            match = self._memory.match(match_id)
            match.wishes.add(seat)
            match.changes += 1
            return set(match.wishes)

        return self._memory.write(change)

    def set_due(self, match_id: str, due_ms: int | None) -> "Future[None]":
        return self._memory.write(lambda: setattr(self._memory.match(match_id), "due_ms", due_ms))

    def due_matches(self, by_ms: int) -> list[str]:
        due = [
            (match.due_ms, match_id)
            for match_id, match in self._memory.matches.items()
            if match.due_ms is not None and match.due_ms <= by_ms and not match.is_over and match.parked is None
        ]
        return [match_id for _, match_id in sorted(due)]

    def beat(self) -> "Future[None]":
        self._up_since_ms = self._now_ms() if self._up_since_ms is None else self._up_since_ms
        return self._memory.write(lambda: setattr(self._memory, "up_ms", self.up_ms))

    def read(self, match_id: str, since: int = 0) -> StoredMatch:
        match = self._memory.match(match_id)
        keys = {key: version for key, version in match.keys.items() if version >= since}
        return StoredMatch(
            match_id, match.seed, write_seating(match.seating), match.lines[since:], keys,
            match.chat[-CHAT_LINES:], max(0, self.up_ms - match.up_ms), set(match.wishes), match.changes,
        )  # fmt: skip

    def states(self, match_ids: Sequence[str]) -> dict[str, MatchState]:
        found = {match_id: self._memory.matches.get(match_id) for match_id in match_ids}
        return {match_id: MatchState(len(row.lines), row.changes) for match_id, row in found.items() if row}

    def park(self, match_id: str, reason: str) -> "Future[None]":
        return self._memory.write(lambda: setattr(self._memory.match(match_id), "parked", reason))

    def unpark(self, match_id: str) -> "Future[None]":
        def change() -> None:
            self._memory.match(match_id).parked = None
            self._memory.match(match_id).up_ms = self.up_ms

        return self._memory.write(change)

    def parked_matches(self) -> list[ParkedMatch]:
        found = sorted(self._memory.matches.items())
        return [ParkedMatch(match_id, match.parked) for match_id, match in found if match.parked is not None]
