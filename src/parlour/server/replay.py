"""A match picture by picture: what a viewer saw and was told after each of its events."""

from collections.abc import Sequence
from typing import Any

import msgspec

from parlour.core.contract import SPECTATOR, Pile
from parlour.core.errors import BadNotation
from parlour.core.position import Position
from parlour.match import events as ev
from parlour.match.ending import ending
from parlour.match.imported import match_of_text
from parlour.match.match import Match, fold
from parlour.server.errors import BadMessage
from parlour.server.messages import EventView
from parlour.server.payer import charged
from parlour.server.presenter import Names, present_event


# The type of a happening's data, which may be one of two lists, is more than the generator of the document can say.
class Frame(msgspec.Struct, frozen=True):
    """A match after one of its events."""

    version: int
    event: Any  # the EventView that led here; None: the match begins
    sides: tuple[str, str]
    to_act: list[int]
    view: Any  # the struct of the game's view
    drawing: str  # the same in plain text
    position: str | None  # in notation, with all that is hidden; only of a match that is over
    face_down: list[Pile]  # what neither seat saw; only of a match that is over


class Replay(msgspec.Struct, frozen=True):
    """A match from its beginning on, as one viewer knew it."""

    game: str
    options: dict[str, int | str]
    pace: str
    names: tuple[str, str]
    viewer: int | None  # None: a spectator
    message: str  # how it ended; empty while it goes on
    frames: list[Frame]


def replay_of(events: Sequence[ev.AnyEvent], seed: int, viewer: int, names: Names, told_to: int) -> Replay:
    """Return a match as a viewer knew it.

    Args:
        told_to: whom the sentences address as "you": the viewer, or nobody.
    """
    with charged():
        match = fold(events[:1], seed)
        is_over = any(isinstance(event, ev.Ended) for event in events)
        frames = [_frame(match, None, viewer, is_over=is_over)]
        for event in events[1:]:
            before = match.position
            match.apply(event)
            told = present_event(before, event, match, told_to, names)
            if told.happenings:
                frames.append(_frame(match, told, viewer, is_over=is_over))
        message = ending(match, names, told_to) if match.is_over else ""
    started = match.started
    shown = None if viewer == SPECTATOR else viewer
    return Replay(started.game, dict(started.options), started.pace, names, shown, message, frames)


def _frame(match: Match, event: EventView | None, viewer: int, *, is_over: bool) -> Frame:
    position = match.position
    seen = position.seen_by(viewer)
    return Frame(
        version=match.version,
        event=event,
        sides=position.seen_by().side_names(),
        to_act=list(position.to_act()),
        view=seen.view(),
        drawing=seen.render(),
        position=position.to_text() if is_over else None,
        face_down=_face_down(position) if is_over else [],
    )


def _face_down(position: Position) -> list[Pile]:
    show = position.game.extras.face_down
    return [] if show is None else show(position.state)


def read_any(text: str) -> Match:
    """Read a match from a file that a visitor brings.

    Raises:
        BadMessage: it is no match, in no format.
        ParlourError: it is a match file, but not in order.
    """
    try:
        return match_of_text(text)
    except BadNotation as refusal:
        raise BadMessage(str(refusal)) from None
