"""Every game: a row of a batch is the match with its seed, and shows a seat what the match shows it."""

import importlib
from importlib import resources

import numpy as np
import pytest

import parlour
from parlour.core.batch import Batch, encoder_of
from parlour.core.bytes_api import Bytes
from parlour.core.contract import SEATS, SPECTATOR, Actions
from parlour.core.encoding import Symmetry
from parlour.core.errors import IllegalAction
from parlour.core.game import Game
from parlour.core.position import start
from support.matches import guessed, some_steps

ROWS = 1000
STEPS = 60


def choose(batch: Batch, random: np.random.Generator) -> Actions:
    """Return a legal action of the seat that acts next in each row; anything where the match is over."""
    actions, counts = batch.legal_actions()
    picks = (random.random(batch.size) * counts).astype(int)
    return np.where(counts > 0, actions[np.arange(batch.size), picks], 0).astype(np.int32)


def test_rows_are_the_matches_with_their_seeds_action_for_action(game: Game) -> None:
    """All rows at the same steps, against the same actions played one at a time by the rules of single matches."""
    batch, random = Batch(game, ROWS, seeds=5), np.random.default_rng(1)
    single = [start(game, seed=5 + row).data.copy() for row in range(ROWS)]
    seats = batch.to_act()
    for _ in range(STEPS):
        actions = choose(batch, random)
        for row in np.flatnonzero(seats).tolist():
            after = game.bytes_api.play(single[row], 0 if seats[row] & 1 else 1, int(actions[row]))
            assert after >= 0
        batch.step(actions)
        seats = batch.to_act()

        assert np.array_equal(batch.records, np.stack(single))


def test_random_play_reaches_the_same_ends_as_steps_of_its_choices(game: Game) -> None:
    one, several = Batch(game, 8, seeds=1), Batch(game, 8, seeds=1)
    one.play_random(20, seed=7)
    actions: list[list[int]] = []
    again = Batch(game, 8, seeds=1)
    for _ in range(20):
        legal, counts = again.legal_actions()
        before = again.records.copy()
        again.play_random(1, seed=7 if not actions else None)
        played = [played_action(game, before[row], again.records[row], legal[row, : counts[row]]) for row in range(8)]
        actions.append(played)
    several.step(np.array(actions))

    assert np.array_equal(one.records, again.records)
    assert np.array_equal(one.records, several.records)


def played_action(game: Game, before: Bytes, after: Bytes, legal: Actions) -> int:
    for action in legal.tolist():
        tried = before.copy()
        seats = game.rules.to_act(tried.view(game.state)[0])
        game.bytes_api.play(tried, 0 if seats & 1 else 1, action)
        if np.array_equal(tried, after):
            return int(action)
    return 0


def test_a_restarted_row_is_the_match_with_its_next_seed(game: Game) -> None:
    batch = Batch(game, 3, seeds=[10, 20, 30])
    over = Batch(game, 3, seeds=[10, 20, 30])
    stepped, played = over.play_random(game.facts.max_length, seed=3)
    batch.play_random(int(played.min()), seed=3, restart=True)
    row = int(np.flatnonzero(batch.seeds[:, 0] != [10, 20, 30])[0])

    assert stepped.ended.tolist() == [1, 1, 1]
    assert stepped.rewards.sum() == 0
    assert batch.seeds[row, 0] == 10 * (row + 1) + 3
    assert batch.position(row) == start(game, seed=10 * (row + 1) + 3)
    assert not over.to_act().any()
    assert np.array_equal(2 * over.results() - 1, stepped.rewards)


def test_hidden_rows_are_the_records_of_seat_views(game: Game) -> None:
    batch = Batch(game, 4, seeds=2)
    for _ in range(12):
        for viewer in (*SEATS, SPECTATOR):
            known = [batch.position(row).seen_by(viewer).known.tobytes() for row in range(4)]
            assert [row.tobytes() for row in batch.hidden(viewer)] == known
        batch.play_random(3)


