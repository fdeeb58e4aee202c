"""Matches from the files of other programs."""

from parlour.core.contract import GameRecord
from parlour.core.game import Game
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import Match, new_match


def match_of_record(game: Game, record: GameRecord) -> Match:
    """Play a recorded game again, to the end that the record names.

    Raises:
        ParlourError: an action of the record is not legal.
    """
    match = new_match(game, options=game.preset("quick"), position=record.position, names=record.names)
    for seat, text in record.actions:
        handle(match, co.Play(seat=seat, action=text), 0)
    if record.is_finished and not match.is_over:
        if record.winner is None:
            handle(match, co.OfferDraw(seat=0), 0)
            handle(match, co.AnswerDraw(seat=1, accept=True), 0)
        else:
            handle(match, co.Resign(seat=1 - record.winner), 0)
    return match
