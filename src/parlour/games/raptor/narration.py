"""What an action of Raptor did, told to a seat or the spectator."""

from parlour.core.contract import SPECTATOR, Happening, Record
from parlour.core.phrasing import listed
from parlour.games.raptor.board import (
    EFFECT_NAMES,
    Deed,
    card_words,
    cards,
    describe,
    fires,
    is_inactive,
    points_words,
    read_action,
    side_of,
)
from parlour.games.raptor.board import names as names_for
from parlour.games.raptor.cards import is_shown
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.state import (
    ACTIONS,
    CALL_BABIES,
    CAPTURED,
    CHOOSE,
    DISAPPEAR,
    DRAWN,
    EFFECT,
    EFFECTS,
    ESCAPED,
    EXIT,
    FEAR,
    JEEP_RIDE,
    LIGHT_FIRE,
    NEUTRALIZED,
    NO_SCIENTIST,
    PLACE_SCIENTISTS,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RUNNING,
    SCIENTIST,
    SLEEPING_GAS,
)

SIDES = (RAPTOR, SCIENTIST)
NOTHING_DONE = {
    CALL_BABIES: "No baby could come to the mother's tile.",
    FEAR: "There was nobody to frighten.",
    RECOVER: "There was nothing to recover from.",
    SLEEPING_GAS: "No baby was within reach of the gas.",
    REINFORCE: "No scientist could be brought in.",
    JEEP_RIDE: "No jeep could drive.",
    LIGHT_FIRE: "No fire could be lit.",
}
VICTORIES = {
    ESCAPED: "three babies have escaped",
    NO_SCIENTIST: "no scientist is left on the board",
    NEUTRALIZED: "the mother has five sleep tokens",
    CAPTURED: "three babies are captured",
}


def narrate(before: Record, seat: int, action: int, after: Record, viewer: int) -> list[Happening]:
    deed = read_action(before, action)
    names = names_for(after, viewer)
    if before.phase == CHOOSE:
        happenings = _tell_choice(before, seat, deed.card, after, viewer)
    else:
        happenings = [_tell_deed(before, seat, deed, after, names[side_of(before, seat)])]
        happenings += [_moved_out(deed)] if _is_escape(before, deed) else []
    happenings += _tell_shuffles(before, after, names)
    if before.phase in (CHOOSE, EFFECT) and after.phase == ACTIONS:
        happenings.append(_tell_points(after, names))
    if after.phase == CHOOSE and after.rounds > before.rounds:
        happenings += _tell_new_round(before, after, viewer)
    if after.over != RUNNING:
        happenings.append(_tell_end(after, names))
    return happenings


def _tell_choice(before: Record, seat: int, card: int, after: Record, viewer: int) -> list[Happening]:
    """Tell that a card was chosen, without saying which to those who may not know, and what the reveal brings."""
    side, names = side_of(before, seat), names_for(after, viewer)
    data: dict[str, int | str | list[int] | list[str]] = {"seat": seat}
    if is_shown(before, side):
        words = f"{names[side]} chose {_card(side, card)} and showed it."
        happenings = [Happening("show", words, {**data, "card": card})]
    elif viewer == seat:
        happenings = [Happening("choose", f"You chose {_card(side, card)}.", {**data, "card": card})]
    else:
        happenings = [Happening("choose", f"{names[side]} chose a card.", data)]
    return happenings + (_tell_reveal(before, after, names) if before.chosen[1 - side] else [])


def _tell_reveal(before: Record, after: Record, names: tuple[str, str]) -> list[Happening]:
    values = [int(after.revealed[side]) for side in SIDES]
    played = " ".join(f"{names[side]} played {_card(side, values[side])}." for side in SIDES)
    happenings = [Happening("reveal", played, {"cards": values})]
    if values[RAPTOR] == values[SCIENTIST]:
        return [*happenings, Happening("tie", "The cards were equal: nothing happened.")]
    side = RAPTOR if values[RAPTOR] < values[SCIENTIST] else SCIENTIST
    which = int(EFFECTS[side, values[side]])
    if which == DISAPPEAR:
        place = cell_to_name(int(before.mother))
        words = f"The mother disappeared from {place}. In the next round the Scientist shows the chosen card first."
        return [*happenings, Happening("disappear", words, {"space": place})]
    if after.phase == EFFECT:
        words = f"{_has(names[side])} the lower card: {EFFECT_NAMES[which]} comes first."
        return [*happenings, Happening("effect", words, {"side": side, "card": values[side]})]
    return [*happenings, Happening("no_effect", NOTHING_DONE[which])]


