"""A dataset holds what was played: the same as match files, and the same however it was made."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.core.position import start
from parlour.core.registry import load
from parlour.core.thinking import Stop
from parlour.lab import dataset, record
from parlour.lab.dataset import random_match
from parlour.lab.entrants import make_entrant
from parlour.lab.errors import NeedsExtra
from parlour.lab.plan import make_plan
from parlour.lab.playing import steps
from parlour.lab.record import Recording, record_matches
from parlour.lab.tournament import run
from parlour.lab.tournament_dataset import write_tournament
from parlour.match import file
from parlour.storage.lab_runs import LabFolder, match_path

GAME = load("connect_four")
Columns = dict[str, NDArray[Any]]


def recording(*players: str, matches: int = 12, has_files: bool = True) -> Recording:
    return Recording.make(GAME, players, matches, 5, {}, has_files=has_files)


def loaded(folder: Path) -> tuple[Columns, Columns]:
    return tuple(dict(np.load(folder / f"{name}.npz")) for name in ("matches", "actions"))  # type: ignore[return-value]


def equal(one: tuple[Columns, Columns], other: tuple[Columns, Columns]) -> bool:
    return all(np.array_equal(a[name], b[name]) for a, b in zip(one, other, strict=True) for name in a | b)


def check_against_files(folder: Path) -> None:
    """Play every match file again, and compare it with the rows of the dataset."""
    matches, actions = loaded(folder)
    for place, number in enumerate(matches["match"].tolist()):
        match = file.read(match_path(folder, number).read_bytes())
        own = actions["match"] == number
        assert match.outcome is not None
        assert {0: 1.0, 1: 0.0, None: 0.5}[match.outcome.winner] == matches["result0"][place]
        assert match.seed == matches["seed"][place]
        assert [*zip(actions["seat"][own].tolist(), actions["action"][own].tolist(), strict=True)] == match.actions
        assert actions["ply"][own].tolist() == list(range(len(match.actions)))
        position = match.first_position()
        for (seat, action), to_act, num_legal in zip(
            match.actions, actions["to_act"][own].tolist(), actions["num_legal"][own].tolist(), strict=True
        ):
            assert sum(1 << each for each in position.to_act()) == to_act
            assert len(position.legal_actions(seat)) == num_legal
            position = position.play(seat, action)


@pytest.mark.parametrize("players", [(), ("novice", "random")], ids=["random", "two players"])
def test_a_recording_equals_its_match_files(tmp_path: Path, players: tuple[str, ...]) -> None:
    record_matches(recording(*players), tmp_path)

    check_against_files(tmp_path)


def test_the_dataset_of_a_tournament_equals_its_match_files(tmp_path: Path) -> None:
    run(make_plan(GAME, ["novice", "random"], matches=6, seed=1, options={}), tmp_path)
    write_tournament(tmp_path, "npz")

    check_against_files(tmp_path)
    assert loaded(tmp_path)[0]["players"].tolist() == ["novice", "random"]


def test_the_kernel_plays_as_the_random_player_does() -> None:
    found, result = random_match(GAME, 7, {"quick_colours": 1}, (11, 12))
    players, position = [make_entrant("random", GAME, seed) for seed in (11, 12)], start(GAME, 7, {"quick_colours": 1})
    with Stop() as stop:
        played = list(steps(position, players, stop))

    assert found[:, :2].tolist() == [[step.seat, step.action] for step in played]
    assert result == GAME.rules.result(played[-1].after.state, 0)


def test_an_interrupted_recording_goes_on_and_comes_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "PART", 5)
    whole = recording(has_files=False)
    record_matches(whole, tmp_path / "whole")
    play = record.play_part
    played: list[int] = []

    def played_part(given: Recording, part: int) -> record.Recorded:
        if part == 1 and played.count(1) == 0:
            played.append(part)
            raise KeyboardInterrupt
        played.append(part)
        return play(given, part)

    monkeypatch.setattr(record, "play_part", played_part)
    with pytest.raises(KeyboardInterrupt):
        record_matches(whole, tmp_path / "cut")
    half = LabFolder(tmp_path).run(tmp_path / "cut")
    record_matches(whole, tmp_path / "cut")

    assert half is not None
    assert (half.done, half.total, half.is_over) == (5, 12, False)
    assert played == [0, 1, 1, 2]
    assert equal(loaded(tmp_path / "cut"), loaded(tmp_path / "whole"))


def test_parquet_holds_the_same_columns(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for format_ in dataset.FORMATS:
        record_matches(recording(has_files=False), tmp_path, format_=format_)
    for name, columns in zip(("matches", "actions"), loaded(tmp_path), strict=True):
        table = parquet.read_table(tmp_path / f"{name}.parquet")

        assert table.schema.metadata[b"players"] == b"random"
        assert {column: table[column].to_pylist() for column in table.column_names} == {
            column: values.tolist() for column, values in columns.items() if column != "players"
        }


def test_parquet_without_its_package_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow.parquet", None)

    with pytest.raises(NeedsExtra, match=r"pip install 'parlour\[data\]'"):
        record_matches(recording(), tmp_path / "new", format_="parquet")
    assert not (tmp_path / "new").exists()
