"""The wire of the socket: every message that a client may send, and every message that it is sent."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from parlour.core.contract import Choice, Happening

MAX_BYTES = 64 * 1024  # of one message
MAX_NUMBER = 2**53  # beyond, a browser cannot count

Word = Annotated[str, Meta(max_length=200)]  # an action, a key, an id
Line = Annotated[str, Meta(min_length=1, max_length=200)]  # of chat
Pick = Annotated[str, Meta(max_length=60, pattern="^[ -~]*$")]  # a thing on the board: "square:9"
SeatNumber = Annotated[int, Meta(ge=0, le=1)]
Count = Annotated[int, Meta(ge=0, le=MAX_NUMBER)]

PRESETS = (
    "Hello!", "Good luck!", "Have fun!", "Well played!", "Good game!", "Thank you!", "One moment, please.", "Oops!",
    "I have to go now. Goodbye!",
)  # fmt: skip


class Request(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class Subscribe(Request, frozen=True, tag="subscribe"):
    """Follow a match: from a seat that is the client's own, or as a spectator."""

    match: Word
    seat: SeatNumber | None = None  # None: a spectator
    since: Count | None = None  # the version that the client has; None: send everything


class Unsubscribe(Request, frozen=True, tag="unsubscribe"):
    """Follow a match no longer."""

    match: Word


class Ping(Request, frozen=True, tag="ping"):
    """Ask for a sign of life."""

    id: Count
    latency_ms: Count | None = None  # that the client measured with the last one


class CommandRequest(Request, frozen=True, kw_only=True):
    """Something to be done in a match. A repeat with the same key is answered alike and done once."""

    match: Word
    seat: SeatNumber
    key: Word
    seen_version: Count


class Play(CommandRequest, frozen=True, tag="play"):
    """Play an action, in notation."""

    action: Word


class Resign(CommandRequest, frozen=True, tag="resign"):
    """Return up."""


class OfferDraw(CommandRequest, frozen=True, tag="offer_draw"):
    """Offer a draw."""


class AnswerDraw(CommandRequest, frozen=True, tag="answer_draw"):
    """Accept or decline a draw."""

    accept: bool


class AskUndo(CommandRequest, frozen=True, tag="ask_undo"):
    """Ask to take back one's own last turn."""


class AnswerUndo(CommandRequest, frozen=True, tag="answer_undo"):
    """Allow or refuse to take a turn back."""

    accept: bool


class AddTime(CommandRequest, frozen=True, tag="add_time"):
    """Return the opponent more time."""


class Abort(CommandRequest, frozen=True, tag="abort"):
    """Call the match off before its second action."""


class Claim(CommandRequest, frozen=True, tag="claim"):
    """Claim the match because the opponent has been away for too long."""


class Say(Request, frozen=True, tag="say"):
    """Say something at a match that one plays; guests choose among the presets."""

    match: Word
    seat: SeatNumber
    text: Line


class Rematch(Request, frozen=True, tag="rematch"):
    """Offer to play again with the seats swapped, or accept it."""

    match: Word
    seat: SeatNumber


class Explain(Request, frozen=True, tag="explain"):
    """Ask why picks lead to no action."""

    match: Word
    seat: SeatNumber
    picks: Annotated[list[Pick], Meta(max_length=8)]


class AskHint(Request, frozen=True, tag="ask_hint"):
    """Ask what to play. The answer takes a moment; other requests are answered meanwhile."""

    match: Word
    seat: SeatNumber


class Draw(Request, frozen=True, tag="draw"):
    """Ask for the position drawn in plain text, as a seat of the client's own or a spectator sees it."""

    match: Word
    seat: SeatNumber | None = None  # None: a spectator


class EnterLobby(Request, frozen=True, tag="enter_lobby"):
    """Follow what goes on in the lobby."""


class LeaveLobby(Request, frozen=True, tag="leave_lobby"):
    """Follow the lobby no longer."""


class Seek(Request, frozen=True, tag="seek"):
    """Ask to be paired with anybody who wants to play the same; replaces what was asked before."""

    game: Word
    pace: Word = "none"
    is_rated: bool = False


class StopSeeking(Request, frozen=True, tag="stop_seeking"):
    """Wait to be paired no longer."""


