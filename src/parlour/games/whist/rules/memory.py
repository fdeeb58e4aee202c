"""What can be deduced in Whist, as kernels: every order of the deck that fits what a seat has seen is equally likely.

Of the other hand a seat knows the prizes in it. Its other cards, unseen, differ only in when they came: a card that lay
in the hand when its owner could not follow a suit is not of that suit. So the unseen cards form layers. Layer k lay
there when the k latest voids were shown, in as many suits, and came after any others; layer 0 came after all of them.
The number of cards per layer is packed into one number, 8 bits each (`layers`), and so is the place of every suit among
the shown voids, 4 bits each (`voids`: 0 never shown, 1 shown last, 2 before that).

Neither player knows which layer a played card came from. Each way is weighed by the number of deals that it allows: a
random way is drawn and kept with the right probability, compared with the way that allows most of them, which is to
play the oldest card that can be meant.
"""

from parlour.core.bits import lowest_bit, num_bits
from parlour.core.contract import SPECTATOR, Record
from parlour.core.generator import Words, below
from parlour.core.kernel import kernel
from parlour.games.whist.rules.deck import deal_card, open_deck, shuffle_deck
from parlour.games.whist.state import (
    ALL_CARDS,
    CARDS,
    DEALER_DRAW,
    DRAFT_TRICKS,
    FOLLOW,
    LOSER_TAKES,
    MAX_TIES,
    NONE,
    RANKS,
    SHUFFLES,
    SUIT,
    SUITS,
    WINNER_TAKES,
)

LAYER_BITS = 8
NUM_LAYERS = SUITS + 1
VOID_BITS = 4
FLOAT_BITS = 53


@kernel
def guess_deal(s: Record) -> None:
    """Fill the deck before the trump is known: repeat what both saw being done with it."""
    num_dealt = s.top
    open_deck(s)
    if s.phase != DEALER_DRAW and s.shown[0] != NONE:
        for seat in range(2):
            place = s.picks[seat] if s.ties == MAX_TIES else CARDS - 2 + seat
            put_at(s, int(s.shown[seat]), place)
    for i in range(SHUFFLES):
        if s.shuffles[i] != NONE:
            shuffle_deck(s, s.shuffles[i])
    phase = s.phase
    s.top = 0
    s.sizes[:] = 0
    while s.top < num_dealt:
        deal_card(s)
    s.phase = phase


@kernel
def put_at(s: Record, card: int, place: int) -> None:
    """Exchange a card with the one at a place."""
    for i in range(CARDS):
        if s.deck[i] == card:
            s.deck[i] = s.deck[place]
            s.deck[place] = card
            return


@kernel
def guess_cards(s: Record, seat: int) -> None:
    """Deal what the seat has not seen to the other hand and the draw pile, while cards are played."""
    unseen = ALL_CARDS & ~(s.gone | s.turned | s.hands[0] | s.hands[1])
    if s.phase == FOLLOW:
        unseen &= ~(1 << int(s.tricks[s.num_tricks, 0]))
    first = s.top
    if first < CARDS and s.deck[first] != NONE:
        first += 1
    for other in range(2):
        if other == seat:
            continue
        layers, voids = num_unseen(s, other), 0
        # In the duel the other hand is all that is unseen. A spectator remembers cards, not voids.
        if first < CARDS and seat != SPECTATOR:
            layers, voids = draw_layers(s, other, unseen)
        unseen = fill_hand(s, other, layers, voids, unseen)
    n = 0
    while unseen:
        card = draw_from(s.generator, unseen)
        unseen &= ~(1 << card)
        s.deck[first + n] = card
        n += 1


@kernel
def draw_from(generator: Words, cards: int) -> int:
    """Draw a card of a set, each equally likely."""
    for _ in range(below(generator, num_bits(cards))):
        cards &= cards - 1
    return lowest_bit(cards)


@kernel
def fill_hand(s: Record, other: int, layers: int, voids: int, unseen: int) -> int:
    """Draw the unseen cards of a hand; return those that are left for the pile."""
    # What an older layer may hold, a newer one may hold too: filled in this order, all fillings are equally likely.
    for layer in range(NUM_LAYERS - 1, -1, -1):
        allowed = allowed_in(voids, layer)
        for _ in range(size_of(layers, layer)):
            card = draw_from(s.generator, unseen & allowed)
            s.hands[other] |= 1 << card
            unseen &= ~(1 << card)
    return unseen


@kernel
def draw_layers(s: Record, other: int, unseen: int) -> tuple[int, int]:
    """Draw how many unseen cards of a hand lie in each layer, weighed by the number of deals."""
    first = num_unseen_at_first(s, other)
    layers, voids, most = relive(s, other, first, True)
    if voids == 0:
        return layers, voids
    most *= num_fillings(layers, voids, unseen)
    while True:
        layers, voids, ways = relive(s, other, first, False)
        ways *= num_fillings(layers, voids, unseen)
        if ways == most or below(s.generator, 1 << FLOAT_BITS) * most < ways * (1 << FLOAT_BITS):
            return layers, voids


