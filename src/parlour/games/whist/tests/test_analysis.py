"""What the analysis of a match says about bad cards."""

from support.analysed import analysed, play_on, played


def test_a_blunder_in_the_duel_is_found_and_named() -> None:
    # The ace wins, and then the last spade does; the small one gives both tricks away.
    graded = analysed(played("whist", "S2", "follow 11 5:5 2 2 H 5:6 SAS2/C9 - SK -")).actions[0]

    assert (graded.grade, graded.best[0].action, graded.is_exact) == ("blunder", "SA", True)
    assert graded.reason.startswith("Gives away 2 tricks: 0 of the 2 remaining tricks instead of 2.")


def test_a_ceremony_is_forced_and_the_draft_has_a_band() -> None:
    match = played("whist", "", ceremony="full")
    while match.phase != "lead":
        play_on(match, 1)
    play_on(match, 2)
    analysis = analysed(match)

    assert {"forced"} < {action.grade for action in analysis.actions}
    assert all(point.low <= point.value <= point.high for point in analysis.points)
    assert any(point.low < point.high for point in analysis.points)
