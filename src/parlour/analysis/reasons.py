"""Why an action got its grade, in a sentence or two."""

from parlour.analysis.judging import Judgement
from parlour.analysis.report import Grade
from parlour.analysis.steps import Step, is_by_chance
from parlour.core.thinking import ActionValue

RESULTS = {1.0: "a win", 0.5: "a draw", 0.0: "a loss"}  # in words, of proven values
AS_GOOD = "Nothing else is better."
BY_CHANCE = "Nothing was to be decided here."
ONLY_ONE = "There was nothing else to play."
BY_CLOCK = "Time had run out, and this was played at random."


def why_forced(step: Step) -> str:
    """Return why nothing was to be decided; empty where something was."""
    if step.by_clock:
        return BY_CLOCK
    if is_by_chance(step.position, step.seat):
        return BY_CHANCE
    return ONLY_ONE if step.is_only_one else ""


def reason_of(step: Step, judgement: Judgement, played: ActionValue, grade: Grade) -> str:
    """Return what speaks for a good action, or what a bad one has missed."""
    best = judgement.best.action
    if grade == "best":
        return _merit(step, step.action) or AS_GOOD
    if grade == "good":
        return _merit(step, step.action) or f"Close to the best: {_label(step, best)}."
    known, players = step.position.seen_by(step.seat).known, step.position.game.players
    missed = players.miss(known, step.seat, step.action, best) if players.miss else ""
    return f"{missed or _fall(judgement.best, played)} Better: {_label(step, best)}. {_merit(step, best)}".rstrip()


def _merit(step: Step, action: int) -> str:
    reason = step.position.game.players.reason
    return reason(step.position.seen_by(step.seat).known, step.seat, action) if reason else ""


def _fall(best: ActionValue, played: ActionValue) -> str:
    """Describe what an action has cost."""
    if best.is_exact and played.is_exact and {best.value, played.value} <= RESULTS.keys():
        return f"Turns {RESULTS[best.value]} into {RESULTS[played.value]}."
    return f"The chances fall from {best.value:.0%} to {played.value:.0%}."


def _label(step: Step, action: int) -> str:
    return step.position.seen_by(step.seat).choice(action).label
