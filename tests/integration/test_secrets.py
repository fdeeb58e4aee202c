"""No byte that is sent to a seat or a spectator tells what they may not know: what is hidden is dealt again.

Every game is played to its end over real sockets. At many moments a second server, the twin, is given the same match in
a position in which everything that a viewer may not know is dealt again (`guess`: other cards in hands and piles, other
secret choices, another generator). What the twin sends to that viewer must be the same, byte by byte apart from ids,
names and times: the table, its choices, what is said about an action or a pick, every hint and every refusal. So no
card, by whatever name, position or count, can have come from where the viewer may not look. An action that shows
something by the rules leads to different tables in the two worlds, and is left out where it does; the table after it is
compared like all others. Of an action the viewers are sent what has changed, which is compared as it is; put together
from that, the tables are those of a new subscription.

What can be asked for over HTTP is compared in the same way, and what links to the match show. Resuming tells from the
log, which the twin cannot deal again; it must tell what was told when it happened. The log of the server holds no
action and no seed.

Mutants that it caught on 2026-11-15: all viewers see the view of the first seat; the prompt ends with a number that
depends on hidden bytes.
"""

import asyncio
import json
import operator
import random
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.core.contract import SPECTATOR
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import decide
from parlour.match.match import Match
from parlour.server import thinkers
from parlour.server.catch_up import MOST_EVENTS
from support.followers import Follower
from support.live_server import serving
from support.worlds import INDEX, VIEWERS, World, dealt_again, without_passing

EVERY = {
    "connect_four": 2,
    "whist": 10,
    "raptor": 20,
    "sanguine": 1,
}  # versions from one comparison of the worlds to the next, at the most
SPARSE = 2  # times as many
REPLAYED = 12  # the version at which replays are compared
PICTURED = (12, 30)  # versions at which pictures and previews are compared
SEED = 2**100 + 7


@pytest.fixture(autouse=True)
def time_for_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that is cut short by a busy machine differs from the next one, and tells nothing about secrets."""
    monkeypatch.setattr(thinkers, "HINT_S", 120.0)


async def compare(
    real: World, twin: World, viewer: int, seed: int, actions: list[str], picked: list[list[str]]
) -> None:
    """Compare what both worlds tell a viewer of the match as it stands."""
    truth, ghost = await real.live(), await twin.live()
    ghost.match = dealt_again(truth.match, viewer, seed)
    version = truth.match.version
    told = [without_passing(await world.look(viewer)) for world in (real, twin)]
    assert json.dumps(told[0]) == json.dumps(told[1])

    open_to = {choice["action"] for choice in told[0]["table"]["choices"]}
    forbidden = [action for action in actions if action not in open_to] + ["nonsense"]
    refused = [without_passing(await world.refusals(viewer, version, forbidden)) for world in (real, twin)]
    assert refused[0] == refused[1]
    assert all(refusal["type"] == "refused" for refusal in refused[0])
    assert await real.reasons(viewer, picked) == await twin.reasons(viewer, picked)
    if viewer in told[0]["table"]["to_act"]:
        assert await real.hint(viewer) == await twin.hint(viewer)
    assert await real.pages(viewer) == await twin.pages(viewer)
    assert await real.lists(viewer) == await twin.lists(viewer)


async def compare_replay(world: World, tables: list[dict[str, Any]]) -> None:
    """Compare the last picture of a running match's replay with what each viewer was told."""
    for person, table in zip(world.people, tables, strict=True):
        replay = (await person.http.get(f"/api/matches/{world.match}/replay")).json()
        assert replay["frames"][-1]["view"] == table["view"]
        assert {frame["position"] for frame in replay["frames"]} == {None}
        assert not any(frame["face_down"] for frame in replay["frames"])


async def compare_links(real: World, twin: World) -> None:
    """Compare what both worlds show of the match to everyone, a player or not."""
    truth, ghost = await real.live(), await twin.live()
    ghost.match = dealt_again(truth.match, SPECTATOR, truth.match.version)
    shown = await real.links(SPECTATOR)
    assert len(shown[0]) > 1000
    assert b"og:title" in shown[-1]
    assert await real.links(0) == shown
    assert await twin.links(SPECTATOR) == shown


