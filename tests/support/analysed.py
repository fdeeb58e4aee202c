"""Matches with a blunder in them, and what their analysis says about it."""

from parlour.analysis.analyser import analyse_match
from parlour.analysis.report import Analysis, with_names
from parlour.core import registry
from parlour.core.thinking import Stop
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import Match, new_match

NAMES = ("Ann", "Bea")
PLENTY_S = 60.0  # for one position: the searches end by their own budgets


def played(game_id: str, actions: str, position: str | None = None, **options: int | bool | str) -> Match:
    """Play actions, each by the first seat that is to act, from a position or from the start of a quick match."""
    game = registry.load(game_id)
    match = new_match(game, seed=1, options={**game.preset("quick"), **options}, position=position, names=NAMES)
    for action in actions.split():
        handle(match, co.Play(seat=match.position.to_act()[0], action=action), 0)
    return match


def analysed(match: Match) -> Analysis:
    """Analyse a match without haste."""
    return with_names(analyse_match(match, PLENTY_S, Stop()), NAMES)


def play_on(match: Match, number: int) -> None:
    """Play a number of further actions, each the first one of the first seat that is to act."""
    for _ in range(number):
        seat = match.position.to_act()[0]
        action = match.position.action_to_text(seat, match.position.legal_actions(seat)[0])
        handle(match, co.Play(seat=seat, action=action), 0)
