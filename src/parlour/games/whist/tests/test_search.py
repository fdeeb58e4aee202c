"""How the computer plays Whist: what it tries, counts and never sees."""

import os
import random
import subprocess
import sys
import time
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import Position
from parlour.core.contract import Known
from parlour.core.level import LEVEL_NAMES
from parlour.core.registry import load
from parlour.core.thinking import Stop, Thought
from parlour.games.whist.ai import draft, duel, search
from parlour.games.whist.ai.equity import EQUITY, LOWEST, expected_result
from parlour.games.whist.state import CARDS, FOLLOW, HAND, LEAD, TARGET
from parlour.games.whist.text.cards import text_to_card
from parlour.players.player import make_player
from support.matches import guess_record, some_steps

GAME = load("whist")
GO_ON = np.zeros(1, np.int64)
# Trump hearts; the second player leads, and the pile shows a prize.
LEADS = (
    "lead 1 0:0 2 2 H 0:0 C4C6C8CTCQCAS3S5S7S9SJSKH3/C5C7C9CJCKS2S4S6S8STSQSAH2* "
    "H4*H5H6H7H8H9HTHJHQHKHAD2D3D4D5D6D7D8D9DTDJDQDKDA - C2C3"
)
DUEL = "lead 1 0:0 2 1 H 5:5 S3HAD4/SASKC2 - - -"


def at(text: str) -> Position:
    return parlour.new("whist", seed=5, position=text)


def card(text: str) -> int:
    code = text_to_card(text)
    assert code is not None
    return code


def hand(texts: str) -> int:
    return sum(1 << card(text) for text in texts.split())


def think(position: Position, guesses: int = 8, seed: int = 1, stop: Stop | None = None) -> Thought:
    seat = position.to_act()[0]
    thought = search.make_think(guesses, HAND)(
        position.seen_by(seat).known, seat, np.array([seed], np.uint64), stop or Stop()
    )
    assert thought is not None
    return thought


# The rule of one trick


def test_a_trump_is_worth_more_than_any_low_card_and_higher_cards_never_less() -> None:
    assert (np.diff(draft.WORTH) >= 0).all()
    assert draft.WORTH[1, 0] > draft.WORTH[0, 10]


@pytest.mark.parametrize(
    ("held", "lead", "winner", "loser"),
    [
        ("S3 S9 SK D2", "S8", "S9", "S3"),
        ("S3 D2 HA", "SA", "", "S3"),
        ("S9 SK D2", "S8", "S9", ""),
        ("D5 C2 H7 HQ", "S8", "H7", "C2"),
        ("D5 C9", "H2", "", "D5"),
    ],
)
def test_the_cheapest_winner_and_the_cheapest_loser_are_found(held: str, lead: str, winner: str, loser: str) -> None:
    found = draft.cheapest_replies(hand(held), card(lead), 2)

    assert found == tuple(card(text) if text else -1 for text in (winner, loser))


def test_a_trick_is_won_when_the_prize_is_worth_its_price() -> None:
    held = hand("S3 S9 SK D2")

    assert draft.best_reply(held, card("ST"), 2, 0.6)[0] == card("SK")
    assert draft.best_reply(held, card("ST"), 2, 0.3)[0] == card("S3")


def test_a_poor_prize_is_left_to_the_other_side() -> None:
    assert draft.best_lead(hand("SA C2"), hand("S4 C3"), 2, -0.5) == card("C2")
    assert draft.best_lead(hand("SA C2"), hand("S4 C3"), 2, 1.5) == card("SA")


def test_the_rest_of_a_draft_deals_every_card_of_the_pile() -> None:
    choose = random.Random(1)
    for _ in range(20):
        deck = np.array(choose.sample(range(CARDS), CARDS), np.int8)
        own, other = (sum(1 << int(drawn) for drawn in deck[i : 2 * HAND : 2]) for i in range(2))
        after = draft.play_on(own, other, True, 1, deck, 2 * HAND)

        assert [int(cards).bit_count() for cards in after[:2]] == [HAND, HAND]
        assert not after[0] & after[1]


# The worth of tricks


