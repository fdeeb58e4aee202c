"""What people read in Badlands: refusals, labels, narration, prompts and the drawing."""

import pytest

import parlour
from parlour import SPECTATOR, Position
from parlour.core.errors import BadNotation, IllegalAction

PACK, TRAPPERS = "raptors=pack", "scientists=trappers"
YARD = """
-...........X
-...........-
X..M.S.s...s-
X..h........-
-..b..s.....-
-..........sX
"""
RIVER = """
-..M........-
X......#..#.X
-~~~.~......-
-..s...~.~~~-
X.#..#..b..sX
-...........-
"""


def at(more: str, rows: str = YARD, factions: str = f"{PACK} {TRAPPERS} kennel=0") -> Position:
    return parlour.new("raptor", seed=1, position=f"{'/'.join(rows.split())} {more} {factions}")


def pack(points: int, rows: str = YARD) -> Position:
    return at(f"step=actions cards=9,1 points={points}", rows)


def trappers(points: int, rows: str = YARD) -> Position:
    return at(f"step=actions cards=1,9 points={points}", rows)


@pytest.mark.parametrize(
    ("position", "action", "reason"),
    [
        (pack(2), "sister:g4", "The sister runs in a straight line: g4 is not in line with f3."),
        (pack(2), "f3-h3", "The scientist on h3 is in the way."),
        (pack(2), "f3-i3", "The way from f3 to i3 is blocked by the scientist on h3."),
        (pack(2, YARD.replace("S.s", "S..")), "f3-j3", "The sister runs at most 3 spaces: j3 is too far."),
        (pack(2), "bite:h3", "The sister on f3 is not beside h3."),
        (pack(2), "bite:g3", "There is no scientist on g3."),
        (pack(2), "wake:f3", "The sister on f3 is awake."),
        (pack(2, YARD.replace("S", "y")), "sister:f4", "The sister on f3 is asleep: the mother can wake her."),
        (trappers(2), "d4-h4", "A hound runs at most 3 spaces: h4 is too far."),
        (trappers(2), "d4-e5", "A hound runs in a straight line: e5 is not in line with d4."),
        (trappers(2), "d4-d3", "The mother on d3 is in the way."),
        (trappers(2), "stand:d4", "The hound on d4 is standing already."),
        (trappers(2), "dart:l3", "The line from l3 is blocked by the scientist on h3."),
        (trappers(2), "dart:g5", "The sister on f3 is not in line with g5."),
        (trappers(2, YARD.replace("S", "y")), "dart:h3", "The sister on f3 is asleep already."),
        (
            trappers(2, YARD.replace("h", "L")),
            "stand:d4",
            "The hound on d4 was frightened this round: it can stand up from the next round on.",
        ),
        (trappers(2, YARD.replace("b", "z")), "capture:d4-d5",
         "A hound corners babies that are awake; only scientists capture."),
        (at("step=effect cards=6,9"), "sister:b1", "b1 is not on the sister's tile, nor on a tile beside it."),
        (at("step=effect cards=4,9"), "d5-d6", ""),
        (at("step=effect cards=4,9"), "d5-e6", "A baby goes one step: e6 is not beside d5."),
        (at("step=effect cards=9,1"), "d5-e5", ""),
        (at("step=effect cards=9,5", factions=f"{PACK} {TRAPPERS} kennel=1"), "hound:g4",
         "Reinforcements arrive on a long edge: c1 to k1, or c6 to k6."),
        (at("step=effect cards=9,7"), "d4-e5", "A hound runs straight: e5 is not in line with d4."),
        (at("step=actions cards=1,9 points=2 map=river", RIVER, ""), "d4-d3", "There is water on d3."),
    ],
)  # fmt: skip
def test_a_refused_action_is_explained(position: Position, action: str, reason: str) -> None:
    seat = position.to_act()[0]
    if not reason:
        assert action in {choice.action for choice in position.seen_by(seat).choices()}
        return
    with pytest.raises(IllegalAction) as refusal:
        position.play(seat, action)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("position", "action", "words", "label"),
    [
        (pack(2), "sister:f6", "moved the sister from f3 to f6.", "move the sister from f3 to f6"),
        (pack(2), "kill:d4", "killed the hound on d4.", "kill the hound on d4"),
        (pack(2, YARD.replace(".S.s", "..Ss")), "bite:h3", "killed the scientist on h3 with the sister.",
         "kill the scientist on h3 with the sister"),
        (pack(2, YARD.replace(".S.", "y..")), "wake:e3", "woke the sister on e3.", "wake the sister on e3"),
        (trappers(2), "dart:h3", "shot the sister on f3 from h3; she fell asleep.", "shoot the sister on f3 from h3"),
        (trappers(2), "d4-e4", "sent a hound from d4 to e4.", "run the hound from d4 to e4"),
        (trappers(2), "sleep:d4-d5", "cornered the baby on d5 with a hound.",
         "corner the baby on d5 with the hound on d4"),
        (at("step=effect cards=9,1"), "d5-e5", "baited a baby from d5 to e5.", "move the baby from d5 to e5"),
        (at("step=effect cards=4,9"), "d5-e5", "moved a baby from d5 to e5.", "move the baby from d5 to e5"),
        (at("step=effect cards=3,9"), "fear:d4", "frightened the hound on d4.", "frighten the hound on d4"),
        (at("step=effect cards=9,5", factions=f"{PACK} {TRAPPERS} kennel=1"), "hound:k1", "brought a hound to k1.",
         "place a hound on k1"),
    ],
)  # fmt: skip
def test_an_action_is_told_and_labelled(position: Position, action: str, words: str, label: str) -> None:
    seat = position.to_act()[0]
    (choice,) = [each for each in position.seen_by(seat).choices() if each.action == action]
    (code,) = position.game.notation.text_to_actions(position.state, seat, action)
    told = [happening.message for happening in position.narrate(seat, code, SPECTATOR)]

    assert choice.label == label
    assert told[0].endswith(words)


