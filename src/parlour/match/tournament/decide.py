"""What can be asked of a tournament, and what time brings: the events to append. Nothing here changes a tournament."""

from collections.abc import Callable, Mapping

from parlour.match.clock import DAYS, FISCHER, TABLE, read_pace
from parlour.match.errors import BadPlan, NotEnoughPlayers, TournamentClosed, TournamentFull
from parlour.match.tournament import events as ev
from parlour.match.tournament.arena import arena_pairs
from parlour.match.tournament.seats import seated
from parlour.match.tournament.swiss import most_rounds, swiss_pairs
from parlour.match.tournament.tournament import RUNNING, WAITING, Player, Tournament

MOST_PLAYERS = 200
MOST_COMPUTERS = 8
MOST_MINUTES = 180
MOST_ROUNDS = 15
FEWEST = 2  # players
LATEST_START_MS = 30 * 86_400_000  # from now
NEVER_STARTED_MS = 7 * 86_400_000  # after which a tournament without a time to start is cancelled
BREAK_MS = 10_000  # between two rounds
# How long a player may take to come to a match; with days per turn, as long as a turn.
COME_MS = {ev.ARENA: 30_000, ev.SWISS: 90_000}
# Ratings of people and levels of the computer were never compared: these only pair beginners with easy computers.
LEVEL_RATINGS = {"novice": 1000.0, "casual": 1300.0, "club": 1500.0, "expert": 1800.0, "master": 2000.0}

NewPair = Callable[[tuple[int, int]], ev.Pair]  # draws the id of the match


def check_plan(plan: ev.Plan, now_ms: int) -> None:
    """Refuse a plan that cannot work. The game and its options are checked by what makes matches.

    Raises:
        BadPlan, BadOption: with a sentence for the host.
    """
    kind = read_pace(plan.pace).kind
    if kind not in (FISCHER, TABLE, DAYS):
        raise BadPlan("A tournament needs a clock: choose a time control.")
    if plan.format == ev.ARENA and kind == DAYS:
        raise BadPlan("An arena is played in one go: choose a time control of minutes.")
    if plan.format == ev.ARENA and not 1 <= plan.minutes <= MOST_MINUTES:
        raise BadPlan(f"An arena lasts 1 to {MOST_MINUTES} minutes.")
    if plan.format == ev.SWISS and not 1 <= plan.rounds <= MOST_ROUNDS:
        raise BadPlan(f"A Swiss tournament has 1 to {MOST_ROUNDS} rounds.")
    if plan.starts_ms is not None and not now_ms <= plan.starts_ms <= now_ms + LATEST_START_MS:
        raise BadPlan("A tournament starts within the next 30 days.")
    if plan.start_when is not None and not FEWEST <= plan.start_when <= MOST_PLAYERS:
        raise BadPlan(f"A tournament starts with {FEWEST} to {MOST_PLAYERS} people.")
    if plan.level is None and plan.num_computers:
        raise BadPlan("Choose a level for the computers.")
    if plan.level is not None and plan.level not in LEVEL_RATINGS:
        raise BadPlan(f"The levels of the computer are {', '.join(LEVEL_RATINGS)}.")
    if not 0 <= plan.num_computers <= MOST_COMPUTERS:
        raise BadPlan(f"At most {MOST_COMPUTERS} computers take part.")


def create(plan: ev.Plan, seed: int, now_ms: int) -> list[ev.AnyEvent]:
    """Return the first events of a tournament: its computers have joined."""
    computers: list[ev.AnyEvent] = []
    if plan.level is not None:
        rating, is_stand_in = LEVEL_RATINGS[plan.level], not plan.num_computers
        computers = [
            ev.Joined(player=number, rating=rating, level=plan.level, is_stand_in=is_stand_in, at_ms=now_ms)
            for number in range(max(1, plan.num_computers))
        ]
    return [ev.Created(plan=plan, seed=seed, at_ms=now_ms), *computers]


def check_may_join(tournament: Tournament) -> None:
    """Refuse a player who comes too late, or where there is no room.

    Raises:
        TournamentClosed, TournamentFull
    """
    if not tournament.is_open:
        raise TournamentClosed("The tournament is over.")
    if not tournament.is_arena and tournament.state != WAITING:
        raise TournamentClosed("A Swiss tournament can be joined only before it starts.")
    if len(tournament.players) >= MOST_PLAYERS:
        raise TournamentFull(f"The tournament has {MOST_PLAYERS} players already.")


def join(tournament: Tournament, number: int | None, rating: float, now_ms: int) -> list[ev.AnyEvent]:
    """Let a person take part, or come back.

    Args:
        number: of the player, if the person has joined before.

    Raises:
        TournamentClosed, TournamentFull
    """
    if number is None:
        check_may_join(tournament)
        return [ev.Joined(player=len(tournament.players), rating=rating, at_ms=now_ms)]
    if not tournament.is_open:
        raise TournamentClosed("The tournament is over.")
    return [ev.Returned(player=number, at_ms=now_ms)] if tournament.players[number].is_paused else []


