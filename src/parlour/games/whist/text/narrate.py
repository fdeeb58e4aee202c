"""What an action of Whist did, told to a seat or a spectator."""

from parlour.core.contract import Happening, Known
from parlour.core.phrasing import counted, seat_name, signed
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
from parlour.games.whist.text.cards import KIND_NAMES, SUIT_NAMES, card_to_text, card_words, cards_of, is_gold, prize

Data = dict[str, int | str | list[int] | list[str]]  # of a happening

SHUFFLED = ("scrambled the deck", "riffled the deck", "shuffled the deck overhand", "cut the deck")


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    """Narrate what an action did; the records are as the viewer may know them."""
    if action < CARDS:
        return _narrate_card(before, seat, action, after, viewer)
    if action < SHUFFLE:
        return _narrate_pick(before, seat, action - PICK, after, viewer)
    if action < DEAL:
        kind = action - SHUFFLE
        message = f"{seat_name(seat, viewer)} {SHUFFLED[kind]}."
        return [Happening("shuffle", message, {"seat": seat, "kind": KIND_NAMES[kind]})]
    if action == REVEAL:
        return [_reveal(before, seat, after, viewer)]
    if action == TAKE:
        return _narrate_take(before, seat, after, viewer)
    return _narrate_deal(before, seat, action, after, viewer)


def _narrate_pick(before: Known, seat: int, place: int, after: Known, viewer: int) -> list[Happening]:
    message = f"{seat_name(seat, viewer)} picked card {place + 1}."
    picked = Happening("pick", message, {"seat": seat, "place": place + 1})
    if before.picks[1 - seat] == NONE:
        return [picked]
    cards = [int(card) for card in after.shown]
    drew = (
        f"{seat_name(0, viewer)} drew {card_words(cards[0])} "
        f"and {seat_name(1, viewer, you='you')} drew {card_words(cards[1])}"
    )
    data: Data = {"cards": [card_to_text(card) for card in cards]}
    if after.phase == DEALER_DRAW:
        back = Happening("back", "Both cards went back, and the deck was shuffled.")
        return [picked, Happening("tie", f"A tie; draw again. {drew}.", data), back]
    if after.ties == MAX_TIES:
        decided = f"The third tie, so a coin made {seat_name(int(after.dealer), viewer, you='you')} the dealer"
    else:
        decided = f"{seat_name(int(after.dealer), viewer)} became the dealer"
    told = Happening("dealer", f"{decided}. {drew}.", {**data, "dealer": int(after.dealer)})
    return [picked, told, Happening("back", "Both cards went back into the deck.")]


