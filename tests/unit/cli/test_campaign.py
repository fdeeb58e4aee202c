"""`parlour campaign`: missions are listed and played in the terminal."""

from parlour.core import registry
from parlour.match.campaign import campaign_of
from support.terminal import Terminal

FIRST = campaign_of(registry.load("raptor")).mission[0]


def test_the_missions_are_listed(terminal: Terminal) -> None:
    status, out, err = terminal("campaign", "raptor")

    assert (status, err) == (0, "")
    assert f"1  {FIRST.title} ({FIRST.side}): {FIRST.task}" in out


def test_a_mission_is_begun_by_its_number_or_id_and_shows_its_goals(terminal: Terminal) -> None:
    for wanted in ("1", FIRST.id):
        status, out, _ = terminal("campaign", "raptor", wanted, "--difficulty", "easy", "--seed", "1", typed="quit")
        assert status == 0
        assert FIRST.before.words.split()[0] in out
        assert "Babies out: 0 of 2" in out


def test_a_resigned_mission_is_lost(terminal: Terminal) -> None:
    status, out, _ = terminal("campaign", "raptor", "1", "--difficulty", "easy", "--seed", "1", typed="resign")

    assert status == 0
    assert "Stars: 0" in out
    assert "Experience" not in out


def test_what_is_not_there_is_refused(terminal: Terminal) -> None:
    assert terminal("campaign", "raptor", "nowhere") == (2, "", "There is no mission nowhere here.\n")
    assert terminal("campaign", "checkers") == (2, "", "Checkers has no campaign.\n")
