"""The metrics of a running server, for Prometheus."""

import asyncio
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

LAG_S = 0.25  # between two looks at how late the event loop is
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The metrics of one server."""

    def __init__(self) -> None:
        registry = CollectorRegistry()
        self._registry = registry
        self.ack_seconds = Histogram(
            "parlour_ack_seconds", "Time from a command to its acknowledgement", registry=registry, buckets=SECONDS
        )
        self.client_seconds = Histogram(
            "parlour_client_latency_seconds",
            "Round-trip time as measured by clients",
            registry=registry,
            buckets=SECONDS,
        )
        self.loop_lag_seconds = Histogram(
            "parlour_loop_lag_seconds", "How late the event loop was", registry=registry, buckets=SECONDS
        )
        self.refusals = Counter("parlour_refusals", "Requests refused", ["code"], registry=registry)
        self.failures = Counter("parlour_failures", "Failures that were logged", registry=registry)

    def watch(self, name: str, words: str, read: Callable[[], float]) -> None:
        """Register a gauge that is read whenever the metrics are."""
        Gauge(name, words, registry=self._registry).set_function(read)

    def to_text(self) -> bytes:
        """Return all metrics in the format of Prometheus."""
        return generate_latest(self._registry)

    async def measure_lag(self) -> None:
        """Measure how late the event loop is, forever."""
        loop = asyncio.get_running_loop()
        while True:
            expected = loop.time() + LAG_S
            await asyncio.sleep(LAG_S)
            self.loop_lag_seconds.observe(max(0.0, loop.time() - expected))
