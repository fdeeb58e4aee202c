"""What the analysis of a match says about bad actions."""

from parlour.games.raptor.tests.tables import raptor_acts
from support.analysed import analysed, played


def test_a_blunder_is_found_and_named() -> None:
    position = raptor_acts(1, "escaped=2 captured=2 tokens=3", babies="b3", scientists="b2 b4 c3 f5").to_text()
    graded = analysed(played("raptor", "done", position)).actions[0]

    assert graded.grade == "blunder"
    assert graded.reason.startswith("Misses the win: the third baby could escape.")
