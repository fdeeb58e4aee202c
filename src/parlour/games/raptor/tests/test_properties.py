"""What holds in every Raptor match: nothing gets lost, and a second implementation finds the same actions."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour import Position
from parlour.core.playout import perft, play_out
from parlour.games.raptor.rules.cards import pile
from parlour.games.raptor.state import ALL_CARDS, FREE, MAX_LENGTH
from parlour.games.raptor.tests.slow import slow_table
from parlour.games.raptor.tests.tables import at, raptor_acts, scientist_acts
from parlour.games.raptor.text.board import cards

seeds = st.integers(0, 2**64 - 1)


def match(seed: int) -> Iterator[Position]:
    """Play a random match, on a random board, and give all its positions."""
    choose = random.Random(seed)
    position = parlour.new("raptor", seed=seed)
    yield position
    while seats := position.to_act():
        seat = choose.choice(seats)
        position = position.play(seat, choose.choice(position.legal_actions(seat)))
        yield position


@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_figurines_fires_and_cards_are_conserved(seed: int) -> None:
    killed, scientists = 0, 10
    for position in match(seed):
        view, s = position.seen_by().view(), position.state
        kinds = [figure.kind for figure in view.figures]
        if view.phase != "placement":
            assert kinds.count("baby") + view.escaped + view.captured == 5
            assert kinds.count("mother") == (1 if s.mother else 0)
            assert view.phase != "return" or not s.mother
        assert kinds.count("scientist") == view.scientists
        killed += max(0, scientists - view.scientists - view.reserve)
        scientists = view.scientists + view.reserve
        assert scientists + killed == 10
        assert len(view.fires) == s.fires
        assert 0 <= view.sleep_tokens <= 5
        for side, shown in enumerate(view.cards):
            assert shown.hand_size + shown.deck_size + len(shown.played) == 9
            assert len(cards(int(s.hand[side]))) == shown.hand_size
            assert int(s.hand[side]) & int(pile(s, side)) == 0


@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_no_two_things_share_a_space_but_a_scientist_walking_through_fire(seed: int) -> None:
    rocks = None
    for position in match(seed):
        view = position.seen_by().view()
        figures = [figure.space for figure in view.figures]
        rocks = rocks or view.rocks
        assert view.rocks == rocks
        assert len(set(figures)) == len(figures)
        assert not set(figures) & set(view.rocks)
        assert not set(view.fires) & set(view.rocks)
        assert set(figures) & set(view.fires) <= {view.in_fire}
        assert not {space for space in [*figures, *view.fires] if space[0] in "am"}
        if view.phase != "actions":
            assert view.in_fire == ""


@given(seed=seeds)
@settings(max_examples=10, deadline=None)
def test_what_lasts_a_round_is_cleared_and_the_players_are_asked_for_cards(seed: int) -> None:
    for position in match(seed):
        if position.seen_by().view().phase == "card":
            assert not any(figure.is_fresh or figure.is_used for figure in position.seen_by().view().figures)
            assert not position.state.wound_paid


def test_every_random_match_ends_within_the_bounds() -> None:
    for seed in range(20):
        position = parlour.new("raptor", seed=seed)
        tally = play_out(position, 200, seed=seed)
        assert sum(tally.wins) + tally.draws == 200
        assert tally.actions <= 200 * MAX_LENGTH


@given(seed=seeds)
@settings(max_examples=12, deadline=None)
def test_the_slow_implementation_finds_the_same_actions_and_units(seed: int) -> None:
    """In every position of random matches, whatever is to be done in it."""
    for position in match(seed):
        if position.seen_by().view().phase in ("actions", "effect"):
            (seat,) = position.to_act()
            assert {choice.action for choice in position.seen_by(seat).choices()} == slow_table(position).legal()


def scattered(seed: int) -> Position:
    """Throw figurines and fires onto a random board, more of them than a match would bring together."""
    choose = random.Random(seed)
    s = parlour.new("raptor", seed=seed).state
    free = [f"{'abcdefghijklm'[cell % 13]}{cell // 13}" for cell in range(104) if s.board[cell] == FREE]
    rocks, exits = (
        parlour.new("raptor", seed=seed).seen_by().view().rocks,
        parlour.new("raptor", seed=seed).seen_by().view().exits,
    )
    choose.shuffle(free)
    taken = {
        "mother": 1,
        "babies": choose.randint(0, 3),
        "asleep": choose.randint(0, 2),
        "fires": choose.randint(0, 25),
    }
    taken |= {"scientists": choose.randint(1, 5), "frightened": choose.randint(0, 3), "attacked": choose.randint(0, 2)}
    pieces = {name: " ".join(free.pop() for _ in range(count)) for name, count in taken.items()}
    board = {"rocks": " ".join(rocks), "exits": " ".join(exits)}
    acts = scientist_acts if choose.random() < 0.6 else raptor_acts
    return acts(choose.randint(1, 8), f"tokens={choose.randint(0, 4)} reserve=0", **board, **pieces)


@given(seed=seeds)
@settings(max_examples=150, deadline=None)
def test_lines_of_fire_slides_and_walks_through_fire_agree_on_crowded_boards(seed: int) -> None:
    position = scattered(seed)
    slow = slow_table(position)
    (seat,) = position.to_act()
    actions = {choice.action for choice in position.seen_by(seat).choices()}

    assert actions == slow.legal()
    for step in range(3):  # walk on, preferably into the fire
        into_fire = [action for action in sorted(actions) if "-" in action and slow.on[action[-2:]] == "^"]
        if not into_fire:
            break
        position = position.play(seat, into_fire[step % len(into_fire)])
        slow = slow_table(position)
        actions = {choice.action for choice in position.seen_by(seat).choices()}
        assert actions == slow.legal()
        assert actions


@pytest.mark.parametrize(
    "position",
    [
        raptor_acts(3, "tokens=1", fires="g2 h2", scientists="g6 b5 l3 l6"),
        scientist_acts(3, fires="c5 c4 d5", asleep="b4", babies="b3 h1 i2 e6"),
    ],
    ids=["raptor", "scientist"],
)
def test_turns_are_counted_alike(position: Position) -> None:
    assert perft(position, 1) == slow_table(position).count_turns()


def test_placements_are_counted_as_computed() -> None:
    """Standard layout: 7 and 8 free spaces on the central tiles, 8, 7, 7 and 8 on the others."""
    position = parlour.new("raptor", seed=1, board="standard")

    assert perft(position, 1) == (7 + 8) + (7 + 8) + (8 + 7 + 7 + 8)


def test_every_hand_is_one_of_nine_cards_and_both_decks_are_drawn_evenly() -> None:
    counts = [0] * 9
    for seed in range(600):
        hand = int(at_seed(seed).state.hand[0])
        for value in cards(hand & ALL_CARDS):
            counts[value - 1] += 1

    # 600 hands of 3: each value 200 times, standard deviation 11.5
    assert all(abs(count - 200) < 5 * 11.5 for count in counts)


def at_seed(seed: int) -> Position:
    return parlour.new("raptor", seed=seed, position=at().to_text().partition(" hands")[0])
