"""Matches from files: of Parlour, and of other programs."""

from parlour.core import registry
from parlour.core.contract import GameRecord
from parlour.core.errors import BadNotation, ParlourError
from parlour.core.game import Game
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.match import Match, new_match

FIRST_LINE = '{"seq":0,'  # how a match file begins


def match_of_text(text: str) -> Match:
    """Read a match from a match file, or from a file of another program that one of the games knows.

    Raises:
        BadNotation: no game knows its format.
        ParlourError: it is a match file, but not in order.
    """
    if text.startswith(FIRST_LINE):
        return file.read(text.encode())
    problems = []
    for game in map(registry.load, registry.game_ids()):
        for known in game.extras.formats.values():
            try:
                if records := known.read(text):
                    return match_of_record(game, records[0])
            except ParlourError as refusal:
                problems.append(f"{game.name}: {str(refusal).rstrip('.')}.")
    raise BadNotation(" ".join(["This is neither a match file nor a game in another format.", *problems]))


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
