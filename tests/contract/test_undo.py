"""Every game: a takeback leaves both seats with what they knew. What a seat learns is found out by other deals."""

import random
from collections.abc import Iterator
from typing import NamedTuple

from hypothesis import given, settings

from parlour.core.contract import SEATS
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.match import commands as co
from parlour.match.decide import handle, num_undoable
from parlour.match.errors import CannotUndo
from parlour.match.match import Match, new_match
from support.matches import guessed, seeds

DEALS = 3  # that a seat holds possible, drawn for each takeback
LOOKS = 200  # at a match of greatest length, spread over it


class Takeback(NamedTuple):
    """What would be taken back: actions, and the position before them."""

    before: Position
    actions: list[tuple[int, int]]


def takebacks(match: Match) -> Iterator[Takeback]:
    """Yield what each seat could take back now."""
    played = match.played()
    for seat in SEATS:
        try:
            count = num_undoable(match, seat)
        except CannotUndo:
            continue
        state = played[len(played) - count].state
        before = Position(match.game, state.data.copy(), match.game.rules.to_act(state))
        yield Takeback(before, match.actions[-count:])


def could_be(deal: Position, takeback: Takeback, viewer: int) -> bool:
    """Return whether all that a viewer saw could have happened from another deal, by the same or by hidden actions."""
    position = takeback.before
    for seat, action in takeback.actions:
        position = position.play(seat, action)
        legal = deal.legal_actions(seat)
        nexts = (deal.play(seat, each) for each in ([action] if action in legal else legal))
        told = position.seen_by(viewer).known.tobytes()
        alike = next((after for after in nexts if after.seen_by(viewer).known.tobytes() == told), None)
        if alike is None:
            return False
        deal = alike
    return True


def random_matches(game: Game, seed: int) -> Iterator[Match]:
    """Play a random match, with the ceremony and without; yield it at some of its positions."""
    for preset in ({}, game.preset("quick")):
        choose = random.Random(seed)
        match = new_match(game, seed=seed, options=preset)
        while seats := match.position.to_act():
            seat = choose.choice(seats)
            action = choose.choice(match.position.legal_actions(seat))
            handle(match, co.Play(seat=seat, action=match.position.action_to_text(seat, action)), now_ms=0)
            if choose.random() < LOOKS / game.facts.max_length:
                yield match
            if match.is_over:
                break


@given(seed=seeds)
@settings(max_examples=5)
def test_a_takeback_leaves_both_seats_with_what_they_knew(game: Game, seed: int) -> None:
    for match in random_matches(game, seed):
        for takeback in takebacks(match):
            for viewer in SEATS:
                for number in range(DEALS):
                    deal = guessed(takeback.before, viewer, seed + number)

                    assert could_be(deal, takeback, viewer), (
                        f"seat {viewer} has learned something from {takeback.actions} in {takeback.before.to_text()}"
                    )
