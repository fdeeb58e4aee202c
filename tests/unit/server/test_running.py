"""Lists of running matches and of those to watch: bounded, cheap, and without anything of a position."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from parlour.match import commands as co
from parlour.match.seating import OPEN, PERSON, Seat
from parlour.server import lobby as lobby_module
from parlour.server import running as running_module
from parlour.server.limits import MOST
from parlour.server.live_match import LiveMatch
from parlour.server.lobby import Lobby
from parlour.server.people_messages import RunningMatch
from parlour.server.running_lists import notes_of
from parlour.server.watchers import encode
from parlour.server.watching import Watching
from support.eye import Eye
from support.fake_clock import Rooms, rating_of, run

ANN, BEN = Seat(PERSON, "Ann", "guest:ann"), Seat(PERSON, "Ben", "account:7")


def in_rooms(folder: Path, scenario: Callable[[Rooms], Awaitable[None]]) -> None:
    async def play() -> None:
        rooms = Rooms(folder)
        try:
            await scenario(rooms)
        finally:
            await rooms.close()

    run(play())


async def begin(rooms: Rooms, *, is_public: bool = True, second: Seat = BEN, is_here: bool = True) -> LiveMatch:
    live = await rooms.hub.create("connect_four", {"quick_colours": 1}, "none", (ANN, second), is_public=is_public)
    if is_here:
        live.watch(Eye(), 0)
    return live


def test_at_most_a_bounded_number_of_matches_is_listed_the_most_watched_first(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        lives = [await begin(rooms) for _ in range(MOST["watchable"].number + 5)]
        for _ in range(2):
            lives[-1].watch(Eye(), -1)
        told = (await Watching(rooms.hub).state()).matches

        assert len(told) == MOST["watchable"].number
        assert (told[0].match, told[0].num_spectators) == (lives[-1].id, 2)

    in_rooms(tmp_path, scenario)


def test_private_open_unattended_and_finished_matches_are_not_listed(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        await begin(rooms, is_public=False)
        await begin(rooms, second=Seat(OPEN, "Open seat"))
        await begin(rooms, is_here=False)
        over = await begin(rooms)
        await over.do(co.Resign(seat=0))

        assert (await Watching(rooms.hub).state()).matches == []
        listed = await begin(rooms)
        assert [each.match for each in (await Watching(rooms.hub).state()).matches] == [listed.id]

    in_rooms(tmp_path, scenario)


def test_ratings_are_looked_up_once_for_a_match(tmp_path: Path) -> None:
    asked: list[str] = []

    async def rating(identity: str, game: str) -> int:
        asked.append(identity)
        return 1600

    async def scenario(rooms: Rooms) -> None:
        await begin(rooms)
        watching = Watching(rooms.hub, rating)
        for _ in range(3):
            (told,) = (await watching.state()).matches

        assert told.ratings == (None, 1600)
        assert asked == [BEN.identity]

    in_rooms(tmp_path, scenario)


def test_what_can_be_watched_is_encoded_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoded: list[Any] = []

    def encode_and_note(reply: Any) -> bytes:
        encoded.append(reply)
        return encode(reply)

    async def scenario(rooms: Rooms) -> None:
        await begin(rooms)
        lobby = Lobby(rooms.hub, rating_of)
        guests = [rooms.client(f"guest:{number}") for number in range(20)]
        for guest in guests:
            lobby.enter(guest)
        monkeypatch.setattr(lobby_module, "encode", encode_and_note)
        for _ in range(3):
            await lobby._tell_watchable()
        lobby.enter(guests[0])

        assert [guest.replies.qsize() for guest in guests] == [4] + [2] * 19
        assert [type(reply).__name__ for reply in encoded] == ["Watchable"] * 3

    in_rooms(tmp_path, scenario)


def test_people_are_told_when_their_turn_comes_and_not_of_matches_of_others(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        ann, eve = rooms.client("guest:ann"), rooms.client("guest:eve")
        running = rooms.services.running
        for client in (ann, eve):
            running.listen(client)
        live = await begin(rooms, is_here=False)
        seat = live.match.position.to_act()[0]
        await live.do(co.Play(seat=seat, action="4"))
        await live.do(co.AskUndo(seat=seat))
        running.leave(ann)
        await live.do(co.Resign(seat=0))
        running.leave(ann)

        assert (ann.replies.qsize(), eve.replies.qsize()) == (2, 0), "it began, and the turn changed"
        told = ann.replies.get_nowait()
        assert isinstance(told, bytes)
        assert b'"type":"match_changed"' in told

    in_rooms(tmp_path, scenario)


def test_a_list_holds_nothing_of_a_position(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await rooms.hub.create("whist", {}, "3d", (ANN, BEN))
        told = running_module.note_of(live).told_to("guest:ann")

        assert set(RunningMatch.__struct_fields__) == {
            "match", "game", "pace", "is_rated", "names", "seat", "opponent", "is_your_turn", "is_over", "num_turns",
            "deadline_ms",
        }  # fmt: skip
        assert (told.names, told.opponent, told.is_your_turn) == (("Ann", "Ben"), "person", True)
        assert told.deadline_ms is not None

    in_rooms(tmp_path, scenario)


def test_a_match_that_left_the_memory_is_listed_without_being_loaded(tmp_path: Path) -> None:
    async def scenario(rooms: Rooms) -> None:
        live = await begin(rooms, is_here=False)
        await rooms.hub._remove(live)
        notes, is_complete = await notes_of(rooms.hub, [live.id, "unknown"])

        assert rooms.hub.num_live == 0
        assert (set(notes), is_complete) == ({live.id}, True)

    in_rooms(tmp_path, scenario)


def test_notes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running_module, "MOST_NOTES", 2)

    async def scenario(rooms: Rooms) -> None:
        lives = [await begin(rooms, is_here=False) for _ in range(3)]
        known = [rooms.services.running.get(live.id) is not None for live in lives]

        assert known == [False, True, True]

    in_rooms(tmp_path, scenario)