def leave(tournament: Tournament, number: int, now_ms: int) -> list[ev.AnyEvent]:
    """Let a player go; a match that they are in goes on."""
    is_there = tournament.is_open and not tournament.players[number].is_paused
    return [ev.Paused(player=number, at_ms=now_ms)] if is_there else []


def start(tournament: Tournament, now_ms: int) -> list[ev.AnyEvent]:
    """Begin a tournament.

    Raises:
        TournamentClosed, NotEnoughPlayers
    """
    if tournament.state != WAITING:
        raise TournamentClosed("The tournament has started already.")
    num = len(tournament.active)
    if not tournament.num_people or num + (tournament.stand_in is not None) < FEWEST:
        raise NotEnoughPlayers(f"A tournament needs at least {FEWEST} players.")
    return [ev.Started(rounds=min(tournament.plan.rounds, most_rounds(num)), at_ms=now_ms)]


def cancel(tournament: Tournament, now_ms: int) -> list[ev.AnyEvent]:
    """Cancel a tournament that has not started.

    Raises:
        TournamentClosed
    """
    if tournament.state != WAITING:
        raise TournamentClosed("Only a tournament that has not started can be cancelled.")
    return [ev.Cancelled(at_ms=now_ms)]


def pass_time(
    tournament: Tournament, here_since_ms: Mapping[int, int], now_ms: int, new_pair: NewPair
) -> list[ev.AnyEvent]:
    """Return what is due: the start, pairings, the end.

    Args:
        here_since_ms: by player, of those who wait on the page of the tournament.
    """
    if tournament.state == WAITING:
        return _begin(tournament, now_ms)
    if tournament.state != RUNNING:
        return []
    return (_go_on_arena if tournament.is_arena else _go_on_swiss)(tournament, here_since_ms, now_ms, new_pair)


def _begin(tournament: Tournament, now_ms: int) -> list[ev.AnyEvent]:
    plan = tournament.plan
    is_time = plan.starts_ms is not None and now_ms >= plan.starts_ms
    is_full = plan.start_when is not None and tournament.num_people >= plan.start_when
    if is_time or is_full:
        try:
            return start(tournament, now_ms)
        except NotEnoughPlayers:
            return cancel(tournament, now_ms)
    is_forgotten = plan.starts_ms is None and now_ms >= tournament.created.at_ms + NEVER_STARTED_MS
    return cancel(tournament, now_ms) if is_forgotten else []


def _go_on_arena(
    tournament: Tournament, here_since_ms: Mapping[int, int], now_ms: int, new_pair: NewPair
) -> list[ev.AnyEvent]:
    assert tournament.ends_ms is not None, "an arena that has started has an end"
    if now_ms >= tournament.ends_ms:
        return [] if tournament.running else [ev.Ended(at_ms=now_ms)]
    pairs = arena_pairs(tournament, here_since_ms, now_ms)
    return [ev.Paired(pairs=_pairs(tournament, pairs, new_pair), at_ms=now_ms)] if pairs else []


def _go_on_swiss(
    tournament: Tournament, _: Mapping[int, int], now_ms: int, new_pair: NewPair
) -> list[ev.AnyEvent]:  # fmt: skip
    if tournament.running:
        return []
    since_ms = next_round_ms(tournament)
    if tournament.round >= tournament.rounds or not tournament.num_people:
        return [ev.Ended(at_ms=now_ms)]
    if since_ms is not None and now_ms < since_ms:
        return []
    pairs, alone = swiss_pairs(tournament)
    stand_in = tournament.stand_in
    if alone is not None and stand_in is not None:
        pairs, alone = [*pairs, (alone, stand_in)], None
    if not pairs:  # everyone else has left
        return [ev.Ended(at_ms=now_ms)]
    return [
        ev.Paired(
            round=tournament.round + 1, pairs=_pairs(tournament, pairs, new_pair), at_ms=now_ms,
            bye=None if alone is None else alone.number,
        )
    ]  # fmt: skip


def next_round_ms(tournament: Tournament) -> int | None:
    """Return when the next round of a Swiss tournament begins; None before the first, and while one is played."""
    ends = [pairing.finished.at_ms for pairing in tournament.pairings.values() if pairing.finished is not None]
    if tournament.running or not ends or tournament.round >= tournament.rounds:
        return None
    return max(ends) + BREAK_MS


def _pairs(
    tournament: Tournament, pairs: list[tuple[Player, Player]], new_pair: NewPair
) -> tuple[ev.Pair, ...]:  # fmt: skip
    seed = f"{tournament.created.seed}/{tournament.version}"
    return tuple(new_pair(seated(first, second, seed)) for first, second in pairs)


def come_ms(plan: ev.Plan) -> int:
    """Return how long a player may take to come to a match."""
    pace = read_pace(plan.pace)
    return pace.initial_ms if pace.kind == DAYS else COME_MS[plan.format]
