"""What the missions of Raptor's campaign count. All of it is open to both sides."""

from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.core.mission import ROUND, Measure
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.state import BABY_KIND, MOTHER_KIND, SCIENTIST_KIND
from parlour.games.raptor.text.board import cells_of, is_inactive

Places = Sequence[str]


def _round(first: Known, now: Known, places: Places) -> int:
    return int(now.rounds)


def _escaped(first: Known, now: Known, places: Places) -> int:
    return int(now.escaped) - int(first.escaped)


def _captured(first: Known, now: Known, places: Places) -> int:
    return int(now.captured) - int(first.captured)


def _killed(first: Known, now: Known, places: Places) -> int:
    return int(first.scientists) + int(first.reserve) - int(now.scientists) - int(now.reserve)


def _tokens(first: Known, now: Known, places: Places) -> int:
    return int(now.tokens)


def _fires(first: Known, now: Known, places: Places) -> int:
    return int(now.fires)


def _scientists(first: Known, now: Known, places: Places) -> int:
    return int(now.scientists)


def _asleep(first: Known, now: Known, places: Places) -> int:
    return sum(is_inactive(now, cell) for cell in cells_of(now, BABY_KIND))


def _scientists_at(first: Known, now: Known, places: Places) -> int:
    return _standing(now, SCIENTIST_KIND, places)


def _babies_at(first: Known, now: Known, places: Places) -> int:
    return _standing(now, BABY_KIND, places)


def _mother_at(first: Known, now: Known, places: Places) -> int:
    return _standing(now, MOTHER_KIND, places)


def _standing(now: Known, figure: int, places: Places) -> int:
    """Count the figurines of a kind on some spaces."""
    return sum(cell_to_name(cell) in places for cell in cells_of(now, figure))


MEASURES = {
    ROUND: Measure("Round", _round),
    "escaped": Measure("Babies out", _escaped),  # since the mission began, as what follows
    "captured": Measure("Babies captured", _captured),
    "killed": Measure("Scientists lost", _killed),
    "tokens": Measure("Sleep tokens on the mother", _tokens),
    "fires": Measure("Fires", _fires),
    "scientists": Measure("Scientists on the map", _scientists),
    "asleep": Measure("Babies asleep", _asleep),
    "scientists_at": Measure("Scientists there", _scientists_at),
    "babies_at": Measure("Babies there", _babies_at),
    "mother_at": Measure("Mother there", _mother_at),
}
