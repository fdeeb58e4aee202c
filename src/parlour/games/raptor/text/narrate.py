"""What an action of Raptor did, told to a seat or the spectator."""

from parlour.core.contract import SPECTATOR, Happening, Known
from parlour.core.phrasing import listed
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.rules.cards import is_shown
from parlour.games.raptor.state import (
    ACTIONS,
    BAIT,
    CALL_BABIES,
    CAPTURED,
    CHOOSE,
    DISAPPEAR,
    DRAWN,
    EFFECT,
    ESCAPED,
    EXIT,
    FEAR,
    HOUND_KIND,
    JEEP_RIDE,
    KENNEL,
    LEAP,
    LIGHT_FIRE,
    NEUTRALIZED,
    NO_SCIENTIST,
    PLACE_SCIENTISTS,
    RAPTOR,
    RECOVER,
    REINFORCE,
    RUNNING,
    SCATTER,
    SCIENTIST,
    SLEEPING_GAS,
    WHISTLE,
)
from parlour.games.raptor.text.board import cards, describe, fires, is_inactive, kind
from parlour.games.raptor.text.decode import Decoded, decode
from parlour.games.raptor.text.words import (
    EFFECT_NAMES,
    FIGURES,
    SIDES,
    card_effect,
    card_words,
    names_by_side,
    points_words,
    side_of,
)

NOTHING_DONE = {
    CALL_BABIES: "No baby could come to the mother's tile.",
    FEAR: "There was no scientist to frighten.",
    RECOVER: "There was nothing to recover from.",
    SLEEPING_GAS: "No baby was within reach of the gas.",
    REINFORCE: "No scientist could be brought in.",
    JEEP_RIDE: "No jeep could drive.",
    LIGHT_FIRE: "No fire could be lit.",
    LEAP: "The sister could not leap.",
    SCATTER: "No baby could move.",
    BAIT: "No baby took the bait.",
    KENNEL: "No hound could come.",
    WHISTLE: "No hound could run.",
}
VICTORIES = {
    ESCAPED: "three babies have escaped",
    NO_SCIENTIST: "no scientist is left on the board",
    NEUTRALIZED: "the mother has five sleep tokens",
    CAPTURED: "three babies are captured",
}


def narrate(before: Known, seat: int, action: int, after: Known, viewer: int) -> list[Happening]:
    decoded = decode(before, action)
    names = names_by_side(after, viewer)
    if before.phase == CHOOSE:
        happenings = _tell_choice(before, seat, decoded.card, after, viewer)
    else:
        happenings = [_tell_action(before, seat, decoded, after, names[side_of(before, seat)])]
        happenings += [_moved_out(decoded)] if _is_escape(before, decoded) else []
    happenings += _tell_shuffles(before, after, names)
    if before.phase in (CHOOSE, EFFECT) and after.phase == ACTIONS:
        happenings.append(_tell_points(after, names))
    if after.phase == CHOOSE and after.rounds > before.rounds:
        happenings += _tell_new_round(before, after, viewer)
    if after.over != RUNNING:
        happenings.append(_tell_end(after, names))
    return happenings


def _tell_choice(before: Known, seat: int, card: int, after: Known, viewer: int) -> list[Happening]:
    """Narrate that a card was chosen, named only to viewers who may know it, and what the reveal brings."""
    side, names = side_of(before, seat), names_by_side(after, viewer)
    data: dict[str, int | str | list[int] | list[str]] = {"seat": seat}
    if is_shown(before, side):
        words = f"{names[side]} chose {_card(before, side, card)} and showed it."
        happenings = [Happening("show", words, {**data, "card": card})]
    elif viewer == seat:
        happenings = [Happening("choose", f"You chose {_card(before, side, card)}.", {**data, "card": card})]
    else:
        happenings = [Happening("choose", f"{names[side]} chose a card.", data)]
    return happenings + (_tell_reveal(before, after, names) if before.chosen[1 - side] else [])


def _tell_reveal(before: Known, after: Known, names: tuple[str, str]) -> list[Happening]:
    values = [int(after.revealed[side]) for side in SIDES]
    played = " ".join(f"{names[side]} played {_card(after, side, values[side])}." for side in SIDES)
    happenings = [Happening("reveal", played, {"cards": values})]
    if values[RAPTOR] == values[SCIENTIST]:
        return [*happenings, Happening("tie", "The cards were equal: nothing happened.")]
    side = RAPTOR if values[RAPTOR] < values[SCIENTIST] else SCIENTIST
    which = card_effect(after, side, values[side])
    if which == DISAPPEAR:
        place = cell_to_name(int(before.mother))
        shows = f"In the next round {_mid(names[SCIENTIST])} will show the chosen card first."
        words = f"The mother disappeared from {place}. {shows}"
        return [*happenings, Happening("disappear", words, {"space": place})]
    if after.phase == EFFECT:
        words = f"{names[side]} played the lower card, so its effect comes first: {EFFECT_NAMES[which]}."
        return [*happenings, Happening("effect", words, {"side": side, "card": values[side]})]
    return [*happenings, Happening("no_effect", NOTHING_DONE[which])]