def _tell_deed(before: Record, seat: int, deed: Deed, after: Record, who: str) -> Happening:
    verb, origin, target, _ = deed
    start, end = cell_to_name(origin), cell_to_name(target)
    data: dict[str, int | str | list[int] | list[str]] = {"seat": seat}
    data |= {"from": start} if origin else {}
    data |= {"to": end} if target else {}
    gone = [cell_to_name(cell) for cell in fires(before) if cell not in fires(after)]
    if verb in ("douse", "jeep") and gone:
        data["fires"] = gone
    put_out = f" and put out the fire on {listed(gone, 'and')}" if gone else ""
    mover = "baby" if side_of(before, seat) == RAPTOR else "scientist"
    is_placing = before.phase != ACTIONS
    words = {
        "done": "ended the effect" if before.phase == EFFECT else f"stopped with {_unused(before)}",
        "heal": "took a sleep token off the mother",
        "mother": f"put the mother on {end}" if is_placing else f"moved the mother from {start} to {end}",
        "baby": f"put a baby on {end}",
        "scientist": f"put a scientist on {end}"
        if before.phase <= PLACE_SCIENTISTS
        else f"brought a scientist to {end}",
        "fire": f"lit a fire on {end}",
        "kill": f"killed the scientist on {end}",
        "wake": f"woke the baby on {end}",
        "douse": f"put out the fire on {listed(gone, 'and')}",
        "fear": f"frightened the scientist on {end}",
        "gas": f"put the baby on {end} to sleep with gas",
        "step": f"moved a {mover} from {start} to {end}",
        "seize": f"captured {describe(before, target)}"
        if _is_capture(before, deed)
        else f"put the baby on {end} to sleep",
        "shoot": f"shot the mother on {end} from {start}; she has {after.tokens} of 5 sleep tokens",
        "stand": f"let the scientist on {start} stand up",
        "call": f"called a baby from {start} to {end}",
        "jeep": f"drove a scientist from {start} to {end}{put_out}",
    }
    kind = "capture" if _is_capture(before, deed) else "sleep" if verb == "seize" else verb
    return Happening(kind, f"{who} {words[verb]}.", data)


def _card(side: int, value: int) -> str:
    return f"{value} ({card_words(side, value)})"


def _has(name: str) -> str:
    return f"{name} {'have' if name == 'You' else 'has'}"


def _unused(before: Record) -> str:
    return f"{points_words(int(before.points))} unused"


def _is_capture(before: Record, deed: Deed) -> bool:
    return deed.verb == "seize" and is_inactive(before, deed.target)


def _is_escape(before: Record, deed: Deed) -> bool:
    return deed.verb == "step" and int(before.board[deed.target]) == EXIT


def _moved_out(deed: Deed) -> Happening:
    exit_name = cell_to_name(deed.target)
    return Happening("escape", f"The baby escaped by {exit_name}.", {"to": exit_name})


def _tell_shuffles(before: Record, after: Record, names: tuple[str, str]) -> list[Happening]:
    """Tell whose pile went back into the deck: by a card 1, or at the end of a round because the deck was empty."""
    happenings = []
    was_revealed = before.phase == CHOOSE and before.chosen.any() and not after.chosen.any()
    for side in SIDES:
        if after.num_played[side] < before.num_played[side] + was_revealed:
            why = "" if after.phase == ACTIONS else " because the deck was empty"
            words = f"{names[side]} shuffled the played pile into the deck{why}."
            happenings.append(Happening("shuffle", words, {"side": side}))
    return happenings


def _tell_points(after: Record, names: tuple[str, str]) -> Happening:
    words = f"{_has(names[int(after.side)])} {points_words(int(after.points))}."
    return Happening("points", words, {"side": int(after.side), "points": int(after.points)})


def _tell_new_round(before: Record, after: Record, viewer: int) -> list[Happening]:
    round_words = f"Round {after.rounds} begins."
    if viewer == SPECTATOR:
        return [Happening("round", round_words, {"round": int(after.rounds)})]
    side = side_of(after, viewer)
    kept = cards(int(before.hand[side]))
    if before.phase == CHOOSE and before.rounds:
        kept.remove(int(after.revealed[side]))
    drawn = [value for value in cards(int(after.hand[side])) if value not in kept]
    words = f"You drew {listed((_card(side, value) for value in drawn), 'and')}."
    return [
        Happening("draw_card", words, {"cards": drawn}),
        Happening("round", round_words, {"round": int(after.rounds)}),
    ]


def _tell_end(after: Record, names: tuple[str, str]) -> Happening:
    if after.over == DRAWN:
        return Happening("draw", f"{after.rounds} rounds are over without a winner: a draw.")
    side = int(after.over) - 1
    words = f"{names[side]} won: {VICTORIES[int(after.ending)]}."
    return Happening("win", words, {"seat": side ^ int(after.raptor_seat)})
