"""The command line: what it prints, what it refuses, and with which exit status."""

from pathlib import Path

import pytest

import parlour
from parlour.match import file
from support.terminal import Terminal


def test_games_lists_the_games(terminal: Terminal) -> None:
    status, out, _ = terminal("games")

    assert status == 0
    for game_id in parlour.game_ids():
        assert game_id in out


def test_games_lists_the_options_of_one(terminal: Terminal) -> None:
    status, out, _ = terminal("games", "checkers")

    assert status == 0
    assert "repetition_limit" in out
    assert "a whole number from 0 to 9" in " ".join(out.split()).replace("│ ", "")


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (("checkers", "9"), "3963680"),
        (("connect_four", "8"), "5673234"),
        (("checkers", "4", "--position", "B:W14,15,23:B10"), "36"),
        (("connect_four", "0"), "1"),
    ],
)
def test_perft_prints_the_count(terminal: Terminal, arguments: tuple[str, ...], nodes: str) -> None:
    assert terminal("perft", *arguments) == (0, f"{nodes}\n", "")


@pytest.mark.slow
def test_perft_of_checkers_at_depth_10(terminal: Terminal) -> None:
    assert terminal("perft", "checkers", "10") == (0, "18391564\n", "")


def test_bench_measures_every_game(terminal: Terminal) -> None:
    status, out, _ = terminal("bench", "connect_four", "--seconds", "0.05")

    assert status == 0
    assert "matches/s" in out


def test_warm_compiles_every_game(terminal: Terminal) -> None:
    status, out, _ = terminal("warm")

    assert status == 0
    assert out.count("ready after") == len(parlour.game_ids())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("dance",), "No such command 'dance'."),
        (("play", "chess"), "There is no game chess."),
        (("play", "checkers", "--option", "speed=1"), "There is no option speed."),
        (("play", "checkers", "--option", "speed"), "Write an option as name=value"),
        (("play", "checkers", "--option", "quiet_ply_limit=many"), "takes a whole number from 2 to 100, not many"),
        (("play", "checkers", "--seat0", "bob"), "Checkers has no player bob."),
        (("play", "checkers", "--seed", "-1"), "A seed is a whole number"),
        (("play", "checkers", "--seed", "x"), "Invalid value for '--seed'"),
        (("play", "checkers", "--position", "B:W5"), "A position is written like"),
        (("play", "--load", "no-such-file"), "no-such-file: No such file or directory."),
        (("perft", "checkers", "-1"), "No such option"),
        (("perft", "checkers", "99"), "Invalid value for 'DEPTH'"),
        (("replay", "no-such-file"), "no-such-file: No such file or directory."),
        (("verify", "."), "directory"),
        (("import", "connect_four", "x", "y"), "Connect Four knows these other formats: none."),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_status_2(
    terminal: Terminal, arguments: tuple[str, ...], sentence: str
) -> None:
    status, out, err = terminal(*arguments)

    assert status == 2
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_help_is_no_error(terminal: Terminal) -> None:
    status, out, err = terminal("--help")

    assert (status, err) == (0, "")
    assert "Play, watch, build and study" in out


@pytest.mark.parametrize("game", ["checkers", "patchwork", "sanguine"])
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_the_command_of_a_game_explains_itself(terminal: Terminal, game: str, flag: str) -> None:
    status, out, err = terminal(game, flag)

    assert (status, err) == (0, "")
    assert f"parlour {game} " in out


def test_two_people_play_connect_four_to_its_end(terminal: Terminal) -> None:
    status, out, _ = terminal("play", "connect_four", "--position", "", typed="1\n2\n1\n3\n1\n4\n1\n")

    assert status == 0
    assert "Red dropped into column 1." in out
    assert out.count("Red won with four in a column.") == 2
    assert "Experience: Player 1 +3, Player 2 +1." in out


def test_colours_are_drawn_by_both_in_turn(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "connect_four", "--seed", "1", typed="b1\nb2\nb3\nb4\n")

    assert "Choose two checkers from the bag to compete for red" in out
    assert "Player 1 drew" in out


def test_a_number_chooses_from_the_list_where_it_is_not_notation(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed="1\n#2\n99\n#99\n")

    assert "Black moved from 9 to 13." in out
    assert "White moved from 22 to 17." in out
    assert out.count("There is no choice 99; the choices are numbered 1 to") == 2


def test_a_column_is_notation_even_where_the_list_counts_otherwise(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "connect_four", "--position", "111111", typed="1\n2\n#1\n")

    assert "Column 1 is full." in out
    assert out.count("dropped into column 2.") == 2


def test_why_help_list_and_empty_lines_change_nothing(terminal: Terminal) -> None:
    typed = "help\n\nlist\nwhy 9-18\nwhy 9-13\nfoo\n"
    status, out, _ = terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed=typed)

    assert status == 0
    assert "There is nothing to jump over between 9 and 18." in out
    assert "9-13 is possible." in out
    assert "foo is not a move." in out
    assert out.count("take your last turn back") == 2
    assert "Stopped." in out


