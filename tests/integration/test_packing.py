"""Long replies are compressed for clients that accept it: a turn of Patchwork has a thousand choices."""

import json
import zlib
from pathlib import Path

from support.fixtures import scene
from support.live_server import Person, Served

CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"  # all three patches on offer can be bought
MOST_BYTES = 50_000  # that the choices of a turn may take on the wire


async def sit_down(served: Served, query: str) -> Person:
    ada = served.person()
    made = await ada.post("/api/matches", game="patchwork", seats=[{"kind": "me"}] * 2, options={"circle": CIRCLE})
    await ada.dial(query)
    await ada.send("subscribe", match=made["match"], seat=0)
    return ada


def test_a_long_reply_is_compressed_for_clients_that_accept_it(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = await sit_down(served, "?packed=1")
        assert ada.socket is not None

        packed = await ada.socket.recv()

        assert isinstance(packed, bytes)
        assert len(packed) < MOST_BYTES
        snapshot = json.loads(zlib.decompress(packed))
        assert snapshot["type"] == "snapshot"
        assert len(snapshot["table"]["choices"]) > 300

    scene(tmp_path, scenario)


def test_others_get_text(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = await sit_down(served, "")

        snapshot = await ada.receive("snapshot")

        assert len(snapshot["table"]["choices"]) > 300

    scene(tmp_path, scenario)


def test_short_replies_are_text_for_all_clients(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada = served.person()
        await ada.dial("?packed=1")
        await ada.send("ping", id=1)

        assert (await ada.receive("pong"))["id"] == 1

    scene(tmp_path, scenario)
