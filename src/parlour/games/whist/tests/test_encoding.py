"""What a learner sees of a Whist position."""

import parlour
from parlour.core.position import Position
from parlour.games.whist.encoding import NAMES
from parlour.games.whist.text.cards import text_to_card

QUICK = {"ceremony": "quick"}


def seen(position: Position, seat: int) -> dict[str, float]:
    """Return what a seat sees, by the names of the entries."""
    batch = parlour.batch("whist", 1, seeds=1, options=QUICK)
    batch.records[0] = position.data
    return dict(zip(NAMES, batch.observe(seat)[0].tolist(), strict=True))


def cards(numbers: dict[str, float], name: str) -> set[int | None]:
    """Return one set of cards."""
    start = f"{name}: "
    return {
        text_to_card(each.removeprefix(start)) for each, value in numbers.items() if each.startswith(start) and value
    }


def test_a_seat_sees_its_hand_the_prize_and_the_trump_and_counts_the_rest() -> None:
    position = parlour.new("whist", seed=3, **QUICK)
    seat = position.to_act()[0]
    numbers = seen(position, seat)

    assert cards(numbers, "own hand") == set(position.legal_actions(seat))
    assert len(cards(numbers, "prize")) == 1
    assert len(cards(numbers, "never seen")) == 52 - 13 - 1
    assert sum(value for name, value in numbers.items() if name.startswith("trump: ")) == 1
    assert numbers["to act"] == 1
    assert seen(position, 1 - seat)["to act"] == 0


def test_a_suit_that_was_not_followed_is_remembered_with_what_was_taken_since() -> None:
    position, checked = parlour.new("whist", seed=3, **QUICK), 0
    for _ in range(24):
        seat = position.to_act()[0]
        before, action = position, position.legal_actions(seat)[0]
        position = position.play(seat, action)
        led = int(before.state.tricks[before.state.num_tricks, 0])
        if led >= 0 and led // 13 != action // 13:
            suit = ("clubs", "spades", "hearts", "diamonds")[led // 13]
            numbers = seen(position, 1 - seat)
            took_unseen = position.state.turn != seat
            assert numbers[f"void: {suit}"] == 1
            assert round(13 * numbers[f"cards taken since the void: {suit}"]) == took_unseen
            checked += 1

    assert checked > 0


def test_in_the_duel_the_other_hand_is_known() -> None:
    position = parlour.new("whist", seed=5, **QUICK)
    while position.state.top < 52:
        seat = position.to_act()[0]
        position = position.play(seat, position.legal_actions(seat)[0])
    for seat in (0, 1):
        numbers = seen(position, seat)
        other = int(position.state.hands[1 - seat])

        assert cards(numbers, "known to be in the other hand") == {card for card in range(52) if other >> card & 1}
        assert cards(numbers, "never seen") == set()
