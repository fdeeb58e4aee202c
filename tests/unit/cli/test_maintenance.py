"""`parlour rebuild`, `backup`, `restore`, and where `serve` keeps its database."""

from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from parlour.cli.main import run
from parlour.server.settings import read_database
from parlour.storage.achievements import SqlAchievements
from parlour.storage.database import Database
from parlour.storage.lock import exclusive_lock
from parlour.storage.log import SqlLog
from parlour.storage.people import SqlPeople
from parlour.storage.projections import SqlProjection
from parlour.storage.tables import progress
from support.stored_matches import dump, finish_many
from support.terminal import Terminal


def filled(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(Database(path)) as database:
        finish_many(SqlLog(database), 30, 1, ["account:1", "account:2", "guest:a"])
        SqlProjection(database).catch_up()
        SqlAchievements(database).catch_up()
        return dump(database)


def read(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(Database(path)) as database:
        return dump(database)


def test_a_role_is_given_to_an_account_that_is_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    none = run(["role", "Ada", "operator", "--data", str(tmp_path)])
    with closing(Database(tmp_path / "parlour.db")) as database:
        SqlPeople(database).sign_up("Ada", "hash", "s", 1).result()
    known = [run(["role", *pair, "--data", str(tmp_path)]) for pair in (("ada", "operator"), ("Ada", "none"))]
    unknown = run(["role", "Bob", "operator", "--data", str(tmp_path)])
    told = capsys.readouterr()

    assert (none, known, unknown) == (2, [0, 0], 2)
    assert told.out.splitlines() == ["Ada is an operator now.", "Ada has no role now."]
    assert told.err.splitlines()[1] == "Nobody is called Bob."


def test_rebuild_recomputes_the_results_from_the_log(terminal: Terminal, tmp_path: Path) -> None:
    kept = filled(tmp_path / "parlour.db")
    with closing(Database(tmp_path / "parlour.db")) as database:
        database.write(lambda connection: connection.execute(sa.update(progress).values(points=10**6))).result()
    status, out, _ = terminal("rebuild", "--data", str(tmp_path))

    assert (status, out) == (0, "Histories, levels, ratings and achievements are as the log says.\n")
    assert read(tmp_path / "parlour.db") == kept


def test_a_backup_is_restored_into_another_folder(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    kept = filled(tmp_path / "a" / "parlour.db")
    (tmp_path / "a" / "secret").write_bytes(b"secret")
    backup, data = str(tmp_path / "backup.zip"), str(tmp_path / "b")

    assert terminal("backup", backup, "--data", str(tmp_path / "a"))[0] == 0
    assert terminal("restore", backup, "--data", data)[0] == 0
    assert read(tmp_path / "b" / "parlour.db") == kept
    assert (tmp_path / "b" / "secret").read_bytes() == b"secret"

    status, _, err = terminal("restore", backup, "--data", data)
    assert (status, "With --replace" in err) == (2, True)
    status, out, _ = terminal("restore", backup, "--data", data, "--replace")
    assert (status, "parlour.db.replaced-1" in out) == (0, True)


def test_a_database_may_lie_in_another_place(terminal: Terminal, tmp_path: Path) -> None:
    place = tmp_path / "elsewhere" / "games.db"
    place.parent.mkdir()
    kept = filled(place)
    backup, url = str(tmp_path / "backup.zip"), f"sqlite:///{place}"

    assert terminal("backup", backup, "--data", str(tmp_path), "--database", url)[0] == 0
    assert terminal("restore", backup, "--data", str(tmp_path), "--database", url, "--replace")[0] == 0
    assert read(place) == kept


@pytest.mark.parametrize(
    ("url", "path"), [("sqlite:///a/b.db", Path("a/b.db")), ("sqlite:////var/b.db", Path("/var/b.db"))]
)
def test_a_database_is_written_as_an_address(url: str, path: Path) -> None:
    assert read_database(url) == path


@pytest.mark.parametrize(
    "url",
    ["mysql://me:password@host/games", "postgresql://me:password@[", "sqlite:///", "sqlite://games.db", "games.db"],
)
def test_other_databases_are_refused_in_a_sentence(terminal: Terminal, tmp_path: Path, url: str) -> None:
    status, _, err = terminal("serve", "--data", str(tmp_path), "--database", url)

    assert (status, err) == (2, "The database must be sqlite:///path/to/file.db or postgresql://user@host/name.\n")


@pytest.mark.parametrize("command", [["serve"], ["restore", "backup.zip"]])
def test_what_needs_the_database_alone_is_refused_while_a_server_runs(
    terminal: Terminal, tmp_path: Path, command: list[str]
) -> None:
    with exclusive_lock(tmp_path / "parlour.db"):
        status, _, err = terminal(*command, "--data", str(tmp_path))

    assert (status, err) == (2, f"A server is running on {tmp_path / 'parlour.db'}. Stop it first.\n")


@pytest.mark.parametrize("command", [["rebuild"], ["backup", "out.zip"]])
def test_without_a_database_there_is_nothing_to_do(terminal: Terminal, tmp_path: Path, command: list[str]) -> None:
    status, _, err = terminal(*command, "--data", str(tmp_path))

    assert (status, err) == (2, f"There is no database {tmp_path / 'parlour.db'}.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_backup_is_refused_in_a_sentence(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "backup.zip").write_text("hello")
    status, _, err = terminal("restore", str(tmp_path / "backup.zip"), "--data", str(tmp_path / "new"))

    assert (status, "is damaged, or no backup of Parlour" in err) == (2, True)
    assert not (tmp_path / "new" / "parlour.db").exists()
