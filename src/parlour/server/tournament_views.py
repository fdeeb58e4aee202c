"""What is shown of tournaments: nothing of a position, so nobody learns here what is hidden in a match."""

import msgspec

from parlour.match.seating import ACCOUNT
from parlour.match.tournament import events as ev
from parlour.match.tournament.decide import next_round_ms
from parlour.match.tournament.standings import Line, standings
from parlour.match.tournament.tournament import Pairing, is_draw
from parlour.server.live_tournament import LiveTournament
from parlour.server.lobby import short_options
from parlour.server.watchers import encode

MOST_FINISHED = 50  # matches that are over and shown, the last ones first
DECIDED = ("first", "second")


class TournamentSummary(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    title: str
    host: str
    format: str  # "arena" or "swiss"
    game: str
    options: dict[str, int | str]  # of a text, the first 40 letters
    pace: str
    is_rated: bool
    is_public: bool
    state: str  # "waiting", "running", "over" or "cancelled"
    num_players: int
    minutes: int  # of an arena
    rounds: int  # of a Swiss tournament
    starts_ms: int | None
    start_when: int | None  # this number of people have joined
    level: str | None  # of the computers that take part
    num_computers: int  # 0 with a level: one stands in when the number of players is odd
    started_ms: int | None
    ends_ms: int | None  # of an arena: no match is begun from then on
    ended_ms: int | None
    winners: list[str]  # names; empty until it is over


class TournamentLine(msgspec.Struct, frozen=True):
    """A line of the standings."""

    player: int
    place: int
    name: str
    is_account: bool  # it has a profile
    level: str | None  # of a computer
    rating: int  # when they joined
    points: int
    wins: int
    draws: int
    losses: int
    tie_break: int  # arena: wins; Swiss: the points of all opponents
    is_on_streak: bool  # the next match counts double
    is_paused: bool
    is_playing: bool


class TournamentPairing(msgspec.Struct, frozen=True):
    """A match of a tournament."""

    match: str
    invitation: str | None  # of a private tournament: for the link of the match
    players: tuple[int, int]  # by seat
    names: tuple[str, str]
    round: int
    result: str  # "running", "first", "second" (who won), "draw" or "none"
    points: tuple[int, int]
    is_no_show: bool  # a player did not come


class TournamentInfo(msgspec.Struct, frozen=True):
    """A tournament, the same for everyone who knows of it."""

    summary: TournamentSummary
    round: int
    next_round_ms: int | None
    bye: str | None  # who has no opponent in this round
    standings: list[TournamentLine]
    running: list[TournamentPairing]
    finished: list[TournamentPairing]  # the last 50, newest first


def summary(live: LiveTournament) -> TournamentSummary:
    """Return a tournament as a list shows it; made once for each version."""
    return live.shown.get("summary", live.tournament.version, lambda: _summary(live))


def _summary(live: LiveTournament) -> TournamentSummary:
    tournament, plan = live.tournament, live.tournament.plan
    lines = standings(tournament)
    winners = [_name(live, line.player.number) for line in lines if line.place == 1 and line.player.points]
    return TournamentSummary(
        id=live.id,
        title=live.roster.title,
        host=live.roster.host.name,
        format=plan.format,
        game=plan.game,
        options=short_options(plan.options),
        pace=plan.pace,
        is_rated=plan.is_rated,
        is_public=plan.is_public,
        state=tournament.state,
        num_players=len(lines),
        minutes=plan.minutes,
        rounds=tournament.rounds or plan.rounds,
        starts_ms=plan.starts_ms,
        start_when=plan.start_when,
        level=plan.level,
        num_computers=plan.num_computers,
        started_ms=tournament.started_ms,
        ends_ms=tournament.ends_ms,
        ended_ms=tournament.ended_ms,
        winners=winners if tournament.ended_ms is not None else [],
    )


def encoded_info(live: LiveTournament) -> bytes:
    """Return what the page of a tournament shows, as JSON; made once for each version."""
    return live.shown.get("info", live.tournament.version, lambda: encode(info(live)))


def info(live: LiveTournament) -> TournamentInfo:
    """Return what the page of a tournament shows."""
    tournament = live.tournament
    playing = {number for pairing in tournament.running.values() for number in pairing.pair.players}
    finished = [each for each in tournament.pairings.values() if each.finished is not None]
    finished.sort(key=_finished_ms, reverse=True)
    return TournamentInfo(
        summary=summary(live),
        round=tournament.round,
        next_round_ms=None if tournament.is_arena else next_round_ms(tournament),
        bye=None if tournament.bye is None else _name(live, tournament.bye),
        standings=[_line(live, line, playing) for line in standings(tournament)],
        running=[_pairing(live, each) for each in tournament.running.values()],
        finished=[_pairing(live, each) for each in finished[:MOST_FINISHED]],
    )


def _finished_ms(pairing: Pairing) -> int:
    return 0 if pairing.finished is None else pairing.finished.at_ms


def _name(live: LiveTournament, number: int) -> str:
    """Return the name of a player; computers of one level are numbered."""
    name, level = live.roster.players[number].name, live.tournament.players[number].level
    return f"{name} {number + 1}" if level is not None and live.tournament.plan.num_computers > 1 else name


def _line(live: LiveTournament, line: Line, playing: set[int]) -> TournamentLine:
    player = line.player
    return TournamentLine(
        player=player.number,
        place=line.place,
        name=_name(live, player.number),
        is_account=(live.roster.players[player.number].identity or "").startswith(ACCOUNT),
        level=player.level,
        rating=round(player.rating),
        points=player.points,
        wins=player.wins,
        draws=player.draws,
        losses=player.losses,
        tie_break=line.tie_break,
        is_on_streak=live.tournament.is_doubled(player),
        is_paused=player.is_paused,
        is_playing=player.number in playing,
    )


def _pairing(live: LiveTournament, pairing: Pairing) -> TournamentPairing:
    first, second = pairing.pair.players
    return TournamentPairing(
        match=pairing.match,
        invitation=None if live.tournament.plan.is_public else pairing.pair.invitation,
        players=pairing.pair.players,
        names=(_name(live, first), _name(live, second)),
        round=pairing.round,
        result=_result(pairing.finished),
        points=pairing.points,
        is_no_show=pairing.finished is not None and bool(pairing.finished.absent),
    )


def _result(finished: ev.Finished | None) -> str:
    if finished is None:
        return "running"
    if finished.winner is not None:
        return DECIDED[finished.winner]
    return "draw" if is_draw(finished) else "none"
