"""Limits: buckets that fill up again, each for one kind and one person."""

import pytest

from parlour.server import limits
from parlour.server.errors import TooMany
from parlour.server.limits import LIMITS, LONGEST_DEBT_S, Bucket, Limits, network_of
from parlour.server.payer import UNCOUNTED_BYTES, UNCOUNTED_MS, Payer


class Hand:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.at_ms = 1_000_000

    def now_ms(self) -> int:
        return self.at_ms

    wall_ms = now_ms


def take_all(counted: Limits, kind: str, by: str) -> int:
    """Take until it is refused; returns how often it was granted."""
    for number in range(10_000):
        try:
            counted.consume(kind, by)
        except TooMany:
            return number
    raise AssertionError("there is no limit")


@pytest.mark.parametrize("kind", [kind for kind, limit in LIMITS.items() if limit.at_once <= 1000])
def test_a_bucket_gives_what_the_table_says_and_fills_up_again(kind: str) -> None:
    clock, limit = Hand(), LIMITS[kind]
    counted = Limits(clock)
    assert take_all(counted, kind, "ada") == limit.at_once
    assert take_all(counted, kind, "bo") == limit.at_once

    clock.at_ms += round(30 * 1000 * limit.seconds)
    assert take_all(counted, kind, "ada") == min(30, limit.at_once)


@pytest.mark.parametrize("kind", LIMITS)
def test_an_overdrawn_bucket_says_how_long_it_takes_but_never_very_long(kind: str) -> None:
    clock, limit = Hand(), LIMITS[kind]
    counted = Limits(clock)
    counted.spend(kind, "ada", limit.at_once)
    assert counted.wait_s(kind, "ada") == pytest.approx(0.0, abs=1e-6)

    counted.spend(kind, "ada", 2 / limit.seconds)
    assert counted.wait_s(kind, "ada") == pytest.approx(2.0)
    with pytest.raises(TooMany, match="in 2 s"):
        counted.check(kind, "ada")

    counted.spend(kind, "ada", 10**12)
    assert counted.wait_s(kind, "ada") == pytest.approx(LONGEST_DEBT_S)
    assert counted.wait_s(kind, "bo") == 0.0


def test_the_bucket_of_a_connection_keeps_the_same_limits() -> None:
    bucket, limit = Bucket("control", 1.0), LIMITS["control"]
    bucket.spend(100.0, limit.at_once)
    assert bucket.wait_s(100.0) == 0.0
    bucket.spend(100.0, 4)
    assert bucket.wait_s(100.0) == pytest.approx(4 * limit.seconds)
    assert bucket.wait_s(200.0) == 0.0


def test_a_refusal_says_how_long_to_wait_and_does_not_make_it_longer() -> None:
    clock = Hand()
    counted = Limits(clock)
    take_all(counted, "sign_up", "ada")
    for _ in range(50):
        with pytest.raises(TooMany, match="in 60 s"):
            counted.consume("sign_up", "ada")
    clock.at_ms += 60_000
    counted.consume("sign_up", "ada")


def test_kinds_do_not_share_a_bucket() -> None:
    counted = Limits(Hand())
    take_all(counted, "chat", "ada")
    counted.consume("create", "ada")


def test_a_factor_loosens_everything() -> None:
    assert take_all(Limits(Hand(), factor=10), "chat", "ada") == 10 * LIMITS["chat"].at_once


def test_the_memory_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BUCKETS", 3)
    counted = Limits(Hand())
    take_all(counted, "chat", "ada")
    for other in ("bo", "cy", "di"):
        counted.consume("chat", other)

    assert take_all(counted, "chat", "ada") == LIMITS["chat"].at_once  # forgotten
    assert take_all(counted, "chat", "di") == LIMITS["chat"].at_once - 1


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_counted_with_its_network(address: str, network: str) -> None:
    assert network_of(address) == network


def test_what_a_client_owes_is_counted_together_and_none_of_it_is_lost() -> None:
    counted, spent = Limits(Hand()), LIMITS["bytes_out"].at_once + 2 / LIMITS["bytes_out"].seconds
    client = Payer(counted, "ada", "192.0.2.1", "1")
    client.spend_out(UNCOUNTED_BYTES)
    client.spend_cpu(UNCOUNTED_MS)
    assert not counted._full_at_ms["bytes_out"]

    client.spend_out(1)
    assert set(counted._full_at_ms["bytes_out"]) == {"1"}

    for _ in range(round(spent / 100) - UNCOUNTED_BYTES // 100):
        client.spend_out(100)
    assert client.wait_s == pytest.approx(2.0, rel=0.01)
