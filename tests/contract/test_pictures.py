"""Every game: its tables are drawn, each different, and a picture shows what its viewer is shown and no more."""

import itertools
from io import BytesIO

import pytest
from PIL import Image

from parlour.core.contract import SEATS, SPECTATOR
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.match import commands as co
from parlour.match.decide import handle
from parlour.match.match import new_match
from parlour.pieces.canvas import HEIGHT, WIDTH, Canvas
from parlour.server.drawing import CARD, FRAME, Shot, animation, card, draw_board
from parlour.server.replay import replay_of
from support.matches import guessed, positions, some_steps

VIEWERS = (*SEATS, SPECTATOR)
NAMES = ("Ann", "Bo")
FRAMES = 20


def shot(position: Position, viewer: int = SPECTATOR) -> Shot:
    seen = position.seen_by(viewer)
    return Shot(position.game, NAMES, seen.side_names(), seen.to_act, seen.view(), seen.render(), viewer, "")


def board(position: Position, viewer: int) -> bytes:
    """Draw a table small; return its pixels."""
    canvas = Canvas(WIDTH // 4, HEIGHT // 4)
    draw_board(canvas.inner(0, 0, 0.25), shot(position, viewer))
    return canvas.image().tobytes()


def test_the_start_the_middle_and_the_end_are_different_pictures_of_the_right_size(game: Game) -> None:
    path = positions(game, seed=5, **game.preset("quick"))
    drawn = [card(shot(position)) for position in (path[0], path[len(path) // 2], path[-1])]

    assert {Image.open(BytesIO(data)).size for data in drawn} == {CARD}
    assert len(set(drawn)) == len(drawn)


def test_every_table_of_a_match_can_be_drawn_for_every_viewer(game: Game) -> None:
    for position, _, _ in some_steps(game, seed=8, most=12):
        pictures = {board(position, viewer) for viewer in VIEWERS}

        assert len(pictures) == 1 or game.facts.hidden


def test_a_picture_shows_nothing_that_its_viewer_may_not_know(game: Game) -> None:
    for position, _, _ in some_steps(game, seed=9, most=6):
        for viewer in VIEWERS:
            assert board(position, viewer) == board(guessed(position, viewer, 3), viewer)


def test_an_animation_has_as_many_pictures_as_the_replay(game: Game) -> None:
    match = new_match(game, seed=4, options=game.preset("quick"), names=NAMES)
    for _ in range(FRAMES):
        if match.is_over:
            break
        seat = match.position.to_act()[0]
        action = match.position.action_to_text(seat, match.position.legal_actions(seat)[0])
        handle(match, co.Play(seat=seat, action=action), 0)
    replay = replay_of(match.events, match.seed, SPECTATOR, NAMES, SPECTATOR)
    drawn = animation(replay)

    with Image.open(BytesIO(drawn)) as picture:
        assert (picture.format, picture.size) == ("GIF", FRAME)
        assert getattr(picture, "n_frames", 1) == len(replay.frames)
    assert len(drawn) < 2 * 1024**2


@pytest.mark.parametrize("seed", [1, 2])
def test_what_lies_face_down_is_taken_from_the_top(game: Game, seed: int) -> None:
    if game.extras.face_down is None:
        pytest.skip("nothing lies face down")
    path = positions(game, seed)
    taken = 0
    for before, after in itertools.pairwise(path):
        for pile in game.extras.face_down(before.state):
            later = next((each for each in game.extras.face_down(after.state) if each.name == pile.name), None)
            was_shuffled = before.state.generator.tobytes() != after.state.generator.tobytes()
            num_taken = len(pile.things) - len(later.things) if later is not None else 0
            if pile.is_ordered and later is not None and num_taken > 0 and not was_shuffled:
                assert pile.things[num_taken:] == later.things
                taken += 1

    assert taken > 0 or not all(pile.is_ordered for pile in game.extras.face_down(path[0].state))
