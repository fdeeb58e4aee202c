"""Whist as people meet it: texts, views, prompts, reasons, narration, timers."""

import pytest

import parlour
from parlour import Position
from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.errors import BadNotation, IllegalAction
from parlour.core.position import start
from parlour.core.registry import load
from parlour.games.whist.state import CARDS, NUM_ACTIONS, State
from parlour.games.whist.text.cards import card_to_text, card_words, text_to_card
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.decide import handle
from parlour.match.errors import TooEarly
from parlour.match.match import Match, new_match
from support.matches import positions

GAME = load("whist")
STANDARD = "".join(card_to_text(card) for card in range(CARDS))
N_HAND, D_HAND = "C2C4C6C8CTCQCAS3S5S7S9SJSK", "C3C5C7C9CJCKS2S4S6S8STSQSA"
PILE = "H2*H3H4H5H6H7H8H9HTHJHQHKHAD2D3D4D5D6D7D8D9DTDJDQDKDA"
DRAFT = f"lead 1 0:0 2 1 H 0:0 {N_HAND}/{D_HAND} {PILE} - -"
DRAFT_2 = (  # after the first trick of round A
    "lead 1 0:0 2 2 H 0:0 C4C6C8CTCQCAS3S5S7S9SJSKH3/C5C7C9CJCKS2S4S6S8STSQSAH2* "
    "H4*H5H6H7H8H9HTHJHQHKHAD2D3D4D5D6D7D8D9DTDJDQDKDA - C2C3"
)
DUEL = "lead 1 0:0 2 1 H 5:5 S3HAD4/SASKC2 - - -"


def at(text: str, **options: int | str) -> Position:
    return parlour.new("whist", seed=5, position=text, **options)


def play_all(position: Position, actions: str) -> Position:
    for action in actions.split():
        position = position.play(position.to_act()[0], action)
    return position


def told(position: Position, action: str, viewer: int) -> list[str]:
    seat = position.to_act()[0]
    (code,) = GAME.notation.text_to_actions(position.state, seat, action)
    return [happening.message for happening in position.narrate(seat, code, viewer)]


# Actions


def test_every_action_reads_back() -> None:
    s = parlour.new("whist", seed=1).state
    texts = [GAME.notation.action_to_text(s, 0, action) for action in range(NUM_ACTIONS)]

    assert [GAME.notation.text_to_actions(s, 0, text) for text in texts] == [[action] for action in range(NUM_ACTIONS)]
    assert all(" " not in text for text in texts)
    assert len(set(texts)) == NUM_ACTIONS


@pytest.mark.parametrize("text", ["SQ", "sq", "QS", " qs "])
def test_a_card_can_be_written_either_way(text: str) -> None:
    assert GAME.notation.text_to_actions(at(DUEL).state, 0, text) == [text_to_card("SQ")]


