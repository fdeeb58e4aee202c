"""The maps of Raptor: one file each in `rules/maps/`, a drawing of the ground and one of the tiles."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "rules" / "maps"
COLUMNS, ROWS = "abcdefghijklm", "123456"
GROUND, ROCK, BARRIER, BRIDGE, EXIT, NOTHING = ".#~=X-"  # letters of a drawing; a bridge is ground that looks different
TILES = "0123456789"
CAMPS, CENTRAL = "0459", "27"  # tiles where scientists start, and where the mother does; babies start on the others too
TILE_SIZE = 9  # spaces of the largest


class BadMap(ValueError):
    """A map that cannot be played, with a sentence about the first reason."""


@dataclass(frozen=True)
class Map:
    """A map as its file describes it."""

    name: str
    number: int  # in the record and in the list of options; never changed once matches were played
    title: str
    about: str  # in a sentence
    rock: str  # what players call the spaces that stop everything
    barrier: str  # and those that stop figurines but no shots; empty where there are none
    terrain: tuple[str, ...]  # six rows of 13 letters
    tiles: tuple[str, ...]  # six rows of 13: the number of the tile, or NOTHING
    arrivals: frozenset[str]  # spaces where reinforcements arrive

    def spaces(self, letters: str) -> list[str]:
        """List the spaces that are drawn with one of these letters, in reading order."""
        return [name for name, letter in zip(_names(), "".join(self.terrain), strict=True) if letter in letters]

    def tile_spaces(self, tile: str) -> list[str]:
        """List the spaces of a tile, in reading order."""
        return [name for name, number in zip(_names(), "".join(self.tiles), strict=True) if number == tile]


def load_maps(folder: Path = FOLDER) -> tuple[Map, ...]:
    """Return all maps of a folder by their numbers.

    Raises:
        BadMap: one of them cannot be played, or the numbers are not 0, 1, 2 and so on.
    """
    read = [read_map(path.stem, path.read_text(encoding="utf-8")) for path in folder.glob("*.toml")]
    found = sorted(read, key=lambda each: each.number)
    if [each.number for each in found] != list(range(len(found))):
        raise BadMap("The numbers of the maps are not 0, 1, 2 and so on.")
    return tuple(found)


def read_map(name: str, text: str) -> Map:
    """Return a map from the text of its file.

    Raises:
        BadMap: it cannot be played.
    """
    fields = tomllib.loads(text)
    fields |= {key: tuple(fields[key].split()) for key in ("terrain", "tiles")}
    found = Map(name=name, **fields | {"arrivals": frozenset(fields["arrivals"].split())})
    reason = next(_reasons(found), "")
    if reason:
        raise BadMap(f"Map {name}: {reason}")
    return found


def _names() -> list[str]:
    return [f"{column}{row}" for row in ROWS for column in COLUMNS]


def _reasons(found: Map) -> Iterator[str]:
    """Yield what is wrong, the shape of the drawings first."""
    size = [len(COLUMNS)] * len(ROWS)
    if [len(row) for row in found.terrain] != size or [len(row) for row in found.tiles] != size:
        yield f"each drawing has {len(ROWS)} rows of {len(COLUMNS)} letters."
        return
    if set("".join(found.terrain)) - set(".#~=X-") or set("".join(found.tiles)) - set(TILES + NOTHING):
        yield "a drawing holds a letter that means nothing."
    if found.spaces(EXIT + NOTHING) != found.tile_spaces(NOTHING):
        yield "the spaces of the tiles are those with ground, rock or barrier."
    if any(name[0] in "am" for name in found.spaces(GROUND + ROCK + BARRIER + BRIDGE)):
        yield "columns a and m hold nothing but exits."
    if bool(found.spaces(BARRIER)) != bool(found.barrier):
        yield "a barrier needs a word, and a word a barrier."
    yield from _tile_reasons(found)
    ground = set(found.spaces(GROUND + BRIDGE))
    if not found.arrivals & ground or found.arrivals & set(found.tile_spaces(NOTHING)):
        yield "reinforcements arrive on spaces of the tiles, some of them ground."
    if ground and _reached(ground) != ground:
        yield "the ground is not connected."
    if not found.spaces(EXIT) or not all(ground.intersection(_neighbours(name)) for name in found.spaces(EXIT)):
        yield "there are exits, and each is beside ground."


def _tile_reasons(found: Map) -> Iterator[str]:
    ground = set(found.spaces(GROUND + BRIDGE))
    for tile in TILES:
        spaces = found.tile_spaces(tile)
        if len(spaces) > TILE_SIZE:
            yield f"tile {tile} has more than {TILE_SIZE} spaces."
        if len(ground.intersection(spaces)) < 2:
            yield f"tile {tile} has less than two spaces with ground."


def _neighbours(name: str) -> list[str]:
    column, row = COLUMNS.index(name[0]), ROWS.index(name[1])
    around = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return [f"{COLUMNS[x]}{ROWS[y]}" for x, y in around if 0 <= x < len(COLUMNS) and 0 <= y < len(ROWS)]


def _reached(ground: set[str]) -> set[str]:
    """Return the ground that is connected with its first space."""
    reached, border = {min(ground)}, [min(ground)]
    while border:
        fresh = ground.intersection(_neighbours(border.pop())) - reached
        reached |= fresh
        border += fresh
    return reached
