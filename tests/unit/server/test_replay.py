"""Every picture of a replay is what its viewer knew then; files of matches and of other programs are replayed too."""

import random

import msgspec
import pytest

import parlour
from parlour.core import registry
from parlour.core.contract import SEATS, SPECTATOR
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.match import Match, new_match
from parlour.server.errors import BadMessage
from parlour.server.replay import Frame, read_any, replay_of
from support.matches import walk

NAMES = ("Ann", "Bea")
VIEWERS = (*SEATS, SPECTATOR)
PDN = '[White "Marion"]\n[Black "Asa"]\n1. 11-15 23-19 2. 8-11 22-17 1-0\n'


def random_match(game_id: str, seed: int) -> Match:
    match = new_match(parlour.load(game_id), seed=seed)
    for position, seat, action in walk(match.game, seed):
        handle(match, co.Play(seat=seat, action=position.action_to_text(seat, action)), 0)
    assert match.is_over
    return match


@pytest.mark.parametrize("num_matches", [2, pytest.param(1000 // 7 + 1, marks=pytest.mark.long)])
@pytest.mark.parametrize("game_id", registry.game_ids())
def test_every_picture_is_what_the_engine_shows_its_viewer(game_id: str, num_matches: int) -> None:
    for seed in range(num_matches):
        match = random_match(game_id, seed)
        for viewer in VIEWERS:
            replay = replay_of(match.events, match.seed, viewer, NAMES, viewer)
            positions = [position for position, _, _ in walk(match.game, seed)] + [match.position]

            assert encoded([frame.view for frame in replay.frames]) == encoded(
                [position.seen_by(viewer).view() for position in positions]
            )
            assert [frame.position for frame in replay.frames] == [position.to_text() for position in positions]
            assert replay.message


def encoded(views: list[object]) -> list[bytes]:
    return [msgspec.json.encode(view) for view in views]


def test_a_picture_says_what_led_to_it_and_who_is_next() -> None:
    match = new_match(parlour.load("connect_four"), seed=1, position="")
    handle(match, co.Play(seat=0, action="4"), 5)
    handle(match, co.Resign(seat=1), 9)
    frames = replay_of(match.events, match.seed, 0, NAMES, 0).frames

    assert [told(frame) for frame in frames] == [[], ["You dropped into column 4."], ["Bea resigned."]]
    assert [frame.to_act for frame in frames][:2] == [[0], [1]]
    assert frames[0].event is None
    assert replay_of(match.events, match.seed, 1, NAMES, 1).message == "Ann won: you resigned."


def told(frame: Frame) -> list[str]:
    return [happening.message for happening in frame.event.happenings] if frame.event else []


def test_a_match_that_goes_on_keeps_its_secrets() -> None:
    match = new_match(parlour.load("whist"), seed=1)
    choose = random.Random(1)
    for _ in range(12):
        seat = match.position.to_act()[0]
        text = match.position.action_to_text(seat, choose.choice(match.position.legal_actions(seat)))
        handle(match, co.Play(seat=seat, action=text), 0)
    replay = replay_of(match.events, match.seed, 0, NAMES, 0)

    assert {frame.position for frame in replay.frames} == {None}
    assert replay.message == ""


def test_a_takeback_is_part_of_the_replay() -> None:
    match = new_match(parlour.load("connect_four"), seed=1, position="")
    handle(match, co.Play(seat=0, action="4"), 0)
    handle(match, co.AskUndo(seat=0), 0)
    handle(match, co.AnswerUndo(seat=1, accept=True), 0)
    frames = replay_of(match.events, match.seed, SPECTATOR, NAMES, SPECTATOR).frames

    assert encoded([frames[-1].view]) == encoded([frames[0].view])
    assert frames[-1].event is not None
    assert frames[-1].event.taken_back == 1


def test_a_match_file_is_read_and_verified() -> None:
    match = random_match("raptor", 3)

    assert read_any(file.write(match).decode()).events == match.events


def test_a_game_in_the_format_of_another_program_is_played_again() -> None:
    match = read_any(PDN)

    assert (match.game.id, match.started.names, len(match.actions)) == ("checkers", ("Asa", "Marion"), 4)
    assert match.outcome == parlour.Outcome(1, "resigned")


@pytest.mark.parametrize("text", ["", "What is this?", '{"seq":1}', "\x00", "1. 11-16 11-16"])
def test_what_is_no_match_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadMessage, match="neither a match file nor a game in another format"):
        read_any(text)


def test_what_lay_face_down_is_told_when_the_match_is_over() -> None:
    match = new_match(parlour.load("whist"), seed=1)
    before = replay_of(match.events, match.seed, 0, NAMES, 0)
    handle(match, co.Resign(seat=0), 0)
    after = replay_of(match.events, match.seed, 0, NAMES, 0)

    assert before.frames[0].face_down == []
    (pile,) = after.frames[0].face_down
    assert (pile.name, len(pile.things), pile.is_ordered) == ("Draw pile", after.frames[0].view.deck, True)
