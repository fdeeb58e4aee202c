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
from parlour.match.tournament.tournament import CANCELLED, OVER, RUNNING, WAITING
from parlour.puzzles.book import Puzzle, find_puzzle, games_with_puzzles, puzzles_of
from parlour.puzzles.judge import first_position
from parlour.server.drawing import WORDS, Shot
from parlour.server.live_match import LiveMatch
from parlour.server.services import Services
from parlour.server.tournament_views import TournamentSummary, summary

SITE = "Parlour"
OF_A_MATCH = ("match", "replay", "embed")  # the first parts of paths that lead to one
ID = re.compile(r"[\w-]{1,50}", re.ASCII)
SAMPLE_SEED, SAMPLE_PART = 11, 0.6  # how a game is shown: a random match, when so much of it is played
MOST_ACTIONS = 120
TOURNAMENT_STATES = {WAITING: "Open to join", RUNNING: "Running", OVER: "Over", CANCELLED: "Cancelled"}


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
    if first == "games" and rest in registry.game_ids():
        game = registry.load(rest)
        return Preview(f"{game.name} · {SITE}", game.facts.summary, _picture_of(game))
    if first == "puzzles":
        return _of_puzzles(services, rest)
    if path.strip("/") == "tournaments":
        return Preview(f"Tournaments · {SITE}", "Arenas and Swiss tournaments. Join one, or make your own.")
    if not ID.fullmatch(rest) or services.limits.wait_s("preview", address):
        return Preview()
    if first in OF_A_MATCH:
        services.limits.spend("preview", address)
        live = await public_match(services, rest)
        return Preview() if live is None else _of_match(live)
    if first == "tournaments":
        services.limits.spend("preview", address)
        return await _of_tournament(services, rest)
    return Preview()


def _picture_of(game: Game) -> str:
    return f"/api/games/{game.id}/picture.png"


def _of_puzzles(services: Services, rest: str) -> Preview:
    """Return what a link to all puzzles, to those of a game or to one of them shows."""
    try:
        if not rest:
            daily = services.puzzles.of_the_day(games_with_puzzles()[0])
            words = "A new puzzle for each game every day: find the only right turn."
            return Preview(f"Puzzles of the day · {SITE}", words, _picture_of_puzzle(daily))
        if rest.startswith("p/"):
            game, puzzle = find_puzzle(rest.removeprefix("p/"))
            return Preview(f"{game.name} puzzle · {SITE}", puzzle.goal, _picture_of_puzzle(puzzle))
        game = registry.load(rest)
        daily, number = services.puzzles.of_the_day(game), len(puzzles_of(game))
        words = f"{number} puzzles, easy ones first: find the only right turn."
        return Preview(f"{game.name} puzzles · {SITE}", words, _picture_of_puzzle(daily))
    except (ParlourError, IndexError):  # there is no such puzzle, or there are none at all
        return Preview()


def _picture_of_puzzle(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.id}/picture.png"


async def _of_tournament(services: Services, tournament_id: str) -> Preview:
    """Return what a link to a tournament shows: everyone who has the link may know that."""
    try:
        shown = summary(await services.tournaments.find(tournament_id))
    except ParlourError:
        return Preview()
    game = registry.load(shown.game)
    return Preview(f"{shown.title} · {SITE}", _tournament_words(shown, game), _picture_of(game))


def _tournament_words(shown: TournamentSummary, game: Game) -> str:
    is_arena = shown.format == "arena"
    length = f"{shown.minutes}-minute arena" if is_arena else f"Swiss, {_counted(shown.rounds, 'round')}"
    state = f"Won by {' and '.join(shown.winners)}" if shown.winners else TOURNAMENT_STATES[shown.state]
    return f"{game.name}: {length}, {_counted(shown.num_players, 'player')}. {state}."


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


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


def puzzle_shot(game: Game, puzzle: Puzzle) -> Shot:
    """Return a puzzle before it is solved, as the seat that is asked sees it."""
    position = first_position(game, puzzle)
    seen, names = position.seen_by(puzzle.seat), position.seen_by().side_names()
    return Shot(game, names, names, seen.to_act, seen.view(), seen.render(), puzzle.seat, puzzle.goal)


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
