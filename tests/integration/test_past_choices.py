"""What a seat could have done, over HTTP: of a match that is over, and to those who may see it."""

from pathlib import Path

from support.fixtures import scene, table_for_one
from support.live_server import Served


def test_the_choices_of_a_finished_match_are_those_it_offered(tmp_path: Path) -> None:
    async def scenario(served: Served) -> None:
        ada, eve = served.person(), served.person()
        match, first = await table_for_one(ada, {"kind": "me"})
        seat, path = first["table"]["to_act"][0], f"/api/matches/{match}/choices"
        assert await ada.refusal(f"{path}?version=1&seat={seat}", "GET") == (409, "server/not_over")
        await ada.request("resign", match, seat, 1)
        await ada.receive("done")

        answer = (await ada.http.get(path, params={"version": 1, "seat": seat})).json()
        assert [choice["action"] for choice in answer["choices"]] == list("1234567")
        assert answer["prompt"].startswith("You play")
        waiting = (await ada.http.get(path, params={"version": 1, "seat": 1 - seat})).json()
        assert waiting == {"prompt": "", "choices": []}
        assert await ada.refusal(f"{path}?version=99&seat=0", "GET") == (400, "server/bad_message")
        assert (await ada.refusal(f"{path}?version=0&seat=0", "GET"))[0] == 400
        assert await eve.refusal(f"{path}?version=1&seat=0", "GET") == (404, "storage/unknown_match")

    scene(tmp_path, scenario)
