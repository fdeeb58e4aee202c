"""What keeps a match on a server fair: rated matches, requests to the opponent, and claims against absent players.

These are rules of the server, not of the log: a file of an older match may break them and is valid all the same.
"""

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.match import commands as co
from parlour.match.clock import FISCHER, NONE, TABLE
from parlour.match.errors import CannotUndo, NotOffered, NotStandard, TooManyRequests
from parlour.match.match import Match
from parlour.match.seating import PERSON, Seating

REQUESTS = (co.OfferDraw, co.AskUndo, co.AddTime)  # a tuple: a union would be made again at every call
MOST_REQUESTS = 300  # of a seat in one match: so the log of a match has an end
# How long the opponent waits for an absent player who is to act, by pace. With days per turn the clock alone decides;
# without a clock people expect a pause to be allowed.
CLAIM_AFTER_MS = {TABLE: 60_000, FISCHER: 60_000, NONE: 300_000}


def check_rated(game: Game, options: Options) -> None:
    """Refuse options that a rated match cannot have.

    All options are the defaults, or as in the game's preset "quick"; texts, such as decks, may be any that come with
    the game.

    Raises:
        NotStandard: with the first option that differs.
        BadOption: an option is unknown or out of range.
    """
    given, quick = game.options.read(options), game.options.read(game.preset("quick"))
    for option in game.options:
        comes_with_the_game = option.names if option.is_text else ()
        if given[option.name] not in (option.default, quick[option.name], *comes_with_the_game):
            raise NotStandard(f'A rated match cannot change "{option.title}" like this. Reset it, or play unrated.')


def check_request(match: Match, command: co.Command) -> None:
    """Refuse a request to the opponent that is made too often.

    Raises:
        TooManyRequests, NotOffered, CannotUndo
    """
    if not isinstance(command, REQUESTS) or match.is_over:
        return
    why_not = undo_refusal if isinstance(command, co.AskUndo) else _request_refusal
    if (refusal := why_not(match, command.seat)) is not None:
        raise refusal


def _request_refusal(match: Match, seat: int) -> ParlourError | None:
    if match.num_requests[seat] < MOST_REQUESTS:
        return None
    return TooManyRequests(f"You have asked {MOST_REQUESTS} times in this match. Please play on.")


def undo_refusal(match: Match, seat: int) -> ParlourError | None:
    """Return why a seat cannot ask for a takeback now, whatever it has played; None when it can."""
    if (refusal := _request_refusal(match, seat)) is not None:
        return refusal
    if match.undo_asked is not None:
        return NotOffered("A takeback is already asked for.")
    if seat in match.undo_declined and match.undo_declined[seat] == match.num_turns(seat):
        return CannotUndo("Your takeback was declined. You can ask again after your next turn.")
    return None


def is_dealt(match: Match, seating: Seating) -> bool:
    """Return whether anybody may see the position: a match that is rated or of a tournament is dealt when it counts."""
    return match.is_committed or match.is_over or not seating.is_competitive


def claim_opens_ms(match: Match, seating: Seating, seat: int, away_since_ms: int | None) -> int | None:
    """Return when the opponent of a seat can claim the match; None while that is not to come.

    A claim needs a player who is away and the only one to act: nobody wins by waiting in their own turn.
    """
    if away_since_ms is None:
        return None
    after_ms = CLAIM_AFTER_MS.get(match.clocks.pace.kind)
    is_awaited = seating.seats[seat].kind == PERSON and match.position.to_act() == (seat,)
    if after_ms is None or match.is_over or seating.open_seat is not None:
        return None
    if not is_awaited or seating.is_hotseat or not is_dealt(match, seating):
        return None
    return max(away_since_ms, match.last_acted_ms) + after_ms