def test_what_one_side_expects_the_other_does_not() -> None:
    for clamps in range(2):
        for total in range(2 * TARGET - 1):
            for own in range(total - TARGET + 1, TARGET):
                mine = EQUITY[clamps, own - LOWEST, total - own - LOWEST]
                yours = EQUITY[clamps, total - own - LOWEST, own - LOWEST]
                assert np.allclose(mine + yours[::-1], 1)
                assert (np.diff(mine) >= 0).all()


def test_the_last_round_is_won_with_seven_tricks() -> None:
    s = at("lead 11 5:5 2 1 H 5:5 S3HAD4/SASKC2 - - -").state

    assert [expected_result(s, 0, tricks) for tricks in (6, 7)] == [0, 1]


def test_six_points_ahead_end_the_match() -> None:
    s = at(DUEL).state

    assert expected_result(s, 0, 12) == 1
    assert 0.5 < expected_result(s, 0, 7) < 0.6


# Thinking


def test_the_duel_is_played_as_the_solver_says() -> None:
    for position, seat, _ in some_steps(GAME, seed=3, most=60):
        s = position.state
        if s.top < CARDS or s.phase not in (LEAD, FOLLOW):
            continue
        thought, tricks = think(position), np.empty(CARDS, np.int8)
        lead = int(s.tricks[s.num_tricks, 0]) if s.phase == FOLLOW else -1
        duel.solve_cards(int(s.hands[seat]), int(s.hands[1 - seat]), lead, int(s.trump), tricks, duel.table(), GO_ON)

        assert thought.is_exact
        assert tricks[thought.best] == tricks.max()
        assert sorted(entry.action for entry in thought.values) == position.legal_actions(seat)


def test_a_draft_is_thought_about_on_guesses() -> None:
    thought = think(at(LEADS), guesses=16)

    assert thought.best == thought.values[0].action
    assert thought.values[0].simulations == 16
    assert all(0 <= entry.value <= 1 and 4 <= entry.simulations <= 16 for entry in thought.values)


def test_cards_next_to_each_other_are_tried_once() -> None:
    s = at(LEADS).seen_by(1).known
    alike = search._alike(s, 1)

    assert alike[card("CK")] == card("CK")  # the queen between them may be anywhere
    assert alike[card("C5")] == card("C5")  # the four too, though the two and the three are gone
    assert alike[card("H2")] == card("H2")
    s.hands[1] = hand("C4 C5 C7 SA H2 H4")
    s.gone = hand("C6")
    assert search._alike(s, 1) == {
        card("C4"): card("C4"), card("C5"): card("C4"), card("C7"): card("C4"), card("SA"): card("SA"),
        card("H2"): card("H2"), card("H4"): card("H4"),
    }  # fmt: skip


def test_hopeless_cards_are_given_up() -> None:
    values = np.array([[0.5, 0.7, 0.6, 0.8], [0.6, 0.6, 0.7, 0.7], [0.1, 0.2, 0.1, 0.3]])

    assert search._hopeful(values).tolist() == [0, 1]


def test_the_same_seed_thinks_the_same() -> None:
    position = at(LEADS)

    assert think(position, seed=4) == think(position, seed=4)


@pytest.mark.parametrize("name", LEVEL_NAMES[:4])
def test_no_level_knows_what_is_hidden(name: str) -> None:
    for position, seat, _ in some_steps(GAME, seed=6, most=12):
        hidden = position.seen_by(seat).known
        other = guess_record(GAME, hidden, seat, 9)
        GAME.rules.hide(other, seat)
        first, second = (make_player(name, GAME, 1).choose(s, seat, Stop()) for s in (hidden, Known(other)))

        assert first == second


@pytest.mark.parametrize("name", LEVEL_NAMES[1:4])
@pytest.mark.parametrize("options", [{}, {"literal_trick_rule": 1, "ceremony": "quick"}])
def test_a_level_plays_every_step_of_a_match(name: str, options: dict[str, Any]) -> None:
    seated = make_player(name, GAME, 1)
    position = parlour.new("whist", seed=2, **options)
    for _ in range(140 if not options else 60):
        seat = position.to_act()[0]
        position = position.play(seat, seated.choose(position.seen_by(seat).known, seat, Stop()))

    assert position.state.num_tricks or position.state.rounds > 1


