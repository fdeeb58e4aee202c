"""Who may take the open seat of a match."""

from parlour.match.errors import MatchOver
from parlour.match.seating import PERSON, Seat, Seating
from parlour.server.errors import NeedsAccount, SeatTaken
from parlour.server.identity import is_account
from parlour.server.live_match import LiveMatch


def take_open_seat(live: LiveMatch, seating: Seating, identity: str, name: str, invitation: str) -> Seating:
    """Return the seating of a match with a person on its open seat; they come by its link or from the lobby.

    Raises:
        MatchOver, SeatTaken, NeedsAccount
    """
    if seating.seats_of(identity):
        return seating  # they clicked twice
    if live.match.is_over and not seating.next_match:
        raise MatchOver("The match is over. You can watch how it was played.")
    is_welcome = seating.is_invited(invitation) or seating.is_public
    if seating.open_seat is None or seating.next_match or not is_welcome:
        raise SeatTaken("There is no free seat for you in this match. You can watch it.")
    if seating.is_rated and not is_account(identity):
        raise NeedsAccount("This match is rated. Sign up or sign in to play it.")
    return seating.sit_down(seating.open_seat, Seat(PERSON, name, identity))
