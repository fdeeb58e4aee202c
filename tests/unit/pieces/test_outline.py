"""Outlines in the language of SVG become points."""

from parlour.pieces.outline import STEPS, outline


def test_lines_are_absolute_or_relative_and_a_path_has_parts() -> None:
    assert outline("M1 2L3 4H5V6Z") == (((1, 2), (3, 4), (5, 4), (5, 6)),)
    assert outline("M1 2l2 2h2v2zM0 0 1 1") == (((1, 2), (3, 4), (5, 4), (5, 6)), ((0, 0), (1, 1)))
    assert outline("M10 .5c1-2 3-4 5-6") != ()


def test_a_curve_ends_where_it_says() -> None:
    points: list[object] = [*outline("M0 0C0 10 10 10 10 0q5 5 10 0")[0]]

    assert len(points) == 1 + 2 * STEPS
    assert [points[place] for place in (0, STEPS // 2, STEPS, -1)] == [(0, 0), (5, 7.5), (10, 0), (20, 0)]
