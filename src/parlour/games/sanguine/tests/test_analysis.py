"""What the analysis of a match says about bad placements."""

from support.analysed import analysed, played


def test_a_blunder_is_found_and_named() -> None:
    # Red leads one row; Blue passes though its cards could be placed, and Red ends the game.
    match = played("sanguine", "")
    first = match.position.seen_by(0).choices()[0].action
    actions = analysed(played("sanguine", f"{first} pass pass")).actions

    assert actions[1].grade == "blunder"
    assert actions[1].reason.startswith(("Misses the lead in", "Passes while a card could be placed."))
    assert actions[2].grade == "best"