AnyRequest = (
    Subscribe | Unsubscribe | Ping | Play | Resign | OfferDraw | AnswerDraw | AskUndo | AnswerUndo | AddTime | Abort
    | Claim | Say | Rematch | Explain | AskHint | Draw | EnterLobby | LeaveLobby | Seek | StopSeeking
)  # fmt: skip


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits somewhere."""

    name: str
    side: str  # what it plays: "Red"
    kind: str  # "person", "computer" or "open"
    is_here: bool  # a person with an open socket, or a computer
    left_ms: int | None  # on its clock
    deadline_ms: int | None  # when its time runs out, by the server's clock


class OutcomeInfo(msgspec.Struct, frozen=True):
    """How a match ended."""

    winner: int | None
    reason: str
    message: str  # who won and why, in a sentence
    experience: tuple[int, int]  # that each seat is credited with


class EventView(msgspec.Struct, frozen=True):
    """One event, as a viewer may know it."""

    version: int  # of the match after it
    at_ms: int
    kind: str  # the type of the event: "acted", "draw_offered"
    seat: int | None
    by_clock: bool
    happenings: list[Happening]


class Table(msgspec.Struct, frozen=True):
    """A match as a viewer may see it now."""

    version: int
    now_ms: int  # of the server's clock
    seats: tuple[SeatInfo, SeatInfo]
    to_act: list[int]
    view: Any  # the struct of the game's view
    prompt: str
    choices: list[Choice]
    draw_offered: int | None
    undo_asked: int | None
    why_no_undo: str  # empty when the viewer can ask for it
    why_no_hint: str  # empty when the viewer can ask for one
    outcome: OutcomeInfo | None
    rematch_wanted: list[int]  # seats
    all_views: tuple[Any, Any] | None  # once it is over: what each seat saw


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    seat: int
    name: str
    text: str
    at_ms: int


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a client is sent."""


class Snapshot(Reply, frozen=True, tag="snapshot"):
    """A whole match, for who follows it anew or has missed too much."""

    match: str
    viewer: int
    game: str
    options: dict[str, int | str]
    pace: str
    seed_hash: str
    is_rated: bool
    chat: list[Said]
    told: list[EventView]  # what happened so far, the last 200 events of it
    table: Table


class Update(Reply, frozen=True, tag="update"):
    """What happened since the last message, and the match now."""

    match: str
    viewer: int
    told: list[EventView]
    table: Table


class Done(Reply, frozen=True, tag="done"):
    """A wish was granted, and is on the disk."""

    match: str
    key: str
    version: int


class Refused(Reply, frozen=True, tag="refused"):
    """A request was refused; nothing was changed."""

    code: str
    message: str
    match: str | None = None
    key: str | None = None


class Pong(Reply, frozen=True, tag="pong"):
    """A sign of life."""

    id: int
    now_ms: int


class Goodbye(Reply, frozen=True, tag="goodbye"):
    """The server stops; come back then."""

    back_in_ms: int


class ChatLine(Reply, frozen=True, tag="chat_line"):
    """Somebody said something."""

    match: str
    said: Said


class Rematched(Reply, frozen=True, tag="rematched"):
    """The same people play again."""

    match: str
    next_match: str


class Explained(Reply, frozen=True, tag="explained"):
    """Why picks lead to no action."""

    match: str
    picks: list[str]  # as they were sent
    message: str  # empty when they do lead to one


class Advice(Reply, frozen=True, tag="advice"):
    """What to play, and why: the choice of this action, its value in words."""

    match: str
    version: int  # of the match that it is meant for
    action: str
    label: str
    picks: list[str]
    message: str


class Drawing(Reply, frozen=True, tag="drawing"):
    """The position drawn in plain text."""

    match: str
    viewer: int
    version: int  # of the match that is drawn
    text: str


class Challenge(msgspec.Struct, frozen=True):
    """A match that waits for anybody."""

    match: str
    game: str
    options: dict[str, int | str]
    pace: str
    is_rated: bool
    name: str  # of who waits
    open_seat: int


class LobbyState(Reply, frozen=True, tag="lobby"):
    """What goes on in the lobby."""

    challenges: list[Challenge]
    online: list[str]  # names of accounts
    num_guests: int
    num_seeking: int


class Seeking(Reply, frozen=True, tag="seeking"):
    """Still waiting to be paired."""

    waited_ms: int
    computer_level: str | None  # an opponent to play with at once instead, after a while


class Paired(Reply, frozen=True, tag="paired"):
    """Somebody was found."""

    match: str
    seat: int


AnyReply = (
    Snapshot | Update | Done | Refused | Pong | Goodbye | ChatLine | Rematched | Explained | Advice | Drawing
    | LobbyState | Seeking | Paired
)  # fmt: skip
