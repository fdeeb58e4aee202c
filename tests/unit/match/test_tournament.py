"""Tournaments as a log: pairings are fair and follow from the log, points are counted by the rules."""

from collections import Counter
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.core.errors import BadOption
from parlour.match.errors import BadPlan, CorruptLog, NotEnoughPlayers, TournamentClosed, TournamentFull
from parlour.match.tournament import decide
from parlour.match.tournament import events as ev
from parlour.match.tournament.arena import REMATCH_MS, STAND_IN_MS, WAVE_MS
from parlour.match.tournament.matching import MOST_EXACT, match_up
from parlour.match.tournament.standings import standings
from parlour.match.tournament.swiss import most_rounds
from parlour.match.tournament.tournament import CANCELLED, OVER, RUNNING, Tournament, fold
from support.tournaments import AT_MS, Table

SEEDS = st.integers(0, 2**16)


def played_pairs(tournament: Tournament) -> list[frozenset[int]]:
    return [frozenset(pairing.pair.players) for pairing in tournament.pairings.values()]


# Swiss


@given(num=st.integers(2, 30), rounds=st.integers(1, 15), seed=SEEDS)
def test_a_swiss_tournament_pairs_nobody_twice_and_everyone_in_every_round(num: int, rounds: int, seed: int) -> None:
    table = Table(num, seed, format="swiss", rounds=rounds)
    table.play_rounds()
    tournament = table.tournament

    assert tournament.rounds == min(rounds, most_rounds(num))
    assert max(Counter(played_pairs(tournament)).values()) == 1
    assert all(len(player.opponents) + player.byes == tournament.rounds for player in tournament.players)
    byes = [player.byes for player in tournament.players]
    assert sum(byes) == num % 2 * tournament.rounds
    assert max(byes) <= 1


@given(num=st.integers(4, 30), seed=SEEDS)
def test_the_seats_of_a_swiss_tournament_are_balanced(num: int, seed: int) -> None:
    table = Table(num, seed, format="swiss", rounds=min(7, most_rounds(num)))
    table.play_rounds()

    assert max(abs(player.balance) for player in table.tournament.players) <= 3
    assert sum(abs(player.balance) <= 1 for player in table.tournament.players) >= 0.6 * num


@given(num=st.integers(16, 40), seed=SEEDS)
def test_players_of_a_round_have_about_as_many_points(num: int, seed: int) -> None:
    table = Table(num, seed, format="swiss", rounds=5)
    table.start()
    for _ in range(5):
        points = [player.points for player in table.tournament.players]
        (paired,) = table.pass_ms(decide.BREAK_MS)
        assert isinstance(paired, ev.Paired)
        gaps = [abs(points[first] - points[second]) for first, second in (pair.players for pair in paired.pairs)]
        if paired.bye is not None:
            without = [
                points[each.number] for each in table.tournament.players if not each.byes or each.number == paired.bye
            ]
            assert points[paired.bye] <= min(without) + 2
        assert sum(gaps) <= len(gaps)  # half a win on average: a group with an odd number lends a player
        table.finish_all()


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    table = Table(8, format="swiss", rounds=3)
    table.start()
    (paired,) = table.pass_ms(0)
    ranked = sorted(table.tournament.players, key=lambda player: -player.rating)
    places = {player.number: place for place, player in enumerate(ranked)}

    assert isinstance(paired, ev.Paired)
    gaps = {abs(places[first] - places[second]) for first, second in (pair.players for pair in paired.pairs)}
    assert gaps == {4}


def test_a_player_without_an_opponent_gets_the_points_of_a_win_or_the_stand_in() -> None:
    with_bye, with_computer = Table(3, format="swiss", rounds=2), Table(3, format="swiss", rounds=2, level="club")
    for table in (with_bye, with_computer):
        table.start()
        table.pass_ms(0)

    bye = with_bye.tournament.bye
    assert bye is not None
    assert with_bye.tournament.players[bye].points == 2
    assert with_computer.tournament.bye is None
    assert sum(0 in pairing.pair.players for pairing in with_computer.tournament.running.values()) == 1
    assert [line.player.level for line in standings(with_computer.tournament)] == [None] * 3


