"""What a power cut leaves: play matches, cut the power at random moments, and look for moves that were acknowledged.

    python -m tools.power_cut [IMAGES]

SQLite's calls to write and to sync a file are recorded, in their order, by wrapping the functions through which it
reaches the disk (its "VFS"). A power cut after any of them leaves what was synced before. Of what was written since, a
disk may have kept nothing, or any of its sectors: half of the images get random ones. Each image is opened as a server
would open it after the cut. Everything that was acknowledged before it must be there, unchanged.
"""

import asyncio
import ctypes
import ctypes.util
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import click

from parlour.match import commands as co
from parlour.match.errors import UnknownMatch
from parlour.match.file import read_entries
from parlour.match.match import fold
from parlour.match.seating import PERSON, Seat
from parlour.server.clocks import SystemClock
from parlour.server.command_keys import command_key
from parlour.server.game_loader import GameLoader
from parlour.server.hub import Hub
from parlour.server.limits import Limits
from parlour.server.live_match import LiveMatch
from parlour.server.match_services import MatchServices
from parlour.server.metrics import Metrics
from parlour.server.tasks import Tasks
from parlour.server.thinkers import Thinkers
from parlour.storage.database import Database
from parlour.storage.log import SqlLog

SECTOR = 512
SEATS = (Seat(PERSON, "Ada", "guest:a"), Seat(PERSON, "Bo", "guest:b"))
OPEN, WRITE, TRUNCATE, SYNC, DELETE = "open", "write", "truncate", "sync", "delete"


class Step(NamedTuple):
    """Something that was done to a file."""

    kind: str
    name: str
    at: int = 0  # place of a write, or the new size
    data: bytes = b""


# The beginnings of SQLite's own structures: see https://www.sqlite.org/c3ref/vfs.html and io_methods.html.
Pointer, Int, Int64 = ctypes.c_void_p, ctypes.c_int, ctypes.c_int64
XOpen = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Pointer, Int, ctypes.POINTER(Int))  # keeps the pointer to the name
XDelete = ctypes.CFUNCTYPE(Int, Pointer, ctypes.c_char_p, Int)
XWrite = ctypes.CFUNCTYPE(Int, Pointer, Pointer, Int, Int64)
XTruncate = ctypes.CFUNCTYPE(Int, Pointer, Int64)
XSync = ctypes.CFUNCTYPE(Int, Pointer, Int)
NUM_METHODS = 18  # xClose to xUnfetch


class Methods(ctypes.Structure):
    _fields_ = (
        ("version", Int), ("close", Pointer), ("read", Pointer), ("write", XWrite), ("truncate", XTruncate),
        ("sync", XSync), ("rest", Pointer * (NUM_METHODS - 5)),
    )  # fmt: skip


class Vfs(ctypes.Structure):
    _fields_ = (
        ("version", Int), ("file_size", Int), ("path_size", Int), ("next", Pointer), ("name", ctypes.c_char_p),
        ("data", Pointer), ("open", XOpen), ("delete", XDelete),
    )  # fmt: skip


class File(ctypes.Structure):
    _fields_ = (("methods", ctypes.POINTER(Methods)),)


