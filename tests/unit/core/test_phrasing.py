"""Parts of sentences."""

from parlour.core.phrasing import counted, listed


def test_things_are_listed_as_people_say_them() -> None:
    assert [listed(range(n)) for n in range(4)] == ["", "0", "0 or 1", "0, 1 or 2"]
    assert listed("abc", "and") == "a, b and c"


def test_things_are_counted_as_people_say_them() -> None:
    assert [counted(n, "cell") for n in range(3)] == ["0 cells", "1 cell", "2 cells"]
