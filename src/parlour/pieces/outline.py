"""Outlines in the language of SVG, as points: `M10 20L30 40Z`."""

import functools
import itertools
import re

Point = tuple[float, float]

STEPS = 8  # straight lines that a curve is drawn with
NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}  # that each command takes
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")


@functools.cache
def outline(path: str) -> tuple[tuple[Point, ...], ...]:
    """Return the parts of a path, each as its corners; it may hold M, L, H, V, Q, C and Z, absolute or relative."""
    parts: list[list[Point]] = []
    here, tokens = (0.0, 0.0), _TOKEN.findall(path)
    command = ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        numbers = [float(tokens.pop(0)) for _ in range(NUMBERS[command.upper()])]
        if command in "mM":
            parts.append([])
        if command in "zZ":
            continue
        parts[-1] += _points(command.upper(), numbers, here, here if command.islower() else (0.0, 0.0))
        here = parts[-1][-1]
        command = {"M": "L", "m": "l"}.get(command, command)  # more numbers after a move draw lines
    return tuple(tuple(part) for part in parts)


def _points(command: str, numbers: list[float], here: Point, origin: Point) -> list[Point]:
    if command == "H":
        return [(numbers[0] + origin[0], here[1])]
    if command == "V":
        return [(here[0], numbers[0] + origin[1])]
    given = [(x + origin[0], y + origin[1]) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
    return given if len(given) == 1 else [_curve([here, *given], step / STEPS) for step in range(1, STEPS + 1)]


def _curve(points: list[Point], part: float) -> Point:
    """Return a point of a Bézier curve, by de Casteljau's construction."""
    while len(points) > 1:
        points = [
            (x + part * (next_x - x), y + part * (next_y - y))
            for (x, y), (next_x, next_y) in itertools.pairwise(points)
        ]
    return points[0]