class DiskTrace:
    """Records what SQLite does to the files of one folder."""

    def __init__(self, folder: Path) -> None:
        self.steps: list[Step] = []
        self._folder = str(folder)
        self._names: dict[int, str] = {}  # by the address of the open file
        self._kept: list[object] = []  # called from C, so Python must not delete it

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record while the block runs; files that are opened in it are recorded until they are closed."""
        library = ctypes.CDLL(ctypes.util.find_library("sqlite3"))
        library.sqlite3_vfs_find.restype = ctypes.POINTER(Vfs)
        vfs = library.sqlite3_vfs_find(None).contents
        own_open, own_delete = (kind(ctypes.cast(own, Pointer).value or 0)
                                for kind, own in ((XOpen, vfs.open), (XDelete, vfs.delete)))  # fmt: skip
        wrapped = (
            XOpen(lambda *given: self._open(own_open, *given)),
            XDelete(lambda *given: self._delete(own_delete, *given)),
        )
        self._kept += [own_open, own_delete, wrapped]
        vfs.open, vfs.delete = wrapped
        try:
            yield
        finally:
            vfs.open, vfs.delete = own_open, own_delete

    def _open(self, own: Callable[..., int], vfs: int, name: int | None, file: int, flags: int, out: Any) -> int:
        result = own(vfs, name, file, flags, out)
        path = ctypes.string_at(name).decode() if name else ""
        if result == 0 and path.startswith(self._folder):
            self._names[file] = Path(path).name
            self.steps.append(Step(OPEN, Path(path).name))
            opened = ctypes.cast(file, ctypes.POINTER(File)).contents
            opened.methods = ctypes.pointer(self._wrap(opened.methods.contents))
        return result

    def _wrap(self, own: Methods) -> Methods:
        wrapped = Methods.from_buffer_copy(own)
        write, truncate, sync = (
            kind(ctypes.cast(method, Pointer).value or 0)
            for kind, method in ((XWrite, own.write), (XTruncate, own.truncate), (XSync, own.sync))
        )

        def on_write(file: int, data: int, size: int, at: int) -> int:
            self.steps.append(Step(WRITE, self._names[file], at, ctypes.string_at(data, size)))
            return int(write(file, data, size, at))

        def on_truncate(file: int, size: int) -> int:
            self.steps.append(Step(TRUNCATE, self._names[file], size))
            return int(truncate(file, size))

        def on_sync(file: int, flags: int) -> int:
            result = int(sync(file, flags))
            self.steps.append(Step(SYNC, self._names[file]))  # when it is done
            return result

        wrapped.write, wrapped.truncate, wrapped.sync = XWrite(on_write), XTruncate(on_truncate), XSync(on_sync)
        self._kept += [wrapped, write, truncate, sync, own]
        return wrapped

    def _delete(self, own: Callable[..., int], vfs: int, name: bytes, sync_folder: int) -> int:
        result = own(vfs, name, sync_folder)
        if result == 0 and name.decode().startswith(self._folder):
            self.steps.append(Step(DELETE, Path(name.decode()).name))
        return result


@dataclass
class Disk:
    """What is on a disk: of each file, what was synced, and what was written since."""

    synced: dict[str, bytearray] = field(default_factory=dict)
    waiting: dict[str, list[Step]] = field(default_factory=dict)

    def do(self, step: Step) -> None:
        """Follow a step."""
        if step.kind == DELETE:
            self.synced.pop(step.name, None)
            self.waiting.pop(step.name, None)
        elif step.kind == SYNC:
            content = self.synced.setdefault(step.name, bytearray())
            for each in self.waiting.pop(step.name, []):
                change(content, each)
        elif step.kind == OPEN:
            self.synced.setdefault(step.name, bytearray())
        else:
            self.waiting.setdefault(step.name, []).append(step)

    def cut(self, folder: Path, torn: random.Random | None) -> None:
        """Write what a power cut leaves: what was synced, and with `torn` some sectors of what was written since."""
        for name, synced in self.synced.items():
            content = bytearray(synced)
            for step in self.waiting.get(name, []) if torn else []:
                if step.kind == WRITE and torn is not None:
                    for begin in range(0, len(step.data), SECTOR):
                        if torn.random() < 0.5:
                            change(content, Step(WRITE, name, step.at + begin, step.data[begin : begin + SECTOR]))
            (folder / name).write_bytes(content)


def change(content: bytearray, step: Step) -> None:
    """Make one change to the content of a file."""
    if step.kind == TRUNCATE:
        del content[step.at :]
    else:
        content.extend(bytes(max(0, step.at + len(step.data) - len(content))))
        content[step.at : step.at + len(step.data)] = step.data


class Ack(NamedTuple):
    """An answer to a player: the match was at this version after a number of steps."""

    match: str
    version: int
    num_steps: int


Logs = dict[str, list[bytes]]  # the lines of each match


async def play(folder: Path, trace: DiskTrace, num_matches: int, num_actions: int) -> tuple[list[Ack], Logs]:
    """Play random matches at once; returns what was acknowledged, and the logs."""
    acks: list[Ack] = []
    with closing(Database(folder / "parlour.db")) as database:
        clock, metrics = SystemClock(), Metrics()
        log = SqlLog(database)
        services = MatchServices(log, clock, Thinkers(1), Limits(clock), metrics, Tasks(metrics), GameLoader())
        hub = Hub(services)

        async def play_one(seed: int) -> LiveMatch:
            choose = random.Random(seed)
            live = await hub.create("connect_four", {"quick_colours": 1}, "60+0", SEATS)
            for number in range(num_actions):
                seats = live.match.position.to_act()
                if not seats:
                    break
                action = choose.choice(live.match.position.legal_actions(seats[0]))
                text = live.match.position.action_to_text(seats[0], action)
                command = co.Play(seat=seats[0], action=text)
                version = await live.do(command, command_key(seats[0], f"{number}", command))
                acks.append(Ack(live.id, version, len(trace.steps)))
            return live

        played = await asyncio.gather(*(play_one(seed) for seed in range(num_matches)))
        logs = {live.id: log.read(live.id).lines for live in played}
        await services.close()
    return acks, logs


def look(folder: Path, acked: dict[str, int], logs: Logs) -> list[str]:
    """Open what a cut has left; returns what is wrong with it."""
    wrong = []
    with closing(Database(folder / "parlour.db")) as database:
        log = SqlLog(database)
        if (found := database.raw_reader().execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
            wrong.append(f"the database is damaged: {found}")
        for match, version in acked.items():
            try:
                stored = log.read(match)
            except UnknownMatch:
                wrong.append(f"{match} was acknowledged at version {version} and is not there")
                continue
            if len(stored.lines) < version:
                wrong.append(f"{match} was acknowledged at version {version} and is at {len(stored.lines)}")
            if stored.lines != logs[match][: len(stored.lines)]:
                wrong.append(f"{match} is not as it was played")
            fold([entry.event for entry in read_entries(b"".join(stored.lines))], stored.seed)
    return wrong


class Report(NamedTuple):
    """What was found."""

    num_images: int
    num_compared: int  # acknowledgements, in all images
    wrong: list[str]


def cut_power(num_images: int, seed: int = 1, num_matches: int = 20, num_actions: int = 30) -> Report:
    """Play, and look at what power cuts at random moments would have left."""
    choose, num_compared, wrong = random.Random(seed), 0, list[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "played"
        folder.mkdir()
        trace = DiskTrace(folder)
        with trace.recording():
            acks, logs = asyncio.run(play(folder, trace, num_matches, num_actions))
        moments = range(acks[0].num_steps, acks[-1].num_steps + 1)
        cuts, disk, done = sorted(choose.choices(moments, k=num_images)), Disk(), 0
        for number, cut in enumerate(cuts):
            for step in trace.steps[done:cut]:
                disk.do(step)
            done = cut
            image = Path(name) / f"image{number}"
            image.mkdir()
            disk.cut(image, choose if number % 2 else None)
            acked = {ack.match: ack.version for ack in acks if ack.num_steps <= cut}  # the last one of each match
            wrong += [f"cut after step {cut}: {words}" for words in look(image, acked, logs)]
            num_compared += sum(ack.num_steps <= cut for ack in acks)
    return Report(num_images, num_compared, wrong)


def main() -> None:
    report = cut_power(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    click.echo(
        f"{report.num_images} images, {report.num_compared:,} acknowledgements compared, {len(report.wrong)} wrong"
    )
    for line in report.wrong[:20]:
        click.echo(line)
    sys.exit(bool(report.wrong))


if __name__ == "__main__":
    main()
