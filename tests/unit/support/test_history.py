"""The checker of histories: it accepts what may happen, and names what may not."""

from collections.abc import Sequence

import pytest

import parlour
from parlour.core.contract import SPECTATOR
from parlour.match import commands as co
from parlour.match.decide import decide
from parlour.match.file import write_lines
from parlour.match.match import new_match
from parlour.match.seating import PERSON, Seat, Seating, write_seating
from parlour.match.stored import StoredMatch
from parlour.server.command_keys import command_key
from support.history import START, Answered, History, Logged, Sent, Shown, ToldEvent, read_logged, violations

KINDS = ("started", "acted", "acted", "resumed", "acted")
SEATS = (None, 0, 1, None, 0)


def event(version: int, kind: str = "", seat: int | None = None) -> ToldEvent:
    """Return an event of the match below, or another one in its place."""
    kind, seat = (kind, seat) if kind else (KINDS[version - 1], SEATS[version - 1])
    return {"version": version, "at_ms": version, "kind": kind, "seat": seat, "happenings": []}


def told(*versions: int) -> list[ToldEvent]:
    return [event(version) for version in versions]


LOG = [START, *told(2, 3, 4, 5)]
LOGGED = Logged(
    views={0: LOG, 1: LOG, SPECTATOR: LOG},
    actions={2: (0, "a"), 3: (1, "b"), 5: (0, "c")},
    keys=[("0 k0", 2), ("1 k1", 3), ("0 k2", 5)],
    kinds=KINDS,
)
FIRST, SECOND, THIRD = Sent("k0", 1, 0, "a"), Sent("k1", 2, 1, "b"), Sent("k2", 3, 0, "c")
ONE = History("m", 0, [
    Shown(1, ()), FIRST, Answered("k0", 2), Shown(2, told(2)), Shown(3, told(3)), THIRD,
    THIRD, Shown(5, told(4, 5)), Answered("k2", 5),  # the connection was lost, and the command sent again
])  # fmt: skip
OTHER = History("m", 1, [Shown(2, told(2)), SECOND, Answered("k1", 3), Shown(3, told(3))])  # which lags behind
SPECTATING = History("m", SPECTATOR, [Shown(2, told(2)), Shown(5, told(4, 5), is_whole=True)])


def found(*histories: History, logged: Logged = LOGGED) -> list[str]:
    return violations(logged, histories)


def added(history: History, *moments: Sent | Answered | Shown) -> History:
    return History(history.match, history.viewer, [*history.moments, *moments])


def test_what_may_happen_is_accepted() -> None:
    assert found(ONE, OTHER, SPECTATING) == []


@pytest.mark.parametrize(
    ("moments", "sentence"),
    [
        ([Shown(3, told(3))], "a spectator was at version 1, and was told [3] on the way to 3"),
        ([Shown(2, told(2)), Shown(2, told(2))], "a spectator was at version 2, and was told [2] on the way to 2"),
        ([Shown(3, told(3, 2))], "a spectator was at version 1, and was told [3, 2] on the way to 3"),
        ([Shown(3, told(2, 3)), Shown(2, told(2), is_whole=True)], "a spectator was at version 3, and then at 2"),
        ([Shown(3, told(2, 3)), Shown(2, ())], "a spectator was at version 3, and then at 2"),
        (
            [Shown(6, [*told(2, 3, 4, 5), event(6, "acted", 1)])],
            "a spectator was shown version 6, and the log ends at 5",
        ),
    ],
)
def test_what_was_shown_is_a_prefix_of_the_log(moments: Sequence[Shown], sentence: str) -> None:
    assert found(ONE, OTHER, History("m", SPECTATOR, [*moments])) == [sentence]


def test_an_event_that_is_not_in_the_log_is_named() -> None:
    wrong = found(ONE, OTHER, History("m", SPECTATOR, [Shown(2, [event(2, "resigned", 1)])]))

    assert len(wrong) == 1
    assert wrong[0].startswith("a spectator was told {'version': 2, 'at_ms': 2, 'kind': 'resigned'")


