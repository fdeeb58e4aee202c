"""What Patchwork says: prompts, reasons, narration, labels, the drawing."""

import pytest

import parlour
from parlour import SPECTATOR, Position
from parlour.core.contract import Known
from parlour.core.errors import BadNotation
from parlour.games.patchwork.text.tokens import split_placement

W1_CIRCLE = "ABUEdCDFGHIJKLMNOPQRSTVWXYZabcefg"
WHAT_TO_PICK = "Pick advance; or patch B, U or E, how it is turned, and the cell of its top left corner."
TIED = (
    "YUKGNCMRbJBQfZLeagVDcOAWXPdETFSHI",
    "XAGAEAAAFACDHAEA.UCEBGBDB.NADB.MAIB.RCABBDCBhAAAfDDBLEFAaACC.hDIADCHBOABHAAGAdFADSFDBhAEAYDGDbGFAQGFAeDCB.cGBDhCAA"
    "WHEGIFEAhAAA.JEBF.",
)


def new(circle: str, placement: str = "") -> Position:
    return parlour.new("patchwork", circle=circle, placement=placement)


def told(position: Position, token: str, viewer: int = SPECTATOR) -> list[str]:
    seat = position.to_act()[0]
    (action,) = position.game.notation.text_to_actions(position.state, seat, token)
    return [happening.message for happening in position.narrate(seat, action, viewer)]


@pytest.mark.parametrize(
    ("placement", "picks", "reason"),
    [
        ("", [], WHAT_TO_PICK),
        ("", ["patch:C"], "Patch C is not on offer. On offer: B, U and E."),
        ("", ["patch:h"], "You have no special patch to place."),
        ("", ["patch:E", "turn:C"], "Turned C, patch E looks as it does turned A: pick that."),
        ("", ["patch:E", "turn:A", "cell:HA"], ""),
        ("", ["patch:E", "turn:A", "cell:IA"], "Patch E would stick out of the quilt."),
        ("", ["patch:E", "turn:A", "cell:AH"], "Patch E would stick out of the quilt."),
        ("BDCAUAAA", ["patch:E", "turn:A", "cell:AA"], "Patch E would lie over patch U."),
        ("BDCAUAAAEACA", ["patch:d", "turn:A", "cell:DB"], "Patch d would lie over patch B."),
        ("BDCAUAAAEACAdBDB", ["patch:F", "turn:A", "cell:FA"], ""),
        ("BDCAUAAAEACAdBDB", ["patch:F", "turn:A", "cell:CC"], "Patch F would lie over patches B and d."),
        ("BDCAUAAAEACAdBDB.", ["patch:C"], "C costs 3 buttons, you have 1."),
        ("", ["patch:E", "cell:AA"], WHAT_TO_PICK),
    ],
)
def test_a_refused_pick_is_explained(placement: str, picks: list[str], reason: str) -> None:
    position = new(W1_CIRCLE, placement)

    assert position.seen_by(position.to_act()[0]).why_not(picks) == reason


def test_without_room_that_is_the_reason() -> None:
    position = new(W1_CIRCLE)
    state = position.state
    state.quilts[0] = ((1 << 63) - 1, 0b011111111)  # only II and the row above it are open
    view = position.game.view

    assert view.why_not(Known(state), 0, ["patch:B"]) == ""
    state.quilts[0] = ((1 << 63) - 1, 0b000000000_111111111)
    assert view.why_not(Known(state), 0, ["patch:B"]) == "There is no room for B in your quilt."
    state.quilts[0] = ((1 << 63) - 1, 0b111111100_111111100)
    assert view.why_not(Known(state), 0, ["patch:B", "turn:A"]) == ""
    state.quilts[0] = ((1 << 63) - 1, 0b111111100_111111101)
    assert view.why_not(Known(state), 0, ["patch:B", "turn:A"]) == ""
    assert view.why_not(Known(state), 0, ["patch:B", "turn:B"]) == "There is no room for B turned B in your quilt."


def test_while_a_special_patch_is_pending_it_is_asked_for() -> None:
    position = new("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg", "." * 20)

    assert position.seen_by(1).prompt() == "Place your special patch on an empty cell of your quilt."
    assert position.seen_by(0).prompt() == "{seat:1} is placing a special patch."
    assert position.seen_by(1).why_not(["advance"]) == "You must place your special patch first."
    assert position.seen_by(1).why_not(["patch:B"]) == "You must place your special patch first."
    assert position.seen_by(1).why_not([]) == "Pick the special patch, h, and an empty cell for it."
    assert position.seen_by(1).choices()[10].picks == ["patch:h", "cell:BB"]
    assert position.seen_by(1).choices()[10].label == "place the special patch at column B, row B"


def test_prompts_say_what_can_be_bought_and_what_an_advance_brings() -> None:
    position = new(W1_CIRCLE, "BDCAUAAAEACA")

    assert (
        position.seen_by(0).prompt() == "You have 4 buttons. Buy patch d, C or D, or advance 3 squares for 3 buttons."
    )
    assert (
        position.seen_by(1).prompt()
        == position.seen_by(SPECTATOR).prompt()
        == "{seat:0} is choosing a patch or an advance."
    )
    poor = new("AWYcBCDEFGHIJKLMNOPQRSTUVXZabdefg")
    assert (
        poor.seen_by(0).prompt()
        == "You have 5 buttons. There is no patch that you can buy: advance 1 square for 1 button."
    )