def test_a_round_waits_for_its_last_match_and_a_moment() -> None:
    table = Table(4, format="swiss", rounds=2)
    table.start()
    table.pass_ms(0)
    first, second = table.tournament.running
    table.finish(first, 0)
    assert table.pass_ms(60_000) == []
    table.finish(second, 0)
    assert table.pass_ms(decide.BREAK_MS - 1) == []

    (paired,) = table.pass_ms(1)
    assert isinstance(paired, ev.Paired)
    assert paired.round == 2


def test_equal_points_are_decided_by_the_points_of_the_opponents_and_shared_if_they_are_equal_too() -> None:
    table = Table(4, format="swiss", rounds=1)
    table.play_rounds()
    lines = standings(table.tournament)

    for line, following in pairwise(lines):
        same = (line.player.points, line.tie_break) == (following.player.points, following.tie_break)
        assert (line.place == following.place) == same
        assert (line.player.points, line.tie_break) >= (following.player.points, following.tie_break)


@given(costs=st.lists(st.integers(0, 50), min_size=28, max_size=28))
def test_a_small_matching_is_the_cheapest(costs: list[int]) -> None:
    table = dict(zip(map(frozenset, combinations(range(8), 2)), costs, strict=True))

    def cost(one: int, other: int) -> float:
        return float(table.get(frozenset((one, other)), 0))

    def cheapest(left: frozenset[int]) -> float:
        if not left:
            return 0.0
        first = min(left)
        return min(cost(first, other) + cheapest(left - {first, other}) for other in left - {first})

    found = match_up(range(8), cost)
    assert sorted(player for pair in found for player in pair) == list(range(8))
    assert sum(cost(*pair) for pair in found) == cheapest(frozenset(range(8)))


