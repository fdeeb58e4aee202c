"""`Analyser`: the analysis of one match in small steps, from its last action to its first.

The last action comes first because what is found there helps with the ones before it: it fills the tables of a search,
and it is the value of the action that led there.
"""

from collections.abc import Callable

from msgspec.structs import replace

from parlour.analysis.grades import accuracy, grade_of
from parlour.analysis.judging import DIGITS, Judge, Judgement
from parlour.analysis.reasons import reason_of, why_forced
from parlour.analysis.report import Analysis, Candidate, Grade, Graded, Point
from parlour.analysis.steps import Step, is_by_chance, steps_of
from parlour.core.contract import SEATS
from parlour.core.thinking import ActionValue, Stop
from parlour.match.match import Match

MOST_CANDIDATES = 5
MOST_TRIES = 120  # at values that a solver can prove, but not within one step
Progress = Callable[["Analyser"], None]
EVEN = ActionValue(action=-1, value=0.5, simulations=0)  # where nothing is known


class Analyser:
    """Analyses a match; each `step` takes at most as long as its `stop` allows.

    Steps may run in any thread, one at a time; `report` may be asked for from any other one meanwhile.
    """

    def __init__(self, match: Match, seconds: float) -> None:
        self.game = match.game
        self._seconds = seconds
        self._judge = Judge(match.game)
        self._steps = steps_of(match)
        self._last = self._steps[-1].after if self._steps else match.first_position()
        self._versions = [1, *(step.version for step in self._steps)]  # of each position
        self._waiting = list(range(len(self._versions)))  # indices of positions, the next one last
        self._tries: dict[int, int] = {}  # by index, of values that are not proven yet
        self._judgements: dict[int, Judgement] = {}
        self._points: dict[int, Point] = {}
        self._graded: dict[int, Graded] = {}
        self._reached = len(self._versions)  # the first index that has been looked at
        self.total = len(self._waiting)
        self.done = 0

    @property
    def is_done(self) -> bool:
        return not self._waiting

    def step(self, stop: Stop) -> None:
        """Value the next position; or try again to prove what could only be estimated, after all have a value."""
        index = self._waiting[-1]
        self._value(index, stop)
        self._reached = min(self._reached, index)
        is_second = index in self._tries
        if self._is_unproven(index) and self._tries.get(index, 0) < MOST_TRIES:
            self._tries[index] = self._tries.get(index, 0) + 1
            if is_second:
                return
            self._waiting.insert(0, index)
            self.total += 1
        self._waiting.pop()
        self.done += 1

    def run(self, stop: Stop, on_progress: "Progress") -> None:
        """Take all steps that are left, until told to stop."""
        while not self.is_done and not stop.is_due:
            with Stop(self._seconds) as deadline:
                self.step(deadline)
            on_progress(self)

    def _value(self, index: int, stop: Stop) -> None:
        """Find the point of a position and the grade of the action that was played there."""
        step = self._steps[index] if index < len(self._steps) else None
        position = step.position if step else self._last
        seats = (step.seat,) if step else position.to_act()
        if not seats:
            result = float(self.game.rules.result(position.state, 0))
            self._points[index] = Point(self._versions[index], result, result, result, is_exact=True)
        elif is_by_chance(position, seats[0]):
            if step:
                self._graded[index] = _graded(step, "forced", EVEN, EVEN, why_forced(step), [])
        elif step and step.is_only_one and not step.is_lucky and (after := self._points.get(index + 1)):
            self._points[index] = replace(after, version=self._versions[index])
            self._graded[index] = _graded(step, "forced", EVEN, EVEN, why_forced(step), [])
        else:
            in_secret = step.in_secret if step else len(position.to_act()) == len(SEATS)
            judgement = self._judge.judge(
                position, seats[0], stop, index, played=step.action if step else None, in_secret=in_secret
            )
            if step:
                judgement = judgement.knowing(self._value_of_played(index, step, judgement, stop))
                self._graded[index] = _grade(step, judgement)
            self._judgements[index] = judgement
            self._points[index] = _point(self._versions[index], judgement)

    def _is_unproven(self, index: int) -> bool:
        judgement = self._judgements.get(index)
        return self.game.players.solver is not None and judgement is not None and not judgement.is_exact

    def _value_of_played(self, index: int, step: Step, judgement: Judgement, stop: Stop) -> ActionValue:
        played = judgement.of(step.action) or self._value_by_next(index, step, judgement, stop)
        return played._replace(value=max(played.value, self._value_in_turn(index, step)))

    def _value_in_turn(self, index: int, step: Step) -> float:
        """Return what a seat that goes on at once could still reach: the order of its actions may not matter.

        0 where another seat is next, or something was shown or drawn, so that luck would be counted as skill.
        """
        following = self._steps[index + 1] if index + 1 < len(self._steps) else None
        point = self._points.get(index + 1)
        if following is None or point is None or following.seat != step.seat or step.in_secret or step.is_lucky:
            return 0.0
        return point.value if step.seat == 0 else 1.0 - point.value

    def _value_by_next(self, index: int, step: Step, judgement: Judgement, stop: Stop) -> ActionValue:
        """Value an action that the search left out by how much less the position after it is worth than after the best.

        Both positions are thought about alike; the value before them comes from a search that looks less far.
        """
        best = judgement.best
        after = self._points.get(index + 1)
        if after is None:
            own = self._judge.value_after(step.position, step.seat, step.action, stop, index)
        else:
            own = after.value if step.seat == 0 else 1.0 - after.value
        other = self._judge.value_after(step.position, step.seat, best.action, stop, index)
        return ActionValue(step.action, max(0.0, best.value - max(0.0, other - own)), 0)

    def report(self) -> Analysis:
        """Return what is known so far."""
        found, points, actions = list(self._points.values()), self._known_points(), []
        for index, graded in sorted(dict(self._graded).items()):
            if index in self._judgements:
                actions.append(graded)
            elif index in points:  # nothing was to be decided: the action is worth what the position is
                value = points[index].value if graded.seat == 0 else round(1.0 - points[index].value, DIGITS)
                actions.append(replace(graded, value=value, best_value=value))
        secret = frozenset(step.version for step in self._steps if step.in_secret)
        return Analysis(
            game=self.game.id,
            engine=f"Master ({self.game.players.strongest}), up to {self._seconds:g} s for each action",
            is_exact=all(point.is_exact for point in found)
            and all(action.is_exact for action in actions if action.grade != "forced"),
            points=list(points.values()),
            actions=actions,
            accuracy=(accuracy(actions, 0, secret), accuracy(actions, 1, secret)),
        )

    def _known_points(self) -> dict[int, Point]:
        """Return the points so far; where chance alone decides, a position is worth what the one before it was."""
        found, points = dict(self._points), dict[int, Point]()
        before = Point(1, EVEN.value, EVEN.value, EVEN.value, is_exact=False)
        for index in range(self._reached, len(self._versions)):
            before = found.get(index) or replace(before, version=self._versions[index], is_exact=False)
            points[index] = before
        return points


