"""The rules of Whist, sentence by sentence, with every worked example of the rules."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import Outcome, Position
from parlour.core.contract import BOTH, SEATS
from parlour.core.errors import GameOver, IllegalAction, NotYourTurn
from parlour.core.playout import play_out
from parlour.core.position import start
from parlour.core.registry import load
from parlour.games.whist import MAX_LENGTH
from parlour.games.whist.state import CARDS, DEALT, DRAFT_TRICKS, MAX_ROUNDS, NONE, RANKS, TARGET, TRICKS, State
from parlour.games.whist.text.cards import card_to_text, cards_of, text_to_card
from support.matches import positions, walk

GAME = load("whist")
STANDARD = "".join(card_to_text(card) for card in range(CARDS))  # clubs 2..A, spades, hearts, diamonds
BY_RANK = "".join(card_to_text(13 * suit + rank) for rank in range(RANKS) for suit in range(4))
N, D = 0, 1  # seats of the deterministic rounds: the second player deals
seeds = st.integers(0, 2**64 - 1)


def at(text: str, **options: int | str) -> Position:
    return parlour.new("whist", seed=5, position=text, **options)


def play_all(position: Position, actions: str) -> Position:
    for action in actions.split():
        position = position.play(position.to_act()[0], action)
    return position


def follow(lead: str, hand: str, **options: int) -> Position:
    """A duel with trump hearts: the first seat has led, the second holds this hand."""
    cards = hand.split()
    others = ["C2", "C3", "C4", "C5"][: len(cards) - 1]
    pairs = 13 - len(cards)
    return at(f"follow 1 0:0 2 1 H {pairs}:0 {''.join(others) or '-'}/{''.join(cards)} - {lead} -", **options)


def last_trick(pairs: str, winner: int, head: str) -> Position:
    """Play the last trick of a round, with the pairs before it, so that a seat wins it."""
    cards = ["SA/S2", "S2/SA"][winner]
    return play_all(at(f"lead {head} 2 1 H {pairs} {cards} - - -"), cards.replace("/", " "))


def trick_winner(position: Position, card: str) -> int:
    winner = position.play(1, card).seen_by().view().last_trick.winner
    assert winner in SEATS
    return int(winner)


# The worked examples


@pytest.mark.parametrize(
    ("lead", "card", "winner"),
    [("ST", "SK", 1), ("ST", "DA", 0), ("SA", "H2", 1), ("H5", "H9", 1), ("H5", "SA", 0), ("S9", "D9", 0)],
    ids=["example 1", "example 2", "example 3", "example 4", "example 5", "example 6"],
)
def test_examples_1_to_6_who_wins_a_trick(lead: str, card: str, winner: int) -> None:
    other = "D3" if card[0] == "D" else f"{card[0]}3"
    assert trick_winner(follow(lead, f"{card} {other}"), card) == winner


def test_examples_2_and_6_by_the_literal_rule_rank_beats_suit_and_a_tie_goes_to_the_lead() -> None:
    assert trick_winner(follow("ST", "DA D3", literal_trick_rule=1), "DA") == 1
    assert trick_winner(follow("S9", "D9 D3", literal_trick_rule=1), "D9") == 0
    assert trick_winner(follow("H5", "SA S3", literal_trick_rule=1), "SA") == 0
    assert trick_winner(follow("SA", "H2 H3", literal_trick_rule=1), "H2") == 1
    assert trick_winner(follow("ST", "SK S3", literal_trick_rule=1), "SK") == 1
    assert trick_winner(follow("H5", "H9 H3", literal_trick_rule=1), "H9") == 1
    assert trick_winner(follow("H9", "H5 H3", literal_trick_rule=1), "H5") == 0


def test_example_7_a_player_with_the_suit_must_follow_it() -> None:
    position = follow("SK", "S3 HA D4")

    assert [choice.action for choice in position.seen_by(1).choices()] == ["S3"]
    assert position.seen_by(1).view().unplayable == ["HA", "D4"]
    with pytest.raises(IllegalAction, match=r"^Follow suit: you hold a spade\.$"):
        position.play(1, "HA")


def test_example_8_a_player_without_it_may_play_anything() -> None:
    position = follow("SK", "HA D4")

    assert [choice.action for choice in position.seen_by(1).choices()] == ["HA", "D4"]
    assert position.seen_by(1).view().unplayable == []
    assert position.seen_by(1).view().why_unplayable == ""


@pytest.mark.parametrize(("prize", "gold"), [("H2", True), ("CT", False), ("CJ", True)])
def test_example_9_trumps_and_court_cards_are_gold(prize: str, gold: bool) -> None:
    first = text_to_card(prize)
    rest = [card for card in range(CARDS) if card != first]
    hands = "/".join("".join(map(card_to_text, rest[i : i + 13])) for i in (0, 13))
    pile = "".join(map(card_to_text, rest[26:]))
    view = at(f"lead 1 0:0 2 1 H 0:0 {hands} {prize}*{pile} - -").seen_by().view()

    assert (view.prize.card, view.prize.gold) == (prize, gold)


def test_example_10_thirteen_pairs_win_in_one_round() -> None:
    end = last_trick("12:0", N, "1 0:0")

    assert end.seen_by().view().scores == [7, -6]
    assert end.outcome == Outcome(0, "points")


def test_example_11_five_all_is_decided_in_round_11() -> None:
    end = last_trick("6:6", N, "11 5:5")

    assert end.seen_by().view().scores == [6, 5]
    assert end.seen_by().view().round == MAX_ROUNDS
    assert end.outcome == Outcome(0, "points")


def test_example_12_scores_are_signed_and_the_next_round_begins() -> None:
    position = last_trick("5:7", D, "4 4:-1")

    assert position.seen_by().view().scores == [3, 1]
    assert position.seen_by().view().round == 5
    assert position.outcome is None
    assert position.seen_by().view().dealer_draw.is_open


def test_example_13_equal_ranks_are_a_tie_and_drawn_again() -> None:
    position = play_all(at(f"pick 1 0:0 0 -,- {STANDARD}"), "p6 p45")

    assert position.seen_by().view().dealer_draw.shown == ["C7", "D7"]
    assert position.seen_by().view().dealer_draw.ties == 1
    assert position.to_act() == (0, 1)
    assert "".join(map(card_to_text, position.state.deck)) != STANDARD


def test_example_14_the_lower_card_deals_and_an_ace_is_high() -> None:
    position = play_all(at(f"pick 1 0:0 0 -,- {STANDARD}"), "p13 p40")

    assert position.seen_by().view().dealer_draw.shown == ["CA", "D2"]
    assert position.seen_by().view().dealer == 1


# The deterministic rounds


def lowest(position: Position, seat: int) -> int:
    return min(position.legal_actions(seat), key=lambda card: (card % RANKS, card // RANKS))


def highest(position: Position, seat: int) -> int:
    return max(position.legal_actions(seat), key=lambda card: (card % RANKS, card // RANKS))


def play_round(deck: str, policy: Callable[[Position, int], int], dealing: str) -> Iterator[tuple[Position, str]]:
    """Play a round from an ordered deck; return the position after each trick and its takings, and who won it."""
    position = play_all(at(f"deal 1 0:0 2 -/- {deck}"), f"{dealing} reveal")
    while (position.seen_by().view().round, position.outcome) == (1, None):
        (seat,) = position.to_act()
        action = policy(position, seat)
        winners = ["ND"[int(str(told.data["seat"]))] for told in position.narrate(seat, action) if told.kind == "trick"]
        position = position.play(seat, action)
        while position.seen_by().view().phase == "take":
            seat = position.to_act()[0]
            position = position.play(seat, position.legal_actions(seat)[0])
        if winners:
            yield position, winners[0]


def hand_of(position: Position, seat: int) -> str:
    return " ".join(card_to_text(card) for card in cards_of(position.state.hands[seat]))


def test_round_a_lowest_cards_from_the_standard_deck() -> None:
    dealt = play_all(at(f"deal 1 0:0 2 -/- {STANDARD}"), "deal " * 26 + "reveal")
    assert hand_of(dealt, N) == "C2 C4 C6 C8 CT CQ CA S3 S5 S7 S9 SJ SK"
    assert hand_of(dealt, D) == "C3 C5 C7 C9 CJ CK S2 S4 S6 S8 ST SQ SA"
    assert (dealt.seen_by().view().prize.card, dealt.seen_by().view().trump, dealt.to_act()) == ("H2", "hearts", (N,))

    steps = list(play_round(STANDARD, lowest, "deal " * 26))
    tricks = " ".join("/".join(position.seen_by().view().last_trick.cards) for position, _ in steps[:13])
    duel = steps[12][0]

    assert "".join(winner for _, winner in steps[:13]) == "DNNDNDNDNNDND"
    assert tricks == "C2/C3 S2/S3 H3/H2 C4/C5 S4/S5 H4/H5 S6/S7 C6/C7 D2/D4 D5/D3 H6/H7 D6/D7 C8/C9"
    assert hand_of(duel, N) == "CT CQ CA S9 SJ SK H9 HT HK HA DT DJ DA"
    assert hand_of(duel, D) == "CJ CK S8 ST SQ SA H8 HJ HQ D8 D9 DQ DK"
    assert duel.to_act() == (D,)
    assert "".join(winner for _, winner in steps[13:]) == "NNDNDNNDNNNNN"
    assert steps[24][0].seen_by().view().pairs == [9, 3]  # the thirteenth, also N's, makes 10 : 3
    assert steps[25][0].seen_by().view().scores == [4, -3]


def test_round_b_highest_cards_from_the_standard_deck() -> None:
    steps = list(play_round(STANDARD, highest, "deal_all"))

    assert "".join(winner for _, winner in steps[:13]) == "NDDNNDNNDDNDN"
    assert "".join(winner for _, winner in steps[13:]) == "DNNNNNNDDDNNN"
    assert steps[24][0].seen_by().view().pairs == [8, 4]  # the thirteenth, also N's, makes 9 : 4
    assert steps[25][0].seen_by().view().scores == [3, -2]


def test_round_c_lowest_cards_from_a_deck_ordered_by_rank() -> None:
    steps = list(play_round(BY_RANK, lowest, "deal_all"))
    dealt = play_all(at(f"deal 1 0:0 2 -/- {BY_RANK}"), "deal_all reveal")

    assert {card[0] for card in hand_of(dealt, N).split()} == {"C", "H"}
    assert {card[0] for card in hand_of(dealt, D).split()} == {"S", "D"}
    assert "".join(winner for _, winner in steps) == "N" * 26
    assert steps[25][0].seen_by().view().pairs == [13, 0]
    assert steps[25][0].seen_by().view().scores == [7, -6]
    assert steps[25][0].outcome == Outcome(N, "points")


# The dealing stage


def test_a_position_takes_at_most_192_bytes() -> None:
    assert State.itemsize <= 192


def test_a_match_starts_at_nil_all_in_round_1_with_the_dealer_draw() -> None:
    view = parlour.new("whist", seed=1).seen_by().view()

    assert (view.scores, view.round, view.stage) == ([0, 0], 1, "deal")
    assert view.dealer_draw.is_open
    assert view.points_to_win == 6


def test_both_pick_one_card_and_none_can_be_claimed_twice() -> None:
    position = parlour.new("whist", seed=1)
    after = position.play(1, "p17")

    assert position.to_act() == (0, 1)
    assert len(position.legal_actions(0)) == 52
    assert after.to_act() == (0,)
    assert after.seen_by().view().dealer_draw.picks == [0, 17]
    assert after.seen_by().view().dealer_draw.shown == []
    with pytest.raises(IllegalAction, match=r"^Player [12] picked card 17\. Pick another one\."):
        after.play(0, "p17")
    with pytest.raises(NotYourTurn):
        after.play(1, "p18")


def test_shown_cards_go_under_the_deck_the_first_seat_s_above_the_second_s() -> None:
    position = play_all(at(f"pick 1 0:0 0 -,- {STANDARD}"), "p13 p40")
    rest = STANDARD.replace("CA", "").replace("D2", "")

    assert "".join(map(card_to_text, position.state.deck)) == rest + "CAD2"
    assert position.to_act() == (1,)


def test_after_the_third_tie_a_coin_decides_and_the_cards_stay_in_their_places() -> None:
    before = f"pick 1 0:0 2 -,- {STANDARD}"
    dealers = set()
    for seed in range(20):
        position = play_all(parlour.new("whist", seed=seed, position=before), "p6 p45")
        dealers.add(position.seen_by().view().dealer)
        assert "".join(map(card_to_text, position.state.deck)) == STANDARD
        assert position.seen_by().view().phase == "shuffle"

    assert dealers == {0, 1}


def test_the_dealer_makes_three_shuffles_of_any_kind() -> None:
    position = at(f"shuffle 1 0:0 2 0 {STANDARD}")
    for done, kind in enumerate(["riffle", "riffle", "cut"]):
        assert position.to_act() == (1,)
        assert position.seen_by().view().shuffles_to_go == 3 - done
        assert [choice.action for choice in position.seen_by(1).choices()] == ["scramble", "riffle", "overhand", "cut"]
        position = position.play(1, kind)

    assert position.seen_by().view().shuffles == ["riffle", "riffle", "cut"]
    assert position.seen_by().view().phase == "deal"


def test_cards_are_dealt_to_the_non_dealer_first_and_alternately() -> None:
    position = at(f"deal 1 0:0 1 -/- {STANDARD}")
    for dealt in range(DEALT):
        assert position.to_act() == (0,)
        assert position.seen_by().view().hands == [dealt // 2, (dealt + 1) // 2]
        position = position.play(0, "deal")

    assert position.seen_by().view().hands == [13, 13]
    assert (position.seen_by().view().deck, position.seen_by().view().draw_pile) == (0, 26)
    assert [choice.action for choice in position.seen_by(0).choices()] == ["reveal"]


def test_the_rest_of_the_deal_can_be_dealt_at_once() -> None:
    position = at(f"deal 1 0:0 1 -/- {STANDARD}")

    assert play_all(position, "deal deal deal deal_all") == play_all(position, "deal " * 26)


def test_nobody_sees_a_hand_before_the_trump_is_revealed() -> None:
    dealt = play_all(at(f"deal 1 0:0 1 -/- {STANDARD}"), "deal_all")
    revealed = dealt.play(0, "reveal")

    assert [dealt.seen_by(seat).view().hand for seat in SEATS] == [[], []]
    assert not dealt.seen_by(0).known.hands.any()
    assert [len(revealed.seen_by(seat).view().hand) for seat in SEATS] == [13, 13]


def test_the_revealed_suit_is_trump_and_the_non_dealer_leads() -> None:
    position = play_all(at(f"deal 1 0:0 1 -/- {STANDARD}"), "deal_all reveal")

    assert (position.seen_by().view().trump, position.seen_by().view().stage) == ("hearts", "draft")
    assert position.to_act() == (1,)


def test_hands_are_sorted_by_suit_then_rank() -> None:
    position = parlour.new("whist", seed=3, ceremony="quick")
    for seat in SEATS:
        codes = [text_to_card(card) or 0 for card in position.seen_by(seat).view().hand]
        assert codes == sorted(codes)


# Draft, duel, score


def test_winner_takes_the_prize_loser_the_next_card_and_turns_up_the_following() -> None:
    position = play_all(at(f"deal 1 0:0 2 -/- {STANDARD}"), "deal_all reveal C2 C3")
    assert (position.to_act(), position.seen_by().view().phase) == ((D,), "take")
    assert position.seen_by().view().pile_action == "take"

    position = position.play(D, "take")
    assert "H2" in hand_of(position, D)
    assert position.to_act() == (N,)
    assert position.seen_by().view().prize is None

    position = position.play(N, "take")
    assert "H3" in hand_of(position, N)
    assert position.to_act() == (N,)
    assert position.seen_by().view().prize is None
    assert position.seen_by().view().pile_action == "reveal"

    position = position.play(N, "reveal")
    assert position.seen_by().view().prize.card == "H4"
    assert position.to_act() == (D,)


def test_the_duel_begins_with_the_winner_of_the_last_draft_trick_and_nothing_is_revealed() -> None:
    for seed in range(10):
        for before, seat, action in walk(GAME, seed):
            after = before.play(seat, action)
            if before.seen_by().view().stage == "draft" and after.seen_by().view().stage == "duel":
                assert before.seen_by().view().phase == "take"
                assert after.to_act() == (before.seen_by().view().last_trick.winner,)
                assert after.seen_by().view().discard_pile == 26
                assert after.seen_by().view().draw_pile == 0


def test_the_winner_of_a_duel_trick_gets_a_pair_and_leads() -> None:
    position = play_all(at("lead 1 0:0 2 1 H 6:5 S3C4/SAD4 - - -"), "S3 SA")

    assert position.seen_by().view().pairs == [6, 6]
    assert position.to_act() == (1,)


def test_clamped_scores_never_fall() -> None:
    end = play_all(at("lead 2 0:3 2 1 H 12:0 SA/S2 - - -", clamp_score=1), "SA S2")
    other = play_all(at("lead 2 0:3 2 1 H 10:2 SA/S2 - - -", clamp_score=1), "SA S2")

    assert end.seen_by().view().scores == [7, 3]
    assert other.seen_by().view().scores == [5, 3]


def test_the_dealer_is_drawn_again_every_round() -> None:
    assert last_trick("5:7", D, "4 4:-1").seen_by().view().dealer == NONE


def test_with_alternate_deal_the_first_dealer_is_drawn_and_then_they_take_turns() -> None:
    position = parlour.new("whist", seed=8, alternate_deal=1)
    assert position.seen_by().view().dealer_draw.is_open

    position = play_all(at("lead 4 4:-1 2 1 H 5:7 S2/SA - - -", alternate_deal=1), "S2 SA")
    assert (position.seen_by().view().dealer, position.seen_by().view().phase) == (0, "shuffle")

    quick = play_all(at("lead 4 4:-1 2 1 H 5:7 S2/SA - - -", alternate_deal=1, ceremony="quick"), "S2 SA")
    assert (quick.seen_by().view().dealer, quick.seen_by().view().phase, quick.to_act()) == (0, "lead", (1,))


def test_the_quick_ceremony_leaves_only_leads_and_follows() -> None:
    for seed in range(5):
        for position in positions(GAME, seed, ceremony=1)[:-1]:
            assert position.seen_by().view().phase in ("lead", "follow")
            assert all(action < CARDS for action in position.legal_actions(position.to_act()[0]))


def test_the_quick_ceremony_gives_both_seats_the_first_deal_equally_often() -> None:
    """400 seeds, 5 standard errors."""
    dealers = [parlour.new("whist", seed=seed, ceremony="quick").seen_by().view().dealer for seed in range(400)]

    assert abs(sum(dealers) - 200) < 50


def test_nothing_is_legal_after_the_end() -> None:
    with pytest.raises(GameOver):
        last_trick("12:0", N, "1 0:0").play(0, "SA")


# Properties of whole matches


def places(position: Position) -> list[int]:
    """List the cards of all places; a trick that was won counts as gone."""
    s = position.state
    lead = [int(s.tricks[s.num_tricks, 0])] if position.seen_by().view().phase == "follow" else []
    pile = [int(card) for card in s.deck[s.top :]]
    return [*cards_of(s.hands[0]), *cards_of(s.hands[1]), *cards_of(s.gone), *pile, *lead]


@pytest.mark.parametrize("options", [{}, {"ceremony": 1}, {"literal_trick_rule": 1, "ceremony": 1}])
@given(seed=seeds)
@settings(max_examples=8, deadline=None)
def test_there_are_always_52_cards_and_the_piles_have_their_sizes(options: dict[str, int], seed: int) -> None:
    for position in positions(GAME, seed, **options)[:-1]:
        view = position.seen_by().view()

        assert sorted(places(position)) == list(range(CARDS))
        assert view.hands == [int(hand).bit_count() for hand in position.state.hands]
        if view.phase == "lead":
            assert view.hands[0] == view.hands[1] == (13 if view.stage == "draft" else 13 - sum(view.pairs))
        if view.phase in ("lead", "follow") and view.stage == "draft":
            assert view.draw_pile == 26 - 2 * position.state.num_tricks
            assert view.discard_pile == 2 * position.state.num_tricks
        if view.stage == "duel":
            assert (view.draw_pile, view.discard_pile) == (0, 26)


@pytest.mark.parametrize("literal", [0, 1])
@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_after_n_rounds_the_scores_add_up_to_n_and_the_match_ends_by_round_11(literal: int, seed: int) -> None:
    *running, end = positions(GAME, seed, ceremony=1, literal_trick_rule=literal)

    assert all(sum(position.seen_by().view().scores) == position.seen_by().view().round - 1 for position in running)
    assert all(max(position.seen_by().view().scores) < TARGET for position in running)
    assert sum(end.seen_by().view().scores) == end.seen_by().view().round <= MAX_ROUNDS
    assert sum(score >= TARGET for score in end.seen_by().view().scores) == 1


@given(seed=seeds)
@settings(max_examples=20, deadline=None)
def test_clamped_scores_add_up_to_n_or_more_so_that_these_matches_end_by_round_11_too(seed: int) -> None:
    *running, end = positions(GAME, seed, ceremony=1, clamp_score=1)

    assert all(sum(position.seen_by().view().scores) >= position.seen_by().view().round - 1 for position in running)
    assert min(end.seen_by().view().scores) >= 0
    assert end.seen_by().view().round <= MAX_ROUNDS


def test_the_longest_match_has_as_many_actions_as_the_game_says() -> None:
    """Round 11 from 5 : 5, with two ties and a coin, every card dealt singly: that round takes an eleventh."""
    position = at(f"pick 11 5:5 0 -,- {STANDARD}")
    length = 0
    while position.to_act():
        seat = position.to_act()[0]
        codes = position.legal_actions(seat)
        if position.seen_by().view().phase == "dealer draw":  # the server shuffles after a tie: find a tie again
            other = position.state.picks[1 - seat]
            ranks = [int(card) % RANKS for card in position.state.deck]
            codes = [c for c in codes if other == NONE or ranks[c - CARDS] == ranks[other]]
        position, length = position.play(seat, codes[0]), length + 1

    assert length == MAX_LENGTH // MAX_ROUNDS
    assert position.seen_by().view().dealer_draw.ties == 3


def test_random_matches_last_as_many_rounds_as_the_rules_say() -> None:
    """Random players need 4.10 rounds of 52 cards, 4.80 by the literal rule, 3.43 clamped; five standard errors.

    Playouts of one position share the chance of later rounds, so each starts from a seed of its own.
    """
    rounds = {}
    for name in ("", "literal_trick_rule", "clamp_score"):
        options: dict[str, int] = {"ceremony": 1} | ({name: 1} if name else {})
        starts = (start(GAME, seed, options) for seed in range(3000))
        rounds[name] = sum(play_out(position, 1, seed=7).actions for position in starts) / 3000 / 52

    assert abs(rounds[""] - 4.10) < 0.2
    assert abs(rounds["literal_trick_rule"] - 4.80) < 0.2
    assert abs(rounds["clamp_score"] - 3.43) < 0.2


def test_experience_counts_rounds() -> None:
    position = last_trick("5:7", D, "4 4:-1")

    assert GAME.table.experience is not None
    assert [GAME.table.experience.plays(position.state, seat) for seat in SEATS] == [5, 5]
    assert (GAME.table.experience.quick, GAME.table.experience.long) == (3, 10)


def test_both_may_act_in_the_dealer_draw_only() -> None:
    for position in positions(GAME, seed=4):
        is_both = GAME.rules.to_act(position.state) == BOTH
        assert not is_both or position.seen_by().view().phase == "dealer draw"


def test_a_round_has_26_tricks() -> None:
    assert TRICKS == 2 * DRAFT_TRICKS == 26