@kernel
def relive(s: Record, other: int, first: int, plays_oldest: bool) -> tuple[int, int, float]:
    """Replay the draft of a hand: its voids, and the unseen cards that it played and took.

    Returns:
        layers and voids at the end, and the number of cards that could have been meant, multiplied over all plays.
    """
    layers, voids, ways = first, 0, 1.0
    for trick in range(min(s.num_tricks + 1, DRAFT_TRICKS)):
        card = card_of(s, other, trick)
        if card == NONE:
            continue
        lead = int(s.tricks[trick, 0])
        if lead // RANKS != card // RANKS:
            layers, voids = show_void(layers, voids, lead // RANKS)
        if not s.turned >> card & 1:
            end = place_of(voids, card // RANKS)
            choices = num_in_newest(layers, end)
            if choices == 0:
                return layers, voids, 0.0
            ways *= choices
            which = choices - 1 if plays_oldest else below(s.generator, choices)
            layers -= 1 << LAYER_BITS * layer_of(layers, which)
        if took_unseen(s, other, trick):
            layers += 1
    return layers, voids, ways


@kernel
def num_unseen(s: Record, other: int) -> int:
    return int(s.sizes[other]) - num_bits(s.hands[other] & s.turned)


@kernel
def num_unseen_at_first(s: Record, other: int) -> int:
    """Count the unseen cards of a hand after the deal of this round."""
    count = num_unseen(s, other)
    for trick in range(min(s.num_tricks + 1, DRAFT_TRICKS)):
        card = card_of(s, other, trick)
        if card != NONE:
            count += 1 - (s.turned >> card & 1) - took_unseen(s, other, trick)
    return count


@kernel
def card_of(s: Record, seat: int, trick: int) -> int:
    """Return the card that a seat played to a trick, or NONE."""
    return int(s.tricks[trick, 0 if s.leaders >> trick & 1 == seat else 1])


@kernel
def took_unseen(s: Record, seat: int, trick: int) -> int:
    """Return 1 where a seat lost a trick of the draft and has taken its unseen card, else 0."""
    if trick + 1 < s.num_tricks:
        return 1 if s.leaders >> trick + 1 & 1 != seat else 0
    is_taken = trick < s.num_tricks and s.phase not in (WINNER_TAKES, LOSER_TAKES)
    return 1 if is_taken and s.turn != seat else 0


@kernel
def size_of(layers: int, layer: int) -> int:
    return layers >> LAYER_BITS * layer & (1 << LAYER_BITS) - 1


@kernel
def num_in_newest(layers: int, end: int) -> int:
    """Count the cards in the layers 0..end - 1."""
    count = 0
    for layer in range(end):
        count += size_of(layers, layer)
    return count


@kernel
def layer_of(layers: int, which: int) -> int:
    """Return the layer of a card that is counted from the newest, from 0."""
    layer = 0
    while which >= size_of(layers, layer):
        which -= size_of(layers, layer)
        layer += 1
    return layer


@kernel
def place_of(voids: int, suit: int) -> int:
    """Return the number of the layers that may hold a suit: all that are newer than its last void."""
    place = voids >> VOID_BITS * suit & (1 << VOID_BITS) - 1
    return place or NUM_LAYERS


@kernel
def show_void(layers: int, voids: int, suit: int) -> tuple[int, int]:
    """Note that none of the cards is of a suit: this void becomes the latest, and each layer one void older."""
    place = voids >> VOID_BITS * suit & (1 << VOID_BITS) - 1
    after = 1 << VOID_BITS * suit
    num_voids = 0
    for other in range(SUITS):
        its_place = voids >> VOID_BITS * other & (1 << VOID_BITS) - 1
        if its_place and other != suit:
            num_voids += 1
            later = place == 0 or its_place < place
            after |= its_place + (1 if later else 0) << VOID_BITS * other
    # Layers that already knew of this void stay what they are.
    changed = LAYER_BITS * (place or num_voids + 1)
    newer = layers & (1 << changed) - 1
    return (newer << LAYER_BITS) + (layers >> changed << changed), after


@kernel
def allowed_in(voids: int, layer: int) -> int:
    """Return the set of cards that a layer may hold."""
    cards = 0
    for suit in range(SUITS):
        if layer < place_of(voids, suit):
            cards |= SUIT << RANKS * suit
    return cards


@kernel
def num_fillings(layers: int, voids: int, unseen: int) -> float:
    """Count the ways to deal unseen cards to the layers."""
    ways, used = 1.0, 0
    for layer in range(NUM_LAYERS - 1, -1, -1):
        choices = num_bits(unseen & allowed_in(voids, layer)) - used
        for _ in range(size_of(layers, layer)):
            ways *= max(choices, 0)
            choices -= 1
            used += 1
    return ways
