"""The command line against garbage: one sentence, the documented exit status, never a traceback."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import parlour
from parlour.cli.game_terminal import terminal_of
from parlour.match import commands as co
from parlour.match import file
from parlour.match.decide import handle
from parlour.match.match import new_match
from support.terminal import Terminal

NUMBERS = ("", "-1", "0", "1.5", "nan", "inf", "-inf", "1e400", "x", "٣", "²", "2**3", "9" * 30, "9" * 5000, "0x10")
TEXTS = ("", " ", "-", "--", "\udcff", "é", "[/bold]", "[red]", "%s", "{seat:0}", "x" * 5000, "9" * 5000, "\x1b[31m")
CHECKERS = "checkers"  # knows a format of other programs
LONGEST = 10_000  # characters of a refusal: a deck file may have a hundred faults
PDN = b'[FEN "draw 0 bwbwbwbwbwbwbwbwbwbwbwbw - -"]\n1. 9-13 *\n'


def match_file(names: tuple[str, str] = ("Ada", "Bo"), at_ms: int = 0) -> bytes:
    match = new_match(parlour.load("checkers"), seed=1, options={"quick_colours": True}, names=names, at_ms=at_ms)
    handle(match, co.Resign(seat=0), at_ms)
    return file.write(match)


def garbage(folder: Path) -> list[Path]:
    """Return paths that hold anything but what a command wants."""
    chance = random.Random(1)
    good = match_file()
    contents = {
        "empty": b"", "newline": b"\n", "text": b"hello\n", "binary": chance.randbytes(5000), "nul": b"\0" * 5000,
        "utf8": b"\xff\xfe\xed\xa0\x80\n", "huge_line": b"x" * 2_000_000, "many_lines": b"\n" * 100_000,
        "deep": b"[" * 100_000, "deep_match": b'{"seq":0,"event":' + b"[" * 100_000 + b"\n", "json": b"{}\n",
        "nan": b'{"seq":NaN,"event":{},"hash":""}\n', "cut": good[:-20], "flipped": good.replace(b"Ada", b"Eve"),
        "crlf": good.replace(b"\n", b"\r\n"), "bom": b"\xef\xbb\xbf" + good, "twice": good * 2, "pdn": PDN,
        "bad_pdn": b'[FEN "' + b"9" * 5000 + b'"]\n', "long_move": b"1. " + b"9" * 5000 + b"-1 *\n",
        "markup": match_file(("[/bold]", "\x1b[31m")), "late": match_file(at_ms=2**62),
    }  # fmt: skip
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    (folder / "folder").mkdir()
    (folder / "loop").symlink_to(folder / "loop")
    odd = [folder / "folder", folder / "loop", folder / "missing", folder / "empty" / "below", folder / ("x" * 300)]
    return [*(folder / name for name in contents), *odd, folder / "\udcff", Path("/dev/null"), Path("/dev/zero")]


FILE_COMMANDS: dict[str, Callable[[str, str], list[str]]] = {
    "replay": lambda path, _: ["replay", path, "--all"],
    "verify": lambda path, _: ["verify", path],
    "export": lambda path, _: ["export", path],
    "import": lambda path, out: ["import", CHECKERS, path, out],
    "import over": lambda path, _: ["import", CHECKERS, path, path],
    "play": lambda path, _: ["play", "--load", path],
}


def file_commands(path: str, out: str) -> list[list[str]]:
    """Return the commands of all games that take a file, or may think that they do."""
    games = [parlour.load(game_id) for game_id in parlour.game_ids()]
    formats = [["import", game.id, path, out, "--format", name] for game in games for name in game.extras.formats]
    own = [[game.id, *words] for game in games if terminal_of(game).command for words in ([path], ["check", path])]
    return [*formats, *own]


@pytest.mark.parametrize("name", FILE_COMMANDS)
def test_a_file_that_is_garbage_gets_a_sentence(terminal: Terminal, tmp_path: Path, name: str) -> None:
    for path in garbage(tmp_path):
        status, out, err = terminal(*FILE_COMMANDS[name](str(path), str(tmp_path / "out")))

        check(status, out, err, f"{name} {path.name}")


def test_the_commands_of_the_games_refuse_garbage_too(terminal: Terminal, tmp_path: Path) -> None:
    for path in garbage(tmp_path):
        for arguments in file_commands(str(path), str(tmp_path / "out")):
            check(*terminal(*arguments), " ".join(arguments))


def check(status: int, out: str, err: str, what: str) -> None:
    assert status in (0, 2), what
    assert "Traceback" not in out + err, what
    assert bool(err.strip()) == (status == 2), what
    assert len(err) < LONGEST, what


NUMBER_COMMANDS: tuple[Callable[[str], list[str]], ...] = (
    lambda number: ["play", "connect_four", "--seed", number],
    lambda number: ["play", "checkers", "--option", f"quiet_ply_limit={number}"],
    lambda number: ["perft", "connect_four", number, "--position", "444444"],
    lambda number: ["analyse", "connect_four", "--position", "44444", "--seed", number, "--seconds", "0.01"],
    lambda number: ["ladder", "connect_four", "--games", number, "--pair", "x", "y"],
    lambda number: ["ladder", "connect_four", "--jobs", number, "--pair", "x", "y"],
    lambda number: ["ladder", "connect_four", "--seed", number, "--pair", "x", "y"],
    lambda number: ["warm", "--jobs", f"-{number}"],
    lambda number: ["import", CHECKERS, "/dev/null", "/dev/null", "--number", number],
)


@pytest.mark.parametrize("place", range(len(NUMBER_COMMANDS)))
def test_a_number_that_is_garbage_gets_a_sentence(terminal: Terminal, place: int) -> None:
    for number in NUMBERS:
        arguments = NUMBER_COMMANDS[place](number)
        check(*terminal(*arguments), " ".join(arguments)[:200])


@pytest.mark.parametrize("seconds", ["nan", "-1", "0", "inf", "1e400", "1e30", "x", ""])
@pytest.mark.parametrize("command", [("bench", "connect_four"), ("analyse", "connect_four", "--position", "44444")])
def test_a_time_that_is_garbage_gets_a_sentence(terminal: Terminal, command: tuple[str, ...], seconds: str) -> None:
    status, out, err = terminal(*command, "--seconds", seconds)

    assert (status, out) == (2, "")
    assert "--seconds" in err


TEXT_COMMANDS: tuple[Callable[[str], list[str]], ...] = (
    lambda text: [text],
    lambda text: ["games", text],
    lambda text: ["play", text],
    lambda text: ["play", "checkers", "--position", text or "x"],
    lambda text: ["play", "checkers", "--option", text],
    lambda text: ["play", "checkers", "--option", f"{text}=1"],
    lambda text: ["play", "checkers", "--seat0", text],
    lambda text: ["solve", "connect_four", text or "x"],
    lambda text: ["solve", text, "4"],
    lambda text: ["analyse", "checkers", "--position", text or "x"],
    lambda text: ["perft", text, "1"],
    lambda text: ["bench", "--seconds", "0.01", text.replace("--", "x")],
    lambda text: ["export", "/dev/null", "--format", text],
    lambda text: ["import", "checkers", "/dev/null", "/dev/null", "--format", text],
)


@pytest.mark.parametrize("place", range(len(TEXT_COMMANDS)))
def test_a_text_that_is_garbage_gets_a_sentence(terminal: Terminal, place: int) -> None:
    for text in TEXTS:
        arguments = TEXT_COMMANDS[place](text)
        check(*terminal(*arguments), " ".join(arguments)[:200])


def test_the_commands_of_the_games_refuse_texts_that_are_garbage(terminal: Terminal) -> None:
    for game_id in parlour.game_ids():
        for text in (*TEXTS, *NUMBERS):
            for words in ([text], ["check", text], [text] * 6):
                check(*terminal(game_id, *words), f"{game_id} {words}"[:200])


def test_lines_that_are_garbage_get_a_sentence_and_the_match_goes_on(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("", "why", "save", "draw", "undo", "#")
    lines = [f"{word} {text}".strip() for word in words for text in (*TEXTS, *NUMBERS)]
    lines += [f"save {tmp_path}", f"save {tmp_path}/x/y", "save a\0b", "#" + "9" * 5000, "٣", "#٣"]
    typed = "\n".join(lines)
    status, out, err = terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed=f"{typed}\n9-13\n")

    assert (status, err) == (0, "")
    assert "Black moved from 9 to 13." in out