def test_picks_are_patch_turn_and_cell_and_labels_say_the_same() -> None:
    position = new(W1_CIRCLE)
    choices = {choice.action: choice for choice in position.seen_by(0).choices()}

    assert choices["."].picks == ["advance"]
    assert choices["."].label == "advance 1 square for 1 button"
    assert choices["EBCF"].picks == ["patch:E", "turn:F", "cell:BC"]
    assert choices["EBCF"].label == "buy E for 3 buttons and lay it, mirrored and turned right, at column B, row C"
    assert choices["BDCA"].label == "buy B for 1 button and lay it at column D, row C"


def test_a_purchase_its_move_and_its_income_are_told() -> None:
    position = new(W1_CIRCLE, "BDCAUAAA")

    assert told(position, "EACA", viewer=1) == [
        "You bought E for 3 buttons and laid it at column A, row C.",
        "You moved from square 3 to 5.",
        "You received 1 button of income on square 5.",
    ]
    assert told(position, "EACA", viewer=0)[1] == "Player 2 moved from square 3 to 5."


def test_an_advance_and_a_special_patch_are_told() -> None:
    position = new("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefg", "." * 19)

    assert told(position, ".") == [
        "Player 2 advanced from square 18 to 20 and received 2 buttons.",
        "Player 2 collected the special patch of square 20.",
    ]
    assert told(position.play(1, "."), "hAAA", viewer=1) == ["You placed a special patch at column A, row A."]


def test_several_income_squares_are_told_together() -> None:
    position = new("AHBCDEFGIJKLMNOPQRSTUVWXYZabcdefg", "HAAA")  # player 1 on 3 with income 1
    state = position.state
    state.squares[:] = (4, 12)
    view = position.game.view
    after = state.copy()
    position.game.rules.apply(after, 0, 0)

    words = [happening.message for happening in view.narrate(Known(state), 0, 0, Known(after), 0)]
    assert words[1] == "You received 2 buttons of income on squares 5 and 11."


def test_a_7x7_is_told() -> None:
    state = new(W1_CIRCLE).state
    state.bonus_7x7 = 1
    after = state.copy()
    after.seven = 0
    happenings = parlour.load("patchwork").view.narrate(Known(state), 0, 0, Known(after), 1)

    assert "{seat:0} covered a square of 7x7 cells first: 7 points." in [happening.message for happening in happenings]


def test_the_end_is_told_with_both_scores() -> None:
    circle = "QJfXRIbTcdegKVZSUFWCYGAaBLDEOHPMN"
    placement = (
        "LHAAOAAAHADA.MAFANCAA..QFBCXBACIBHAhBBATDCAdGEC.eHFGhGBAKCCAVCFBSFHHhGHAFDADCECAADIBaFEABEEDECBFPDEAfFGARAAAgADH"
        "hADAUGAAYFHBhCFAJBFG.cGDA."
    )
    *most, last = split_placement(placement)
    position = new(circle, "".join(most))

    assert told(position, last, viewer=0)[-1] == "You won with 21 points to 7."
    assert told(position, last, viewer=1)[-1] == "Player 1 won with 21 points to 7."


def test_a_tie_is_told_with_its_reason() -> None:
    circle, placement = TIED
    *most, last = split_placement(placement)
    position = new(circle, "".join(most))

    assert told(position, last)[-1] == ("Player 1 won: both have 6 points, but Player 1 reached the last square first.")
    assert told(position, last, viewer=0)[-1] == "You won: both have 6 points, but you reached the last square first."


def test_the_drawing_shows_quilts_track_and_offer() -> None:
    drawn = (
        parlour.load("patchwork").notation.render(new(W1_CIRCLE, "BDCAUAAAEACAdBDB").seen_by(0).known, 0).splitlines()
    )

    assert drawn[0] == "Player 1 (you), to move       Player 2"
    assert drawn[1] == "3 buttons, income 0           1 button, income 1"
    assert drawn[7] == "D · d d B B · · · ·           D E E · · · · · · ·"
    assert drawn[14] == "Time       1"
    assert drawn[15] == "      ·····◉·····◉·····◉··▣··◉··▣··◉··▣··◉·····◉··▣··◉··▣··◉"
    assert drawn[16] == "           2 Player 1 on top"
    assert drawn[18] == "C: 3 buttons        D: 2 buttons        F: 2 buttons"
    assert drawn[-1] == "then G H I J K L M N O P Q R S T V W X Y Z a b c e f g A"


def test_the_view_names_what_may_be_bought() -> None:
    offers = new(W1_CIRCLE, "BDCAUAAAEACAdBDB.").seen_by().view().offers  # player 2 has 1 button

    assert [(offer.letter, offer.missing, offer.has_room) for offer in offers] == [
        ("C", 2, True), ("D", 1, True), ("F", 1, True),
    ]  # fmt: skip
    assert [offer.turns for offer in offers] == ["ABCD", "AB", "ABCDEFGH"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "four characters"),
        ("BDC", "four characters"),
        ("bdca!", "four characters"),
        ("iAAA", "i is not a patch"),
        ("BJAA", r"Column J is outside A to I\."),
        ("BAJA", r"Row J is outside A to I\."),
        ("BAAI", r"Orientation I is outside A to H\."),
    ],
)
def test_what_is_no_token_is_unreadable(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        new(W1_CIRCLE).play(0, text)