@pytest.mark.parametrize(
    ("history", "sentence"),
    [
        (added(OTHER, Sent("k3", 3, 1, "d"), Answered("k3", 4)),
         "k3 was acknowledged at version 4, and is not in the log"),
        (added(OTHER, Answered("k1", 4)), "k1 was acknowledged at version 4, and is in the log at version 3"),
        (added(OTHER, Answered("k1", None)), "k1 was refused, and is in the log at version 3"),
        (added(OTHER, Answered("k9", 3)), "k9 was answered, and never sent"),
    ],
)  # fmt: skip
def test_what_was_answered_is_what_happened(history: History, sentence: str) -> None:
    assert found(ONE, history) == [sentence]


@pytest.mark.parametrize(
    ("logged", "sentences"),
    [
        (LOGGED._replace(keys=[*LOGGED.keys, ("1 k1", 3)]),
         ["1 k1 is in the log 2 times", "1 k1 is in the log at version 3, and its action is not"]),
        (LOGGED._replace(actions={**LOGGED.actions, 4: (0, "c")}),
         ["the log has c of seat 0 at version 4, and no command for it"]),
        (LOGGED._replace(actions={**LOGGED.actions, 5: (0, "x")}),
         ["0 k2 is in the log at version 5, and its action is not"]),
        (LOGGED._replace(kinds=("started", "acted", "acted", "time_added", "acted")),
         ["0 k2 was sent for version 3, and played after version 4"]),
        (LOGGED._replace(keys=[*LOGGED.keys, ("1 k7", 4)]), ["1 k7 is in the log, and nobody sent it"]),
    ],
)  # fmt: skip
def test_each_action_of_the_log_has_one_command(logged: Logged, sentences: list[str]) -> None:
    assert found(ONE, OTHER, SPECTATING, logged=logged) == sentences


def test_the_replies_of_a_server_are_read() -> None:
    history = History("m", 0)
    command = {"type": "play", "seat": 0, "action": "a"}
    history.note_request({"type": "act", "match": "m", "key": "k0", "seen_version": 1, "command": command})
    history.note_reply({"type": "refused", "key": "k0", "code": "storage/failed"})
    history.note_reply({"type": "update", "events": told(2), "table": {"version": 2}})
    history.note_reply({"type": "done", "key": "k0", "version": 2})
    history.note_reply({"type": "refused", "key": "k0", "code": "match/stale_version"})
    history.note_reply({"type": "refused", "key": None, "code": "match/unknown"})

    assert history.moments == [FIRST, Shown(2, told(2)), Answered("k0", 2), Answered("k0", None)]


def test_a_stored_match_is_read_as_each_viewer_may_know_it() -> None:
    game = parlour.load("whist")
    match, keys = new_match(game, seed=1, at_ms=0), {}
    for number in range(3):
        seat = match.position.to_act()[0]
        play = co.Play(seat=seat, action=match.position.seen_by(seat).choices()[0].action)
        for each in decide(match, play, number + 1):
            match.apply(each)
        keys[command_key(seat, f"k{number}", play).stored] = match.version
    people = (Seat(PERSON, "Ada", "guest:a"), Seat(PERSON, "Bo", "guest:b"))
    stored = StoredMatch("m", 1, write_seating(Seating(people, "x")), write_lines(match.events)[0], keys, [], 0)
    logged = read_logged(stored)

    assert [len(views) for views in logged.views.values()] == [match.version] * 3
    assert [name.split()[1] for name, _ in logged.keys] == ["k0", "k1", "k2"]
    assert [*logged.actions] == [version for _, version in logged.keys]
    assert any("Ada" in each["message"] for shown in logged.views[SPECTATOR][1:] for each in shown["happenings"])
