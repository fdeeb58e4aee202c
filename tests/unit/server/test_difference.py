"""Differences between what was sent and what is to be seen now."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.contract import Choice
from parlour.server.choice_groups import FEW, grouped, in_order, listed
from parlour.server.difference import apply, difference


class Thing(msgspec.Struct):
    name: str
    parts: list["Thing"] = []
    row: list[int] = []


things = st.recursive(
    st.builds(Thing, st.sampled_from("abc"), st.just([]), st.lists(st.integers(0, 2), max_size=3)),
    lambda inner: st.builds(Thing, st.sampled_from("abc"), st.lists(inner, max_size=4)),
    max_leaves=8,
)


def sent(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


@given(things, things)
def test_a_difference_leads_from_the_value_before_to_the_value_now(before: Thing, now: Thing) -> None:
    known = sent(before)
    if before != now:
        assert apply(known, sent(difference(before, now))) == sent(now)
    assert known == sent(before), "what was sent before is not changed: it may be shown still"


@given(st.lists(things, min_size=1, max_size=6), st.lists(things, max_size=6))
def test_lists_that_grow_shrink_and_turn_are_put_together_from_pieces(before: list[Thing], now: list[Thing]) -> None:
    if before != now:
        assert apply(sent(before), sent(difference(before, now))) == sent(now)


def test_only_what_has_changed_is_sent() -> None:
    many = [Thing(name) for name in "abcdefgh"]

    assert difference(Thing("x", many, [1]), Thing("x", many, [2])) == {"row": [[2]]}
    assert difference(many, [*many[3:], *many[:2]]) == {"": [[3, 8], [0, 2]]}
    assert difference(many, [*many, Thing("i")]) == {"": [[0, 8], [Thing("i")]]}
    assert difference([many, many], [many, many[1:]]) == {"1": {"": [[1, 8]]}}
    assert difference(None, Thing("x")) == [Thing("x")]
    assert difference("BDCA" * 5, "BDCA" * 5 + "EACA") == {"": [[0, 20], ["EACA"]]}
    assert apply("BDCA" * 5, {"": [[0, 20], ["EACA"]]}) == "BDCA" * 5 + "EACA"
    assert difference("😀" * 20, "😀" * 21) == ["😀" * 21], "a browser counts its letters differently"


def test_choices_that_differ_in_one_word_are_one_text_with_a_blank() -> None:
    cells = [f"{column}{row}" for column in "ABCDE" for row in "ABCDE"]
    spelled = [
        Choice(f"U{cell}B", ["patch:U", f"cell:{cell}"], f"lay U at column {cell[0]}, row {cell[1]}") for cell in cells
    ]
    (group,) = grouped(spelled)

    assert group.action == "U{}B"
    assert group.picks == ["patch:U", "cell:{}"]
    assert group.label == "lay U at column {0}, row {1}"
    assert group.words == cells
    assert listed(sent([group])) == sent(spelled)


words = st.text("AB{}01:", max_size=3)
wild = st.builds(Choice, words, st.lists(st.one_of(words, words.map("cell:{}".format)), max_size=2), words)


@pytest.mark.parametrize("num", [1, FEW + 1])
@given(data=st.data())
def test_groups_stand_for_exactly_the_choices_they_were_made_of(num: int, data: st.DataObject) -> None:
    choices = data.draw(st.lists(wild, min_size=num, max_size=num + 10, unique_by=msgspec.json.encode))

    assert listed(sent(grouped(choices))) == sent(in_order(choices))
    assert sorted(map(repr, in_order(choices))) == sorted(map(repr, choices))
