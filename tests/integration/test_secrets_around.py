"""Nothing that surrounds a running match tells what is hidden in it: tournaments, profiles, lists, puzzles, pictures.

Two servers have the same tournament of the same people, and in it the same match; in the second one, everything that a
viewer may not know is dealt again. Then both are asked for everything there is to ask for: every route with GET in the
schema, whatever it is about, and the head of every page. All answers must be the same, byte by byte apart from ids and
times. A route with a new parameter fails here until the test is told what to fill in.

Mutants that it caught on 2026-11-16: the list of running matches, the preview of a match, and what a tournament tells a
player about the opponent, each with a number that depends on hidden bytes.
"""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.game import Game
from parlour.players.warm import warm_game
from parlour.puzzles.book import puzzles_of
from parlour.server import puzzles
from support.clients import until
from support.live_server import PATIENCE_S, Served, serving
from support.worlds import INDEX, VIEWERS, World, dealt_again

HIDDEN = [game for game in map(parlour.load, parlour.game_ids()) if game.facts.hidden]
NAMES = ("Ann", "Bob", "Cleo")
NUM_ACTIONS = (12,)  # played before each comparison
PASSING = ("_ms", "invitation")  # how names of fields end
LEFT_OUT = (
    "/api/games",  # which games are ready depends on the machine
    "/api/games/{game_id}",
    "/api/matches/{match_id}/replay",  # made from the events, which are the same here; `test_secrets` compares it
)
PAGES = ("", "lobby", "matches", "leaders", "games/{game_id}", "match/{match_id}", "replay/{match_id}",
         "embed/{match_id}", "people/{name}", "tournaments", "tournaments/{tournament_id}", "puzzles",
         "puzzles/{game_id}", "puzzles/p/{puzzle_id}")  # fmt: skip


class TournamentWorld(World):
    """A server with a tournament of two accounts; the third follows one of them."""

    def __init__(self, served: Served) -> None:
        super().__init__(served)
        self.tournament = ""

    async def begin(self, game_id: str) -> None:
        for person, name in zip(self.people, NAMES, strict=True):
            await person.sign_up(name)
        host, other, follower = self.people
        assert (await follower.http.put(f"/api/me/following/{NAMES[0]}")).is_success
        plan = {"format": "swiss", "rounds": 1, "game": game_id, "pace": "14d", "title": "Friday cup"}
        self.tournament = (await host.post("/api/tournaments", **plan))["id"]
        path = f"/api/tournaments/{self.tournament}"
        for person in (host, other):
            await person.post(f"{path}/join")
        await host.post(f"{path}/start")
        paired = await until(host, path, lambda now: now["me"]["match"] is not None)
        self.match = paired["me"]["match"]
        if paired["tournament"]["running"][0]["players"][0] != paired["me"]["player"]:
            self.people[:2] = other, host
        for viewer in VIEWERS:
            await self.person(viewer).dial()
            await self.look(viewer)
        async with asyncio.timeout(PATIENCE_S):
            while not (await self.live()).is_dealt:
                await asyncio.sleep(0.01)

    async def play(self, chance: random.Random) -> None:
        """Play an action by chance."""
        match = (await self.live()).match
        seat = chance.choice(match.position.to_act())
        action = chance.choice(match.position.seen_by(seat).choices()).action
        await self.person(seat).request("play", self.match, seat, match.version, action=action)
        await self.person(seat).receive("done")

    async def everything(self, viewer: int, game: Game) -> dict[str, tuple[int, Any]]:
        """Return every answer that a viewer gets by asking, by what is asked for."""
        services = self.app.state.services
        services.pictures.forget()
        services.hub.services.running.note(await self.live())  # the match was dealt again behind its back
        tournament = await services.tournaments.find(self.tournament)
        tournament.take_over(tournament.roster)  # so that nothing is shown that was made before
        filled = {"match_id": self.match, "tournament_id": self.tournament, "game_id": game.id, "game": game.id,
                  "name": NAMES[0], "puzzle_id": next(iter(puzzles_of(game))),
                  "number": 0}  # fmt: skip
        routes = self.app.openapi_schema.to_schema()["paths"].items()
        asked_for = [path for path, route in routes if "get" in route and path not in LEFT_OUT]
        return {path: await self._answer(viewer, path.format_map(filled)) for path in [*asked_for, *PAGES]}

    async def _answer(self, viewer: int, path: str) -> tuple[int, Any]:
        answer = await self.person(viewer).http.get(path)
        content = answer.content
        for own in (self.match, self.tournament, self.served.address):
            content = content.replace(own.encode(), b"")
        is_json = "json" in answer.headers.get("content-type", "")
        return answer.status_code, without_passing(json.loads(content)) if is_json else content


def without_passing(answer: Any) -> Any:
    """Leave out times and secrets in links, which differ between two servers."""
    if isinstance(answer, dict):
        return {name: without_passing(value) for name, value in answer.items() if not name.endswith(PASSING)}
    return [*map(without_passing, answer)] if isinstance(answer, list) else answer


@pytest.mark.slow
@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.id)
def test_what_surrounds_a_match_tells_nothing_that_is_hidden_in_it(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.randbits", lambda _: 1)  # the same seats in both worlds
    monkeypatch.setattr(puzzles, "day_of", lambda _: 20_000)  # no midnight between two questions
    warm_game(game)

    async def scenario() -> None:
        static = tmp_path / "static"
        static.mkdir()
        for page in ("index.html", "embed.html"):
            (static / page).write_text(INDEX)
        async with (
            serving(tmp_path / "real", static=static) as served,
            serving(tmp_path / "twin", static=static) as other,
        ):
            real, twin = TournamentWorld(served), TournamentWorld(other)
            for world in (real, twin):
                await world.begin(game.id)
            await compare_all(real, twin, game)

    asyncio.run(scenario())


async def compare_all(real: TournamentWorld, twin: TournamentWorld, game: Game) -> None:
    """Compare all that both worlds tell each viewer, at a few moments of the match."""
    chance, num_other_worlds = random.Random(5), 0
    for num_actions in NUM_ACTIONS:
        for _ in range(num_actions):
            await real.play(chance)
        for viewer in VIEWERS:
            truth, ghost = await real.live(), await twin.live()
            ghost.match = dealt_again(truth.match, viewer, truth.match.version)
            num_other_worlds += ghost.match.position.to_text() != truth.match.position.to_text()
            told, told_by_twin = await real.everything(viewer, game), await twin.everything(viewer, game)
            for path, answer in told.items():
                assert answer == told_by_twin[path], path
            assert told["tournaments/{tournament_id}"][1].count(b"Friday cup") >= 1
            assert told["/api/matches/{match_id}/record"][0] == 409
    assert num_other_worlds >= len(NUM_ACTIONS)
