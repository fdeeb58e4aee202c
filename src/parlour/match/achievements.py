"""Achievements and streaks: what people have reached beyond results, as it follows from the log.

Those of a game are in its folder and need its rules; the general ones below follow from results alone. A match of one
person at both seats, or from a position, earns nothing, as with experience.
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from parlour.core import registry
from parlour.core.achievement import Achievement, Playthrough
from parlour.core.contract import Played
from parlour.match import events as ev
from parlour.match.clock import DAY_MS, DAYS, read_pace
from parlour.match.experience import LEFT
from parlour.match.match import Match, fold
from parlour.match.results import LOST, WON, Result

WINS_IN_A_ROW = 3
DAYS_IN_A_ROW = 7
STRONG = ("expert", "master")  # levels
_log = logging.getLogger(__name__)


class Streaks(NamedTuple):
    """What a person has done in a row, and the games they have finished; days are counted by UTC."""

    wins: int = 0
    best_wins: int = 0
    days: int = 0
    best_days: int = 0
    last_day: int = -1  # since 1970
    games: str = ""  # ids, separated by spaces

    def after(self, result: Result) -> "Streaks":
        """Return the streaks after one more match."""
        wins = self.wins + 1 if result.result == WON else 0
        day = max(self.last_day, result.ended_ms // DAY_MS)  # a clock may have been set back
        days = self.days if day == self.last_day else self.days + 1 if day == self.last_day + 1 and self.days else 1
        games = " ".join(sorted({*self.games.split(), result.game}))
        return Streaks(wins, max(wins, self.best_wins), days, max(days, self.best_days), day, games)

    def days_now(self, now_ms: int) -> int:
        """Return the days in a row up to today; a streak lasts until a whole day was missed."""
        return self.days if now_ms // DAY_MS - self.last_day <= 1 else 0


class Context(NamedTuple):
    """What the general achievements are decided by: a result, and the streaks with it."""

    result: Result
    streaks: Streaks
    is_rated: bool


class GeneralAchievement(NamedTuple):
    """Something to reach in any game."""

    id: str  # one word, never changed: it is stored
    title: str
    task: str
    lesson: str
    is_earned: Callable[[Context], bool]


def _is_day_game(context: Context) -> bool:
    return read_pace(context.result.pace).kind == DAYS


GENERAL = (
    GeneralAchievement(
        "first_match", "First match", "Finish a match.",
        "Every finished match can be replayed, move by move: open it in your history.", lambda _: True,
    ),
    GeneralAchievement(
        "first_win", "First win", "Win a match.",
        "Look at the last moves again. What decided it will come up once more.", lambda c: c.result.result == WON,
    ),
    GeneralAchievement(
        "three_wins", "Three in a row", "Win three matches in a row.",
        "Time for a stronger opponent: you learn most where you win about half of the time.",
        lambda c: c.streaks.wins >= WINS_IN_A_ROW,
    ),
    GeneralAchievement(
        "every_game", "Around the table", "Finish a match of every game.",
        "What one game teaches (tempo, space, counting cards) helps in the others.",
        lambda c: set(registry.game_ids()) <= set(c.streaks.games.split()),
    ),
    GeneralAchievement(
        "seven_days", "Regular", "Finish a match on seven days in a row.",
        "A little every day teaches more than a long evening.", lambda c: c.streaks.days >= DAYS_IN_A_ROW,
    ),
    GeneralAchievement(
        "strong_computer", "Giant killer", "Beat the computer at level Expert or Master.",
        "It never tires, but it has habits. Play the same opening again and see what it answers.",
        lambda c: c.result.result == WON and c.result.level in STRONG,
    ),
    GeneralAchievement(
        "rated", "On the record", "Finish a rated match.",
        "A rating finds you opponents of your own strength. It settles after about ten matches.",
        lambda c: c.is_rated,
    ),
    GeneralAchievement(
        "day_game", "Slow and steady", "Finish a match with days to think.",
        "With time, write down what you expect. The surprise tells you what you missed.", _is_day_game,
    ),
)  # fmt: skip


def general_achievements(context: Context) -> list[str]:
    """List the general achievements that a match earns; a player who left it earns none."""
    if context.result.result == LOST and context.result.reason in LEFT:
        return []
    return [each.id for each in GENERAL if each.is_earned(context)]


def achievements_of(game_id: str) -> tuple[Achievement, ...]:
    """Return the achievements of a game; none where it is not installed."""
    return registry.load(game_id).extras.achievements if game_id in registry.game_ids() else ()


def stored_id(game_id: str, achievement: str) -> str:
    """Return the id under which an achievement of a game is stored."""
    return f"{game_id}/{achievement}"


def playthroughs(begun: Match, log: Sequence[ev.AnyEvent]) -> tuple[Playthrough, Playthrough]:
    """Return a finished match from the seats of both players, given its beginning and the log of the rest.

    Clocks, turns and offers do not count for achievements; without them this takes a fraction of the time of `fold`.
    """
    game, positions, played = begun.game, [begun.position], list[Played]()
    for event in log:
        if isinstance(event, ev.Acted):
            state = positions[-1].state
            (code,) = game.notation.text_to_actions(state, event.seat, event.action)
            played.append(Played(state, event.seat, code))
            positions.append(positions[-1].play(event.seat, code))
        elif isinstance(event, ev.UndoAnswered) and event.accept:
            del played[len(played) - event.actions :], positions[len(positions) - event.actions :]
    ended = next(event for event in log if isinstance(event, ev.Ended))
    first = Playthrough(0, played, positions[-1].state, ended.winner, ended.reason)
    return first, first._replace(seat=1)


def earned_by_seat(log: Iterable[ev.AnyEvent], seed: int) -> tuple[list[str], list[str]]:
    """List the achievements of its game that each seat has earned in a finished match, as they are stored.

    A match of older rules, or one that cannot be played again, earns none.
    """
    try:
        started, *rest = log
        begun = fold([started], seed)
        first, second = [_earned(play, begun.game.id) for play in playthroughs(begun, rest)]
    except Exception as error:  # a damaged log can make a game fail in any way
        _log.info("A match earns no achievements of its game: %s", error)
        return [], []
    return first, second


def _earned(play: Playthrough, game_id: str) -> list[str]:
    return [stored_id(game_id, each.id) for each in achievements_of(game_id) if each.is_earned(play)]
