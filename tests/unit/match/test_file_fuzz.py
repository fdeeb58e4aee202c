"""Match files that were changed in any way: refused in words, or in order from end to end."""

import functools
import hashlib
import itertools
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

import parlour
from parlour.core.errors import ParlourError
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from support.wrong_values import WRONG_VALUES

CASES = [400, pytest.param(20_000, marks=pytest.mark.long)]
DEEP = 3_000
# Values as they stand in a line of JSON
STRANGE = (
    "null", "true", "-1", "2", "7", "1.5", "1e400", "NaN", "Infinity", "-0", "9" * 5000, str(2**63), str(2**64),
    str(-(2**63)), '""', '"x"', '"٣"', '"\\ud800"', '"\\u0000"', f'"{"9" * 5000}"', '"none"', '"5+3"', '"99d"', "[]",
    "{}", "[0,0]", '["a","b"]', '{"a":1}', "[" * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * DEEP, '{"type":"ended"}',
)  # fmt: skip


def some_match(game_id: str, seed: int, pace: str) -> Match:
    """Play a short random match with a draw offer, an undo and a resignation in it."""
    choose = random.Random(seed)
    match = new_match(parlour.load(game_id), seed=seed, pace=pace, names=("Ada", "Bo"))
    for now in range(0, 8000, 500):
        if match.is_over:
            break
        seat = choose.choice(match.position.to_act())
        try_to(match, choose.choice((co.OfferDraw, co.AskUndo, co.AddTime))(seat=seat), now)
        try_to(match, co.AnswerUndo(seat=1 - seat, accept=True), now)
        seat = choose.choice(match.position.to_act())
        handle(match, co.Play(seat=seat, action=choose.choice(match.position.seen_by(seat).choices()).action), now)
    try_to(match, co.Resign(seat=0), 9000)
    return match


def try_to(match: Match, command: co.Command, now: int) -> None:
    try:
        handle(match, command, now)
    except ParlourError:
        return


@functools.cache
def files() -> list[bytes]:
    """Return a file of each game, at different paces."""
    paces = itertools.cycle(("none", "5+3", "table", "2d"))
    matches = zip(parlour.game_ids(), paces, strict=False)
    return [file.write(some_match(game_id, seed, pace)) for seed, (game_id, pace) in enumerate(matches)]


def changed_bytes(data: bytes, choose: random.Random) -> bytes:
    """Flip, cut, double or swap bytes or lines."""
    i, j = sorted(choose.randrange(len(data) + 1) for _ in range(2))
    lines = data.splitlines(keepends=True)
    a, b = (choose.randrange(len(lines)) for _ in range(2))
    match choose.randrange(5):
        case 0:
            return data[:i]
        case 1:
            return data[:i] + data[j:]
        case 2:
            return data[:j] + data[i:]
        case 3:
            lines[a], lines[b] = lines[b], lines[a]
            return b"".join(lines)
        case _:
            return data[:i] + choose.randbytes(choose.randint(1, 4)) + data[i + 1 :]


def forged(data: bytes, choose: random.Random) -> bytes:
    """Change values, lines or their order; then hash everything again, as a forger would."""
    lines = [json.loads(line) for line in data.splitlines()]
    for _ in range(choose.choice((1, 1, 2))):
        event = choose.choice(lines)["event"]
        place = choose.randrange(len(lines))
        match choose.randrange(6):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, json.loads(json.dumps(choose.choice(lines))))
            case 2:
                event[choose.choice(["at_ms", "seat", "actions", "down_ms", "extra"])] = choose.choice(
                    (0, 1, -1, 2**62)
                )
            case 3:
                event["type"] = choose.choice(["acted", "left", "resumed", "ended", "undo_answered", "expired"])
            case _:
                event[choose.choice(list(event))] = f"\0{choose.choice(STRANGE)}"
        lines = lines or [{"event": {}}]
    return hashed(lines)


def hashed(lines: list[dict[str, Any]]) -> bytes:
    """Write lines with numbers and, where they are events, with hashes that fit."""
    data, previous = b"", file.NO_HASH
    for seq, line in enumerate(lines):
        event = json.dumps(line["event"], separators=(",", ":"), ensure_ascii=False)
        raw = _unquoted(event)
        previous = _hash_of(f'{{"seq":{seq},"event":{raw}}}'.encode(errors="surrogatepass"), previous)
        data += f'{{"seq":{seq},"event":{raw},"hash":"{previous}"}}\n'.encode(errors="surrogatepass")
    return data


def _unquoted(event: str) -> str:
    """Put the strange values into the line as they are."""
    for value in STRANGE:
        event = event.replace(json.dumps(f"\0{value}", ensure_ascii=False), value)
    return event


def _hash_of(entry: bytes, previous: str) -> str:
    return hashlib.sha256(previous.encode() + entry).hexdigest()


@pytest.mark.parametrize("cases", CASES)
@pytest.mark.parametrize("change", [changed_bytes, forged])
def test_a_changed_file_is_refused_or_in_order(change: Callable[[bytes, random.Random], bytes], cases: int) -> None:
    choose = random.Random(cases)
    refused = 0
    for _ in range(cases):
        data = change(choose.choice(files()), choose)
        try:
            match = file.read(data)
        except ParlourError as refusal:
            refused += bool(str(refusal))
            continue
        assert file.verify(data) == match
        assert file.write(match) == data
        match.played()

    assert refused > cases / 2


def test_an_unfinished_match_reveals_its_seed_when_it_was_left() -> None:
    match = new_match(parlour.load("connect_four"), seed=5)
    lines = [json.loads(line) for line in file.write(match).splitlines()]
    assert file.read(hashed(lines)) == match
    lines[-1]["event"]["at_ms"] += 1

    with pytest.raises(ParlourError, match="Line 2: no command leads to this event"):
        file.read(hashed(lines))


@pytest.mark.parametrize("read", [file.read, file.verify, file.read_events])
def test_what_is_no_file_is_refused_in_words(read: Callable[[Any], object]) -> None:
    for value in WRONG_VALUES:
        with pytest.raises(ParlourError, match=r"\w"):
            read(value)