def test_a_ten_can_be_written_with_two_digits() -> None:
    assert text_to_card("S10") == text_to_card("10s") == text_to_card("ST")
    assert text_to_card("TT") is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Nothing is not an action"),
        ("p0", "p1 to p52"),
        ("p53", "p1 to p52"),
        ("X2", "not an action"),
        ("draw", "not an action"),
    ],
)
def test_what_is_no_action_is_unreadable(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        at(DUEL).play(0, text)


def test_cards_are_called_by_their_names() -> None:
    assert card_words(text_to_card("SQ") or 0) == "the queen of spades"
    assert card_words(text_to_card("HT") or 0) == "the ten of hearts"


# Positions


@pytest.mark.parametrize("ceremony", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_a_position_reads_back_with_all_that_is_remembered(seed: int, ceremony: int) -> None:
    forgotten = {"generator", "shown", "picks", "shuffles", "ties"}
    for position in positions(GAME, seed, ceremony=ceremony)[:-1]:
        again = start(GAME, 3, {"ceremony": ceremony}, position.to_text()).state
        for name in set(State.names or ()) - forgotten:
            assert getattr(again, name).tolist() == getattr(position.state, name).tolist(), name


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "A position begins with"),
        ("bid 1 0:0", "A position begins with"),
        ("over 1", "A position begins with"),
        ("over 1 3:-2", "fewer than 6 points"),
        ("over 2 7:-6", "after 2 rounds the scores add up to 2"),
        ("over 12 7:5", "round is a number from 1 to 11"),
        ("over 1 7", "written like 1:0"),
        (f"pick 1 6:-6 0 -,- {STANDARD}", "fewer than 6 points"),
        (f"pick 2 0:0 0 -,- {STANDARD}", "add up to 1"),
        (f"pick 1 0:0 3 -,- {STANDARD}", "number of ties"),
        (f"pick 1 0:0 0 1,2 {STANDARD}", "places picked"),
        (f"pick 1 0:0 0 -,- {STANDARD[2:]}", "51 cards on the table"),
        (f"pick 1 0:0 0 -,- C3{STANDARD[2:]}", "C3 is in two places"),
        (f"shuffle 1 0:0 3 0 {STANDARD}", "dealer is a number"),
        (f"shuffle 1 0:0 1 3 {STANDARD}", "number of shuffles"),
        (f"deal 1 0:0 1 C2/- {STANDARD[2:]}", "one by one, the non-dealer first"),
        (f"deal 1 0:0 1 - {STANDARD}", "with / between them"),
        (f"deal 1 0:0 1 -/- {STANDARD}C2", "The deck has 53 cards"),
        (f"deal 1 0:0 1 -/- {STANDARD[:-1]}", "is written like"),
        (DRAFT.replace("H2*", "H2"), "Face up in the pile"),
        (DRAFT.replace("H3", "H3*"), "Face up in the pile"),
        (DRAFT.replace(" H 0:0", " X 0:0"), "trump is one of"),
        (DRAFT.replace(" H 0:0", " H 1:0"), "1 and 0 pairs do not fit"),
        (DRAFT.replace("/C3", "/C2"), "C2 is in two places"),
        (DRAFT.replace("lead", "prize").replace("*", ""), "no prize to come"),
        (DRAFT.replace("lead", "follow"), "do not fit"),
        (DRAFT[:-1] + "C2C3", "C2 is in two places"),
        (DRAFT.replace("/C3", "/C3*"), "hand of player 2 cannot have come out"),
        (DRAFT_2.replace("C2C3", "C2S2").replace("S2S4", "C3S4"), "hand of player 1 cannot have come out"),
        (DUEL[:-1] + "C3C4", "not the 23 finished tricks"),
        (DUEL.replace("S3HAD4", "S3HA"), "do not fit"),
        (DUEL.replace("5:5", "5:4"), "pairs do not fit"),
    ],
)
def test_an_impossible_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        at(text)


def test_a_position_in_the_draft_is_written_with_its_tricks_and_prizes() -> None:
    assert play_all(at(DRAFT), "C2 C3 take take reveal").to_text() == DRAFT_2


def test_clamped_scores_of_a_position_are_checked_too() -> None:
    assert at("over 2 6:5", clamp_score=1).outcome == parlour.Outcome(0, "points")
    with pytest.raises(BadNotation, match="none is below 0"):
        at("over 2 8:-6", clamp_score=1)


# Views


def test_a_view_shows_the_table_as_it_lies() -> None:
    view = play_all(at(DRAFT), "C2").seen_by(1).view()

    assert (view.round, view.stage, view.phase, view.trump, view.points_to_win) == (1, "draft", "follow", "hearts", 6)
    assert (view.scores, view.pairs, view.hands) == ([0, 0], [0, 0], [12, 13])
    assert (view.deck, view.draw_pile, view.discard_pile) == (0, 26, 0)
    assert (view.prize.card, view.prize.gold) == ("H2", True)
    assert (view.trick.leader, view.trick.cards, view.trick.winner) == (0, ["C2"], -1)
    assert view.hand == [D_HAND[i : i + 2] for i in range(0, 26, 2)]
    assert view.unplayable == view.hand[6:]
    assert view.why_unplayable == "Follow suit: you hold a club."
    assert view.last_trick is None


def test_the_last_trick_can_be_looked_at_and_no_other_discard() -> None:
    view = play_all(at(DRAFT), "C2 C3 take take reveal S2").seen_by(0).view()

    assert (view.last_trick.leader, view.last_trick.cards, view.last_trick.winner) == (0, ["C2", "C3"], 1)
    assert view.discard_pile == 2


def test_only_the_seat_that_follows_has_grey_cards() -> None:
    position = play_all(at(DRAFT), "C2")

    assert position.seen_by(0).view().unplayable == []
    assert position.seen_by(SPECTATOR).view().unplayable == []
    assert position.seen_by(SPECTATOR).view().hand == []


