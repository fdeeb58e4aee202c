"""A mission: goals for one seat over the rules of a game, judged after every action.

The terms of a mission are written into the log of its match. So a match is judged as it was begun, whatever becomes of
the campaign, and can be judged again from its log alone.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parlour.core.contract import Known, Outcome
from parlour.core.game import Game
from parlour.core.mission import ROUND
from parlour.core.position import Position
from parlour.match.errors import CorruptLog

DONE, FAILED = "mission_done", "mission_failed"  # how a match with a mission ends
Word = Annotated[str, Meta(max_length=200)]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something that is counted, with its bounds."""

    measure: Word  # of the game
    at_least: int | None = None
    at_most: int | None = None
    places: tuple[Word, ...] = ()
    words: Word = ""  # of a goal, instead of the label of the measure; of a star, what earns it

    def allows(self, count: int) -> bool:
        """Return whether a number is within the bounds."""
        return (self.at_least is None or count >= self.at_least) and (self.at_most is None or count <= self.at_most)


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a match with a mission is judged by."""

    mission: Word  # its id
    difficulty: Word
    seat: Annotated[int, Meta(ge=0, le=1)]  # of the player
    goal: tuple[Condition, ...]  # won when all of them hold
    fail: tuple[Condition, ...] = ()  # lost when one of them holds
    last_round: int | None = None  # lost when it is over
    star: tuple[Condition, ...] = ()  # each one that holds at the end of a mission won earns a star more


class GoalLine(msgspec.Struct, frozen=True):
    """How far one goal of a mission is."""

    kind: Literal["goal", "danger", "round"]  # to be reached, to be avoided, or the time that is left
    words: str  # "Babies out: 1 of 2"
    is_met: bool  # a goal that is reached


class Judge:
    """Judges the positions of a match by the terms of its mission."""

    def __init__(self, game: Game, terms: Terms, first: Position) -> None:
        """Take the terms, and the position in which the match began.

        Raises:
            CorruptLog: the game cannot count what the terms name.
        """
        self.terms = terms
        self._measures = game.extras.measures
        self._first = first.seen_by().known
        wanted = {ROUND, *(each.measure for each in (*terms.goal, *terms.fail, *terms.star))}
        if unknown := sorted(wanted - set(self._measures)):
            raise CorruptLog(f"{game.name} has no measure {', '.join(unknown)}.")

    def verdict(self, position: Position) -> Outcome | None:
        """Return how the mission ends in a position; None while it goes on.

        A game that is won by its own rules is a mission that is won.
        """
        terms, now, ended = self.terms, position.seen_by().known, position.outcome
        if any(self._holds(each, now) for each in terms.fail):
            return self._lost
        if all(self._holds(each, now) for each in terms.goal) or (ended is not None and ended.winner == terms.seat):
            return Outcome(terms.seat, DONE)
        is_late = terms.last_round is not None and self._round(now) > terms.last_round
        return self._lost if ended is not None or is_late else None

    @property
    def _lost(self) -> Outcome:
        return Outcome(1 - self.terms.seat, FAILED)

    def stars(self, position: Position) -> int:
        """Return what a mission that is won in this position earns: one star, and one for each further goal."""
        now = position.seen_by().known
        return 1 + sum(self._holds(each, now) for each in self.terms.star)

    def progress(self, position: Position) -> list[GoalLine]:
        """List how far each goal is, what must not happen, and the round."""
        now = position.seen_by().known
        return [*self._goals(now), *self._dangers(now), *self._rounds(now)]

    def _goals(self, now: Known) -> Iterator[GoalLine]:
        for goal in self.terms.goal:
            if goal.measure != ROUND:
                bound = f"of {goal.at_least}" if goal.at_most is None else f"(at most {goal.at_most})"
                words = f"{self._label(goal)}: {self._count(goal, now)} {bound}"
                yield GoalLine("goal", words, self._holds(goal, now))

    def _dangers(self, now: Known) -> Iterator[GoalLine]:
        for fail in self.terms.fail:
            bound = fail.at_least if fail.at_most is None else fail.at_most
            yield GoalLine("danger", f"{self._label(fail)}: {self._count(fail, now)} (lost at {bound})", False)

    def _rounds(self, now: Known) -> Iterator[GoalLine]:
        # To hold out until a round has begun is to hold out through the one before it.
        held = [each.at_least - 1 for each in self.terms.goal if each.measure == ROUND and each.at_least is not None]
        last = self.terms.last_round or max(held, default=None)
        if last is not None:
            yield GoalLine("round", f"Round {min(self._round(now), last)} of {last}", False)

    def _label(self, condition: Condition) -> str:
        return condition.words or self._measures[condition.measure].label

    def _round(self, now: Known) -> int:
        return self._measures[ROUND].count(self._first, now, ())

    def _count(self, condition: Condition, now: Known) -> int:
        return self._measures[condition.measure].count(self._first, now, condition.places)

    def _holds(self, condition: Condition, now: Known) -> bool:
        return condition.allows(self._count(condition, now))
