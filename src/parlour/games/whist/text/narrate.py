"""What happened at the Whist table, told to a seat or the spectator."""

from parlour.core.contract import Happening, Record
from parlour.games.whist.rules.round import follow_wins
from parlour.games.whist.state import (
    CARDS,
    DEAL,
    DEALER_DRAW,
    DEALT,
    DRAFT_TRICKS,
    FOLLOW,
    HAND,
    LEAD,
    MAX_TIES,
    NONE,
    OVER,
    PICK,
    REVEAL,
    SHUFFLE,
    TAKE,
    TARGET,
    TRUMP_REVEAL,
    WINNER_TAKES,
)
from parlour.games.whist.text.cards import (
    KIND_NAMES,
    SEAT_NAMES,
    SUIT_NAMES,
    card_to_text,
    card_words,
    cards_of,
    is_gold,
    prize,
)

Data = dict[str, int | str | list[int] | list[str]]  # of a happening

SHUFFLED = ("scrambled the deck", "riffled the deck", "shuffled the deck overhand", "cut the deck")


def who(seat: int, viewer: int) -> str:
    return "You" if seat == viewer else SEAT_NAMES[seat]


def narrate(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    if action < CARDS:
        return _narrate_card(before, seat, action, after, viewer)
    if action < SHUFFLE:
        return _narrate_pick(before, seat, action - PICK, after, viewer)
    if action < DEAL:
        kind = action - SHUFFLE
        words = f"{who(seat, viewer)} {SHUFFLED[kind]}."
        return [Happening("shuffle", words, {"seat": seat, "kind": KIND_NAMES[kind]})]
    if action == REVEAL:
        return [_reveal(before, seat, after, viewer)]
    if action == TAKE:
        return _narrate_take(before, seat, after, viewer)
    return _narrate_deal(before, seat, action, after, viewer)


def _narrate_pick(before: Record, seat: int, place: int, after: Record, viewer: int) -> list[Happening]:
    words = f"{who(seat, viewer)} picked card {place + 1}."
    picked = Happening("pick", words, {"seat": seat, "place": place + 1})
    if before.picks[1 - seat] == NONE:
        return [picked]
    names = [who(0, viewer), "you" if viewer == 1 else who(1, viewer)]
    drawn = [f"{name} drew {card_words(int(card))}" for name, card in zip(names, after.shown, strict=True)]
    data: Data = {"cards": [card_to_text(int(card)) for card in after.shown]}
    if after.phase == DEALER_DRAW:
        words = f"{', '.join(drawn)}: a tie. The deck was shuffled anew, and both draw again."
        return [picked, Happening("tie", words, data)]
    dealer = "you" if after.dealer == viewer else SEAT_NAMES[after.dealer]
    by_coin = after.ties == MAX_TIES
    decided = f"the third tie, so a coin made {dealer} the dealer" if by_coin else f"this made {dealer} the dealer"
    return [picked, Happening("dealer", f"{', '.join(drawn)}: {decided}.", {**data, "dealer": int(after.dealer)})]


def _narrate_deal(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    if action != DEAL:
        words = f"{who(seat, viewer)} dealt the cards: {HAND} for each player."
        return [Happening("deal_all", words, {"seat": seat, "cards": DEALT - int(before.top)})]
    receiver = int(after.sizes[1] > before.sizes[1])
    whose = "your" if receiver == viewer else f"{SEAT_NAMES[receiver]}'s"
    words = f"{who(seat, viewer)} dealt a card to {whose} hand."
    return [Happening("deal", words, {"seat": seat, "receiver": receiver})]


def _reveal(before: Record, seat: int, after: Record, viewer: int) -> Happening:
    card = prize(after)
    data: Data = {"seat": seat, "card": card_to_text(card), "gold": int(is_gold(card, int(after.trump)))}
    if before.phase == TRUMP_REVEAL:
        words = f"{who(seat, viewer)} revealed {card_words(card)}: {SUIT_NAMES[after.trump]} are trump."
        return Happening("trump", words, {**data, "trump": SUIT_NAMES[after.trump]})
    return Happening("prize", f"{who(seat, viewer)} revealed the next prize: {card_words(card)}.", data)


def _narrate_take(before: Record, seat: int, after: Record, viewer: int) -> list[Happening]:
    card = prize(before) if before.phase == WINNER_TAKES else NONE
    if card == NONE and seat == viewer:
        (card,) = cards_of(after.hands[seat] & ~before.hands[seat])
    happenings = [_took(seat, card, viewer)]
    if after.phase == LEAD:
        happenings.append(_duel_begins())
    return happenings


def _took(seat: int, card: int, viewer: int) -> Happening:
    """Tell of a card from the draw pile; NONE is one that the viewer does not see."""
    if card == NONE:
        return Happening("take", f"{who(seat, viewer)} took a card, unseen.", {"seat": seat})
    return Happening(
        "take", f"{who(seat, viewer)} took {card_words(card)}.", {"seat": seat, "card": card_to_text(card)}
    )


def _duel_begins() -> Happening:
    return Happening("duel", "The draw pile is empty: the duel began.")


def _narrate_card(before: Record, seat: int, card: int, after: Record, viewer: int) -> list[Happening]:
    is_follow = before.phase == FOLLOW
    verb = "played" if is_follow else "led"
    words = f"{who(seat, viewer)} {verb} {card_words(card)}."
    happenings = [Happening("follow" if is_follow else "lead", words, {"seat": seat, "card": card_to_text(card)})]
    return happenings + _narrate_trick(before, card, after, viewer) if is_follow else happenings


def _narrate_trick(before: Record, follow: int, after: Record, viewer: int) -> list[Happening]:
    lead = int(before.tricks[before.num_tricks, 0])
    winner = int(before.turn) ^ int(follow_wins(lead, follow, int(before.trump), before.is_literal != 0))
    name = who(winner, viewer)
    if before.num_tricks < DRAFT_TRICKS:
        words = f"{name} won the trick, and with it {card_words(prize(before))}."
        happenings = [Happening("trick", words, {"seat": winner})]
        return happenings + _quick_takes(before, winner, after, viewer) if after.is_quick else happenings
    pairs = [int(before.pairs[seat]) + (seat == winner) for seat in range(2)]
    happenings = [
        Happening("trick", f"{name} won the trick: {_pairs(pairs[winner])}.", {"seat": winner, "pairs": pairs})
    ]
    if after.phase == OVER or after.rounds != before.rounds:
        happenings += _narrate_round_end(before, pairs, after, viewer)
    return happenings


def _pairs(count: int) -> str:
    return f"{count} pair{'' if count == 1 else 's'}"


def _quick_takes(before: Record, winner: int, after: Record, viewer: int) -> list[Happening]:
    """Tell what the quick ceremony did at once: both took a card, and the loser revealed."""
    loser = 1 - winner
    drawn = cards_of(after.hands[loser] & ~before.hands[loser]) if loser == viewer else [NONE]
    happenings = [_took(winner, prize(before), viewer), _took(loser, drawn[0], viewer)]
    return [*happenings, _duel_begins() if prize(after) == NONE else _reveal(before, loser, after, viewer)]


def _narrate_round_end(before: Record, pairs: list[int], after: Record, viewer: int) -> list[Happening]:
    scores = [int(score) for score in after.scores]
    standing = f"{SEAT_NAMES[0]} {scores[0]}, {SEAT_NAMES[1]} {scores[1]}"
    words = f"Round {before.rounds} ended with {_pairs(pairs[0])} to {pairs[1]}. Points: {standing}."
    ended = Happening("round_end", words, {"pairs": pairs, "scores": scores})
    if after.phase == OVER:
        winner = int(after.scores[1] >= TARGET)
        words = f"{who(winner, viewer)} won with {scores[winner]} points to {scores[1 - winner]}."
        return [ended, Happening("win", words, {"seat": winner})]
    dealt = f" {who(int(after.dealer), viewer)} dealt." if after.is_quick else ""
    begun = Happening("round", f"Round {after.rounds} began.{dealt}", {"round": int(after.rounds)})
    if not after.is_quick:
        return [ended, begun]
    card = prize(after)
    words = f"The first prize is {card_words(card)}: {SUIT_NAMES[after.trump]} are trump."
    data: Data = {"card": card_to_text(card), "gold": 1, "trump": SUIT_NAMES[after.trump]}
    return [ended, begun, Happening("trump", words, data)]