def analyse_match(match: Match, seconds: float, stop: Stop, on_progress: Progress = lambda _: None) -> Analysis:
    """Analyse a match.

    Args:
        seconds: the most time for one position; where a solver needs more, it goes on in further steps.
        stop: ends it after the present position; what is known by then is returned.
        on_progress: is called after each step.
    """
    analyser = Analyser(match, seconds)
    analyser.run(stop, on_progress)
    return analyser.report()


def _point(version: int, judgement: Judgement) -> Point:
    value, away = judgement.value, judgement.deviation
    low, high = (round(bound, DIGITS) for bound in (max(0.0, value - away), min(1.0, value + away)))
    return Point(version, value, low, high, is_exact=judgement.is_best_exact)


def _grade(step: Step, judgement: Judgement) -> Graded:
    played = judgement.of(step.action) or judgement.best
    forced = why_forced(step)
    loss = judgement.best.value - played.value
    grade: Grade = "forced" if forced else grade_of(loss, in_secret=step.in_secret)
    reason = forced or reason_of(step, judgement, played, grade)
    best = judgement.best._replace(is_exact=judgement.is_best_exact)
    return _graded(step, grade, played, best, reason, _candidates(step, judgement, best.value))


def _graded(
    step: Step, grade: Grade, played: ActionValue, best: ActionValue, reason: str, candidates: list[Candidate]
) -> Graded:
    choice = step.position.seen_by(step.seat).choice(step.action)
    is_exact = played.is_exact and best.is_exact
    return Graded(
        step.version,
        step.seat,
        choice.action,
        choice.label,
        grade,
        played.value,
        best.value,
        is_exact,
        reason,
        candidates,
    )


def _candidates(step: Step, judgement: Judgement, best_value: float) -> list[Candidate]:
    """List the best actions in words; of those that are the same to a person, one."""
    seen, found = step.position.seen_by(step.seat), dict[str, Candidate]()
    for each in judgement.values:
        if len(found) == MOST_CANDIDATES:
            break
        choice, grade = seen.choice(each.action), grade_of(best_value - each.value, in_secret=step.in_secret)
        found.setdefault(choice.label, Candidate(choice.action, choice.label, each.value, each.is_exact, grade))
    return list(found.values())