def test_the_drawing_shows_a_seat_its_hand_and_nobody_else_s() -> None:
    position = play_all(at(DRAFT), "C2")
    drawings = {viewer: GAME.notation.render(position.seen_by(viewer).known, viewer) for viewer in (*SEATS, SPECTATOR)}

    assert "♣ 3 5 7 9 J K   ♠ 2 4 6 8 10 Q A" in drawings[1]
    assert "♣ 4 6 8 10 Q A   ♠ 3 5 7 9 J K" in drawings[0]
    assert "♠" not in drawings[SPECTATOR]
    for drawing in drawings.values():
        assert "6 points win: Player 1 0, Player 2 0    Round 1, draft, trump ♥ hearts" in drawing
        assert "prize ♥2★" in drawing
        assert "Player 1 led ♣2" in drawing


def test_the_drawing_of_the_dealer_draw_shows_the_places() -> None:
    drawing = GAME.notation.render(parlour.new("whist", seed=1).play(0, "p7").seen_by(1).known, 1)

    assert "   6  --   8" in drawing


# Prompts


def test_every_viewer_is_asked_in_words_for_what_comes_next() -> None:
    position = at(f"pick 1 0:0 0 -,- {STANDARD}")
    assert position.seen_by(0).prompt() == "Pick a card: the lower one deals."
    assert position.play(0, "p6").seen_by(0).prompt() == "{seat:1} is picking a card."
    assert play_all(position, "p6 p45").seen_by(1).prompt().startswith("Tie 1. Pick a card")
    assert position.seen_by(SPECTATOR).prompt() == "Both players pick a card: the lower one deals."
    assert position.play(0, "p6").seen_by(SPECTATOR).prompt() == "{seat:1} is picking a card."

    position = play_all(position, "p13 p40")
    assert position.seen_by(1).prompt() == "You deal. Shuffle the deck: 3 shuffles to go."
    assert position.seen_by(0).prompt() == "{seat:1} deals and is shuffling the deck: 3 shuffles to go."
    assert play_all(position, "cut cut").seen_by(1).prompt() == "You deal. Shuffle the deck: 1 shuffle to go."
    assert play_all(position, "cut cut cut deal").seen_by(1).prompt() == "Deal the cards: 25 cards to go."
    position = play_all(position, "cut cut cut deal_all")
    assert position.seen_by(1).prompt() == "Reveal the trump: turn the top card of the draw pile."


def test_leading_following_taking_and_revealing_are_asked_for() -> None:
    position = at(DRAFT)
    assert position.seen_by(0).prompt() == "Hearts are trump. Lead a card to win the two of hearts."
    assert position.seen_by(1).prompt() == "Hearts are trump. {seat:0} is choosing a card to lead."
    assert play_all(position, "C2").seen_by(1).prompt() == "Follow suit: play a club."
    position = play_all(position, "C2 C3")
    assert position.seen_by(1).prompt() == "You won the trick: take the two of hearts."
    assert position.seen_by(0).prompt() == "{seat:1} won the trick and is taking the prize."
    assert play_all(position, "take").seen_by(0).prompt() == "Take the top card of the draw pile."
    assert (
        play_all(position, "take take").seen_by(0).prompt()
        == "Reveal the next prize: turn the top card of the draw pile."
    )
    assert at(DUEL).seen_by(0).prompt() == "Hearts are trump. Lead a card."
    assert play_all(at(DUEL), "HA").seen_by(1).prompt() == "You have no hearts: play any card."


# Reasons


@pytest.mark.parametrize(
    ("text", "before", "action", "reason"),
    [
        (DRAFT, "C2", "S2", "Follow suit: you hold a club."),
        (DRAFT, "C2", "C4", "You do not hold the four of clubs."),
        (DRAFT, "", "C3", "You do not hold the three of clubs."),
        (DRAFT, "", "take", "Lead a card from your hand."),
        (DRAFT, "C2", "reveal", "Play a card from your hand to the trick."),
        (DRAFT, "C2 C3", "SA", "First take the prize that you won."),
        (DRAFT, "C2 C3", "reveal", "First take the prize that you won."),
        (DRAFT, "C2 C3 take", "CA", "First take the top card of the draw pile."),
        (DRAFT, "C2 C3 take take", "take", "First reveal the next prize."),
        (f"shuffle 1 0:0 1 0 {STANDARD}", "", "deal", "First shuffle the deck: scramble, riffle, overhand or cut."),
        (f"deal 1 0:0 1 -/- {STANDARD}", "", "reveal", "First deal the cards, one by one or all at once."),
        (f"deal 1 0:0 1 -/- {STANDARD}", "deal_all", "deal",
         "First reveal the top card of the draw pile: its suit is trump."),
        (f"pick 1 0:0 0 -,- {STANDARD}", "", "deal", "First pick one of the 52 cards: the lower one deals."),
    ],
)  # fmt: skip
def test_a_refused_action_is_explained(text: str, before: str, action: str, reason: str) -> None:
    position = play_all(at(text), before)
    with pytest.raises(IllegalAction) as refusal:
        position.play(position.to_act()[0], action)
    assert str(refusal.value) == reason


