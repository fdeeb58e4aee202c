"""The wire of the socket: every message that a client may send, and every message that it is sent."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from parlour.core.contract import Choice, Happening
from parlour.match.commands import AnyCommand, SeatNumber
from parlour.server.choice_groups import ChoiceGroup
from parlour.server.mission_messages import MissionNow
from parlour.server.people_messages import ChallengesChanged, MatchChanged, Watchable
from parlour.server.people_messages import Paired as Paired
from parlour.server.people_messages import Seeking as Seeking

PROTOCOL = 4  # a change that an older client cannot follow raises it
MAX_BYTES = 64 * 1024  # of one message
MAX_NUMBER = 2**53  # beyond, a browser cannot count

Word = Annotated[str, Meta(max_length=200)]  # a key, an id
Line = Annotated[str, Meta(min_length=1, max_length=200)]  # of chat
Pick = Annotated[str, Meta(max_length=60, pattern="^[ -~]*$")]  # a thing on the board: "square:9"
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
    invitation: Word = ""  # from the link of a private match, for a spectator
    since: Count | None = None  # the version that the client has; None: send everything
    changes: bool = False  # from then on only what changes is sent, as `change`; otherwise whole tables, as `update`


class Unsubscribe(Request, frozen=True, tag="unsubscribe"):
    """Stop following a match."""

    match: Word


class Ping(Request, frozen=True, tag="ping"):
    """Ask for a `pong`."""

    id: Count
    latency_ms: Count | None = None  # that the client measured with the last one


class Act(Request, frozen=True, tag="act"):
    """Have a command carried out. A repeat with the same key is carried out once, and gets the same answer.

    Another command with the same key is refused.
    """

    match: Word
    key: Word  # of the client's choice
    command: AnyCommand
    seen_version: Count | None = None  # refused when the match is at another one; None: meant for any version


class Claim(Request, frozen=True, tag="claim"):
    """Claim the match, once `claim_in_ms` of the opponent's seat has passed. The key is as with `act`."""

    match: Word
    seat: SeatNumber
    key: Word


class Say(Request, frozen=True, tag="say"):
    """Write a line of chat in one of your matches; guests choose among the presets."""

    match: Word
    seat: SeatNumber
    text: Line
    key: Word = ""  # of the client's choice: a repeat with the same key is answered, and not shown to others again


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
    """Ask for a hint. The answer takes a moment; other requests are answered meanwhile."""

    match: Word
    seat: SeatNumber


class Draw(Request, frozen=True, tag="draw"):
    """Ask for the position of a match that the client follows or plays, drawn in plain text."""

    match: Word
    seat: SeatNumber | None = None  # None: a spectator


class EnterLobby(Request, frozen=True, tag="enter_lobby"):
    """Follow the lobby."""


class LeaveLobby(Request, frozen=True, tag="leave_lobby"):
    """Stop following the lobby."""


class Seek(Request, frozen=True, tag="seek"):
    """Ask to be paired with an opponent who wants to play the same; replaces an earlier request."""

    game: Word
    pace: Word = "none"
    is_rated: bool = False


class StopSeeking(Request, frozen=True, tag="stop_seeking"):
    """Stop waiting to be paired."""


AnyRequest = (
    Subscribe | Unsubscribe | Ping | Act | Claim | Say | Rematch | Explain | AskHint | Draw | EnterLobby | LeaveLobby
    | Seek | StopSeeking
)  # fmt: skip


class SeatInfo(msgspec.Struct, frozen=True):
    """A player at a seat."""

    name: str
    side: str  # what it plays: "Red"
    kind: str  # "person", "computer" or "open"
    is_here: bool  # a person with an open socket, or a computer
    left_ms: int | None  # on its clock
    deadline_ms: int | None  # when its time runs out, by the server's clock
    claim_in_ms: int | None  # until the opponent can claim the match, because this player is away; None: cannot
    is_account: bool = False  # it has a profile, under its name


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
    happenings: list[Happening]
    by_clock: bool = False  # the time of the seat had run out, and the action was played for it
    taken_back: int = 0  # how many of the last actions this event took back