def _tell_action(before: Known, seat: int, decoded: Decoded, after: Known, who: str) -> Happening:
    verb, origin, target, _ = decoded
    start, end = cell_to_name(origin), cell_to_name(target)
    data: dict[str, int | str | list[int] | list[str]] = {"seat": seat}
    data |= {"from": start} if origin else {}
    data |= {"to": end} if target else {}
    gone = [cell_to_name(cell) for cell in fires(before) if cell not in fires(after)]
    if verb in ("douse", "jeep") and gone:
        data["fires"] = gone
    put_out = f" and put out {_fires(gone)}" if gone else ""
    mover, touched = (FIGURES.get(kind(before, cell), "") for cell in (origin, target))
    data |= {"figure": touched} if touched == "hound" else {}
    is_placing = before.phase != ACTIONS
    words = {
        "done": "ended the effect" if before.phase == EFFECT else f"stopped with {_unused(before)}",
        "heal": "took a sleep token off the mother",
        "mother": f"placed the mother on {end}" if is_placing else f"moved the mother from {start} to {end}",
        "baby": f"placed a baby on {end}",
        "scientist": f"brought a scientist to {end}",
        "fire": f"lit a fire on {end}",
        "kill": f"killed the {touched} on {end}",
        "bite": f"killed the {touched} on {end} with the sister",
        "wake": f"woke the {touched} on {end}",
        "douse": f"put out {_fires(gone)}",
        "fear": f"frightened the {touched} on {end}",
        "gas": f"put the baby on {end} to sleep with gas",
        "step": f"{_step_verb(before, seat)} a {mover} from {start} to {end}",
        "seize": _seize_words(before, decoded),
        "shoot": f"shot the mother on {end} from {start}; she has {after.tokens} of 5 sleep tokens",
        "call": f"called a baby from {start} to {end}",
        "jeep": f"drove a scientist from {start} to {end}{put_out}",
        "sister": f"moved the sister from {start} to {end}" if origin else f"placed the sister on {end}",
        "dart": f"shot the sister on {end} from {start}; she fell asleep",
        "hound": f"brought a hound to {end}",
        "run": f"sent a hound from {start} to {end}",
    }
    code = "capture" if _is_capture(before, decoded) else "sleep" if verb == "seize" else verb
    if verb == "stand":
        return Happening(verb, f"The {mover} on {start} stood up.", data)
    if verb in ("scientist", "hound") and before.phase == PLACE_SCIENTISTS:
        return Happening(verb, f"A {verb} took position on {end}.", data)
    return Happening(code, f"{who} {words[verb]}.", data)


def _step_verb(before: Known, seat: int) -> str:
    return "baited" if before.phase == EFFECT and side_of(before, seat) == SCIENTIST else "moved"


def _seize_words(before: Known, decoded: Decoded) -> str:
    if _is_capture(before, decoded):
        return f"captured {describe(before, decoded.target)}"
    end = cell_to_name(decoded.target)
    if kind(before, decoded.origin) == HOUND_KIND:
        return f"cornered the baby on {end} with a hound"
    return f"put the baby on {end} to sleep"


def _card(s: Known, side: int, value: int) -> str:
    return f"{value} ({card_words(s, side, value)})"


def _mid(name: str) -> str:
    """Return a name as it stands inside a sentence."""
    return "you" if name == "You" else name


def _fires(gone: list[str]) -> str:
    return f"the {'fire' if len(gone) == 1 else 'fires'} on {listed(gone, 'and')}"


def _unused(before: Known) -> str:
    return f"{points_words(int(before.points))} unused"


def _is_capture(before: Known, decoded: Decoded) -> bool:
    return decoded.verb == "seize" and is_inactive(before, decoded.target)


def _is_escape(before: Known, decoded: Decoded) -> bool:
    return decoded.verb == "step" and int(before.board[decoded.target]) == EXIT


def _moved_out(decoded: Decoded) -> Happening:
    exit_name = cell_to_name(decoded.target)
    return Happening("escape", f"The baby escaped by {exit_name}.", {"to": exit_name})


def _tell_shuffles(before: Known, after: Known, names: tuple[str, str]) -> list[Happening]:
    """Narrate whose pile went back into the deck: by a card 1, or at the end of a round because the deck was empty."""
    happenings = []
    was_revealed = before.phase == CHOOSE and before.chosen.any() and not after.chosen.any()
    for side in SIDES:
        if after.num_played[side] < before.num_played[side] + was_revealed:
            why = "" if after.phase == ACTIONS else " because the deck was empty"
            words = f"{names[side]} shuffled the played pile into the deck{why}."
            happenings.append(Happening("shuffle", words, {"side": side}))
    return happenings


def _tell_points(after: Known, names: tuple[str, str]) -> Happening:
    words = f"{names[int(after.side)]} got {points_words(int(after.points))}."
    return Happening("points", words, {"side": int(after.side), "points": int(after.points)})


def _tell_new_round(before: Known, after: Known, viewer: int) -> list[Happening]:
    round_words = f"Round {after.rounds} begins."
    if viewer == SPECTATOR:
        return [Happening("round", round_words, {"round": int(after.rounds)})]
    side = side_of(after, viewer)
    kept = cards(int(before.hand[side]))
    if before.phase == CHOOSE and before.rounds:
        kept.remove(int(after.revealed[side]))
    drawn = [value for value in cards(int(after.hand[side])) if value not in kept]
    words = f"You drew {listed((_card(after, side, value) for value in drawn), 'and')}."
    return [
        Happening("draw_card", words, {"cards": drawn}),
        Happening("round", round_words, {"round": int(after.rounds)}),
    ]


def _tell_end(after: Known, names: tuple[str, str]) -> Happening:
    if after.over == DRAWN:
        return Happening("draw", f"{after.rounds} rounds are over without a winner: a draw.")
    side = int(after.over) - 1
    words = f"{names[side]} won: {VICTORIES[int(after.ending)]}."
    return Happening("win", words, {"seat": side ^ int(after.raptor_seat)})
