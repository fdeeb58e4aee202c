"""Real sockets: a position is drawn in plain text for its players and spectators, and never for the wrong seat."""

from pathlib import Path

from support.fixtures import scene, table_for_one
from support.live_server import Served


def test_a_player_and_a_spectator_get_the_position_drawn(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, first = await table_for_one(ada, {"kind": "me"}, is_public=True)
        await ada.send("draw", match=match, seat=0)
        drawn = await ada.receive("drawing")
        await eve.dial()
        await eve.send("draw", match=match)
        watched = await eve.receive("drawing")

        assert (drawn["match"], drawn["viewer"], drawn["version"]) == (match, 0, first["table"]["version"])
        assert "1 2 3 4 5 6 7" in drawn["text"]
        assert watched["viewer"] == -1

    scene(tmp_path, scenario)


def test_nobody_gets_the_position_as_another_player_sees_it(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, _ = await table_for_one(ada, {"kind": "me"}, is_public=True)
        await eve.dial()
        await eve.send("draw", match=match, seat=0)

        assert (await eve.receive("refused", "drawing"))["code"] == "server/not_your_seat"

    scene(tmp_path, scenario)
