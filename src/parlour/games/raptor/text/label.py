"""What an action of Raptor does, in words for the player who may choose it."""

from parlour.core.contract import Known
from parlour.games.raptor.geometry import cell_to_name
from parlour.games.raptor.state import ACTIONS, BAIT, EXIT, HOUND_KIND, RAPTOR, SISTER_KIND
from parlour.games.raptor.text.board import effect, is_inactive, kind
from parlour.games.raptor.text.decode import decode
from parlour.games.raptor.text.words import card_words, points_words, side_of


def label(s: Known, seat: int, action: int) -> str:
    verb, origin, target, card = decode(s, action)
    start, end = (cell_to_name(cell) if cell else "" for cell in (origin, target))
    if verb == "card":
        return f"play {card}: {card_words(s, side_of(s, seat), card)}"
    if verb == "done":
        return f"stop; {points_words(int(s.points))} left unused" if s.phase == ACTIONS else "stop the effect"
    mover = "baby" if s.side == RAPTOR or effect(s) == BAIT else "scientist"
    hunter, prey = ("hound" if kind(s, cell) == HOUND_KIND else "scientist" for cell in (origin, target))
    if verb == "mother":
        return f"move the mother from {start} to {end}" if s.phase == ACTIONS else f"place the mother on {end}"
    if verb == "step":
        leaves = target and int(s.board[target]) == EXIT
        return f"move the baby on {start} out by {end}" if leaves else f"move the {mover} from {start} to {end}"
    if verb == "seize":
        does = "capture" if is_inactive(s, target) else "corner" if hunter == "hound" else "put to sleep"
        return f"{does} the baby on {end} with the {hunter} on {start}"
    words = {
        "heal": "take a sleep token off the mother",
        "baby": f"place a baby on {end}",
        "scientist": f"place a scientist on {end}",
        "fire": f"light a fire on {end}",
        "kill": f"kill the {prey} on {end}",
        "wake": f"wake the {'sister' if kind(s, target) == SISTER_KIND else 'baby'} on {end}",
        "douse": f"put out the fire on {end} and all connected ones",
        "fear": f"frighten the {prey} on {end}",
        "gas": f"put the baby on {end} to sleep",
        "shoot": f"shoot the mother on {end} from {start}",
        "stand": f"stand the {hunter} on {start} up",
        "call": f"call the baby from {start} to {end}",
        "jeep": f"drive the scientist from {start} to {end}",
        "sister": f"move the sister from {start} to {end}" if origin else f"place the sister on {end}",
        "bite": f"kill the {prey} on {end} with the sister",
        "dart": f"shoot the sister on {end} from {start}",
        "hound": f"place a hound on {end}",
        "run": f"run the hound from {start} to {end}",
    }
    return words[verb]
