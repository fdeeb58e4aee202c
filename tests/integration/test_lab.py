"""The runs of the lab over HTTP: everyone sees them, nothing else on the disk, and broken files break nothing."""

from concurrent.futures import Future
from pathlib import Path

from parlour.match import file
from parlour.match.analyses_port import Accuracy
from parlour.server.recent_analyses import MOST, RecentAnalyses, id_of_text
from parlour.storage.lab_runs import MOST_POINTS, LabFolder
from support.clients import until
from support.fixtures import scene
from support.lab import NAME, fill
from support.live_server import Served


def test_a_tournament_is_shown_with_its_matches_and_replays(tmp_path: Path) -> None:
    fill(tmp_path / "lab")

    async def scenario(served: Served) -> None:
        ada = served.person()
        runs = {run["name"]: run for run in (await ada.http.get("/api/lab")).json()}
        page = (await ada.http.get(f"/api/lab/{NAME}")).json()
        matches = (await ada.http.get(f"/api/lab/{NAME}/matches")).json()
        own = (await ada.http.get(f"/api/lab/{NAME}/matches", params={"one": 1, "other": 0, "before": 3})).json()
        replay = (await ada.http.get(f"/api/lab/{NAME}/matches/4/replay")).json()
        data = (await ada.http.get(f"/api/lab/{NAME}/matches/4/file")).content

        assert (runs[NAME]["state"], runs[NAME]["done"], runs["training"]["kind"]) == ("over", 6, "training")
        assert [each["name"] for each in page["run"]["standings"]] != []
        assert [match["number"] for match in matches] == [5, 4, 3, 2, 1, 0]
        assert [match["number"] for match in own] == [2, 1, 0]
        assert len(replay["frames"]) == matches[1]["num_actions"] + 1
        assert file.read(data).outcome is not None

    scene(tmp_path, scenario)


def test_a_match_of_a_run_is_analysed_like_any_other(tmp_path: Path) -> None:
    fill(tmp_path / "lab")

    async def scenario(served: Served) -> None:
        ada, bob = served.person(), served.person()
        match = f"/api/lab/{NAME}/matches/4"
        assert (await ada.http.get(f"{match}/analysis")).json()["status"] == "none"
        await ada.post(f"{match}/analysis")
        state = await until(bob, f"{match}/analysis", lambda state: state["status"] not in ("waiting", "running"))
        replay = (await ada.http.get(f"{match}/replay")).json()
        mistake = state["analysis"]["actions"][-1]
        query = {"version": mistake["version"] - 1, "seat": mistake["seat"]}
        past = (await ada.http.get(f"{match}/choices", params=query)).json()

        assert state["status"] == "done"
        assert state["analysis"]["game"] == replay["game"]
        assert {point["version"] for point in state["analysis"]["points"]} <= {
            frame["version"] for frame in replay["frames"]
        }
        assert len(past["choices"]) > 1
        assert (await bob.post(f"{match}/analysis"))["status"] == "done"
        assert await ada.refusal(f"/api/lab/{NAME}/matches/99/analysis") == (404, "lab/unknown_run")

    scene(tmp_path, scenario)


def test_an_analysis_of_a_run_can_be_cancelled(tmp_path: Path) -> None:
    fill(tmp_path / "lab")

    async def scenario(served: Served) -> None:
        ada = served.person()
        path = f"/api/lab/{NAME}/matches/4/analysis"
        await ada.post(path)

        assert (await ada.http.delete(path)).json()["status"] in ("none", "done")

    scene(tmp_path, scenario)


def test_only_the_latest_analyses_of_files_are_kept() -> None:
    class Stored:
        def find(self, match_id: str) -> bytes | None:
            return b"stored"

        def store(self, match_id: str, data: bytes, accuracy: Accuracy) -> "Future[None]":
            raise AssertionError("a match of the lab is not in the log")

    recent = RecentAnalyses(Stored())
    ids = [id_of_text(str(number)) for number in range(MOST + 1)]
    for each in ids:
        recent.store(each, each.encode(), (None, None)).result()

    assert (recent.find(ids[0]), recent.find(ids[-1]), recent.find("abc")) == (None, ids[-1].encode(), b"stored")


def test_a_curve_has_its_complete_lines_only(tmp_path: Path) -> None:
    fill(tmp_path / "lab")

    async def scenario(served: Served) -> None:
        page = (await served.person().http.get("/api/lab/training")).json()

        assert page["curves"] == [{"name": "loss", "steps": [0, 10, 30], "values": [2.0, 1.5, 0.5]}]

    scene(tmp_path, scenario)


def test_nothing_outside_the_lab_is_found(tmp_path: Path) -> None:
    (tmp_path / "lab").mkdir()
    for folder in (tmp_path, tmp_path / "elsewhere", tmp_path / "lab" / ".hidden"):
        folder.mkdir(exist_ok=True)
        (folder / "curve.csv").write_text("step,secret\n0,1\n")
    (tmp_path / "lab" / "out").symlink_to(tmp_path / "elsewhere")
    lab = LabFolder(tmp_path / "lab")

    async def scenario(served: Served) -> None:
        ada = served.person()
        for name in ("nothing", "%2e%2e", "..%2Felsewhere", "%2Fetc", ".hidden", "out", "x" * 80):
            for path in (f"/api/lab/{name}", f"/api/lab/{name}/matches", f"/api/lab/{name}/matches/1/file"):
                answer = await ada.http.get(path)
                assert answer.status_code in (404, 405), path  # 405: the client has made another path of it
                assert "secret" not in answer.text
        assert (await ada.http.get("/api/lab")).json() == []

    scene(tmp_path, scenario)
    for name in ("..", "../elsewhere", "/etc", ".hidden", "out", "", "a/b", "a\0"):
        assert lab.find(name) is None


def test_broken_files_are_left_out(tmp_path: Path) -> None:
    fill(tmp_path / "lab")
    folder = tmp_path / "lab" / NAME
    (folder / "journal.jsonl").write_bytes((folder / "journal.jsonl").read_bytes() + b"{nonsense}\n" + b'{"number": 7')
    (folder / "matches" / "000001.jsonl").write_text("nonsense\n")
    (tmp_path / "lab" / "broken").mkdir()
    (tmp_path / "lab" / "broken" / "run.json").write_text("{")

    async def scenario(served: Served) -> None:
        ada = served.person()

        assert {run["name"] for run in (await ada.http.get("/api/lab")).json()} == {NAME, "training"}
        assert len((await ada.http.get(f"/api/lab/{NAME}/matches")).json()) == 6
        assert await ada.refusal("/api/lab/broken", "GET") == (404, "lab/unknown_run")
        assert await ada.refusal(f"/api/lab/{NAME}/matches/1/replay", "GET") == (400, "server/bad_message")
        assert await ada.refusal(f"/api/lab/{NAME}/matches/99/replay", "GET") == (404, "lab/unknown_run")

    scene(tmp_path, scenario)


def test_a_long_curve_is_thinned(tmp_path: Path) -> None:
    rows = "".join(f"{step},{step / 2}\n" for step in range(5001))
    (tmp_path / "long").mkdir()
    (tmp_path / "long" / "curve.csv").write_text(f"step,value\n{rows}")
    (curve,) = LabFolder(tmp_path).curves(tmp_path / "long")

    assert len(curve.steps) <= MOST_POINTS + 1
    assert (curve.steps[0], curve.steps[-1]) == (0, 5000)
