"""Skeletons: which names look alike."""

import pytest

from parlour.match.skeleton import skeleton

ALIKE = [
    ("Marvin", "Marvln"), ("Marvin", "MARV1N"), ("Marvin", "Marv|n"), ("Bob", "B0b"), ("modem", "rnodern"),
    ("paypal", "раураl"), ("Ada", "Αda"), ("scope", "ѕсоре"), ("Ada Lovelace", "ada_lovelace"), ("Bill", "BiIl"),
    ("æsop", "aesop"), ("Zoe\u0308", "Zoë"),
]  # fmt: skip
DIFFERENT = [("Ada", "Adam"), ("Ann", "Anne"), ("Zoë", "Zoe"), ("Иван", "Ивар"), ("山田", "山口"), ("Bob 2", "Bob 3")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_have_different_skeletons(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)