def test_cards_are_named_by_their_faction() -> None:
    position = at("hands=146,148")
    cards = [(card.value, card.effect, card.amount) for card in position.seen_by(0).view().cards[0].hand]
    theirs = [(card.value, card.effect, card.amount) for card in position.seen_by(1).view().cards[1].hand]

    assert cards == [(1, "call", "1 baby"), (4, "scatter", "1 to 2 babies"), (6, "leap", "")]
    assert theirs == [(1, "bait", "1 baby"), (4, "gas", "1 to 2 babies"), (8, "jeep", "1 to 4 rides")]


def test_the_prompts_of_the_placement_name_the_new_pieces() -> None:
    start = parlour.new("raptor", seed=1, map="canyon", raptor_faction="pack", scientist_faction="trappers")
    mother_and_sister = "the mother on a central tile, her sister on a central tile"
    assert start.seen_by(0).prompt() == f"7 pieces to place: {mother_and_sister}, one baby on each other square tile."
    placed = start
    for piece in ("mother:g2", "sister:g3", "baby:e2", "baby:j1", "baby:c5", "baby:h5", "baby:f4"):
        placed = placed.play(0, piece)
    assert placed.seen_by(1).prompt() == "4 pieces to place: one scientist on each of the four camps."
    for space in ("b3", "l2", "b5", "k4"):
        placed = placed.play(1, f"scientist:{space}")
    assert placed.seen_by(1).prompt() == "2 pieces to place: hounds, beside your scientists."
    assert [item.kind for item in placed.seen_by(1).view().tray] == ["hound"]


def test_the_drawing_names_what_is_on_the_map() -> None:
    canyon = parlour.new("raptor", seed=1, map="canyon").seen_by(0).render()
    river = parlour.new("raptor", seed=1, map="river").seen_by(0).render()

    assert canyon.splitlines()[:2] == ["    a b c d e f g h i j k l m", f" 1  {' ' * 8}◇ · · · · · · ·  "]
    assert "≈ water" in river
    assert "■ hound" in trappers(2).seen_by(1).render()


@pytest.mark.parametrize(
    ("rows", "more", "reason"),
    [
        (YARD, PACK, "There are only 0 hounds, the kennel included."),
        (YARD, f"{TRAPPERS} kennel=0", "Only the pack has a sister, and only one."),
        (YARD.replace("S", "."), f"{PACK} {TRAPPERS} kennel=0", "The sister of the pack is on the board."),
        (YARD, f"{PACK} {TRAPPERS} kennel=0 reserve=4", "There are only 7 scientists, the reserve included."),
        (YARD, f"{PACK} {TRAPPERS} kennel=4", "There are only 4 hounds, the kennel included."),
        (YARD, f"{PACK} {TRAPPERS} kennel=0 map=canyon", ". cannot be on b1."),
        (YARD, "map=delta", "map is standard or canyon or river or station, not delta."),
    ],
)
def test_an_impossible_position_is_refused(rows: str, more: str, reason: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        at(more, rows, "")
    assert str(refusal.value) == reason
