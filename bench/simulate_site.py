"""A site with a million players, simulated: how busy its machines are, and how long an action takes.

The service times are those of results.md ("Several nodes"); docs/scaling.md derives the plan that is tried here.

python bench/simulate_site.py             # the plan, and with one machine fewer of each kind
python bench/simulate_site.py 8 8 10      # other numbers: cells, node machines of each, seconds between two actions

A cell holds the matches of some ids: nodes, a PostgreSQL and a Redis, and shares nothing with other cells, so one is
simulated, event by event. An action waits for the one thread of its node and goes into the batch that the writer of
the node commits next; the commit waits for a core of PostgreSQL and for the disk; the action waits for its node again
and is acknowledged. Then it goes through Redis to the node of the opponent. All times are exponential.
"""

import heapq
import itertools
import random
import statistics
import sys
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

PLAYERS = 1_000_000
TARGET_MS = 100.0  # for 99 of 100 actions
MOST_BUSY = 0.7  # of any core: there is room for more people, and for the clients of a machine that was lost
SEED = 1
ACTIONS = 60_000  # that are simulated


class Costs(NamedTuple):
    """CPU seconds, as measured."""

    own: float = 0.00075  # of the node where an action is made
    follow: float = 0.00061  # of the node of the opponent
    commit_node: float = 0.00051  # of a node, a commit, however many actions it has
    commit_store: float = 0.00037  # of PostgreSQL, likewise
    store: float = 0.00011  # of PostgreSQL, an action
    compare_node: float = 0.0000034  # of a node, for each match in its memory, once a second
    compare_store: float = 0.0000062  # of PostgreSQL, likewise
    publish: float = 0.000024  # of Redis, an action
    disk: float = 0.002  # until a commit is on the disk: not CPU


class Plan(NamedTuple):
    """How many machines there are."""

    cells: int = 7
    node_machines: int = 9  # in each cell
    action_s: float = 5.0  # between two actions of a match
    node_cores: int = 4  # of a machine, one node each
    store_cores: int = 8

    @property
    def rate(self) -> float:
        """Actions a second in a cell."""
        return PLAYERS / 2 / self.action_s / self.cells

    @property
    def compared(self) -> float:
        """Matches that are compared once a second in a cell: each is in the memory of two nodes."""
        return PLAYERS / self.cells

    @property
    def nodes(self) -> int:
        return self.node_machines * self.node_cores


class Found(NamedTuple):
    """What a simulation found."""

    nodes: float  # the share of their time for which they are busy
    store: float
    redis: float
    batch: float  # actions in a commit, on average
    p50_ms: float
    p99_ms: float
    seen_p99_ms: float  # until the opponent is shown an action

    @property
    def is_met(self) -> bool:
        return self.p99_ms < TARGET_MS and max(self.nodes, self.store, self.redis) <= MOST_BUSY


class Server:
    """Some cores that take work in turn."""

    def __init__(self, clock: "Clock", cores: int = 1) -> None:
        self._clock = clock
        self._free = cores
        self._waiting: deque[tuple[float, Callable[[], None]]] = deque()
        self.worked_s = 0.0

    def do(self, duration_s: float, then: Callable[[], None]) -> None:
        """Work for a while when a core is free, and go on."""
        self._waiting.append((duration_s, then))
        self._begin()

    def _begin(self) -> None:
        if self._free and self._waiting:
            self._free -= 1
            duration_s, then = self._waiting.popleft()
            self.worked_s += duration_s
            self._clock.after(duration_s, lambda: self._end(then))

    def _end(self, then: Callable[[], None]) -> None:
        self._free += 1
        then()
        self._begin()


