"""Every game: choices, reasons, narration and prompts are complete and in words."""

import random
import re

import msgspec
from hypothesis import given, settings

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.game import Game
from parlour.core.position import Position
from support.matches import seeds, some_steps

VIEWERS = (*SEATS, SPECTATOR)
COUNTED = "actions|babies|buttons|cards|cells|checkers|moves|patches|pawns|points|rows|spaces|squares|tiles|tricks"
ONE_OF_MANY = re.compile(rf"(?<![\w.,+−-])1 ({COUNTED})\b")  # "1 points"


def is_sentence(words: str) -> bool:
    return words[:1] == words[:1].upper() and words.endswith((".", "?", "!"))


@given(seed=seeds)
@settings(max_examples=10)
def test_choices_are_the_legal_actions_each_with_its_own_picks_and_words(game: Game, seed: int) -> None:
    for position, seat, _ in some_steps(game, seed, most=10):
        seen = position.seen_by(seat)
        choices = seen.choices()

        assert choices == [seen.choice(action) for action in seen.legal_actions()]
        assert [choice.action for choice in choices] == [
            position.action_to_text(seat, action) for action in position.legal_actions(seat)
        ]
        assert len({tuple(choice.picks) for choice in choices}) == len(choices)
        assert all(choice.label for choice in choices)


@given(seed=seeds)
@settings(max_examples=10)
def test_no_reason_is_given_against_a_legal_action_or_the_way_to_it(game: Game, seed: int) -> None:
    for position, seat, _ in some_steps(game, seed, most=6):
        for choice in position.seen_by(seat).choices():
            for length in range(1, len(choice.picks) + 1):
                assert position.seen_by(seat).why_not(choice.picks[:length]) == ""


@given(seed=seeds)
@settings(max_examples=10)
def test_a_reason_is_given_against_everything_else(game: Game, seed: int) -> None:
    for position, seat, _ in some_steps(game, seed, most=6):
        for picks in ([], ["nonsense"], ["nonsense:1", "nonsense:2"], ["cell:"]):
            assert is_sentence(position.seen_by(seat).why_not(picks))
        if 1 - seat not in position.to_act():
            assert is_sentence(position.seen_by(1 - seat).why_not([]))


@given(seed=seeds)
@settings(max_examples=10)
def test_picks_lead_to_a_choice_or_a_reason_says_why_not(game: Game, seed: int) -> None:
    """Picks of this and other positions in any number and order; the last pick of a choice may say enough alone."""
    steps = some_steps(game, seed, most=6)
    pool = sorted({pick for position, seat, _ in steps for way in ways(position, seat) for pick in way})
    choose = random.Random(seed)
    for position, seat, _ in steps:
        possible = ways(position, seat)
        begun = [way[: choose.randint(0, len(way))] for way in choose.sample(possible, min(4, len(possible)))]
        for picks in [*begun, *possible[:4]]:
            more = [*picks, *choose.choices(pool, k=choose.randint(1, 3))]
            reason = position.seen_by(seat).why_not(more)

            if any(more == way[: len(more)] for way in possible):
                assert reason == ""
            elif not any(more == way[-len(more) :] for way in possible):
                assert is_sentence(reason), more


def ways(position: Position, seat: int) -> list[list[str]]:
    return [choice.picks for choice in position.seen_by(seat).choices()]


@given(seed=seeds)
@settings(max_examples=10)
def test_every_action_is_narrated_in_sentences_to_every_viewer(game: Game, seed: int) -> None:
    for position, seat, action in some_steps(game, seed, most=10):
        for viewer in VIEWERS:
            happenings = position.narrate(seat, action, viewer)

            assert happenings
            assert all(is_sentence(happening.message) for happening in happenings)
            assert all(happening.kind for happening in happenings)
            assert not any(ONE_OF_MANY.search(happening.message) for happening in happenings)


@given(seed=seeds)
@settings(max_examples=10)
def test_every_viewer_has_a_prompt_a_drawing_and_a_view_that_can_be_sent(game: Game, seed: int) -> None:
    *_, (last, seat, action) = some_steps(game, seed, most=10)
    for position in [*(step[0] for step in some_steps(game, seed, most=10)), last.play(seat, action)]:
        for viewer in VIEWERS:
            drawing, prompt = (
                game.notation.render(position.seen_by(viewer).known, viewer),
                position.seen_by(viewer).prompt(),
            )
            assert is_sentence(prompt)
            assert drawing
            assert not ONE_OF_MANY.search(f"{drawing} {prompt}")
            assert reads_back(position, viewer)
        assert len(game.view.side_names(position.seen_by(SPECTATOR).known)) == 2


def reads_back(position: Position, viewer: int) -> bool:
    view = position.seen_by(viewer).view()
    return msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view
