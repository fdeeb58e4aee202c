"""What a bad card has missed or cost, in a sentence."""

from parlour.core.contract import Known
from parlour.core.phrasing import counted
from parlour.games.whist.ai.hint import tricks_of_duel
from parlour.games.whist.rules.round import follow_wins
from parlour.games.whist.state import CARDS, FOLLOW, LEAD
from parlour.games.whist.text.cards import card_words, prize


def miss(s: Known, seat: int, played: int, best: int) -> str:
    """Compare the tricks of the duel, or who wins the prize of the draft."""
    if s.phase not in (LEAD, FOLLOW):
        return ""
    if s.top == CARDS:
        return "" if s.is_literal else _of_duel(s, seat, played, best)
    return _of_follow(s, seat, played, best) if s.phase == FOLLOW else ""


def _of_duel(s: Known, seat: int, played: int, best: int) -> str:
    tricks = tricks_of_duel(s, seat)
    lost = int(tricks[best]) - int(tricks[played])
    left = counted(int(s.sizes[seat]), "remaining trick")
    return (
        f"Gives away {counted(lost, 'trick')}: {tricks[played]} of the {left} instead of {tricks[best]}."
        if lost
        else ""
    )


def _of_follow(s: Known, seat: int, played: int, best: int) -> str:
    lead, trump = int(s.tricks[s.num_tricks, 0]), int(s.trump)
    wins, should = (bool(follow_wins(lead, card, trump, s.is_literal != 0)) for card in (played, best))
    if should and not wins:
        return f"Leaves {card_words(prize(s))} to {{seat:{1 - seat}}}."
    if wins and not should:
        return f"Spends {card_words(played)} on {card_words(prize(s))}."
    return ""