def test_undo_draw_and_resign(terminal: Terminal) -> None:
    typed = "9-13\nundo\nundo\n9-14\ndraw\n22-18\nundo\nresign\n"
    _, out, _ = terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed=typed)

    assert out.count("Taken back.") == 2
    assert "You have not made a turn that could be taken back." in out
    assert "A draw is offered." in out
    assert "resigned." in out


def test_an_offered_draw_is_accepted_by_the_other_side(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed="draw\n9-13\ndraw\n")

    assert "A draw: both players agreed." in out


def test_a_program_plays_and_declines_draws(terminal: Terminal) -> None:
    typed = "draw\n9-13\nresign\n"
    _, out, _ = terminal("play", "checkers", "--seat1", "novice", "--position", "B:W21-32:B1-12", typed=typed)

    assert "The draw was declined." in out
    assert "You moved from 9 to 13." in out
    assert "White moved from" in out


def test_two_programs_play_alone(terminal: Terminal) -> None:
    status, out, _ = terminal("play", "checkers", "--seat0", "novice", "--seat1", "novice", "--seed", "3")

    assert status == 0
    assert "won: the last checker was captured." in out


def test_a_saved_match_is_replayed_verified_and_continued(terminal: Terminal, tmp_path: Path) -> None:
    path = str(tmp_path / "match.jsonl")
    terminal("play", "checkers", "--seed", "1", "--option", "quick_colours=yes", typed=f"#1\n#1\nsave\nsave {path}\n")
    replayed = terminal("replay", path, "--all")
    verified = terminal("verify", path)
    _, continued, _ = terminal("play", "--load", path, typed=f"#1\nresign\nsave {path}\n")

    assert "2/2" in replayed[1]
    assert "The match is not finished." in replayed[1]
    assert verified[1] == "match.jsonl is in order: Checkers, 3 events. Not finished.\n"
    assert "resigned" in continued


def test_a_match_that_cannot_be_saved_goes_on(terminal: Terminal) -> None:
    _, out, _ = terminal("play", "connect_four", "--position", "", typed="save /no/such/folder/file\n4\n")

    assert "/no/such/folder/file: No such file or directory." in out
    assert "Red dropped into column 4." in out


def test_a_changed_file_is_refused_with_the_place(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    terminal("play", "connect_four", "--position", "", typed=f"1\n2\nsave {path}\n")
    path.write_bytes(path.read_bytes().replace(b'"text":"2"', b'"text":"3"'))
    status, _, err = terminal("verify", str(path))

    assert status == 2
    assert err == "Line 3: its contents do not have the hash that was written with them.\n"


def test_checkers_matches_go_to_pdn_and_back(terminal: Terminal, tmp_path: Path) -> None:
    path, text, again = (tmp_path / name for name in ("match.jsonl", "match.pdn", "again.jsonl"))
    terminal("play", "checkers", "--position", "B:W21-32:B1-12", typed=f"11-15\n22-18\n15x22\nsave {path}\n")
    _, exported, _ = terminal("export", str(path))
    text.write_text(exported.replace(" *", " 1-0"))
    status, out, _ = terminal("import", "checkers", str(text), str(again))

    assert "1. 11-15 22-18 2. 15x22 *" in exported
    assert (status, out) == (0, f"{again}: Player 1 against Player 2, 3 actions.\n")
    assert file.verify(again.read_bytes()).outcome == parlour.Outcome(1, "resigned")


def test_a_drawn_pdn_game_is_imported_as_an_agreed_draw(terminal: Terminal, tmp_path: Path) -> None:
    text, out = tmp_path / "two.pdn", tmp_path / "out.jsonl"
    text.write_text("1. 11-15 *\n\n1. 9-13 1/2-1/2\n")

    assert terminal("import", "checkers", str(text), str(out), "--number", "2")[0] == 0
    assert file.verify(out.read_bytes()).outcome == parlour.Outcome(None, "agreed")
    assert "there is no number 3" in terminal("import", "checkers", str(text), str(out), "--number", "3")[2]


def test_play_asks_for_the_game(terminal: Terminal) -> None:
    status, out, _ = terminal("play", typed="2\nquit\n")

    assert status == 0
    assert "Checkers" in out


def test_solve_prints_the_score_of_every_action(terminal: Terminal) -> None:
    status, out, _ = terminal("solve", "connect_four", "415744232567312265")

    assert status == 0
    assert "yellow wins with checker 21 of 21" in out
    assert out.count("│") == 7 * 4


def test_solve_knows_the_first_columns_at_once(terminal: Terminal) -> None:
    status, out, _ = terminal("solve", "connect_four", "")

    assert status == 0
    assert [row.split("│")[2].strip() for row in out.splitlines() if "│" in row] == [
        "-2",
        "-1",
        "0",
        "+1",
        "0",
        "-1",
        "-2",
    ]


def test_what_cannot_be_solved_is_refused(terminal: Terminal) -> None:
    assert terminal("solve", "checkers", "B:W21-32:B1-12") == (2, "", "Checkers has no solver.\n")
    assert terminal("solve", "connect_four", "1213141") == (2, "", "There is nothing to play in this position.\n")
    assert terminal("solve", "connect_four", "9")[0] == 2
