"""The chance of computer players: it follows from the match, so that each of their actions can be computed again."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from parlour.core.thinking import Stop
from parlour.match import events as ev
from parlour.match.match import Match, fold
from parlour.players.player import make_player
from parlour.players.pool import Question

SALT = b"parlour computer player"
SEED_BYTES = 8  # of the generator of a player


def computer_seed(match_seed: int, seat: int, version: int) -> int:
    """Return the seed with which a computer chooses; the secret seed of the match cannot be found from it.

    Args:
        version: of the match when the position arose that it thinks about: see `position_version`.
    """
    digest = hmac.new(SALT, f"{match_seed} {seat} {version}".encode(), hashlib.sha256).digest()
    return int.from_bytes(digest[:SEED_BYTES])


def position_version(match: Match) -> int:
    """Return the version at which the position of a match arose. Offers and answers change the match, but not that."""
    for version in range(match.version, 1, -1):
        if _changes_position(match.events[version - 1]):
            return version
    return 1


def _changes_position(event: ev.AnyEvent) -> bool:
    return isinstance(event, ev.Acted) or (isinstance(event, ev.UndoAnswered) and event.accept)


def question(match: Match, seat: int) -> Question:
    """Return what the computer of a seat is asked in the present position."""
    seed = computer_seed(match.seed, seat, position_version(match))
    return Question(seed, match.position.seen_by(seat).known)


def history(events: Sequence[ev.AnyEvent], match_seed: int, seat: int) -> list[Question]:
    """Return what the computer of a seat was asked before the last position that events lead to.

    It was asked once in every position in which it was to act, those that were taken back included.
    """
    return [question(past, seat) for past, _ in _past_positions(events, match_seed) if seat in past.position.to_act()]


def _past_positions(events: Sequence[ev.AnyEvent], match_seed: int) -> Iterator[tuple[Match, ev.AnyEvent]]:
    """Yield the match in every position that it has left, with the event by which it left."""
    past = fold(events[:1], match_seed)
    for event in events[1:]:
        if _changes_position(event):
            yield past, event
        past.apply(event)


class ComputerAction(NamedTuple):
    """An action of a computer, as it was played and as its player chooses it again."""

    version: int
    seat: int
    played: str
    chosen: str


def recompute(match: Match, levels: tuple[str | None, str | None]) -> Iterator[ComputerAction]:
    """Choose every action of the computers in a match again, from what its file tells.

    One player per seat thinks about all that it was asked, in order, as it did in the match. An action that was cut
    short by the deadline of the server, and those after it, need not come out the same. Levels are limited by numbers
    of nodes or simulations, so that this happens only on a machine that is overloaded.

    Args:
        levels: by seat; None for people.
    """
    players = [make_player(level, match.game, 0) if level else None for level in levels]
    for past, event in _past_positions(match.events, match.seed):
        for seat in past.position.to_act():
            if player := players[seat]:
                asked = question(past, seat)
                player.reseed(asked.seed)
                chosen = past.position.action_to_text(seat, player.choose(asked.known, seat, Stop()))
                if isinstance(event, ev.Acted) and event.seat == seat and not event.by_clock:
                    yield ComputerAction(past.version, seat, event.action, chosen)
