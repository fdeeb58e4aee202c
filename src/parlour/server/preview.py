"""What a link shows where it is shared: a title, a sentence and a picture, all of which everyone may know."""

import random
import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from parlour.core import registry
from parlour.core.contract import SPECTATOR
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.phrasing import NUMBERED_SEATS, fill_seats
from parlour.core.position import start
from parlour.match.ending import ending
from parlour.server.drawing import WORDS, Shot
from parlour.server.live_match import LiveMatch
from parlour.server.services import Services

SITE = "Parlour"
OF_A_MATCH = ("match", "replay", "embed")  # the first parts of paths that lead to one
ID = re.compile(r"[\w-]{1,50}", re.ASCII)
SAMPLE_SEED, SAMPLE_PART = 11, 0.6  # how a game is shown: a random match, when so much of it is played
MOST_ACTIONS = 120


class Preview(NamedTuple):
    """What a link shows."""

    title: str = SITE
    words: str = WORDS
    picture: str = "/api/picture.png"


async def public_match(services: Services, match_id: str) -> LiveMatch | None:
    """Return a match that everyone may watch; None for any other, and for one that does not exist."""
    try:
        return await services.hub.find_for("", match_id)
    except ParlourError:
        return None


async def preview_of(services: Services, path: str, address: str) -> Preview:
    """Return what a link to a page shows.

    Args:
        address: of the client; to one that asks for too many matches, links show only the name of the site.
    """
    first, _, rest = path.strip("/").partition("/")
    if first in OF_A_MATCH and ID.fullmatch(rest) and not services.limits.wait_s("preview", address):
        services.limits.spend("preview", address)
        live = await public_match(services, rest)
        return Preview() if live is None else _of_match(live)
    if first == "games" and rest in registry.game_ids():
        game = registry.load(rest)
        return Preview(f"{game.name} · {SITE}", game.facts.summary, f"/api/games/{rest}/picture.png")
    return Preview()


def _of_match(live: LiveMatch) -> Preview:
    game, names = live.match.game, live.names
    if live.seating.open_seat is not None:
        title = f"{game.name}: {names[1 - live.seating.open_seat]} is looking for an opponent"
    else:
        title = f"{game.name}: {' vs '.join(names)}"
    return Preview(f"{title} · {SITE}", sentence_of(live), f"/api/matches/{live.id}/picture.png")


def sentence_of(live: LiveMatch) -> str:
    """Return how a match ended, or what it waits for, as everyone may know it."""
    if live.match.is_over:
        return ending(live.match, live.names)
    if live.seating.open_seat is not None:
        return "One seat is free. Join, and play in your browser."
    return fill_seats(live.match.position.seen_by().prompt(), live.names) if live.is_dealt else "The match is starting."


def match_shot(live: LiveMatch) -> Callable[[], Shot]:
    """Return what makes the picture of a match as a spectator sees it; the match may go on meanwhile."""
    position, names, is_dealt, words = live.match.position, live.names, live.is_dealt, sentence_of(live)

    def shot() -> Shot:
        seen = position.seen_by()
        sides = seen.side_names() if is_dealt else NUMBERED_SEATS
        view, drawing = (seen.view(), seen.render()) if is_dealt else (None, "")
        return Shot(position.game, names, sides, seen.to_act, view, drawing, SPECTATOR, words)

    return shot


def game_shot(game: Game) -> Shot:
    """Return a table of a game in the middle of a match."""
    positions = [start(game, SAMPLE_SEED, game.preset("quick"))]
    chance = random.Random(SAMPLE_SEED)
    while (seats := positions[-1].to_act()) and len(positions) < MOST_ACTIONS:
        seat = chance.choice(seats)
        positions.append(positions[-1].play(seat, chance.choice(positions[-1].legal_actions(seat))))
    seen = positions[int(SAMPLE_PART * len(positions))].seen_by()
    names = seen.side_names()
    return Shot(game, names, names, seen.to_act, seen.view(), seen.render(), SPECTATOR, game.facts.summary)


def tags(preview: Preview, origin: str, path: str) -> str:
    """Write a preview for the head of a page."""
    title, words, picture, url = (
        escape(text) for text in (preview.title, preview.words, origin + preview.picture, origin + path)
    )
    properties = {
        "og:site_name": SITE, "og:type": "website", "og:title": title, "og:description": words, "og:url": url,
        "og:image": picture, "og:image:type": "image/png", "og:image:width": "1200", "og:image:height": "630",
        "og:image:alt": title,
    }  # fmt: skip
    lines = [f'<meta property="{name}" content="{value}" />' for name, value in properties.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image" />', ""])