def _narrate_deal(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    who = seat_name(seat, viewer)
    if action != DEAL:
        message = f"{who} dealt the cards: {HAND} for each player."
        return [Happening("deal_all", message, {"seat": seat, "cards": DEALT - int(before.top)})]
    receiver = int(after.sizes[1] > before.sizes[1])
    whose = "your" if receiver == viewer else f"{seat_name(receiver, viewer)}'s"
    return [Happening("deal", f"{who} dealt a card to {whose} hand.", {"seat": seat, "receiver": receiver})]


def _reveal(before: Known, seat: int, after: Known, viewer: int) -> Happening:
    who, card = seat_name(seat, viewer), prize(after)
    data: Data = {"seat": seat, "card": card_to_text(card), "gold": int(is_gold(card, int(after.trump)))}
    if before.phase == TRUMP_REVEAL:
        trump = SUIT_NAMES[after.trump]
        return Happening("trump", f"{who} revealed {card_words(card)}: {trump} are trump.", {**data, "trump": trump})
    return Happening("prize", f"{who} revealed the next prize: {card_words(card)}.", data)


def _narrate_take(before: Known, seat: int, after: Known, viewer: int) -> list[Happening]:
    card = prize(before) if before.phase == WINNER_TAKES else NONE
    if card == NONE and seat == viewer:
        (card,) = cards_of(after.hands[seat] & ~before.hands[seat])
    happenings = [_took(seat, card, viewer)]
    if after.phase == LEAD:
        happenings.append(_duel_begins())
    return happenings


def _took(seat: int, card: int, viewer: int) -> Happening:
    """Narrate a card taken from the draw pile; NONE is one that the viewer does not see."""
    who = seat_name(seat, viewer)
    if card == NONE:
        return Happening("take", f"{who} took an unseen card.", {"seat": seat})
    return Happening("take", f"{who} took {card_words(card)}.", {"seat": seat, "card": card_to_text(card)})


def _duel_begins() -> Happening:
    return Happening("duel", "The draw pile ran out, and the duel began.")


def _narrate_card(before: Known, seat: int, card: int, after: Known, viewer: int) -> list[Happening]:
    is_follow = before.phase == FOLLOW
    kind, verb = ("follow", "played") if is_follow else ("lead", "led")
    message = f"{seat_name(seat, viewer)} {verb} {card_words(card)}."
    happenings = [Happening(kind, message, {"seat": seat, "card": card_to_text(card)})]
    return happenings + _narrate_trick(before, card, after, viewer) if is_follow else happenings


def _narrate_trick(before: Known, follow: int, after: Known, viewer: int) -> list[Happening]:
    lead = int(before.tricks[before.num_tricks, 0])
    winner = int(before.turn) ^ int(follow_wins(lead, follow, int(before.trump), before.is_literal != 0))
    who = seat_name(winner, viewer)
    if before.num_tricks < DRAFT_TRICKS:
        happenings = [Happening("trick", f"{who} won the trick and {card_words(prize(before))}.", {"seat": winner})]
        return happenings + _quick_takes(before, winner, after, viewer) if after.is_quick else happenings
    pairs = [int(before.pairs[seat]) + (seat == winner) for seat in range(2)]
    message = f"{who} won the trick: {counted(pairs[winner], 'pair')}."
    happenings = [Happening("trick", message, {"seat": winner, "pairs": pairs})]
    if after.phase == OVER or after.rounds != before.rounds:
        happenings += _narrate_round_end(before, pairs, after, viewer)
    return happenings


def _quick_takes(before: Known, winner: int, after: Known, viewer: int) -> list[Happening]:
    """Narrate the quick ceremony in one step: both took a card, and the loser revealed."""
    loser = 1 - winner
    drawn = cards_of(after.hands[loser] & ~before.hands[loser]) if loser == viewer else [NONE]
    happenings = [_took(winner, prize(before), viewer), _took(loser, drawn[0], viewer)]
    return [*happenings, _duel_begins() if prize(after) == NONE else _reveal(before, loser, after, viewer)]


def _narrate_round_end(before: Known, pairs: list[int], after: Known, viewer: int) -> list[Happening]:
    scores = [int(score) for score in after.scores]
    standing = ", ".join(f"{seat_name(seat, viewer)} {signed(scores[seat])}" for seat in range(2))
    message = f"Round {before.rounds} ended with {counted(pairs[0], 'pair')} to {pairs[1]}. Points: {standing}."
    points = [scores[seat] - int(before.scores[seat]) for seat in range(2)]
    data: Data = {"round": int(before.rounds), "pairs": pairs, "points": points, "scores": scores}
    ended = Happening("round_end", message, data)
    if after.phase == OVER:
        winner = int(after.scores[1] >= TARGET)
        message = f"{seat_name(winner, viewer)} won, {signed(scores[winner])} to {signed(scores[1 - winner])}."
        return [ended, Happening("win", message, {"seat": winner})]
    return [ended, *_narrate_round(after, viewer)]


def _narrate_round(after: Known, viewer: int) -> list[Happening]:
    """Narrate that a round began; with the quick ceremony, also who dealt and what became trump."""
    data: Data = {"round": int(after.rounds)}
    if not after.is_quick:
        return [Happening("round", f"Round {after.rounds} began.", data)]
    message = f"Round {after.rounds} began. {seat_name(int(after.dealer), viewer)} dealt."
    card, trump = prize(after), SUIT_NAMES[after.trump]
    return [
        Happening("round", message, data),
        Happening(
            "trump",
            f"The first prize is {card_words(card)}: {trump} are trump.",
            {"card": card_to_text(card), "gold": 1, "trump": trump},
        ),
    ]
