"""A match: commands in, events out, refusals that change nothing."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.errors import BadOption, BadSeat, IllegalAction, NotYourTurn, ParlourError
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match.clock import GRACE_MS
from parlour.match.decide import decide, handle
from parlour.match.errors import CannotUndo, CorruptLog, MatchOver, NotOffered, OtherRules, StaleVersion, TooEarly
from parlour.match.match import Match, fold, hash_of_seed, new_match

START = "B:W21-32:B1-12"


def checkers(position: str | None = START, **settings: Any) -> Match:
    return new_match(parlour.load("checkers"), seed=1, position=position, **settings)


def connect_four(position: str | None = "", **settings: Any) -> Match:
    return new_match(parlour.load("connect_four"), seed=1, position=position, **settings)


def play(match: Match, *texts: str, at_ms: int = 0) -> Match:
    for text in texts:
        handle(match, co.Play(seat=match.position.to_act()[0], action=text), at_ms)
    return match


def ending(match: Match) -> ev.Ended:
    return next(event for event in match.events if isinstance(event, ev.Ended))


def test_an_action_becomes_an_event() -> None:
    match = play(checkers(), "9-13", at_ms=1200)

    assert match.events[-1] == ev.Acted(seat=0, action="9-13", at_ms=1200)
    assert match.version == 2


def test_a_turn_written_as_one_word_becomes_one_event_per_action() -> None:
    match = play(checkers("B:W15,23,32:B10"), "10x26")

    assert [event.action for event in match.events if isinstance(event, ev.Acted)] == ["10x19", "19x26"]
    assert match.num_turns(0) == 1


def test_what_was_decided_is_not_played_again_but_only_where_it_was_decided() -> None:
    match = connect_four()
    (event,) = decide(match, co.Play(seat=0, action="4"), 0)
    assert match.foreseen is not None

    play(match, "1", "2")  # something else happened meanwhile
    match.apply(event)
    assert match.position == fold(match.events, match.seed).position

    (event,) = decide(match, co.Play(seat=1, action="5"), 0)
    foreseen = match.foreseen.after
    match.apply(event)
    assert match.position is foreseen
    assert match.position == fold(match.events, match.seed).position


def test_the_last_action_ends_the_match_and_reveals_the_seed() -> None:
    match = play(connect_four(), *"1213141")

    assert match.outcome == parlour.Outcome(0, "line")
    assert isinstance(match.events[-2], ev.Ended)
    assert match.events[-1] == ev.SeedRevealed(seed="1", at_ms=0)
    assert match.started.seed_hash == hash_of_seed(1)


def test_resigning_gives_the_match_to_the_other_seat_at_any_time() -> None:
    match = new_match(parlour.load("checkers"), seed=1)
    handle(match, co.Resign(seat=0), 5)

    assert match.outcome == parlour.Outcome(1, "resigned")
    assert ending(match).experience == (0, 2)


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (co.Play(seat=0, action="9-18"), IllegalAction),
        (co.Play(seat=1, action="22-18"), NotYourTurn),
        (co.Play(seat=2, action="9-13"), BadSeat),
        (co.AnswerDraw(seat=0, accept=True), NotOffered),
        (co.AnswerUndo(seat=0, accept=True), NotOffered),
        (co.AskUndo(seat=0), CannotUndo),
        (co.Expire(seat=0), TooEarly),
    ],
)
def test_a_refused_command_changes_nothing(command: co.Command, error: type[ParlourError]) -> None:
    match = checkers()
    before = (match.version, match.position.to_bytes())

    with pytest.raises(error) as refusal:
        handle(match, command, 0)
    assert (match.version, match.position.to_bytes()) == before
    assert str(refusal.value).endswith(".")


def test_a_command_for_the_present_version_is_taken() -> None:
    match = checkers()
    handle(match, co.Play(seat=0, action="9-13"), 0, seen_version=1)

    with pytest.raises(StaleVersion, match="The match is at version 2; this was meant for 1"):
        handle(match, co.Play(seat=0, action="9-13"), 0, seen_version=1)


def test_nothing_can_be_done_after_the_end() -> None:
    match = play(connect_four(), *"1213141")

    for command in (co.Play(seat=1, action="1"), co.Resign(seat=1), co.AskUndo(seat=0), co.OfferDraw(seat=0)):
        with pytest.raises(MatchOver):
            decide(match, command, 0)


# Draws by agreement (Checkers, D8)


def test_an_accepted_offer_is_a_draw() -> None:
    match = play(checkers(), "9-13")
    handle(match, co.OfferDraw(seat=0), 0)
    handle(match, co.AnswerDraw(seat=1, accept=True), 0)

    assert match.outcome == parlour.Outcome(None, "agreed")
    assert ending(match).experience == (1, 1)


def test_an_offer_stands_until_the_opponents_next_action() -> None:
    match = play(checkers(), "9-13")
    handle(match, co.OfferDraw(seat=0), 0)
    play(match, "22-18")

    assert match.draw_offered is None
    with pytest.raises(NotOffered, match="has not offered a draw"):
        handle(match, co.AnswerDraw(seat=1, accept=True), 0)


def test_an_offer_survives_an_action_of_its_own_seat() -> None:
    match = checkers()
    handle(match, co.OfferDraw(seat=0), 0)
    play(match, "9-13")

    assert match.draw_offered == 0


def test_a_declined_offer_can_be_made_again_after_five_turns_of_the_seat() -> None:
    match = play(checkers("B:WK32:BK1", options={"repetition_limit": 0}), "1-5")
    handle(match, co.OfferDraw(seat=0), 0)
    handle(match, co.AnswerDraw(seat=1, accept=False), 0)
    for turn in range(5):
        with pytest.raises(NotOffered, match=f"after {5 - turn} more of your turns"):
            handle(match, co.OfferDraw(seat=0), 0)
        play(match, *[("32-28", "5-1"), ("28-32", "1-5")][turn % 2])
    handle(match, co.OfferDraw(seat=0), 0)

    assert match.draw_offered == 0


def test_a_seat_cannot_answer_its_own_offer_or_make_a_second_one() -> None:
    match = checkers()
    handle(match, co.OfferDraw(seat=0), 0)

    with pytest.raises(NotOffered):
        handle(match, co.AnswerDraw(seat=0, accept=True), 0)
    with pytest.raises(NotOffered, match="already offered"):
        handle(match, co.OfferDraw(seat=1), 0)


def test_a_game_without_draws_by_agreement_refuses_the_offer() -> None:
    with pytest.raises(NotOffered, match="Connect Four has no draw by agreement"):
        handle(connect_four(), co.OfferDraw(seat=0), 0)


# Undo


def undo(match: Match, seat: int, accept: bool = True) -> None:
    handle(match, co.AskUndo(seat=seat), 0)
    handle(match, co.AnswerUndo(seat=1 - seat, accept=accept), 0)


def test_undo_goes_back_to_before_the_seats_last_turn() -> None:
    match = play(connect_four(), *"4455")
    before = match.position
    play(match, "1", "2")
    undo(match, 0)

    assert match.position == before
    assert len(match.actions) == 4


def test_undo_takes_all_hops_of_a_turn_back() -> None:
    match = play(checkers("B:W15,23,32:B10"), "10x19")
    undo(match, 0)

    assert match.position == match.first_position()
    assert not match.turns
    play(match, "10x26")
    undo(match, 0)
    assert match.position == match.first_position()


def test_a_refused_undo_changes_nothing_on_the_board() -> None:
    match = play(connect_four(), "4")
    undo(match, 0, accept=False)

    assert len(match.actions) == 1
    with pytest.raises(NotOffered):
        handle(match, co.AnswerUndo(seat=1, accept=True), 0)


def test_nothing_shown_or_drawn_can_be_taken_back() -> None:
    """The fourth claim shows the checkers, so no claim can be taken back after it; before it they all can."""
    match = play(connect_four(position=None), "b1", "b2")
    undo(match, 0)
    assert not match.actions
    play(match, "b1", "b2", "b3", "b4")

    for seat in (0, 1):
        with pytest.raises(CannotUndo, match="Something was shown or drawn since your last turn"):
            handle(match, co.AskUndo(seat=seat), 0)


def test_a_seat_without_a_turn_has_nothing_to_take_back() -> None:
    with pytest.raises(CannotUndo, match="You have not made a turn"):
        handle(play(connect_four(), "4"), co.AskUndo(seat=1), 0)


# Table timers


def test_without_a_pace_there_is_no_deadline() -> None:
    assert connect_four().deadline_ms(0) is None


def test_an_unknown_pace_is_refused() -> None:
    with pytest.raises(
        BadOption, match=r"There is no pace blitz\. The paces: none, table, minutes and seconds like 5\+3"
    ):
        connect_four(pace="blitz")


def test_the_deadline_follows_the_games_timer_with_a_grace_for_the_network() -> None:
    assert connect_four(pace="table").deadline_ms(0) == 15_000 + GRACE_MS
    assert connect_four(position=None, pace="table").deadline_ms(0) == 10_000 + GRACE_MS
    assert play(checkers(pace="table"), "9-13", at_ms=7_000).deadline_ms(1) == 27_000 + GRACE_MS


def test_the_timer_covers_the_whole_turn_with_all_hops() -> None:
    match = play(checkers("B:W15,23,32:B10", pace="table"), "10x19", at_ms=9_000)

    assert match.deadline_ms(0) == 20_000 + GRACE_MS


def test_a_random_action_is_played_when_the_time_runs_out() -> None:
    match = connect_four(pace="table")
    with pytest.raises(TooEarly):
        handle(match, co.Expire(seat=0), 15_999)
    handle(match, co.Expire(seat=0), 16_000)

    assert match.events[1] == ev.Expired(seat=0, in_a_row=1, at_ms=16_000)
    assert isinstance(match.events[2], ev.Acted)
    assert match.events[2].by_clock
    assert match.deadline_ms(1) == 16_000 + 15_000 + GRACE_MS


def test_what_the_clock_plays_is_the_same_for_the_same_seed_and_varies_with_it() -> None:
    def first(seed: int) -> str:
        match = new_match(parlour.load("connect_four"), seed=seed, position="", pace="table")
        events = decide(match, co.Expire(seat=0), 16_000)
        return events[1].action  # type: ignore[union-attr]  # Acted follows Expired

    assert [first(seed) for seed in range(20)] == [first(seed) for seed in range(20)]
    assert len({first(seed) for seed in range(40)}) == 7


def test_the_clock_completes_a_turn_of_several_hops() -> None:
    match = checkers("B:W15,23,32:B10", pace="table")
    handle(match, co.Expire(seat=0), 21_000)

    assert match.position.to_act() == (1,)
    assert len(match.actions) == 2


def test_the_clock_claims_for_an_absent_seat_and_that_does_not_count() -> None:
    match = play(connect_four(position=None, pace="table"), "b5")
    handle(match, co.Expire(seat=0), 11_000)
    handle(match, co.Expire(seat=1), 11_000)

    assert len(match.actions) == 4
    assert match.expiries == [0, 0]


def test_the_third_expiry_in_a_row_forfeits() -> None:
    match, now = connect_four(pace="table"), 0
    for _ in range(2):
        now += 20_000
        handle(match, co.Expire(seat=0), now)
        play(match, *[choice.action for choice in match.position.seen_by(1).choices()][:1], at_ms=now)
    now += 20_000
    handle(match, co.Expire(seat=0), now)

    assert match.outcome == parlour.Outcome(1, "timed_out")
    assert ending(match).experience == (0, 2)


def test_an_action_of_the_seat_resets_its_expiries() -> None:
    match, now = connect_four(pace="table"), 0
    for number in range(6):
        now += 20_000
        seat = match.position.to_act()[0]
        if seat == 0 and number != 2:
            handle(match, co.Expire(seat=0), now)
        else:
            play(match, match.position.seen_by(seat).choices()[-1].action, at_ms=now)

    assert match.outcome is None
    assert match.expiries[0] == 1


# The log


def test_a_match_is_a_fold_over_its_events() -> None:
    match = play(checkers(position=None), "b1", "b2", "b3", "b4")
    again = fold(match.events, seed=1)

    assert again == match


def test_a_log_with_another_seed_or_other_rules_is_refused() -> None:
    match = checkers()
    old = ev.Started(
        **{name: getattr(match.started, name) for name in match.started.__struct_fields__} | {"rules_version": 0}
    )

    with pytest.raises(CorruptLog, match="The seed does not have the hash"):
        fold(match.events, seed=2)
    with pytest.raises(OtherRules, match="rules 0 of Checkers"):
        fold([old], seed=1)
    with pytest.raises(CorruptLog, match="The first event"):
        fold([], seed=1)
    with pytest.raises(CorruptLog, match="starts only once"):
        match.apply(match.started)


def test_an_event_that_cannot_follow_is_refused() -> None:
    match = checkers()

    with pytest.raises(CorruptLog, match="9-18 cannot be played here"):
        match.apply(ev.Acted(seat=0, action="9-18", at_ms=0))
    with pytest.raises(CorruptLog, match="3 actions cannot be taken back"):
        match.apply(ev.UndoAnswered(seat=1, accept=True, actions=3, at_ms=0))


@given(seed=st.integers(0, 2**32), game_id=st.sampled_from(["checkers", "connect_four"]))
@settings(max_examples=25)
def test_a_random_match_with_all_commands_folds_to_itself(seed: int, game_id: str) -> None:
    choose = random.Random(seed)
    pace = choose.choice(("table", "1+5", "2d", "none"))
    match, now = new_match(parlour.load(game_id), seed=seed, pace=pace), 0
    for _ in range(60):
        seat = choose.choice((0, 1))
        choices = match.position.seen_by(seat).choices()
        requests: list[co.Command] = [
            co.OfferDraw(seat=seat),
            co.AnswerDraw(seat=seat, accept=choose.random() < 0.2),
            co.AskUndo(seat=seat),
            co.AnswerUndo(seat=seat, accept=choose.random() < 0.7),
            co.Expire(seat=seat),
            co.AddTime(seat=seat),
            co.Resume(seat=0, down_ms=now // 2),
            *[co.Play(seat=seat, action=choice.action) for choice in choose.sample(choices, min(4, len(choices)))],
        ]
        now += choose.choice((100, 100, 30_000))
        before = match.version
        try:
            events = handle(match, choose.choice(requests), now)
        except ParlourError:
            assert match.version == before
        else:
            assert match.version == before + len(events)

    assert fold(match.events, seed) == match
