"""Achievements of Whist."""

import itertools

from parlour.core.achievement import Achievement, Playthrough
from parlour.games.whist.state import CARDS, FOLLOW, RANKS, TARGET

BIG_ROUND = 4  # points in one round: ten of the thirteen tricks
FAR_BEHIND = 4  # points


def _has_trumped(play: Playthrough) -> bool:
    for before, card, _ in play.own_steps():
        if card < CARDS and int(before.phase) == FOLLOW:
            lead = int(before.tricks[int(before.num_tricks), 0])
            is_trump = card // RANKS == int(before.trump) != lead // RANKS
            if is_trump:
                return True
    return False


def _big_round(play: Playthrough) -> bool:
    scores = [int(s.scores[play.seat]) for s in play.positions()]
    return any(after - before >= BIG_ROUND for before, after in itertools.pairwise(scores))


def _shut_out(play: Playthrough) -> bool:
    return play.has_won and int(play.last.scores[play.seat]) >= TARGET and int(play.last.scores[1 - play.seat]) <= 0


def _came_back(play: Playthrough) -> bool:
    gaps = [int(s.scores[1 - play.seat]) - int(s.scores[play.seat]) for s in play.positions()]
    return play.has_won and max(gaps) >= FAR_BEHIND


ACHIEVEMENTS = (
    Achievement(
        "trumped", "Trumped", "Win a trick with a trump on a card of another suit.",
        "A suit that you have run out of is a door for your trumps.", _has_trumped,
    ),
    Achievement(
        "big_round", "Ten tricks", "Win ten of the thirteen tricks of a duel.",
        "Duels are won in the draft: a trick there is worth as much as the card it brings.", _big_round,
    ),
    Achievement(
        "shut_out", "Shut out", "Win while the other player has no points.",
        "Keep your high trumps for the end: what you draw with them are tricks the other had counted on.", _shut_out,
    ),
    Achievement(
        "comeback", "Comeback", f"Win after being {FAR_BEHIND} points behind.",
        "A round can bring up to seven points. No lead is safe.", _came_back,
    ),
)  # fmt: skip
