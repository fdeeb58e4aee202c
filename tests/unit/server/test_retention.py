"""What is not kept forever: it goes when its time is over, and nothing else does."""

import asyncio

import pytest

from parlour.core import registry
from parlour.match import commands as co
from parlour.match.accounts import SESSION_MS
from parlour.match.errors import UnknownMatch
from parlour.match.seating import ACCOUNT, COMPUTER, OPEN, PERSON, Seat
from parlour.puzzles.book import Puzzle, puzzles_of
from parlour.server.command_keys import command_key
from parlour.server.live_match import LiveMatch
from parlour.server.naming import computer_name
from parlour.server.retention import Housekeeping
from parlour.server.settings import Kept
from parlour.storage.people import SqlPeople
from parlour.storage.place import Place
from parlour.storage.puzzles import SqlPuzzleProgress
from parlour.storage.retention import SqlRetention
from support.eye import Eye
from support.fake_clock import Rooms, run, virtual_loop

DAY_S = 86_400.0
GUEST, OTHER, MEMBER = (Seat(PERSON, name, name) for name in ("guest:a", "guest:b", f"{ACCOUNT}1"))
NOVICE, NOBODY = Seat(COMPUTER, computer_name("novice"), level="novice"), Seat(OPEN, "Open seat")
DAYS = Kept(guest_matches=7, chat=30, guest_puzzles=90)
PUZZLE, OTHER_PUZZLE = list(puzzles_of(registry.load("connect_four")).values())[:2]


def housekeeping(rooms: Rooms, kept: Kept = DAYS) -> Housekeeping:
    return Housekeeping(SqlRetention(rooms.database), rooms.hub, kept)


async def begin(rooms: Rooms, *seats: Seat, pace: str = "none") -> LiveMatch:
    return await rooms.hub.create("connect_four", {"quick_colours": 1}, pace, (seats[0], seats[1]))


async def play(live: LiveMatch) -> None:
    await live.do(co.Play(seat=live.match.position.to_act()[0], action="4"))


async def up_for(rooms: Rooms, seconds: float) -> None:
    """Let time pass with a heartbeat and without the clients of matches."""
    await asyncio.wrap_future(rooms.services.log.beat())
    await rooms.pass_s(seconds)
    for live in list(rooms.hub._live.values()):
        if live.is_idle:
            await rooms.hub._remove(live)
    await asyncio.wrap_future(rooms.services.log.beat())


def is_there(rooms: Rooms, live: LiveMatch) -> bool:
    try:
        rooms.services.log.read(live.id)
    except UnknownMatch:
        return False
    return True


def num_rows(rooms: Rooms) -> dict[str, int]:
    tables = ("matches", "events", "keys", "seats", "chat", "sessions")
    reader = rooms.database.raw_reader()
    return {table: reader.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0] for table in tables}


