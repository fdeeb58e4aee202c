"""What happened in a round, told with both scores of every contest."""

from typing import NamedTuple

from parlour.core.contract import SEATS, Happening, Known
from parlour.core.phrasing import counted, listed, seat_name
from parlour.games.matches_and_patches.rules.captures import SIDES, contested, matches, neighbour, score
from parlour.games.matches_and_patches.rules.patterns import SHARED, SIGNATURES
from parlour.games.matches_and_patches.state import (
    ALL_EQUAL,
    DRAWN,
    EAGLE_WON,
    MAX_CELLS,
    MORE_CELLS,
    MORE_THAN_HALF,
    NONE,
    RUNNING,
)
from parlour.games.matches_and_patches.text.words import (
    NUMBER_WORDS,
    attribute_names,
    cell_name,
    cell_names,
    cell_texts,
    cell_to_text,
    points_name,
    points_to_text,
    spelled,
    tie_break,
    tile_name,
    tile_to_text,
)


class Pattern(NamedTuple):
    """A placed tile and the neighbours that it matched."""

    seat: int
    tile: int
    cell: int
    found: int  # all matching neighbours, a bit per direction
    contested: int  # those that the other tile matched too
    strength: int  # of all of them, in tenths


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    if before.clash == seat:
        return _narrate_replacement(before, seat, after, viewer)
    if after.clash != NONE:
        return _narrate_clash(before, after, viewer)
    if after.chosen_tile[seat] != NONE:
        return [_narrate_choice(before, seat, action, viewer)]
    return _narrate_both(before, after, viewer)


def _narrate_choice(before: Known, seat: int, action: int, viewer: int) -> Happening:
    """Narrate a choice that is still secret: only the seat that made it hears what it was."""
    if viewer != seat:
        return Happening("choose", f"{seat_name(seat, viewer)} chose in secret.", {"seat": seat})
    tile, cell = divmod(action, MAX_CELLS)
    words = f"You chose the {tile_name(tile)} for {cell_name(before, cell)}."
    return Happening("choose", words, {"seat": seat, "tile": tile_to_text(tile), "cell": cell_to_text(before, cell)})


def _narrate_both(before: Known, after: Known, viewer: int) -> list[Happening]:
    places = [(int(after.tiles[after.last[seat]]), int(after.last[seat])) for seat in SEATS]
    found = [int(matches(before, tile, cell, NONE)) for tile, cell in places]
    patterns = []
    for seat, (tile, cell) in enumerate(places):
        common = int(contested(before, cell, found[seat], places[1 - seat][1], found[1 - seat]))
        patterns.append(Pattern(seat, tile, cell, found[seat], common, int(score(before, tile, cell, found[seat]))))
    happenings = [_narrate_place(before, pattern, viewer) for pattern in patterns]
    if patterns[0].contested:
        happenings.append(_narrate_contest(before, patterns[0], patterns[1], viewer))
    for pattern in patterns:
        happenings += _narrate_captures(before, pattern, _captured(pattern, patterns[1 - pattern.seat]), viewer)
    return happenings + _narrate_end_of_round(before, after, viewer)


def _narrate_clash(before: Known, after: Known, viewer: int) -> list[Happening]:
    loser = int(after.clash)
    winner = 1 - loser
    cell = int(after.last[winner])
    pattern = _lone_pattern(before, winner, int(after.tiles[cell]), cell, NONE)
    side = "your" if winner == viewer else f"{seat_name(winner, viewer)}'s"
    kept = int(after.chosen_tile[loser])
    return [
        Happening(
            "clash",
            f"Both chose {cell_name(before, cell)}. It lies on {side} side.",
            {"seat": winner, "cell": cell_to_text(before, cell)},
        ),
        _narrate_place(before, pattern, viewer),
        *_narrate_captures(before, pattern, pattern.found, viewer),
        Happening(
            "keep",
            f"{seat_name(loser, viewer)} kept the {tile_name(kept)} and must place it on another cell.",
            {"seat": loser, "tile": tile_to_text(kept)},
        ),
    ]


def _narrate_replacement(before: Known, seat: int, after: Known, viewer: int) -> list[Happening]:
    cell = int(after.last[seat])
    pattern = _lone_pattern(before, seat, int(after.tiles[cell]), cell, int(before.last[1 - seat]))
    return [
        _narrate_place(before, pattern, viewer),
        *_narrate_captures(before, pattern, pattern.found, viewer),
        *_narrate_end_of_round(before, after, viewer),
    ]


def _lone_pattern(before: Known, seat: int, tile: int, cell: int, fresh: int) -> Pattern:
    found = int(matches(before, tile, cell, fresh))
    return Pattern(seat, tile, cell, found, 0, int(score(before, tile, cell, found)))


def _captured(pattern: Pattern, other: Pattern) -> int:
    """Return the neighbours that a player captures: all, but contested ones only when stronger."""
    return pattern.found if pattern.strength > other.strength else pattern.found & ~pattern.contested


def _cells(s: Known, pattern: Pattern, found: int) -> list[int]:
    return [int(neighbour(s, pattern.cell, side)) for side in range(SIDES) if found >> side & 1]


def _signatures(s: Known, pattern: Pattern) -> list[int]:
    return [int(SIGNATURES[pattern.tile ^ int(s.tiles[cell])]) for cell in _cells(s, pattern, pattern.found)]


