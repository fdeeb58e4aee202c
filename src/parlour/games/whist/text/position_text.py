"""A whole Whist position as text, and back; the format is described in `notation.py`."""

import re

from parlour.core.contract import Record
from parlour.core.errors import BadNotation
from parlour.games.whist.rules.deck import num_shuffles
from parlour.games.whist.rules.memory import num_fillings, num_unseen_at_first, relive
from parlour.games.whist.rules.round import follow_wins
from parlour.games.whist.state import (
    ALL_CARDS,
    CARDS,
    DEALER_DRAW,
    DEALING,
    DEALT,
    DRAFT_TRICKS,
    FOLLOW,
    HAND,
    LEAD,
    LOSER_TAKES,
    MAX_ROUNDS,
    MAX_TIES,
    NONE,
    OVER,
    PAR,
    PRIZE_REVEAL,
    SCRAMBLE,
    SHUFFLES,
    SHUFFLING,
    TARGET,
    TRICKS,
    TRUMP_REVEAL,
    WINNER_TAKES,
)
from parlour.games.whist.text.cards import RANK_LETTERS, SUIT_LETTERS, card_to_text, cards_of, text_to_card

PLAY_WORDS = {"lead": LEAD, "follow": FOLLOW, "win": WINNER_TAKES, "lose": LOSER_TAKES, "prize": PRIZE_REVEAL}
PLAY_PHASES = {phase: word for word, phase in PLAY_WORDS.items()}
NUM_FIELDS = {"pick": 6, "shuffle": 6, "deal": 6, "over": 3} | dict.fromkeys(PLAY_WORDS, 11)


def state_to_text(s: Record) -> str:
    head = f"{s.rounds} {s.scores[0]}:{s.scores[1]}"
    if s.phase == OVER:
        return f"over {head}"
    deck = _cards_text([int(card) for card in s.deck[s.top :]], s)
    if s.phase == DEALER_DRAW:
        places = ",".join("-" if place == NONE else str(place + 1) for place in s.picks)
        return f"pick {head} {s.ties} {places} {deck}"
    if s.phase == SHUFFLING:
        return f"shuffle {head} {s.dealer + 1} {num_shuffles(s)} {deck}"
    if s.phase in (DEALING, TRUMP_REVEAL):
        return f"deal {head} {s.dealer + 1} {_hands_text(s)} {deck}"
    lead = _cards_text([int(s.tricks[s.num_tricks, 0])] if s.phase == FOLLOW else [], s)
    tricks = [int(card) for trick in s.tricks[: s.num_tricks] for card in trick]
    return (
        f"{PLAY_PHASES[int(s.phase)]} {head} {s.dealer + 1} {s.turn + 1} {SUIT_LETTERS[s.trump]} "
        f"{s.pairs[0]}:{s.pairs[1]} {_hands_text(s)} {deck} {lead} "
        f"{_cards_text([] if NONE in tricks else tricks, s)}"
    )


def _hands_text(s: Record) -> str:
    return "/".join(_cards_text(cards_of(s.hands[seat]), s) for seat in range(2))


def _cards_text(cards: list[int], s: Record) -> str:
    """Write cards, with a `*` after those that were prizes."""
    return "".join(card_to_text(card) + "*" * (int(s.turned) >> card & 1) for card in cards) or "-"


def text_to_state(s: Record, text: str) -> None:
    fields = text.split()
    if not fields or len(fields) != NUM_FIELDS.get(fields[0]):
        raise BadNotation(
            f"A position begins with pick, shuffle, deal, lead, follow, win, lose, prize or over, and names all that "
            f"belongs to it; this does not: {text.strip()[:60] or 'nothing'}"
        )
    word = fields[0]
    _clear(s)
    s.rounds = _number(fields[1], 1, MAX_ROUNDS, "round")
    _read_scores(s, fields[2], is_over=word == "over")
    if word == "over":
        s.phase, s.top, s.dealer = OVER, CARDS, 0
    elif word == "pick":
        _read_draw(s, *fields[3:])
    elif word == "shuffle":
        _read_shuffle(s, *fields[3:])
    elif word == "deal":
        _read_deal(s, *fields[3:])
    else:
        _read_play(s, PLAY_WORDS[word], fields[3:])


def _clear(s: Record) -> None:
    s.hands[:], s.sizes[:], s.pairs[:] = 0, 0, 0
    s.gone, s.turned, s.leaders, s.num_tricks, s.top, s.ties = 0, 0, 0, 0, 0, 0
    s.tricks[:], s.deck[:], s.picks[:], s.shown[:], s.shuffles[:] = NONE, NONE, NONE, NONE, NONE
    s.trump, s.dealer, s.turn = NONE, NONE, NONE


