"""What a person picks for an action of Raptor: a card, or a figurine or something from the tray and then a target.

A pick names what is picked and where: `card:5`, `mother:g5`, `baby:e3`, `scientist:b5`, `sister:g4`, `hound:b4`,
`fire:c5`, `space:g1`, `exit:a3`; `tray:mother` and so on for what is not on the board yet; and the buttons `stand` and
`done`.
"""

import re
from collections.abc import Sequence

from parlour.core.contract import Known
from parlour.games.raptor.geometry import cell_to_name, name_to_cell
from parlour.games.raptor.state import (
    ACTIONS,
    BAIT,
    CALL_BABIES,
    EXIT,
    FEAR,
    HOUND_KIND,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    PLACE_RAPTORS,
    PLACE_SCIENTISTS,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RETURN,
    SCATTER,
    SISTER_KIND,
    SLEEPING_GAS,
    WHISTLE,
)
from parlour.games.raptor.text.board import effect, kind
from parlour.games.raptor.text.decode import Decoded, decode

EFFECT_VERBS = {
    CALL_BABIES: {"call"},
    FEAR: {"fear"},
    RECOVER: {"heal", "wake"},
    SLEEPING_GAS: {"gas"},
    REINFORCE: {"scientist"},
    JEEP_RIDE: {"jeep"},
    LIGHT_FIRE: {"fire"},
    LEAP: {"sister"},
    SCATTER: {"step"},
    BAIT: {"step"},
    KENNEL: {"hound"},
    WHISTLE: {"run"},
}
PLACING_VERBS = {
    PLACE_RAPTORS: {"mother", "baby", "sister"},
    PLACE_SCIENTISTS: {"scientist", "hound"},
    RETURN: {"mother"},
}
RAPTOR_VERBS = {"mother", "kill", "wake", "douse", "step", "sister", "bite"}
SCIENTIST_VERBS = {"step", "seize", "shoot", "stand", "dart", "run"}


def verbs(s: Known) -> set[str]:
    """Return what can be done in the current step, by legal or illegal actions."""
    if s.phase == ACTIONS:
        return RAPTOR_VERBS if s.side == RAPTOR else SCIENTIST_VERBS
    return PLACING_VERBS.get(int(s.phase), EFFECT_VERBS.get(effect(s), set()))


def picks(s: Known, seat: int, action: int) -> list[str]:
    """List the things a person picks for an action; one of another step begins with its verb."""
    return decoded_picks(s, decode(s, action))


def decoded_picks(s: Known, decoded: Decoded) -> list[str]:
    verb, origin, target, card = decoded
    if verb in ("done", "card"):
        return ["done"] if verb == "done" else [f"card:{card}"]
    if verb not in verbs(s):
        return [verb, f"space:{cell_to_name(origin or target)}"]
    start, end = cell_to_name(origin), cell_to_name(target)
    end_space = f"exit:{end}" if kind(s, target) == EXIT else f"space:{end}"
    mover = "baby" if s.side == RAPTOR or effect(s) == BAIT else "scientist"
    hunter, prey = (_hound_or_scientist(s, cell) for cell in (origin, target))
    sleeper = "sister" if kind(s, target) == SISTER_KIND else "baby"
    by_verb = {
        "mother": [f"mother:{start}" if s.phase == ACTIONS else "tray:mother", f"space:{end}"],
        "baby": ["tray:baby", f"space:{end}"],
        "scientist": ["tray:scientist", f"space:{end}"],
        "fire": ["tray:fire", f"space:{end}"],
        "kill": [f"mother:{start}", f"{prey}:{end}"],
        "wake": [f"mother:{start}", f"{sleeper}:{end}"] if s.phase == ACTIONS else [f"{sleeper}:{end}"],
        "douse": [f"mother:{start}", f"fire:{end}"],
        "fear": [f"{prey}:{end}"],
        "gas": [f"baby:{end}"],
        "heal": [f"mother:{end}"],
        "step": [f"{mover}:{start}", end_space],
        "seize": [f"{hunter}:{start}", f"baby:{end}"],
        "shoot": [f"scientist:{start}", f"mother:{end}"],
        "dart": [f"scientist:{start}", f"sister:{end}"],
        "stand": [f"{hunter}:{start}", "stand"],
        "sister": [f"sister:{start}" if origin else "tray:sister", f"space:{end}"],
        "bite": [f"sister:{start}", f"{prey}:{end}"],
        "hound": ["tray:hound", f"space:{end}"],
        "run": [f"hound:{start}", f"space:{end}"],
        "call": [f"baby:{start}", f"space:{end}"],
        "jeep": [f"scientist:{start}", f"space:{end}"],
    }
    return by_verb[verb]


def _hound_or_scientist(s: Known, cell: int) -> str:
    return "hound" if kind(s, cell) == HOUND_KIND else "scientist"


def read_picks(picks: Sequence[str]) -> list[tuple[str, int]]:
    """Split picks into what and where: a cell, a card's value, or 0; empty when one of them is none."""
    read = []
    for pick in picks:
        match = re.fullmatch(r"(mother|baby|scientist|sister|hound|fire|space|exit):([a-m][0-7])", pick)
        if match:
            read.append((match[1], name_to_cell(match[2])))
        elif re.fullmatch("card:[1-9]", pick):
            read.append(("card", int(pick[-1])))
        elif re.fullmatch("tray:(mother|baby|scientist|sister|hound|fire)|stand|done", pick):
            read.append((pick, 0))
        else:
            return []
    return read