# Narration


def test_a_dealer_draw_is_told() -> None:
    position = at(f"pick 1 0:0 0 -,- {STANDARD}").play(0, "p13")

    assert told(position, "p40", 1) == [
        "You picked card 40.",
        "You became the dealer. Player 1 drew the ace of clubs and you drew the two of diamonds.",
        "Both cards went back into the deck.",
    ]
    assert told(position, "p26", SPECTATOR)[1:] == [
        "A tie; draw again. Player 1 drew the ace of clubs and Player 2 drew the ace of spades.",
        "Both cards went back, and the deck was shuffled.",
    ]
    third = at(f"pick 1 0:0 2 -,- {STANDARD}").play(0, "p13")
    assert "The third tie, so a coin made" in told(third, "p26", 0)[1]


def test_shuffles_deals_and_reveals_are_told() -> None:
    assert told(at(f"shuffle 1 0:0 1 0 {STANDARD}"), "overhand", 1) == ["Player 1 shuffled the deck overhand."]
    deal = at(f"deal 1 0:0 1 -/- {STANDARD}")
    assert told(deal, "deal", 1) == ["Player 1 dealt a card to your hand."]
    assert told(deal, "deal", 0) == ["You dealt a card to Player 2's hand."]
    assert told(deal, "deal_all", 0) == ["You dealt the cards: 13 for each player."]
    assert told(play_all(deal, "deal_all"), "reveal", 1) == ["Player 1 revealed the two of hearts: hearts are trump."]


def test_a_draft_trick_is_told_and_the_loser_s_card_only_to_the_loser() -> None:
    position = play_all(at(DRAFT), "C2")
    assert told(position, "C3", 0) == [
        "Player 2 played the three of clubs.",
        "Player 2 won the trick and the two of hearts.",
    ]
    position = position.play(1, "C3")
    assert told(position, "take", 0) == ["Player 2 took the two of hearts."]
    position = position.play(1, "take")
    assert told(position, "take", 0) == ["You took the three of hearts."]
    assert told(position, "take", 1) == ["Player 1 took an unseen card."]
    assert told(position, "take", SPECTATOR) == ["Player 1 took an unseen card."]
    assert told(position.play(0, "take"), "reveal", 1) == ["Player 1 revealed the next prize: the four of hearts."]


def test_the_quick_ceremony_tells_all_at_once() -> None:
    position = play_all(at(DRAFT, ceremony="quick"), "C2")

    assert told(position, "C3", 0) == [
        "Player 2 played the three of clubs.",
        "Player 2 won the trick and the two of hearts.",
        "Player 2 took the two of hearts.",
        "You took the three of hearts.",
        "You revealed the next prize: the four of hearts.",
    ]
    assert told(position, "C3", 1)[3] == "Player 1 took an unseen card."


def test_the_end_of_a_round_and_of_the_game_is_told() -> None:
    last = at("lead 1 0:0 2 1 H 6:6 SA/S2 - - -").play(0, "SA")
    assert told(last, "S2", 0) == [
        "Player 2 played the two of spades.",
        "You won the trick: 7 pairs.",
        "Round 1 ended with 7 pairs to 6. Points: You 1, Player 2 0.",
        "Round 2 began.",
    ]
    won = at("lead 1 0:0 2 1 H 12:0 SA/S2 - - -").play(0, "SA")
    assert told(won, "S2", 0)[-1] == "You won, 7 to −6."
    assert told(won, "S2", 1)[-1] == "Player 1 won, 7 to −6."


def test_the_beginning_of_the_duel_is_told() -> None:
    text = f"lose 1 0:0 2 2 H 0:0 {N_HAND[2:]}/{D_HAND[2:]}H2* DA - -"

    assert told(at(text), "take", 0) == ["You took the ace of diamonds.", "The draw pile ran out, and the duel began."]


# Turns and timers


def test_the_timers_are_those_of_the_rules() -> None:
    seconds = {phase: timer.seconds for phase, timer in GAME.table.timers.items()}
    counted = {phase for phase, timer in GAME.table.timers.items() if timer.counts}

    assert seconds == {"dealer draw": 10, "shuffle": 7, "deal": 7, "trump": 5, "lead": 15, "follow": 15, "take": 5}
    assert counted == {"lead", "follow"}