async def compare_action(twin: World, viewer: int, told: dict[str, Any], before: Match, seat: int, action: str) -> bool:
    """Compare what a viewer was told of an action with what the twin tells of it; False if the rules show something."""
    ghost = await twin.live()
    ghost.match = dealt_again(before, viewer, before.version)
    try:
        events = decide(ghost.match, co.Play(seat=seat, action=action), 0)
    except parlour.ParlourError:
        return False  # in this world the card is elsewhere
    await twin.look(viewer)
    ghost.apply_and_show(events)
    other = await twin.person(viewer).receive("change")
    alike = ghost.match.position.seen_by(viewer).known.tobytes()
    truth = before.position.play(seat, action).seen_by(viewer).known.tobytes()
    if alike != truth:
        return False
    assert json.dumps(without_passing(told)) == json.dumps(without_passing(other))
    return True


async def play_through(real: World, twin: World, every: int) -> tuple[int, int]:
    """Play to the end and compare on the way; returns how many tables and how many actions were compared."""
    chance, num_tables, num_actions = random.Random(7), 0, 0
    followers = [Follower() for _ in VIEWERS]
    for follower, viewer in zip(followers, VIEWERS, strict=True):
        follower.hear(await real.look(viewer))
    tables = [follower.table for follower in followers]
    history: list[list[Any]] = [[] for _ in VIEWERS]
    seen: list[str] = []
    picked: list[list[str]] = []
    while tables[0]["outcome"] is None:
        version, is_moment = tables[0]["version"], tables[0]["version"] % every == 0
        if version == REPLAYED:
            await compare_replay(real, tables)
        if version in PICTURED:
            await compare_links(real, twin)
        if is_moment:
            for viewer in VIEWERS:
                tried = chance.sample(picked, min(3, len(picked)))
                await compare(real, twin, viewer, version, chance.sample(seen, min(3, len(seen))), tried)
                num_tables += 1
        seat = chance.choice(tables[0]["to_act"])
        choice = chance.choice(sorted(tables[seat]["choices"], key=operator.itemgetter("action")))
        action = choice["action"]
        seen.append(action)
        picked.append(choice["picks"])
        before = dealt_as_is((await real.live()).match) if is_moment else None
        await real.people[seat].request("play", real.match, seat, version, action=action)
        for number, viewer in enumerate(VIEWERS):
            change = await real.people[number].receive("change")
            if viewer == seat:
                await real.people[number].receive("done")
            followers[number].hear(change)
            tables[number] = followers[number].table
            history[number] += change["events"]
            if before is not None and tables[0]["outcome"] is None:
                num_actions += await compare_action(twin, viewer, change, before, seat, action)
        if is_moment and tables[0]["outcome"] is None:
            since = chance.randint(max(1, version - 50), version)
            for number, viewer in enumerate(VIEWERS):
                missed = [told for told in history[number] if told["version"] > since]
                assert (await real.look(viewer, since))["events"] == missed
                again = await real.look(viewer)
                assert again["events"] == history[number][-MOST_EVENTS:]
                assert without_passing(again["table"]) == without_passing(tables[number])
                followers[number].hear(again)
    return num_tables, num_actions


def dealt_as_is(match: Match) -> Match:
    other = dealt_again(match, 0, 0)
    other.position = match.position
    return other


@pytest.mark.slow
@pytest.mark.parametrize("factor", [SPARSE, pytest.param(1, marks=pytest.mark.long)], ids=["sparse", "dense"])
@pytest.mark.parametrize("game_id", parlour.game_ids())
def test_nobody_is_sent_what_they_may_not_know(
    game_id: str, factor: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    async def scenario() -> None:
        static = tmp_path / "static"
        static.mkdir()
        for page in ("index.html", "embed.html"):
            (static / page).write_text(INDEX)
        async with (
            serving(tmp_path / "real", static=static) as served,
            serving(tmp_path / "twin", static=static) as other,
        ):
            real, twin = World(served), World(other)
            for world in (real, twin):
                await world.begin(game_id)
            num_tables, num_actions = await play_through(real, twin, factor * EVERY.get(game_id, 3))
            told = [text for person in real.people for text in person.received]
            written = capfd.readouterr()
            data = await real.people[0].http.get(f"/api/matches/{real.match}/file")

            assert num_tables >= 15
            assert num_actions >= 10
            assert not any(str(SEED) in text for text in told)
            assert str(SEED) not in written.out + written.err
            assert (written.out + written.err).count(real.match) <= 3, "made, joined, over: no action is written down"
            assert file.verify(data.content).is_over

    asyncio.run(scenario())
