"""The chance of computer players: it follows from the match, so that each of their actions can be computed again."""

import hashlib
import hmac
from collections.abc import Iterator
from typing import NamedTuple

from parlour.core.position import Position
from parlour.core.thinking import Stop
from parlour.match import events as ev
from parlour.match.match import Match, fold
from parlour.players.player import make_player

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
        event = match.events[version - 1]
        if isinstance(event, ev.Acted) or (isinstance(event, ev.UndoAnswered) and event.accept):
            return version
    return 1


class ComputerAction(NamedTuple):
    """An action of a computer, as it was played and as its player chooses it again."""

    version: int
    seat: int
    played: str
    chosen: str


def recompute(match: Match, levels: tuple[str | None, str | None]) -> Iterator[ComputerAction]:
    """Choose every action of the computers in a match again, from what its file tells.

    An action that was cut short by the deadline of the server need not come out the same. Levels are limited by
    numbers of nodes or simulations, so that this happens only on a machine that is overloaded.

    Args:
        levels: by seat; None for people.
    """
    past = fold(match.events[:1], match.seed)
    for event in match.events[1:]:
        level = levels[event.seat] if isinstance(event, ev.Acted) and not event.by_clock else None
        if isinstance(event, ev.Acted) and level is not None:
            seed = computer_seed(match.seed, event.seat, position_version(past))
            yield ComputerAction(
                past.version, event.seat, event.action, _choose(past.position, level, seed, event.seat)
            )
        past.apply(event)


def _choose(position: Position, level: str, seed: int, seat: int) -> str:
    action = make_player(level, position.game, seed).choose(position.seen_by(seat).known, seat, Stop())
    return position.action_to_text(seat, action)