def by_clock(match: Match, seat: int, at_ms: int) -> list[str]:
    """Let the time of a seat run out; return what the clock played."""
    return [event.action for event in handle(match, co.Expire(seat=seat), at_ms) if isinstance(event, ev.Acted)]


def test_missing_shuffles_are_scrambles_and_the_rest_is_dealt_when_time_runs_out() -> None:
    match = new_match(GAME, seed=1, position=f"shuffle 1 0:0 1 0 {STANDARD}", pace="table")
    handle(match, co.Play(seat=0, action="cut"), 3_000)
    with pytest.raises(TooEarly):  # seven seconds for all three, and one for the network
        by_clock(match, 0, 7_999)

    assert by_clock(match, 0, 8_000) == ["scramble", "scramble"]
    handle(match, co.Play(seat=0, action="deal"), 9_000)
    assert by_clock(match, 0, 16_000) == ["deal_all"]
    assert by_clock(match, 0, 22_000) == ["reveal"]


def test_three_leads_in_a_row_that_the_clock_had_to_play_forfeit() -> None:
    match = new_match(GAME, seed=1, position=DUEL, pace="table", options={"ceremony": "quick"})
    now = 0
    while not match.is_over:
        seat = match.position.to_act()[0]
        if seat == 1:
            handle(match, co.Play(seat=1, action=match.position.seen_by(1).choices()[0].action), now)
        else:
            now += 16_000
            assert len(by_clock(match, 0, now)) <= 1

    assert match.outcome == parlour.Outcome(1, "timed_out")


@pytest.mark.parametrize("takes_cards", [False, True])
def test_three_cards_in_a_row_that_the_clock_had_to_play_forfeit_in_the_draft_too(takes_cards: bool) -> None:
    match, now = new_match(GAME, seed=1, position=DRAFT, pace="table"), 0
    while not match.is_over:
        (seat,) = match.position.to_act()
        if seat == 1 or (takes_cards and match.phase == "take"):
            handle(match, co.Play(seat=seat, action=match.position.seen_by(seat).choices()[0].action), now)
        else:
            now += 16_000
            by_clock(match, seat, now)

    counted = [event.in_a_row for event in match.events if isinstance(event, ev.Expired) and event.in_a_row]
    assert counted == [1, 2, 3]
    assert match.outcome == parlour.Outcome(1, "timed_out")


def test_a_card_that_the_player_chose_starts_the_count_again() -> None:
    match = new_match(GAME, seed=1, position=DRAFT, pace="table")
    by_clock(match, 0, 16_000)
    handle(match, co.Play(seat=1, action=match.position.seen_by(1).choices()[0].action), 16_000)
    assert match.expiries == [1, 0]
    now = 16_000
    while match.phase == "take":
        now += 6_000
        by_clock(match, match.position.to_act()[0], now)
    assert match.expiries == [1, 0]

    for seat in sorted(SEATS, key=lambda each: each not in match.position.to_act()):
        handle(match, co.Play(seat=seat, action=match.position.seen_by(seat).choices()[0].action), now)

    assert match.expiries == [0, 0]


def test_taking_has_five_seconds_and_the_loser_s_includes_the_next_prize() -> None:
    match = new_match(GAME, seed=1, position=DRAFT, pace="table")
    for seat, card in ((0, "C2"), (1, "C3")):
        handle(match, co.Play(seat=seat, action=card), 0)

    assert by_clock(match, 1, 6_000) == ["take"]
    handle(match, co.Play(seat=0, action="take"), 7_000)
    assert by_clock(match, 0, 12_000) == ["reveal"]


def test_three_shuffles_the_deal_and_the_loser_s_taking_are_one_turn_each() -> None:
    position = at(f"shuffle 1 0:0 1 0 {STANDARD}")
    mid = []
    for action in ["cut", "cut", "cut", *["deal"] * 26, "reveal"]:
        position = position.play(0, action)
        mid.append(bool(GAME.rules.mid_turn(position.state)))
    assert mid == [True, True, False, *[True] * 25, False, False]

    position = at(DRAFT)
    mid = []
    for action in ["C2", "C3", "take", "take", "reveal"]:
        position = play_all(position, action)
        mid.append(bool(GAME.rules.mid_turn(position.state)))
    assert mid == [False, False, False, True, False]
