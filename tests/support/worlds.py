"""Two servers with the same match, in one of which everything that a viewer may not know is dealt again."""

import copy
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from parlour.core.contract import SPECTATOR
from parlour.match.match import Match
from parlour.server.advising import advise
from parlour.server.live_match import LiveMatch
from parlour.server.preview import OF_A_MATCH
from parlour.server.watching import Watching
from support.live_server import Person, Served
from support.matches import guessed

INDEX = "<!doctype html><html><head></head><body></body></html>"
VIEWERS = (0, 1, SPECTATOR)
PASSING = ("match", "now_ms", "at_ms", "name", "names", "key", "deadline_ms", "invitation", "number")
REFUSED: list[tuple[str, dict[str, Any]]] = [  # besides actions, to be refused
    ("answer_draw", {"accept": True}), ("answer_undo", {"accept": True}), ("add_time", {}), ("claim", {}),
]  # fmt: skip


class World:
    """A server with a match and its three viewers: two seats and a spectator."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.people = [served.person() for _ in VIEWERS]
        self.match = ""

    async def begin(self, game_id: str) -> None:
        first, second, _ = self.people
        made = await first.post("/api/matches", game=game_id, seats=[{"kind": "me"}, {"kind": "open"}], is_public=True)
        self.match = made["match"]
        await second.post(f"/api/matches/{self.match}/join", invitation=made["invitation"])
        live = await self.live()
        for seat, name in enumerate(("Ann", "Bo")):  # the same in every world
            live.reseat(live.seating.sit_down(seat, replace(live.seating.seats[seat], name=name)))
        for viewer in VIEWERS:
            await self.person(viewer).dial()
            await self.look(viewer)

    async def live(self) -> LiveMatch:
        live: LiveMatch = await self.app.state.services.hub.find(self.match)
        return live

    @property
    def app(self) -> Any:
        return self.served.server.config.app

    async def look(self, viewer: int, since: int | None = None) -> dict[str, Any]:
        """Follow the match again; return the first message."""
        person = self.person(viewer)
        seat = None if viewer == SPECTATOR else viewer
        await person.send("subscribe", match=self.match, seat=seat, since=since, changes=True)
        return await person.receive("snapshot" if since is None else "update")

    def person(self, viewer: int) -> Person:
        return self.people[VIEWERS.index(viewer)]

    async def refusals(self, viewer: int, version: int, actions: list[str]) -> list[dict[str, Any]]:
        """Ask for what must be refused; returns the refusals."""
        person, refused = self.person(viewer), []
        for kind, fields in [*(("play", {"action": action}) for action in actions), *REFUSED]:
            await person.request(kind, self.match, max(viewer, 0), version, **fields)
            refused.append(await person.receive("refused", "done"))
        return refused

    async def reasons(self, viewer: int, picks: list[list[str]]) -> list[str]:
        """Ask why picks lead nowhere; returns the words."""
        person, words = self.person(viewer), []
        for each in picks:
            await person.send("explain", match=self.match, seat=max(viewer, 0), picks=each)
            words.append(str((await person.receive("explained", "refused"))["message"]))
        return words

    async def hint(self, seat: int) -> Any:
        """Return what a seat would be advised if it might ask."""
        advice = await advise(await self.live(), seat, self.app.state.services.hub.services.thinkers)
        return without_passing(msgspec.to_builtins(advice))

    async def pages(self, viewer: int) -> list[tuple[str, int, Any]]:
        """Return what can be had of the match over HTTP, from every route that takes one, but its replay and card."""
        pages = []
        for path in self._paths:
            filled = f"{path.split('{')[0]}{self.match}{path.split('}')[1]}"
            answer = await self.person(viewer).http.get(filled)
            pages.append((path, answer.status_code, without_passing(answer.json())))
        return pages

    @cached_property
    def _paths(self) -> list[str]:
        # A replay is made from the events, which are the same in both worlds; a card is compared now and then.
        return [
            path
            for path, route in self.app.openapi_schema.to_schema()["paths"].items()
            if "get" in route and path.count("{") == 1 and "match" in path.split("{")[1]
            and not path.endswith(("/replay", "/picture.png"))
        ]  # fmt: skip

    async def links(self, viewer: int) -> list[bytes]:
        """Return what links to the match show: its card, and the heads of the pages about it."""
        self.app.state.services.pictures.forget()
        paths = (f"/api/matches/{self.match}/picture.png", *(f"/{page}/{self.match}" for page in OF_A_MATCH))
        contents = [(await self.person(viewer).http.get(path)).content for path in paths]
        own = (self.match.encode(), self.served.address.encode())
        return [content.replace(own[0], b"").replace(own[1], b"") for content in contents]

    async def lists(self, viewer: int) -> Any:
        """Return how the match is listed: among the viewer's own, and among those to watch."""
        hub = self.app.state.services.hub
        hub.services.running.note(await self.live())  # the twin's match was dealt again behind its back
        mine = (await self.person(viewer).http.get("/api/me/matches")).json()
        return without_passing([mine, msgspec.to_builtins(await Watching(hub).state())])


def without_passing(message: Any) -> Any:
    """Leave out ids, names and times, which differ between two servers."""
    if isinstance(message, dict):
        return {name: without_passing(value) for name, value in message.items() if name not in PASSING}
    return [*map(without_passing, message)] if isinstance(message, list) else message


def dealt_again(match: Match, viewer: int, seed: int) -> Match:
    """Return the same match in a position that a viewer cannot tell from the true one."""
    other = copy.copy(match)
    other.events, other.actions, other.turns = list(match.events), list(match.actions), list(match.turns)
    other.expiries, other.clocks = list(match.expiries), copy.deepcopy(match.clocks)
    other.position = guessed(match.position, viewer, seed)
    return other