def test_open_matches_of_guests_alone_go_when_nobody_has_touched_them_for_a_week(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        left = [await begin(rooms, GUEST, seat) for seat in (GUEST, OTHER, NOBODY)]
        played, with_account = await begin(rooms, GUEST, OTHER), await begin(rooms, GUEST, MEMBER)
        over, followed = await begin(rooms, GUEST, OTHER), await begin(rooms, GUEST, OTHER)
        await over.do(co.Resign(seat=0), command_key(0, "key", co.Resign(seat=0)))
        await left[0].chat.say(0, "guest:a", "Hello!")
        eye = Eye()
        followed.watch(eye, 0)
        await up_for(rooms, 5 * DAY_S)
        await play(await rooms.hub.find(played.id))
        await up_for(rooms, 2 * DAY_S - 1)
        await housekeeping(rooms).clean()
        before = [is_there(rooms, live) for live in left]
        await up_for(rooms, 1.001)
        await housekeeping(rooms).clean()

        assert before == [True] * 3
        assert [is_there(rooms, live) for live in left] == [False] * 3
        assert all(is_there(rooms, live) for live in (played, with_account, over, followed))
        assert num_rows(rooms) == {"matches": 4, "events": 8, "keys": 1, "seats": 8, "chat": 0, "sessions": 0}
        with pytest.raises(UnknownMatch):
            await rooms.hub.find(left[0].id)
        await rooms.close()

    run(scenario())


def test_an_outage_and_a_clock_that_was_set_delete_nothing(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        live = await begin(rooms, GUEST, OTHER)
        await up_for(rooms, 60)
        await rooms.close()
        await rooms.pass_s(365 * DAY_S)
        virtual_loop().wall_ahead_ms = round(1000 * 3650 * DAY_S)
        rooms = Rooms(place)
        await up_for(rooms, 60)
        await housekeeping(rooms).clean()

        assert is_there(rooms, live)
        await rooms.close()

    run(scenario())


def test_zero_days_keep_everything(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        live = await begin(rooms, GUEST, OTHER)
        await up_for(rooms, 1000 * DAY_S)
        await housekeeping(rooms, Kept(0, 0, 0)).clean()

        assert is_there(rooms, live)
        await rooms.close()

    run(scenario())


def test_the_chat_of_a_match_goes_a_month_after_its_end(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        over, going_on = await begin(rooms, MEMBER, GUEST), await begin(rooms, MEMBER, GUEST)
        for live in (over, going_on):
            for _ in range(15):
                await live.chat.say(0, "account:1", "Well played!")
        await over.do(co.Resign(seat=0))
        await up_for(rooms, 30 * DAY_S - 1)
        await housekeeping(rooms).clean()
        before = num_rows(rooms)["chat"]
        await up_for(rooms, 1.001)
        await housekeeping(rooms).clean()

        assert (before, num_rows(rooms)["chat"]) == (30, 15)
        assert (len(rooms.services.log.read(going_on.id).chat), is_there(rooms, over)) == (15, True)
        await rooms.close()

    run(scenario())


async def solve(rooms: Rooms, identity: str, puzzle: Puzzle = PUZZLE) -> None:
    """Solve a puzzle of the day; a match that begins then tells the server when that was."""
    stored = SqlPuzzleProgress(rooms.database).answer(
        identity, "connect_four", puzzle, virtual_loop().wall_ms(), is_right=True, is_shown=False, day=1
    )
    await asyncio.wrap_future(stored)
    await begin(rooms, MEMBER, NOVICE)


def num_solved(rooms: Rooms) -> dict[str, tuple[int, int]]:
    """Return the number of attempts and of days of each person."""
    counts = "SELECT COUNT(*), (SELECT COUNT(*) FROM puzzle_days WHERE identity = tried.identity)"
    rows = rooms.database.raw_reader().execute(f"{counts}, identity FROM puzzle_attempts AS tried GROUP BY identity")
    return {identity: (attempts, days) for attempts, days, identity in rows}


def test_the_puzzles_of_a_guest_go_when_none_was_tried_for_90_days(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        for identity in ("guest:a", "guest:b", "account:1"):
            await solve(rooms, identity)
        await up_for(rooms, DAY_S)
        await solve(rooms, "guest:b", OTHER_PUZZLE)
        await up_for(rooms, 90 * DAY_S - 1)
        await housekeeping(rooms).clean()
        before = num_solved(rooms)
        await up_for(rooms, 1.001)
        await housekeeping(rooms).clean()

        assert before == {"account:1": (1, 1), "guest:a": (1, 1), "guest:b": (2, 1)}
        assert num_solved(rooms) == {"account:1": (1, 1), "guest:b": (2, 1)}
        await rooms.close()

    run(scenario())


def test_an_outage_and_a_clock_that_was_set_delete_no_puzzles(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        await solve(rooms, "guest:a")
        await up_for(rooms, 60)
        await rooms.close()
        await rooms.pass_s(365 * DAY_S)
        virtual_loop().wall_ahead_ms = round(1000 * 3650 * DAY_S)
        rooms = Rooms(place)
        await begin(rooms, MEMBER, NOVICE)
        await up_for(rooms, 60)
        await housekeeping(rooms).clean()

        assert num_solved(rooms) == {"guest:a": (1, 1)}
        await rooms.close()

    run(scenario())


def test_sessions_go_when_they_have_ended(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        people, now_ms = SqlPeople(rooms.database), virtual_loop().wall_ms()
        for name, at_ms in (("Ada", now_ms - SESSION_MS), ("Bo", now_ms - SESSION_MS + 1)):
            await asyncio.wrap_future(people.sign_up(name, "hash", name, at_ms))
        await housekeeping(rooms).clean()

        assert people.of_session("Bo", now_ms) is not None
        assert num_rows(rooms)["sessions"] == 1
        await rooms.close()

    run(scenario())


def test_the_server_cleans_once_an_hour(place: Place) -> None:
    async def scenario() -> None:
        rooms = Rooms(place)
        live = await begin(rooms, GUEST, OTHER)
        await up_for(rooms, 7 * DAY_S + 1)
        cleaning = asyncio.create_task(housekeeping(rooms).run())
        await rooms.pass_s(3599)
        before = is_there(rooms, live)
        await rooms.pass_s(2)

        assert (before, is_there(rooms, live)) == (True, False)
        cleaning.cancel()
        await rooms.close()

    run(scenario())
