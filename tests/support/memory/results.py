"""What follows from finished matches, in memory."""

from collections.abc import Sequence

import msgspec

from parlour.match.accounts import DELETED
from parlour.match.errors import CorruptLog
from parlour.match.experience import level_of
from parlour.match.file import HashedEntry
from parlour.match.results import (
    DRAWN,
    EVERYTHING,
    LOST,
    OVERALL,
    PAGE,
    PLAYED,
    WON,
    Entry,
    Filters,
    Follow,
    Leader,
    Order,
    Page,
    PrivateRecord,
    RatingNow,
    Result,
    Standing,
    StoredRating,
    is_rated,
    rate,
    results_of,
    summarise,
)
from parlour.match.seating import read_seating, write_seating
from support.memory.people import MemoryPeople
from support.memory.store import Memory


class MemoryResults:
    """A `Projection`, and the `Results` that it keeps up to date."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self.num_skipped = 0

    def catch_up(self, follow: Follow = lambda *_: True) -> None:
        memory = self._memory
        while memory.num_taken_in < len(memory.ended):
            memory.write(lambda: self._take_in(memory.ended[memory.num_taken_in])).result()
            if not follow(memory.num_taken_in, len(memory.ended)):
                return

    def _take_in(self, match_id: str) -> None:
        memory, match = self._memory, self._memory.matches[match_id]
        memory.num_taken_in += 1
        try:
            events = [msgspec.json.decode(line, type=HashedEntry).event for line in match.lines]
            left = results_of(summarise(match_id, events), read_seating(write_seating(match.seating)))
        except (msgspec.MsgspecError, UnicodeDecodeError, CorruptLog):
            self.num_skipped += 1
            return
        if is_rated(left, match.seating):
            keys = [(result.identity, result.game) for result in left]
            left, after = rate(left, [memory.ratings.get(key, StoredRating()) for key in keys])
            memory.ratings.update(zip(keys, after, strict=True))
        memory.results += left

    def rating_of(self, identity: str, game: str, now_ms: int) -> RatingNow:
        return self._memory.ratings.get((identity, game), StoredRating()).now(now_ms)

    def profile(self, identity: str, now_ms: int) -> list[Standing]:
        games = {result.game for result in self._counted(identity, OVERALL)}
        return [self._standing(identity, game, now_ms) for game in [OVERALL, *sorted(games)]]

    def _counted(self, identity: str, game: str) -> list[Result]:
        return [
            result
            for result in self._memory.results
            if result.identity == identity and result.result != PLAYED and game in (OVERALL, result.game)
        ]

    def _standing(self, identity: str, game: str, now_ms: int) -> Standing:
        counted = self._counted(identity, game)
        stored = self._memory.ratings.get((identity, game))
        wins = sum(result.result == WON for result in counted)
        level = level_of(sum(result.experience for result in counted))
        return Standing(game, level, len(counted), wins, stored and stored.now(now_ms))

    def private_records(self, identity: str) -> dict[str, PrivateRecord]:
        mine = [result for result in self._memory.results if result.identity == identity]

        def count(game: str) -> PrivateRecord:
            here = [result.result for result in mine if game in (OVERALL, result.game)]
            return PrivateRecord(here.count(DRAWN), here.count(LOST))

        return {game: count(game) for game in [OVERALL, *{result.game for result in mine}]}

    def history(
        self, identity: str, filters: Filters = EVERYTHING, before: tuple[int, str] | None = None, limit: int = PAGE
    ) -> Page:
        mine = [one for one in self._memory.results if one.identity == identity and _is_wanted(one, filters)]
        mine.sort(key=lambda result: (result.ended_ms, result.match), reverse=True)
        if before is not None:
            mine = [result for result in mine if (result.ended_ms, result.match) < before]
        entries = [self._entry(result) for result in mine[:limit]]
        last = entries[-1] if len(mine) > limit else None
        return Page(entries, None if last is None else (last.ended_ms, last.match))

    def _entry(self, result: Result) -> Entry:
        name = None if result.other is None else self._memory.name_of(result.other)
        fields = result._asdict() | {"other_name": None if name == DELETED else name}
        return Entry(**{name: fields[name] for name in Entry._fields})

    def public_among(self, matches: Sequence[str]) -> set[str]:
        return {match for match in matches if self._memory.matches[match].seating.is_public}

    def leaders(self, game: str, by: Order, now_ms: int, limit: int) -> list[Leader]:
        found = []
        for account in sorted(self._memory.accounts.values()):
            standing = self._standing(account.identity, game, now_ms)
            points = sum(result.experience for result in self._counted(account.identity, game))
            shown = None if standing.rating is None or standing.rating.is_provisional else standing.rating
            order = {"level": points, "wins": standing.wins, "rating": 0 if shown is None else shown.rating}[by]
            if order > 0:
                found.append((order, Leader(account.name, standing.level.level, standing.wins, shown)))
        found.sort(key=lambda row: -row[0])
        return [leader for _, leader in found[:limit]]

    def account_called(self, name: str) -> tuple[str, str] | None:
        account = MemoryPeople(self._memory).find(name)
        return None if account is None else (account.identity, account.name)


def _is_wanted(result: Result, filters: Filters) -> bool:
    kind = "self" if result.result == PLAYED else "computer" if result.level is not None else "person"
    return (
        filters.game in (None, result.game)
        and filters.result in (None, result.result)
        and filters.opponent in (None, kind)
        and filters.level in (None, result.level)
        and filters.other in (None, result.other)
        and (filters.from_ms is None or result.ended_ms >= filters.from_ms)
        and (filters.to_ms is None or result.ended_ms < filters.to_ms)
        and filters.is_rated in (None, result.rating_change is not None)
    )