def _number(text: str, low: int, high: int, name: str) -> int:
    if not re.fullmatch("-?[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise BadNotation(f"The {name} is a number from {low} to {high}, not {text[:20]}.")
    return int(text)


def _two_numbers(text: str, low: int, high: int, name: str) -> list[int]:
    parts = text.split(":")
    if len(parts) != 2:
        raise BadNotation(f"The {name}s of the two seats are written like 1:0, not {text[:20]}.")
    return [_number(part, low, high, name) for part in parts]


def _read_scores(s: Record, text: str, is_over: bool) -> None:
    scores = _two_numbers(text, -PAR * MAX_ROUNDS, 2 * TARGET, "score")
    if (max(scores) >= TARGET) != is_over or min(scores) >= TARGET:
        raise BadNotation(f"{text}: a round is played while both have fewer than {TARGET} points, and not after that.")
    rounds = int(s.rounds) - 1 + is_over
    if s.is_clamped and (min(scores) < 0 or sum(scores) < rounds):
        raise BadNotation(f"{text}: after {rounds} rounds the scores add up to {rounds} or more; none is below 0.")
    if not s.is_clamped and sum(scores) != rounds:
        raise BadNotation(f"{text}: after {rounds} rounds the scores add up to {rounds}.")
    s.scores[:] = scores


def _read_cards(text: str, what: str) -> tuple[list[int], int]:
    """Read cards; return them, and the set of those with a `*`."""
    words = re.findall(f"[{SUIT_LETTERS}][{RANK_LETTERS}][*]?", text) if text != "-" else []
    if "".join(words) != text.replace("-", "", 1):
        raise BadNotation(f"The {what} is written like C2HTSQ, or - when it is empty; not {text[:20]}.")
    cards = [text_to_card(word[:2]) or 0 for word in words]
    turned = sum({1 << card for card, word in zip(cards, words, strict=True) if word.endswith("*")})
    return cards, turned


def _read_deck(s: Record, text: str) -> list[int]:
    cards, turned = _read_cards(text, "deck")
    s.turned |= turned
    s.top = CARDS - len(cards)
    if s.top < 0:
        raise BadNotation(f"The deck has {len(cards)} cards; there are {CARDS}.")
    s.deck[s.top :] = cards
    return cards


def _read_hands(s: Record, text: str) -> list[int]:
    parts = text.split("/")
    if len(parts) != 2:
        raise BadNotation(f"The two hands are written with / between them, not {text[:20]}.")
    dealt = []
    for seat in range(2):
        cards, turned = _read_cards(parts[seat], "hand")
        s.hands[seat] = sum({1 << card for card in cards})
        s.sizes[seat] = len(cards) if len(cards) <= HAND else HAND + 1
        s.turned |= turned
        dealt += cards
    return dealt


def _check_once(cards: list[int]) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise BadNotation(f"{card_to_text(card)} is in two places.")


def _check_all(cards: list[int]) -> None:
    _check_once(cards)
    if len(cards) != CARDS:
        raise BadNotation(f"There are {len(cards)} cards on the table, not {CARDS}.")


def _read_draw(s: Record, ties: str, places: str, deck: str) -> None:
    s.phase = DEALER_DRAW
    s.ties = _number(ties, 0, MAX_TIES - 1, "number of ties")
    _check_all(_read_deck(s, deck))
    parts = places.split(",")
    if len(parts) != 2 or "-" not in parts:
        raise BadNotation(
            f"The places picked are written like 17,- while one player has not picked; not {places[:20]}."
        )
    s.picks[:] = [NONE if part == "-" else _number(part, 1, CARDS, "place") - 1 for part in parts]


def _read_shuffle(s: Record, dealer: str, done: str, deck: str) -> None:
    s.phase = SHUFFLING
    s.dealer = s.turn = _number(dealer, 1, 2, "dealer") - 1
    # How the deck was shuffled is past; after a scramble there is nothing to know about it.
    s.shuffles[: _number(done, 0, SHUFFLES - 1, "number of shuffles")] = SCRAMBLE
    _check_all(_read_deck(s, deck))


def _read_deal(s: Record, dealer: str, hands: str, deck: str) -> None:
    s.dealer = s.turn = _number(dealer, 1, 2, "dealer") - 1
    s.shuffles[:] = SCRAMBLE
    _check_all(_read_hands(s, hands) + _read_deck(s, deck))
    s.phase = DEALING if s.top < DEALT else TRUMP_REVEAL
    sizes = (int(s.sizes[1 - s.dealer]), int(s.sizes[s.dealer]))
    if s.turned or s.top > DEALT or sizes != ((int(s.top) + 1) // 2, int(s.top) // 2):
        raise BadNotation(f"The cards are dealt one by one, the non-dealer first, none face up; not {sizes}.")


def _read_play(s: Record, phase: int, fields: list[str]) -> None:
    dealer, turn, trump, pairs, hands, pile, lead, tricks = fields
    s.phase = phase
    s.dealer = _number(dealer, 1, 2, "dealer") - 1
    s.turn = _number(turn, 1, 2, "seat to lead") - 1
    if len(trump) != 1 or trump not in SUIT_LETTERS:
        raise BadNotation(f"The trump is one of the letters {SUIT_LETTERS}, not {trump[:20]}.")
    s.trump = SUIT_LETTERS.index(trump)
    s.pairs[:] = _two_numbers(pairs, 0, TRICKS - DRAFT_TRICKS, "pair")
    deck = _read_deck(s, pile)
    led, led_turned = _read_cards(lead, "lead")
    past, past_turned = _read_cards(tricks, "list of tricks")
    table = _read_hands(s, hands) + deck + led
    _check_once(table + past)
    s.turned |= led_turned | past_turned
    _check_sizes(s, phase, led)
    s.gone = ALL_CARDS & ~sum(1 << card for card in table)
    _check_prizes(s, phase, deck)
    _read_tricks(s, past)
    if led:
        s.tricks[s.num_tricks, 0] = led[0]
        s.leaders |= int(s.turn) << int(s.num_tricks)
    if deck and (past or s.num_tricks == 0):
        _check_past(s)


def _check_sizes(s: Record, phase: int, led: list[int]) -> None:
    """Check the number of cards in every place, and find the number of finished tricks."""
    pile = CARDS - int(s.top)
    leader, other = int(s.sizes[s.turn]), int(s.sizes[1 - s.turn])
    is_taking = phase in (WINNER_TAKES, LOSER_TAKES)
    full = HAND if pile or phase == PRIZE_REVEAL else other
    expected = {
        LEAD: (full, full, 0, 0),
        FOLLOW: (full - 1, full, 1, 0),
        WINNER_TAKES: (HAND - 1, HAND - 1, 0, 0),
        LOSER_TAKES: (HAND, HAND - 1, 0, 1),
        PRIZE_REVEAL: (HAND, HAND, 0, 0),
    }
    if expected[phase] != (leader, other, len(led), pile % 2) or pile > DEALT or not 1 <= other <= HAND:
        raise BadNotation(f"{leader} and {other} cards in hand, {pile} in the pile and {len(led)} led do not fit.")
    if phase not in (LEAD, FOLLOW) and pile not in range(1, DEALT - 1 + is_taking * 2):
        raise BadNotation(f"With {pile} cards in the pile there is no {PLAY_PHASES[phase]} to come.")
    s.num_tricks = DRAFT_TRICKS - (pile + 1) // 2 + is_taking if pile else TRICKS - other
    if sum(s.pairs) != max(0, int(s.num_tricks) - DRAFT_TRICKS):
        raise BadNotation(f"{s.pairs[0]} and {s.pairs[1]} pairs do not fit {s.num_tricks} finished tricks.")


def _check_prizes(s: Record, phase: int, deck: list[int]) -> None:
    face_up = [card for card in deck if int(s.turned) >> card & 1]
    expected = deck[:1] if phase in (LEAD, FOLLOW, WINNER_TAKES) else []
    if face_up != expected:
        raise BadNotation("Face up in the pile is its top card until it is taken, and no other.")


def _read_tricks(s: Record, past: list[int]) -> None:
    """Note the finished tricks and, from the last one back, the seat that led each."""
    if past and len(past) != 2 * s.num_tricks:
        raise BadNotation(f"{len(past)} cards are not the {s.num_tricks} finished tricks, two cards each.")
    winner = int(s.turn)
    for trick in range(len(past) // 2 - 1, -1, -1):
        lead, follow = past[2 * trick : 2 * trick + 2]
        s.tricks[trick] = lead, follow
        leader = 1 - winner if follow_wins(lead, follow, s.trump, s.is_literal != 0) else winner
        s.leaders |= leader << trick
        winner = leader


def _check_past(s: Record) -> None:
    """Check that the tricks of a draft can lead to its hands: 13 cards dealt, and every follow legal."""
    for seat in range(2):
        first = num_unseen_at_first(s, seat)
        layers, voids, ways = relive(s, seat, first, True)
        unseen = int(s.hands[seat]) & ~int(s.turned)
        if first != HAND or not ways or not num_fillings(layers, voids, unseen):
            raise BadNotation(f"The hand of player {seat + 1} cannot have come out of these tricks and prizes.")