def test_plain_python_thinks_the_same() -> None:
    script = f"""
import numpy as np, parlour
from parlour.core.thinking import Stop
from parlour.games.whist.ai import search
for seat, text in ((1, {LEADS!r}), (0, {DUEL!r})):
    hidden = parlour.new("whist", seed=5, position=text).seen_by(seat).known
    print(search.make_think(2, 13)(hidden, seat, np.array([1], np.uint64), Stop()))
"""
    said = subprocess.run(
        [sys.executable, "-c", script],
        check=False,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )

    assert said.stdout.splitlines() == [str(think(at(text), guesses=2)) for text in (LEADS, DUEL)], said.stderr


def test_a_stopped_search_answers_soon() -> None:
    position = at(LEADS)
    think(position)  # compiled
    stop = Stop()
    stop.now()
    begin = time.thread_time()
    thought = think(position, guesses=10_000, stop=stop)

    assert time.thread_time() - begin < 0.02
    assert thought.values[0].simulations == search.AT_LEAST


def test_the_draft_search_beats_a_random_draft() -> None:
    ahead = []
    for deal in range(10):
        tricks = [tricks_of_round(seat, deal) for seat in range(2)]
        ahead.append(sum(tricks) - HAND)

    assert sum(margin > 0 for margin in ahead) >= 8


def tricks_of_round(searching: int, seed: int) -> int:
    """Play a round in which one seat searches in the draft and the other does not, and both play the duel exactly."""
    choose, position = random.Random(seed), parlour.new("whist", seed=seed, ceremony="quick")
    while position.state.rounds == 1 and position.to_act():
        seat = position.to_act()[0]
        if seat == searching or position.state.top == CARDS:
            action = think(position, seed=seed).best
        else:
            action = choose.choice(position.legal_actions(seat))
        position = position.play(seat, action)
    return int(position.state.scores[searching]) + 6


# Hints


@pytest.mark.parametrize(
    ("text", "action", "words"),
    [
        (DUEL, "HA", "Best play from here takes 2 of the 3 remaining tricks."),
        ("lead 1 0:0 2 1 H 6:6 S3/S2 - - -", "S3", "It wins the last trick."),
        ("follow 1 0:0 2 2 H 6:6 S3/- - SK -", "S3", "It loses the last trick."),
        (LEADS, "SA", "It goes for the four of hearts: the other hand has no higher card of the suit."),
        (LEADS, "S8", "It may win the four of hearts and costs little."),
    ],
)
def test_a_hint_says_why(text: str, action: str, words: str) -> None:
    position = at(text)
    seat = position.to_act()[0]

    assert GAME.players.reason is not None
    assert GAME.players.reason(position.seen_by(seat).known, seat, card(action)) == words


def test_a_hint_for_the_follower_says_what_is_won() -> None:
    position = at(LEADS)
    won = position.play(1, "SQ")
    lost = position.play(1, "SA")

    assert GAME.players.reason is not None
    assert GAME.players.reason(won.seen_by(0).known, 0, card("SK")) == "It wins the four of hearts."
    assert GAME.players.reason(won.seen_by(0).known, 0, card("S3")) == (
        "It plays a low card: winning the four of hearts would cost too much."
    )
    assert GAME.players.reason(lost.seen_by(0).known, 0, card("S3")) == "It plays a low card: this trick cannot be won."


def test_a_poor_prize_is_called_poor() -> None:
    text = LEADS.replace("H4*H5H6H7H8H9HTHJHQHKHAD2D3", "D2*H4H5H6H7H8H9HTHJHQHKHAD3")
    position = at(text)

    assert GAME.players.reason is not None
    assert GAME.players.reason(position.seen_by(1).known, 1, card("S2")) == (
        "It leads a card of little value: the two of diamonds is a poor prize, and the loser takes the next card."
    )
    assert GAME.players.reason(position.play(1, "SA").seen_by(0).known, 0, card("S3")) == (
        "It plays a low card: the two of diamonds is a poor prize, and the loser takes the next card."
    )
    assert (
        GAME.players.reason(parlour.new("whist", seed=1).seen_by(0).known, 0, 60)
        == "Nothing can be gained or lost here."
    )
