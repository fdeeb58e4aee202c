"""Match files: written, read, verified, and refused when any byte has changed."""

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.match import commands as co
from parlour.match import events as ev
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.errors import CorruptLog
from parlour.match.match import Match, new_match

OLD_MATCH = Path(__file__).parent / "files" / "checkers_format_1.jsonl"


def random_match(game_id: str, seed: int, most: int = 10_000) -> Match:
    """Play a random match with undos, offers and expiries in it."""
    choose = random.Random(seed)
    match, now = new_match(parlour.load(game_id), seed=seed, pace="table", names=("Ada", "Bo")), 0
    while not match.is_over and len(match.actions) < most:
        seat = choose.choice(match.position.to_act())
        now += choose.choice((500,) * 15 + (40_000,))
        deadline = match.deadline_ms(seat)
        if deadline is not None and now >= deadline:
            handle(match, co.Expire(seat=seat), now)
            continue
        handle(match, co.Play(seat=seat, action=choose.choice(match.position.seen_by(seat).choices()).action), now)
        if choose.random() < 0.1 and not match.is_over and match.undo_floor < len(match.actions) - 1:
            handle(match, co.AskUndo(seat=seat), now)
            handle(match, co.AnswerUndo(seat=1 - seat, accept=choose.random() < 0.5), now)
    return match


@pytest.mark.parametrize("game_id", ["connect_four", "checkers"])
@pytest.mark.parametrize("seed", range(8))
def test_a_finished_match_reads_back_and_verifies(game_id: str, seed: int) -> None:
    match = random_match(game_id, seed)
    data = file.write(match)

    assert file.read(data) == match
    assert file.verify(data) == match


def test_an_unfinished_match_reads_back_and_can_go_on() -> None:
    match = random_match("checkers", seed=3, most=12)
    again = file.read(file.write(match))
    assert not match.is_over

    assert file.verify(file.write(match)) == again == match
    seat = again.position.to_act()[0]
    handle(again, co.Play(seat=seat, action=again.position.seen_by(seat).choices()[0].action), 10**9)
    assert again.version == match.version + 1


DATA = file.write(random_match("connect_four", seed=5))


@given(place=st.integers(0, len(DATA) - 1), change=st.integers(1, 255))
@settings(max_examples=300)
def test_a_file_changed_in_any_byte_is_refused_with_its_line(place: int, change: int) -> None:
    changed = bytearray(DATA)
    changed[place] ^= change
    line = DATA.count(b"\n", 0, place) + 1

    with pytest.raises(CorruptLog) as refusal:
        file.verify(bytes(changed))
    named = int(str(refusal.value).split()[1].rstrip(":,"))
    assert line <= named <= line + 1  # a line break that is gone shows on the line after it


@given(place=st.integers(0, len(DATA) - 1))
@settings(max_examples=100)
def test_a_file_that_breaks_off_within_a_line_is_refused(place: int) -> None:
    cut = DATA[:place]
    with pytest.raises(CorruptLog):
        file.verify(cut)


def test_lines_that_are_missing_doubled_or_swapped_are_refused() -> None:
    lines = DATA.splitlines(keepends=True)

    for changed in (lines[:3] + lines[4:], lines[:3] + lines[2:], [*lines[:3], lines[4], lines[3], *lines[5:]]):
        with pytest.raises(CorruptLog, match=r"Line \d"):
            file.verify(b"".join(changed))


Change = Callable[[list[ev.AnyEvent]], object]


def forge(change: Change) -> bytes:
    """Change the events of a finished match and hash them again, as a forger would."""
    events = list(random_match("connect_four", seed=6).events)
    change(events)
    return file.write_events(events)


def put(place: int, **fields: object) -> Change:
    def change(events: list[ev.AnyEvent]) -> None:
        events[place] = msgspec.structs.replace(events[place], **fields)

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put(-1, seed="7"), "The seed does not have the hash"),
        (put(-1, seed="x"), "does not reveal the seed"),
        (put(-2, experience=(9, 9)), "the rules lead to another event here"),
        (put(-2, winner=None), "the rules lead to another event here"),
        (put(0, rules_version=9), "rules 9 of Connect Four"),
        (put(1, at_ms=-5), "its time is before the line above it"),
        (lambda events: events.pop(-1), "does not reveal the seed"),
        (lambda events: events.pop(-2), "the rules lead to another event here"),
        (lambda events: events.insert(2, events[-2]), "Line 3"),
        (lambda events: events.insert(2, ev.Resigned(seat=0, at_ms=events[1].at_ms)), "another event here"),
        (lambda events: events.append(events[-1]), "no command leads to this"),
    ],
)
def test_a_forged_log_with_fresh_hashes_is_refused_by_the_rules(change: Change, reason: str) -> None:
    with pytest.raises(parlour.ParlourError, match=reason):
        file.verify(forge(change))


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"hello\n", b"\xff\xfe\n", b'{"seq":0}\n'])
def test_what_is_no_match_file_is_refused(data: bytes) -> None:
    with pytest.raises(CorruptLog, match="Line"):
        file.verify(data)


def test_a_file_of_an_older_parlour_is_verified_and_written_alike() -> None:
    data = OLD_MATCH.read_bytes()
    match = file.verify(data)

    assert file.write(match) == data
    assert [event.action for event in match.events if isinstance(event, ev.Acted)][:4] == ["b1", "b2", "b3", "b4"]