@given(num=st.integers(MOST_EXACT // 2 + 1, 20), chance=st.randoms(use_true_random=False))
def test_a_large_matching_has_no_forbidden_pair_where_half_of_the_others_are_allowed(num: int, chance: object) -> None:
    players = range(2 * num)
    degree = Counter[int]()
    forbidden = set()
    pairs = list(combinations(players, 2))
    chance.shuffle(pairs)  # type: ignore[attr-defined]  # hypothesis's generator is a random.Random
    for one, other in pairs:
        if max(degree[one], degree[other]) < num - 1:
            forbidden.add(frozenset((one, other)))
            degree.update((one, other))

    found = match_up(players, lambda one, other: 1e9 if frozenset((one, other)) in forbidden else abs(one - other))
    assert not forbidden & {frozenset(pair) for pair in found}


# Arena


@given(num=st.integers(2, 24), seed=SEEDS, num_computers=st.integers(0, 3))
def test_an_arena_pairs_nobody_twice_at_once_and_lets_no_two_wait(num: int, seed: int, num_computers: int) -> None:
    table = Table(num, seed, level="club" if num_computers else None, num_computers=num_computers)
    table.start()
    waiting: Counter[int] = Counter()  # by player: seconds with nobody to play
    for _ in range(60):
        for event in table.pass_ms(1_000):
            if isinstance(event, ev.Paired):
                for pair in event.pairs:
                    first, second = (table.tournament.players[number] for number in pair.players)
                    assert not (first.level and second.level)
        busy = [number for pairing in table.tournament.running.values() for number in pairing.pair.players]
        assert len(busy) == len(set(busy))
        free = [player.number for player in table.tournament.active if player.number not in busy and not player.level]
        for number in range(num + num_computers):
            waiting[number] = waiting[number] + 1 if number in free and len(free) > 1 else 0
        assert max(waiting.values()) <= 10
        for match in list(table.tournament.running):
            if table.chance.random() < 0.1:
                table.finish(match, table.chance.choice([0, 1, None]))


def test_everyone_is_paired_at_the_start_and_by_rating() -> None:
    table = Table(10)
    table.start()
    table.pass_ms(0)
    ranked = sorted(table.tournament.players, key=lambda player: -player.rating)
    places = {player.number: place for place, player in enumerate(ranked)}

    gaps = [
        abs(places[first] - places[second])
        for first, second in (each.pair.players for each in table.tournament.running.values())
    ]
    assert gaps == [1] * 5


def test_two_players_meet_again_at_once_only_if_there_is_nobody_else() -> None:
    two, four = Table(2), Table(4)
    for table in (two, four):
        table.start()
        table.pass_ms(0)
    two.finish_all()
    assert len(two.pass_ms(0)) == 1

    pairing = next(iter(four.tournament.running.values()))
    four.finish(pairing.match, 0)
    assert four.pass_ms(WAVE_MS) == []
    assert len(four.pass_ms(REMATCH_MS - WAVE_MS)) == 1


def test_only_players_on_the_page_are_paired() -> None:
    table = Table(3)
    table.start()
    table.pass_ms(WAVE_MS, here=[0, 2])

    assert played_pairs(table.tournament) == [frozenset((0, 2))]


def test_the_stand_in_plays_a_player_who_is_alone() -> None:
    table = Table(3, level="novice")
    table.start()
    table.pass_ms(0)
    assert table.pass_ms(STAND_IN_MS - 1) == []
    table.pass_ms(1)

    assert len(table.tournament.running) == 2
    assert any(0 in pair for pair in played_pairs(table.tournament))


def test_two_wins_in_a_row_double_the_points_until_a_match_is_not_won() -> None:
    table = Table(2)
    table.start()
    points = []
    for winner in (0, 0, 0, None, None, 0):
        (paired,) = table.pass_ms(1_000)
        assert isinstance(paired, ev.Paired)
        seat = paired.pairs[0].players.index(0)
        table.finish(paired.pairs[0].match, seat if winner == 0 else None)
        points.append(table.tournament.pairings[paired.pairs[0].match].points[seat])

    assert points == [2, 2, 4, 2, 1, 2]
    assert table.tournament.players[0].points == sum(points)


def test_an_arena_begins_no_match_after_its_end_and_waits_for_the_last() -> None:
    table = Table(2, minutes=5)
    table.start()
    table.pass_ms(1_000)
    assert table.pass_ms(5 * 60_000) == []
    table.finish_all()
    table.pass_ms(0)

    assert table.tournament.state == OVER


def test_the_time_in_which_the_server_was_down_does_not_shorten_an_arena() -> None:
    table = Table(2, minutes=5)
    table.start()
    table.do([ev.Resumed(down_ms=60_000, at_ms=table.now_ms + 60_000)])

    assert table.tournament.ends_ms == AT_MS + 6 * 60_000


def test_a_player_who_does_not_come_is_paused_and_the_other_wins() -> None:
    table = Table(2)
    table.start()
    table.pass_ms(1_000)
    (match,) = table.tournament.running
    absent, other = table.tournament.running[match].pair.players
    table.finish(match, 1, "aborted", (0,))
    players = table.tournament.players

    assert (players[absent].is_paused, players[absent].points) == (True, 0)
    assert (players[other].is_paused, players[other].points) == (False, 2)
    assert table.pass_ms(60_000) == []
    table.do(decide.join(table.tournament, absent, 0.0, table.now_ms))
    assert len(table.pass_ms(REMATCH_MS)) == 1


def test_a_match_that_nobody_came_to_or_that_is_void_brings_no_points() -> None:
    table = Table(2)
    table.start()
    table.pass_ms(1_000)
    (match,) = table.tournament.running
    table.finish(match, None, ev.VOID)
    table.pass_ms(1_000)
    (match,) = table.tournament.running
    table.finish(match, None, "aborted", (0, 1))

    assert [player.points for player in table.tournament.players] == [0, 0]
    assert [player.draws for player in table.tournament.players] == [0, 0]
    assert all(player.is_paused for player in table.tournament.players)


# Coming and going


def test_a_tournament_starts_at_its_time_with_enough_people_or_is_cancelled() -> None:
    timed, lonely = Table(2, starts_ms=AT_MS + 1_000), Table(1, starts_ms=AT_MS + 1_000)
    awaited, forgotten = Table(3, start_when=4), Table(2)
    for table in (timed, lonely, awaited):
        assert table.pass_ms(999) == []
        table.pass_ms(1)
    assert awaited.tournament.state == "waiting"
    awaited.do(decide.join(awaited.tournament, None, 1500.0, awaited.now_ms))
    awaited.pass_ms(0)
    forgotten.pass_ms(decide.NEVER_STARTED_MS)

    assert [table.tournament.state for table in (timed, lonely, awaited, forgotten)] == [
        RUNNING, CANCELLED, RUNNING, CANCELLED,
    ]  # fmt: skip


def test_players_leave_and_come_back_and_are_listed_if_they_have_played() -> None:
    table = Table(3)
    table.do(decide.leave(table.tournament, 2, table.now_ms))
    assert [line.player.number for line in standings(table.tournament)].count(2) == 0
    assert decide.leave(table.tournament, 2, table.now_ms) == []
    table.start()
    table.pass_ms(1_000)
    table.do(decide.leave(table.tournament, 1, table.now_ms))

    assert len(table.tournament.running) == 1  # the match goes on
    assert len(standings(table.tournament)) == 2
    assert len(decide.join(table.tournament, 2, 0.0, table.now_ms)) == 1
    assert decide.join(table.tournament, 0, 0.0, table.now_ms) == []


def test_those_who_come_too_late_are_refused() -> None:
    swiss, arena, full = Table(2, format="swiss", rounds=1), Table(2), Table(decide.MOST_PLAYERS)
    swiss.start()
    with pytest.raises(TournamentClosed):
        decide.join(swiss.tournament, None, 1500.0, swiss.now_ms)
    arena.start()
    assert decide.join(arena.tournament, None, 1500.0, arena.now_ms)
    with pytest.raises(TournamentFull):
        decide.join(full.tournament, None, 1500.0, full.now_ms)
    arena.do([ev.Ended(at_ms=arena.now_ms)])
    with pytest.raises(TournamentClosed):
        decide.join(arena.tournament, 0, 1500.0, arena.now_ms)
    with pytest.raises(TournamentClosed):
        decide.start(arena.tournament, arena.now_ms)
    with pytest.raises(TournamentClosed):
        decide.cancel(arena.tournament, arena.now_ms)
    with pytest.raises(NotEnoughPlayers):
        Table(1).start()


@pytest.mark.parametrize(
    ("plan", "error"),
    [
        ({"pace": "none"}, BadPlan),
        ({"pace": "2d"}, BadPlan),
        ({"pace": "soon"}, BadOption),
        ({"minutes": 0}, BadPlan),
        ({"minutes": 181}, BadPlan),
        ({"format": "swiss", "rounds": 0}, BadPlan),
        ({"format": "swiss", "rounds": 16}, BadPlan),
        ({"starts_ms": AT_MS - 1}, BadPlan),
        ({"starts_ms": AT_MS + decide.LATEST_START_MS + 1}, BadPlan),
        ({"start_when": 1}, BadPlan),
        ({"num_computers": 1}, BadPlan),
        ({"level": "grandmaster"}, BadPlan),
        ({"level": "club", "num_computers": 9}, BadPlan),
    ],
)
def test_a_plan_that_cannot_work_is_refused(plan: dict[str, object], error: type[Exception]) -> None:
    usual = {"format": "arena", "minutes": 30, "game": "nim", "options": {}, "pace": "5+3"}
    decide.check_plan(ev.Plan(**usual), AT_MS)  # type: ignore[arg-type]  # the usual values are of the right types

    with pytest.raises(error):
        decide.check_plan(ev.Plan(**(usual | plan)), AT_MS)  # type: ignore[arg-type]


# The log


@given(num=st.integers(2, 12), seed=SEEDS, form=st.sampled_from(["arena", "swiss"]))
def test_the_log_rebuilds_the_tournament_and_decides_its_pairings(num: int, seed: int, form: str) -> None:
    table, again = (Table(num, seed, format=form, rounds=4) for _ in range(2))
    for each in (table, again):
        each.start()
        for _ in range(4):
            each.pass_ms(decide.BREAK_MS)
            each.finish_all()
    read = fold([ev.read_event(ev.write_event(event)) for event in table.log])

    assert read == table.tournament
    assert again.log == table.log
    assert read.version == len(table.log)


def test_a_log_that_does_not_fit_is_refused() -> None:
    table = Table(2)

    with pytest.raises(CorruptLog):
        fold(table.log[1:])
    with pytest.raises(CorruptLog):
        table.do([ev.Paused(player=7, at_ms=0)])
    with pytest.raises(CorruptLog):
        table.finish("unknown")
    with pytest.raises(CorruptLog):
        table.do(table.log[:1])
