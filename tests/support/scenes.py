"""Every phase of a game on a real page, at once: the page's socket is replaced, so that no match has to be played."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict
from playwright.sync_api import Page, WebSocketRoute, expect

from parlour.core import registry
from parlour.core.contract import Happening
from parlour.core.phrasing import fill_seats
from parlour.core.position import Position
from parlour.server.messages import SeatInfo
from parlour.server.naming import computer_name
from support.browser import Site
from support.matches import positions

SEEDS = (1, 2)
VIEWER = 0
NAMES = ("Mirabel", computer_name("casual"))
MATCH = "scene"
LEFT_MS = 272_000
OVER = "over"


def scenes(game_id: str) -> dict[str, dict[str, Any]]:
    """Return a table of the wire for each phase in which the viewer is to act, and for the end."""
    found: dict[str, list[Position]] = {}
    for seed in SEEDS:
        played = positions(registry.load(game_id), seed)
        for position in played[:-1]:
            if VIEWER in position.to_act():
                found.setdefault(position.seen_by(VIEWER).phase(), []).append(position)
        found.setdefault(OVER, []).append(played[-1])
    return {phase: table(each[len(each) // 2], version) for version, (phase, each) in enumerate(found.items(), 1)}


def table(position: Position, version: int) -> dict[str, Any]:
    """Return a position as the server would send it to the viewer."""
    seen, outcome = position.seen_by(VIEWER), position.outcome
    sides = position.seen_by().side_names()
    return {
        "version": version,
        "now_ms": 0,
        "seats": [seat(NAMES[number], sides[number]) for number in (0, 1)],
        "to_act": list(position.to_act()),
        "view": msgspec.to_builtins(seen.view()),
        "prompt": "" if outcome else fill_seats(seen.prompt(), NAMES),
        "choices": [] if outcome else msgspec.to_builtins(seen.choices()),
        "draw_offered": None,
        "undo_asked": None,
        "why_no_undo": "",
        "why_no_hint": "",
        "outcome": outcome and ending(outcome.winner),
        "rematch_wanted": [],
        "secrets": [],
    }


def seat(name: str, side: str) -> dict[str, Any]:
    shown = SeatInfo(name, side, "computer", is_here=True, left_ms=LEFT_MS, deadline_ms=None, claim_in_ms=None)
    return asdict(shown)


def ending(winner: int | None) -> dict[str, Any]:
    return {"winner": winner, "reason": "points", "message": "You won, 6 to −4.", "experience": [0, 0]}


class ScenePage:
    """A page of a match that shows whatever table it is given."""

    def __init__(
        self,
        site: Site,
        game_id: str,
        *,
        kinds: tuple[str, str] = ("person", "computer"),
        pace: str = "5+3",
        **kept: Any,
    ) -> None:
        self.page: Page = site.visit("/licence", **{"motion": "reduced", "theme": "light", **kept})
        self._sockets: list[WebSocketRoute] = []
        self._game = game_id
        self._pace = pace
        self._table: Mapping[str, Any] | None = None
        info = {
            "match": MATCH, "game": game_id, "options": {}, "pace": pace, "is_rated": False,
            "is_public": False, "seats": [VIEWER],
            "invitation": None, "open_seat": None, "names": NAMES, "kinds": kinds,
            "levels": [None, "casual"], "is_over": False, "next_match": None,
        }  # fmt: skip
        self.page.route(f"**/api/matches/{MATCH}", lambda route: route.fulfill(json=info))
        self.page.route_web_socket("**/api/socket*", self._connect)

    def show(self, table: Mapping[str, Any]) -> None:
        """Show a table, and wait until the page has drawn it."""
        self.send(table)
        expect(self.page.locator(".match")).to_have_attribute("data-version", str(table["version"]))
        last = "#ending-title" if table["outcome"] else ".stage [data-mark]"
        expect(self.page.locator(last).first).to_be_visible()
        if table["outcome"]:  # its end rises from below
            self.page.evaluate("Promise.all(document.querySelector('.ending').getAnimations().map((a) => a.finished))")
        self.page.mouse.move(0, 0)

    def send(self, table: Mapping[str, Any]) -> None:
        """Send a table to the page, which opens the match with the first one."""
        self._table = table
        if self._sockets:
            self._send(self._sockets[-1])
        else:
            self.page.goto(f"/match/{MATCH}")

    def update(self, table: Mapping[str, Any], happenings: Sequence[Happening]) -> None:
        """Send what happened since the table on screen, and the table after it."""
        self._table = table
        event = {
            "version": table["version"], "at_ms": 0, "kind": "acted", "seat": 1 - VIEWER, "by_clock": False,
            "taken_back": 0, "happenings": msgspec.to_builtins(list(happenings)),
        }  # fmt: skip
        update = {"type": "update", "match": MATCH, "viewer": VIEWER, "events": [event], "table": table}
        self._sockets[-1].send(json.dumps(update))

    def _connect(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.on_message(lambda message: self._answer(socket, json.loads(message)))

    def _answer(self, socket: WebSocketRoute, request: Mapping[str, Any]) -> None:
        if request["type"] == "subscribe":
            self._send(socket)
        elif request["type"] == "ping":
            socket.send(json.dumps({"type": "pong", "id": request["id"]}))

    def _send(self, socket: WebSocketRoute) -> None:
        snapshot = {
            "type": "snapshot", "match": MATCH, "viewer": VIEWER, "game": self._game, "options": {}, "pace": self._pace,
            "is_rated": False, "chat": [], "events": [], "table": self._table, "protocol": 1,
        }  # fmt: skip
        socket.send(json.dumps(snapshot))
