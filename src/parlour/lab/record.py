"""Records of play: many matches between computer players, as a dataset, and as match files if asked for."""

import functools
import hashlib
import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
import numpy as np

from parlour.core import registry
from parlour.core.contract import SEATS
from parlour.core.errors import BadOption
from parlour.core.game import Game
from parlour.core.option import Options
from parlour.core.thinking import Stop
from parlour.lab.dataset import (
    Steps,
    Tables,
    check_format,
    dataset_paths,
    join,
    random_match,
    steps_of,
    tables_of,
    write,
)
from parlour.lab.entrants import RANDOM, close_players, make_entrant
from parlour.lab.errors import BadRun, Forfeit
from parlour.lab.journal import Journal
from parlour.lab.pairs import act, forfeit
from parlour.lab.plan import player_seed
from parlour.lab.playing import steps
from parlour.lab.spread import spread
from parlour.match import file
from parlour.match.match import new_match
from parlour.players.simulation import opening_actions
from parlour.storage.lab_runs import MATCHES, PLAN, RUN, LabRun, Row, match_path, write_whole

PART = 1000  # matches that a worker plays at a time, and that an interruption costs at most
PARTS = "parts"
MOST_PLAYERS = 2
Tick = Callable[[LabRun], None]


class Recording(msgspec.Struct, frozen=True):
    """What is recorded: everything that the dataset follows from."""

    game: str
    rules_version: int
    players: list[str]
    matches: int
    seed: int
    options: dict[str, int | str]
    opening_actions: int
    has_files: bool

    @classmethod
    def make(cls, game: Game, players: Sequence[str], matches: int, seed: int, options: Options, *,
             has_files: bool = False) -> Self:  # fmt: skip
        """Return a recording whose players can be made.

        Raises:
            BadOption, BadPlayer, UnknownPlayer: with a sentence.
        """
        players = players or [RANDOM]
        if len(players) > MOST_PLAYERS:
            raise BadOption("One player is recorded against itself, or two against each other.")
        for name in players:
            close_players([make_entrant(name, game, 0)])
        given = game.options.read({**game.preset("quick"), **options})
        openings = 0 if set(players) == {RANDOM} else game.players.opening_actions
        return cls(game.id, game.facts.rules_version, list(players), matches, seed, given, openings, has_files)

    @property
    def default_name(self) -> str:
        """A name for its folder; the same recording has the same."""
        return f"{self.game}-record-{hashlib.sha256(msgspec.json.encode(self)).hexdigest()[:8]}"

    @property
    def num_parts(self) -> int:
        return -(-self.matches // PART)

    def seats(self, number: int) -> tuple[int, int]:
        """Return the players of a match by seat; two change seats from match to match."""
        return (0, 0) if len(self.players) == 1 else (number % 2, 1 - number % 2)


class Recorded(NamedTuple):
    """A part of a recording."""

    part: int
    tables: Tables
    files: list[tuple[Row, bytes]]


def record_matches(
    recording: Recording, folder: Path, workers: int = 1, ray: str | None = None, format_: str = "npz",
    tick: Tick = lambda _: None,
) -> list[Path]:  # fmt: skip
    """Play what is missing of a recording, and return the files of its dataset.

    Raises:
        BadRun: the folder holds something else.
        NeedsExtra: the format needs a package that is not installed.
    """
    check_format(format_)
    _keep(recording, folder)
    if all(path.exists() for path in dataset_paths(folder, format_)):
        return dataset_paths(folder, format_)
    (folder / PARTS).mkdir(exist_ok=True)
    begin_s, begin_ms = time.monotonic(), time.time_ns() // 10**6
    missing = [part for part in range(recording.num_parts) if not _part_path(folder, part).exists()]
    for count, done in enumerate(spread(functools.partial(play_part, recording), missing, workers, ray), 1):
        _save_files(folder, done)
        _save_part(folder, done)
        left = len(missing) - count
        ends_ms = round(1000 * (time.monotonic() - begin_s) / count * left) + time.time_ns() // 10**6
        _show(recording, folder, begin_ms, recording.num_parts - left, ends_ms if left else None, tick)
    parts = [_load_part(folder, part) for part in range(recording.num_parts)]
    written = write(join(parts), folder, format_, recording.players)
    _show(recording, folder, begin_ms, recording.num_parts, None, tick=lambda _: None)
    shutil.rmtree(folder / PARTS)
    return written


def _keep(recording: Recording, folder: Path) -> None:
    path, content = folder / PLAN, msgspec.json.format(msgspec.json.encode(recording), indent=2)
    (folder / MATCHES if recording.has_files else folder).mkdir(parents=True, exist_ok=True)
    if path.exists() and path.read_bytes() != content:
        raise BadRun(f"{folder} holds another recording. Name another folder with --out, or repeat its options.")
    write_whole(path, content)


def _show(recording: Recording, folder: Path, begin_ms: int, parts: int, ends_ms: int | None, tick: Tick) -> None:
    done = min(parts * PART, recording.matches)
    state = LabRun(
        kind="record", game=recording.game, players=recording.players, total=recording.matches, done=done,
        started_ms=begin_ms, updated_ms=time.time_ns() // 10**6, is_over=done == recording.matches, ends_ms=ends_ms,
        options=recording.options, seed=recording.seed, has_files=recording.has_files,
    )  # fmt: skip
    write_whole(folder / RUN, msgspec.json.encode(state))
    tick(state)


def play_part(recording: Recording, part: int) -> Recorded:
    """Play the matches of a part."""
    game = registry.load(recording.game)
    numbers = range(part * PART, min((part + 1) * PART, recording.matches))
    played = [_play(recording, game, number) for number in numbers]
    files = [(row, _file(recording, game, row, found)) for row, found in played if recording.has_files]
    return Recorded(part, tables_of([row for row, _ in played], [found for _, found in played]), files)


def _play(recording: Recording, game: Game, number: int) -> tuple[Row, Steps]:
    """Play a match; random players in one call of a kernel."""
    seed, who = recording.seed + number, recording.seats(number)
    seeds = (player_seed(recording.seed, number, 0), player_seed(recording.seed, number, 1))
    if set(recording.players) == {RANDOM}:
        found, result = random_match(game, seed, recording.options, seeds)
        return Row(number, who, seed, _winner(result), "", len(found), (0.0, 0.0)), found
    match = new_match(game, seed=seed, options=recording.options)
    position, actions = match.position, opening_actions(match.position, recording.opening_actions, seed)
    for seat, action in actions:
        position = position.play(seat, action)
    players = [make_entrant(recording.players[who[seat]], game, seeds[seat]) for seat in SEATS]
    note, seconds = "", [0.0, 0.0]
    try:
        with Stop() as stop:
            for step in steps(position, players, stop):
                actions.append((step.seat, step.action))
                seconds[step.seat] += step.seconds
                position = step.after
        winner = _winner(float(game.rules.result(position.state, 0)))
    except Forfeit as refusal:
        note, winner = str(refusal), 1 - position.to_act()[0]
    finally:
        close_players(players)
    row = Row(number, who, seed, winner, "", len(actions), (seconds[0], seconds[1]), note)
    return row, steps_of(game, seed, recording.options, actions)


def _winner(result: float) -> int | None:
    return None if result == 0.5 else int(result < 0.5)


def _file(recording: Recording, game: Game, row: Row, found: Steps) -> bytes:
    first, second = (recording.players[player] for player in row.players)
    match = new_match(game, seed=row.seed, options=recording.options, names=(first, second))
    for seat, action in found[:, :2].tolist():
        act(match, seat, action, 0)
    if row.note:
        forfeit(match, 0)
    return file.write(match)


def _save_files(folder: Path, done: Recorded) -> None:
    for row, data in done.files:
        write_whole(match_path(folder, row.number), data)
    if done.files:
        with Journal(folder) as journal:
            journal.add([row for row, _ in done.files])


def _part_path(folder: Path, part: int) -> Path:
    return folder / PARTS / f"{part:06}.npz"


def _save_part(folder: Path, done: Recorded) -> None:
    path = _part_path(folder, done.part)
    beside = path.with_suffix(".new")
    with beside.open("wb") as opened:
        columns = {f"{kind}.{name}": column for kind in Tables._fields
                   for name, column in getattr(done.tables, kind).items()}  # fmt: skip
        np.savez(opened, allow_pickle=False, **columns)
    beside.replace(path)


def _load_part(folder: Path, part: int) -> Tables:
    with np.load(_part_path(folder, part)) as opened:
        found = {name: opened[name] for name in opened.files}
    return Tables(*(
        {name.removeprefix(f"{kind}."): column for name, column in found.items() if name.startswith(f"{kind}.")}
        for kind in Tables._fields
    ))  # fmt: skip
