"""What the analysis of a match says about bad placements."""

from parlour.games.matches_and_patches.tests.tables import AFTER_ROUND_1, table
from support.analysed import analysed, played


def test_a_blunder_is_found_and_named() -> None:
    position = table(AFTER_ROUND_1, eagle="R1C", snake="R1S").to_text()
    graded = analysed(played("matches_and_patches", "R1C@1,1", position, board="small")).actions[0]

    assert graded.grade == "blunder"
    assert graded.reason.startswith("Captures nothing, where three cells could be captured.")