def test_masks_and_lists_hold_the_legal_actions_of_a_seat(game: Game) -> None:
    batch = Batch(game, 4, seeds=3)
    for _ in range(6):
        for seat in SEATS:
            actions, counts = batch.legal_actions(seat)
            mask = batch.legal_mask(seat)
            for row in range(4):
                legal = batch.position(row).legal_actions(seat)
                assert actions[row, : counts[row]].tolist() == legal
                assert np.flatnonzero(mask[row]).tolist() == legal
        batch.play_random(5)


def test_observations_depend_only_on_what_a_seat_may_know(game: Game) -> None:
    batch = Batch(game, 1, seeds=0)
    for position, _, _ in some_steps(game, seed=3, most=12):
        for viewer in SEATS:
            batch.records[0] = position.data
            seen = batch.observe(viewer)
            batch.records[0] = guessed(position, viewer, 9).data

            assert np.array_equal(batch.observe(viewer), seen)
            assert seen.shape == (1, *encoder_of(game)[0])
            assert np.abs(seen).max() <= 1


def test_every_plane_or_entry_of_an_encoding_has_a_name(game: Game) -> None:
    encoding = game.extras.encoding

    assert encoding is None or encoding.names == () or len(set(encoding.names)) == encoding.shape[0]


def test_an_illegal_action_in_one_row_changes_no_row(game: Game) -> None:
    batch = Batch(game, 4, seeds=1)
    actions = choose(batch, np.random.default_rng(2))
    actions[2] = int(np.flatnonzero(~batch.legal_mask()[2])[0])
    before = batch.records.copy()

    with pytest.raises(IllegalAction, match="in row 2"):
        batch.step(actions)
    assert np.array_equal(batch.records, before)


def test_playouts_leave_the_rows_as_they_are(game: Game) -> None:
    batch = Batch(game, 3, seeds=1)
    before = batch.records.copy()
    results = batch.playout(4, seed=2)

    assert np.array_equal(batch.records, before)
    assert results.sum(axis=1).tolist() == [4.0, 4.0, 4.0]
    assert np.array_equal(results, batch.playout(4, seed=2))


def test_threads_do_not_change_what_rows_are(game: Game) -> None:
    alone, shared = Batch(game, 1024, seeds=1, threads=1), Batch(game, 1024, seeds=1, threads=2)
    alone.play_random(10, seed=1)
    shared.play_random(10, seed=1)

    assert np.array_equal(alone.records, shared.records)


def test_a_batch_is_made_by_the_name_of_its_game(game: Game) -> None:
    assert parlour.batch(game.id, 2, seeds=4).position(1) == start(game, seed=5)


def make_images(game: Game, symmetry: Symmetry, batch: Batch) -> None:
    """Turn rows into their images, by `image.py` among a game's own tests; without it starts are their own images."""
    if (resources.files(game.package) / "tests" / "image.py").is_file():
        make_image = importlib.import_module(f"{game.package}.tests.image").make_image
        for row in batch.records:
            make_image(row.view(game.state)[0], symmetry)


def test_a_symmetry_and_an_action_commute(game: Game) -> None:
    """Play a match and its image side by side: what a seat sees in one is the image of what it sees in the other."""
    for symmetry in game.extras.encoding.symmetries if game.extras.encoding else ():
        batch, image = (Batch(game, 20, seeds=1, options=game.preset("quick")) for _ in range(2))
        make_images(game, symmetry, image)
        random = np.random.default_rng(3)
        assert sorted(symmetry.actions.tolist()) == list(range(game.facts.num_actions))
        for _ in range(30):
            seen = batch.observe().reshape(20, -1)
            assert np.array_equal(symmetry.observation(seen), image.observe().reshape(20, -1)), symmetry.name
            actions = choose(batch, random)
            batch.step(actions)
            image.step(symmetry.actions[actions])
