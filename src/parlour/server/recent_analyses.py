"""Analyses of matches that are not in the log: kept in memory, the last ones."""

import hashlib
from concurrent.futures import Future

from parlour.match.analyses_port import Accuracy, Analyses

MOST = 200  # of some 50 kB each
_OF_TEXT = "text:"  # how the ids of such matches begin; those of the log have no colon


def id_of_text(text: str) -> str:
    """Return the id under which the match of a file is analysed: the same text, the same analysis."""
    return _OF_TEXT + hashlib.sha256(text.encode()).hexdigest()


def is_stored(match_id: str) -> bool:
    """Return whether a match is one of the log."""
    return not match_id.startswith(_OF_TEXT)


class RecentAnalyses:
    """The port `Analyses` for all matches: those of the log are stored, those of files are kept for a while."""

    def __init__(self, stored: Analyses) -> None:
        self._stored = stored
        self._recent: dict[str, bytes] = {}  # by id, the latest last

    def find(self, match_id: str) -> bytes | None:
        """Return the analysis of a match."""
        return self._stored.find(match_id) if is_stored(match_id) else self._recent.get(match_id)

    def store(self, match_id: str, data: bytes, accuracy: Accuracy) -> "Future[None]":
        """Keep the analysis of a match, instead of one that was there."""
        if is_stored(match_id):
            return self._stored.store(match_id, data, accuracy)
        self._recent[match_id] = data
        if len(self._recent) > MOST:
            del self._recent[next(iter(self._recent))]
        kept: Future[None] = Future()
        kept.set_result(None)
        return kept
