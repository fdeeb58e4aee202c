"""People who want to play now, and who of them fit together."""

from collections.abc import Iterable

import msgspec

from parlour.server import messages as wire

RANGE = 100.0  # of ratings that are paired at once
WIDER_PER_S = 10.0  # of waiting


class Seeker(msgspec.Struct, frozen=True):
    """A person who wants to play now, at whichever node."""

    identity: str
    name: str
    request: wire.Seek
    rating: float
    since_ms: int  # by the time of day, which all nodes know
    apart: frozenset[str] = frozenset()  # identities with which this person is not paired

    def gap_allowed(self, now_ms: int) -> float:
        """Return how far away a rating may be by now."""
        return RANGE + WIDER_PER_S * (now_ms - self.since_ms) / 1000

    def gap(self, other: "Seeker") -> float:
        return abs(other.rating - self.rating)

    def fits(self, other: "Seeker", now_ms: int) -> bool:
        """Return whether both would play with each other by now."""
        return (
            other.identity not in {self.identity, *self.apart}
            and self.identity not in other.apart
            and other.request == self.request
            and self.gap(other) <= min(self.gap_allowed(now_ms), other.gap_allowed(now_ms))
        )


def best_for(seeker: Seeker, others: Iterable[Seeker], now_ms: int) -> Seeker | None:
    """Return the opponent with the closest rating, among those who fit."""
    return min((other for other in others if seeker.fits(other, now_ms)), key=seeker.gap, default=None)