def _narrate_place(before: Known, pattern: Pattern, viewer: int) -> Happening:
    return Happening(
        "place",
        f"{seat_name(pattern.seat, viewer)} placed the {tile_name(pattern.tile)} on {cell_name(before, pattern.cell)}.",
        {"seat": pattern.seat, "tile": tile_to_text(pattern.tile), "cell": cell_to_text(before, pattern.cell)},
    )


def _narrate_contest(before: Known, eagle: Pattern, snake: Pattern, viewer: int) -> Happening:
    """Compare the two whole patterns: one comparison decides all contested cells."""
    cells = _cells(before, eagle, eagle.contested)
    tiles = listed((f"the {tile_name(int(before.tiles[cell]))}" for cell in cells), "and")
    first, second = (sum(int(SHARED[s]) for s in _signatures(before, pattern)) for pattern in (eagle, snake))
    if len(_cells(before, eagle, eagle.found)) == len(_cells(before, snake, snake.found)) == 1:
        compared = (
            f"matched {spelled(first, 'attribute')} of {tiles}, the {tile_name(snake.tile)} {NUMBER_WORDS[second]}"
        )
        opening = ""
    else:
        compared = f"matched {_extent(before, eagle)}, the {tile_name(snake.tile)} {_extent(before, snake)}"
        opening = f"Both tiles matched {tiles}. "
    words = f"{opening}The {tile_name(eagle.tile)} {compared}: {_verdict(before, eagle, snake, tiles, viewer)}."
    strengths = [eagle.strength, snake.strength]
    return Happening("contest", words, {"cells": cell_texts(before, cells), "strengths": strengths})


def _extent(s: Known, pattern: Pattern) -> str:
    """Describe how much a tile matched: three attributes of two tiles."""
    signatures = _signatures(s, pattern)
    shared = sum(int(SHARED[signature]) for signature in signatures)
    return f"{spelled(shared, 'attribute')} of {spelled(len(signatures), 'tile')}"


def _verdict(s: Known, eagle: Pattern, snake: Pattern, tiles: str, viewer: int) -> str:
    if eagle.strength == snake.strength:
        return f"{points_name(eagle.strength)} each, so neither captured {tiles}"
    winner = eagle if eagle.strength > snake.strength else snake
    number = len(_cells(s, winner, winner.found)) + 1
    scores = f"{points_to_text(eagle.strength)} against {points_name(snake.strength)}"
    who = seat_name(winner.seat, viewer, you="you")
    return f"{scores}, so {who} captured {counted(number, 'cell')}"


def _narrate_captures(before: Known, pattern: Pattern, captured: int, viewer: int) -> list[Happening]:
    """Narrate what a player captured and banked, or that the tile stays; the first round has nothing to match."""
    name = tile_name(pattern.tile)
    if not captured:
        if before.placed == 0:
            return []
        why = "matched nothing" if not pattern.found else "captured nothing"
        words = f"The {name} {why} and stayed on {cell_name(before, pattern.cell)}."
        return [Happening("stay", words, {"seat": pattern.seat, "cell": cell_to_text(before, pattern.cell)})]
    cells = _cells(before, pattern, captured)
    tiles = [int(before.tiles[cell]) for cell in cells]
    matched = [f"the {tile_name(tile)} ({attribute_names(SIGNATURES[pattern.tile ^ tile])})" for tile in tiles]
    captures = [*cells, pattern.cell]
    where = listed(cell_names(before, captures), "and")
    points = int(score(before, pattern.tile, pattern.cell, captured))
    words = f"The {name} matched {listed(matched, 'and')}. {seat_name(pattern.seat, viewer)} captured {where}"
    return [
        Happening(
            "capture",
            f"{words} and banked {points_name(points)}.",
            {"seat": pattern.seat, "cells": cell_texts(before, captures), "points": points},
        )
    ]


def _narrate_end_of_round(before: Known, after: Known, viewer: int) -> list[Happening]:
    if after.over != RUNNING:
        return [_narrate_end(after, viewer)]
    if before.deck_size == 0:
        return []
    left = f"{after.deck_size} are left" if after.deck_size else "the deck is empty"
    if viewer not in SEATS:
        return [Happening("deal", f"Both players drew a tile; {left}.")]
    drawn = next(int(tile) for tile in after.hands[viewer] if tile != NONE and tile not in before.hands[viewer])
    return [Happening("deal", f"You drew the {tile_name(drawn)}; {left}.", {"tile": tile_to_text(drawn)})]


def _narrate_end(after: Known, viewer: int) -> Happening:
    cells, points = after.captured, after.points
    if after.over == DRAWN:
        assert after.ending == ALL_EQUAL, "nothing else is a draw"
        return Happening(
            "draw", f"The board is full, both have {counted(int(cells[0]), 'cell')} and the same tie-break: a draw."
        )
    winner = int(after.over) - EAGLE_WON
    who, data = seat_name(winner, viewer), {"seat": winner}
    if after.ending == MORE_THAN_HALF:
        words = f"{who} won with {counted(int(cells[winner]), 'cell')}, more than half of the board."
    elif after.ending == MORE_CELLS:
        words = f"The board is full. {who} won with {cells[winner]} cells to {cells[1 - winner]}."
    else:
        scores = f"{tie_break(int(points[winner]))} to {tie_break(int(points[1 - winner]))}"
        words = f"The board is full and both have {counted(int(cells[0]), 'cell')}. {who} won on tie-break, {scores}."
    return Happening("win", words, dict(data))