class Clock:
    """What happens when."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = itertools.count()

    def after(self, delay_s: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._events, (self.now_s + delay_s, next(self._numbers), do))

    def run(self, until_s: float) -> None:
        while self._events and self._events[0][0] < until_s:
            self.now_s, _, do = heapq.heappop(self._events)
            do()


class Cell:
    """One cell, and the times of its actions."""

    def __init__(self, plan: Plan, costs: Costs, seed: int) -> None:
        self._clock = Clock()
        self._plan, self._costs = plan, costs
        self._chance = random.Random(seed)
        self._nodes = [Server(self._clock) for _ in range(plan.nodes)]
        self._store, self._redis = Server(self._clock, plan.store_cores), Server(self._clock)
        self._batches: list[list[Callable[[], None]]] = [[] for _ in self._nodes]
        self._is_writing = [False] * plan.nodes
        # What comparing takes is missing for the rest, which takes longer by as much.
        self._comparing_nodes = plan.compared * costs.compare_node / plan.nodes
        self._comparing_store = plan.compared * costs.compare_store / plan.store_cores
        self._acks_s: list[float] = []
        self._seen_s: list[float] = []
        self._num_commits = 0

    def run(self, num_actions: int) -> Found:
        """Let about this many actions come, and count all but the first ones."""
        seconds = num_actions / self._plan.rate
        self._next()
        self._clock.run(seconds)
        acks = statistics.quantiles(self._acks_s[len(self._acks_s) // 5 :], n=100)
        seen = statistics.quantiles(self._seen_s[len(self._seen_s) // 5 :], n=100)
        nodes = sum(node.worked_s for node in self._nodes) / seconds / self._plan.nodes
        store = self._store.worked_s / seconds / self._plan.store_cores
        return Found(
            nodes * (1 - self._comparing_nodes) + self._comparing_nodes,
            store * (1 - self._comparing_store) + self._comparing_store,
            self._redis.worked_s / seconds, len(self._acks_s) / self._num_commits,
            1000 * acks[49], 1000 * acks[98], 1000 * seen[98],
        )  # fmt: skip

    def _work(self, mean_s: float, missing: float = 0.0) -> float:
        return self._chance.expovariate(max(0.05, 1 - missing) / mean_s)

    def _next(self) -> None:
        self._clock.after(self._work(1 / self._plan.rate), self._next)
        if self._clock.now_s:
            self._act(*self._chance.sample(range(self._plan.nodes), 2))

    def _act(self, node: int, other: int) -> None:
        begin_s, costs, missing = self._clock.now_s, self._costs, self._comparing_nodes

        def saved() -> None:
            self._nodes[node].do(self._work(0.25 * costs.own, missing), acknowledge)

        def acknowledge() -> None:
            self._acks_s.append(self._clock.now_s - begin_s)
            self._redis.do(self._work(costs.publish), follow)

        def follow() -> None:
            self._nodes[other].do(self._work(costs.follow, missing), show)

        def show() -> None:
            self._seen_s.append(self._clock.now_s - begin_s)

        self._nodes[node].do(self._work(0.75 * costs.own, missing), lambda: self._save(node, saved))

    def _save(self, node: int, saved: Callable[[], None]) -> None:
        self._batches[node].append(saved)
        if not self._is_writing[node]:
            self._is_writing[node] = True
            self._nodes[node].do(self._work(self._costs.commit_node, self._comparing_nodes), lambda: self._commit(node))

    def _commit(self, node: int) -> None:
        """Commit all that waits."""
        batch, self._batches[node] = self._batches[node], []
        self._num_commits += 1

        def written() -> None:
            self._is_writing[node] = False
            for saved in batch:
                saved()
            if waiting := self._batches[node]:
                self._save(node, waiting.pop())

        mean_s = self._costs.commit_store + len(batch) * self._costs.store
        work_s = self._work(mean_s, self._comparing_store)
        self._store.do(work_s, lambda: self._clock.after(self._work(self._costs.disk), written))


def check() -> None:
    """Compare one core with what queueing theory says of it: M/M/1 at 70 %, a mean time of work / (1 - 0.7)."""
    clock, chance, times = Clock(), random.Random(1), list[float]()
    server = Server(clock)

    def arrive() -> None:
        begin_s = clock.now_s
        server.do(chance.expovariate(1.0), lambda: times.append(clock.now_s - begin_s))
        clock.after(chance.expovariate(0.7), arrive)

    arrive()
    clock.run(200_000)
    assert abs(statistics.mean(times) * (1 - 0.7) - 1) < 0.05, statistics.mean(times)


def tell(title: str, plan: Plan, costs: Costs) -> bool:
    """Simulate a plan and print what was found; returns whether it meets the target."""
    found = Cell(plan, costs, SEED).run(ACTIONS)
    print(f"{title}: {plan.cells} cells, each with {plan.node_machines} x {plan.node_cores} cores of nodes and "
          f"{plan.store_cores} of PostgreSQL, {plan.rate:,.0f} actions/s; busy: nodes {found.nodes:.0%}, PostgreSQL "
          f"{found.store:.0%}, Redis {found.redis:.0%}; {found.batch:.1f} actions a commit; acknowledged p50 "
          f"{found.p50_ms:.1f} ms, p99 {found.p99_ms:.1f} ms, seen by the opponent p99 {found.seen_p99_ms:.1f} ms: "
          f"{'met' if found.is_met else 'missed'}", flush=True)  # fmt: skip
    return found.is_met


def main() -> None:
    check()
    costs, plan = Costs(), Plan()
    if given := [float(word) for word in sys.argv[1:]]:
        tell("given", plan._replace(cells=int(given[0]), node_machines=int(given[1]), action_s=given[2]), costs)
        return
    assert tell("the plan", plan, costs)
    fewer = {
        "one cell fewer": plan._replace(cells=plan.cells - 1),
        "one node machine fewer": plan._replace(node_machines=plan.node_machines - 1),
        "one core fewer for PostgreSQL": plan._replace(store_cores=plan.store_cores - 1),
    }
    for title, less in fewer.items():
        assert not tell(title, less, costs), title


if __name__ == "__main__":
    main()
