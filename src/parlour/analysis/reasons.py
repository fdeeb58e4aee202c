"""Why an action got its grade, in a sentence or two."""

from parlour.analysis.judging import Judgement
from parlour.analysis.report import Grade
from parlour.analysis.steps import Step, is_by_chance
from parlour.core.thinking import ActionValue

RESULTS = {1.0: "a win", 0.5: "a draw", 0.0: "a loss"}  # in words, of proven values
BY_CHANCE = "Chance alone decides here."
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
    if grade in ("best", "good"):
        return _merit(step, step.action)
    known, players = step.position.seen_by(step.seat).known, step.position.game.players
    best = judgement.best.action
    missed = players.miss(known, step.seat, step.action, best) if players.miss else ""
    parts = [missed or _turned(judgement.best, played), _better(step, best)]
    return " ".join(part for part in parts if part)


def _merit(step: Step, action: int) -> str:
    reason = step.position.game.players.reason
    return reason(step.position.seen_by(step.seat).known, step.seat, action) if reason else ""


def _turned(best: ActionValue, played: ActionValue) -> str:
    """Describe what a proven mistake has cost."""
    if not (best.is_exact and played.is_exact and {best.value, played.value} <= RESULTS.keys()):
        return ""
    return f"Turns {RESULTS[best.value]} into {RESULTS[played.value]}."


def _better(step: Step, best: int) -> str:
    label = step.position.seen_by(step.seat).choice(best).label
    return f"Better: {label}. {_merit(step, best)}".rstrip()
