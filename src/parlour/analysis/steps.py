"""The actions of a match one by one, each with the position before it."""

from typing import NamedTuple

from parlour.core.contract import SEATS
from parlour.core.position import Position
from parlour.match import events as ev
from parlour.match.match import Match


class Step(NamedTuple):
    """An action that was not taken back."""

    position: Position  # before it
    seat: int
    action: int
    version_before: int  # of the match, after the action before this one
    version: int  # of the match, after this action
    by_clock: bool  # the time had run out, and the action was drawn at random
    in_secret: bool  # both seats choose at once, without knowing the other's choice

    @property
    def after(self) -> Position:
        """The position after the action."""
        return self.position.play(self.seat, self.action)

    @property
    def is_lucky(self) -> bool:
        """Whether the action has shown or drawn something, so that the next position depends on luck."""
        return self.position.is_irrevocable(self.seat, self.action, self.after)

    @property
    def is_only_one(self) -> bool:
        """Whether the rules allowed nothing else."""
        return len(self.position.legal_actions(self.seat)) == 1


def is_by_chance(position: Position, seat: int) -> bool:
    """Return whether nothing can be gained or lost here: a ceremony, such as drawing for colours."""
    timer = position.game.table.timers.get(position.seen_by(seat).phase())
    return timer is not None and not timer.counts


def steps_of(match: Match) -> list[Step]:
    """List the actions of a match that were not taken back."""
    steps: list[Step] = []
    first = match.first_position()
    for version, event in enumerate(match.events, 1):
        if isinstance(event, ev.UndoAnswered) and event.accept:
            del steps[-event.actions :]
        elif isinstance(event, ev.Acted):
            position = steps[-1].after if steps else first
            (action,) = match.game.notation.text_to_actions(position.state, event.seat, event.action)
            version_before = steps[-1].version if steps else 1
            in_secret = _is_secret(steps, position, event.seat)
            steps.append(Step(position, event.seat, action, version_before, version, event.by_clock, in_secret))
    return steps


def _is_secret(steps: list[Step], position: Position, seat: int) -> bool:
    """Return whether a seat chooses without knowing the other's choice, made before it or not."""
    if position.to_act() == SEATS:
        return True
    last = steps[-1] if steps and position.game.facts.hidden else None
    return (
        last is not None
        and last.position.to_act() == SEATS
        and last.seat != seat
        and not is_by_chance(last.position, seat)
    )