class Table(msgspec.Struct, frozen=True):
    """A match as a viewer may see it now."""

    version: int
    now_ms: int  # of the server's clock
    seats: tuple[SeatInfo, SeatInfo]
    to_act: list[int]
    view: Any  # the struct of the game's view; null while a rated match waits for both players to open it
    prompt: str
    choices: list[Choice]
    draw_offered: int | None
    undo_asked: int | None
    why_no_undo: str  # empty when the viewer can ask for it
    why_no_hint: str  # empty when the viewer can ask for one
    outcome: OutcomeInfo | None
    rematch_wanted: list[int]  # seats
    secrets: list[int] = []  # on one device: the seats whose players know something that the others may not see
    mission: MissionNow | None = None  # that the match is judged by


class Said(msgspec.Struct, frozen=True):
    """A line of chat."""

    seat: int
    name: str
    text: str
    at_ms: int


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What a client is sent."""


class Snapshot(Reply, frozen=True, tag="snapshot"):
    """A whole match, for a client that begins to follow it or has missed too much."""

    match: str
    viewer: int
    game: str
    options: dict[str, int | str]
    pace: str
    is_rated: bool
    chat: list[Said]
    events: list[EventView]  # so far, the last 200 of them
    table: Table
    number: int  # of the message, to which the next `change` adds one
    protocol: int = PROTOCOL  # the version of the protocol


class Update(Reply, frozen=True, tag="update"):
    """What happened since the last message, and the match now."""

    match: str
    viewer: int
    events: list[EventView]
    table: Table
    number: int  # of the message, to which the next `change` adds one


class Change(Reply, frozen=True, tag="change"):
    """What happened since the last message, and what is different now."""

    match: str
    viewer: int
    number: int  # one more than that of the last message; when it is not, something is missing: subscribe again
    now_ms: int  # of the server's clock
    events: list[EventView]
    table: dict[str, Any]  # the differences of its fields, without `now_ms` and `choices`
    choices: list[ChoiceGroup] | UnsetType = UNSET  # those of the table now; left out when they are as before


class Done(Reply, frozen=True, tag="done"):
    """A command was carried out, and is on the disk."""

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
    """The answer to `ping`."""

    id: int
    now_ms: int


class Goodbye(Reply, frozen=True, tag="goodbye"):
    """The server stops."""

    back_in_ms: int  # when to connect again


class ChatLine(Reply, frozen=True, tag="chat_line"):
    """A new line of chat."""

    match: str
    said: Said


class Rematched(Reply, frozen=True, tag="rematched"):
    """Both players want a rematch, and it has begun."""

    match: str
    next_match: str


class Explained(Reply, frozen=True, tag="explained"):
    """Why picks lead to no action."""

    match: str
    picks: list[str]  # as they were sent
    message: str  # empty when they do lead to one


class Advice(Reply, frozen=True, tag="advice"):
    """A hint: an action to play, and why."""

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
    """A match with an open seat for everyone."""

    match: str
    game: str
    options: dict[str, int | str]  # of a text, the first 40 letters
    pace: str
    is_rated: bool
    name: str  # of the player who waits
    open_seat: int


class LobbyState(Reply, frozen=True, tag="lobby"):
    """The lobby."""

    challenges: list[Challenge]
    online: list[str]  # names of accounts
    num_guests: int
    num_seeking: int
    ready_games: list[str]  # the ids of the games that can be played without waiting


AnyReply = (
    Snapshot | Update | Change | Done | Refused | Pong | Goodbye | ChatLine | Rematched | Explained | Advice | Drawing
    | LobbyState | Seeking | Paired | Watchable | MatchChanged | ChallengesChanged
)  # fmt: skip
