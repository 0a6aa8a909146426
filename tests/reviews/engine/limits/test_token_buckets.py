"""The arithmetic of token buckets, on a clock of the test's own."""

import random

import pytest

from reviews.engine.limits.token_buckets import DEEPEST_DEBT_SECONDS, NO_RULE, BucketDemand, Buckets, Rule


def ask(amount=1.0, rule=None, *, key="a", is_correction=False):
    return BucketDemand(key, (rule or Rule(10.0, 1.0), NO_RULE, NO_RULE), (amount, 0, 0), is_correction)


def test_limits_flow_in_evenly_and_keep_the_order():
    rule = Rule.of(600, 1.0)
    assert rule == Rule(capacity=100.0, per_second=10.0)
    assert Rule.of(600, 0.5) == Rule(capacity=50.0, per_second=5.0)
    assert Rule.of(3, 1.0) == Rule(capacity=1.0, per_second=0.05)  # one request always fits
    assert Rule.of(None, 0.5) == NO_RULE

    buckets = Buckets()
    taken = buckets.take([ask(4.0), ask(6.0), ask(3.0)], now=0.0)
    assert taken == [0.0, 0.0, 3.0]
    assert buckets.take([ask(3.0)], now=2.9) == [pytest.approx(0.1)]
    assert buckets.take([ask(3.0)], now=3.0) == [0.0]

    buckets = Buckets()
    buckets.take([ask(8.0)], now=0.0)
    waits = buckets.take([ask(5.0), ask(1.0), ask(1.0, key="b")], now=0.0)
    assert waits == [3.0, 4.0, 0.0]


def test_large_asks_measures_and_corrections():
    buckets = Buckets()
    first, second = buckets.take([ask(25.0), ask(1.0)], now=0.0)
    assert (first, second) == (0.0, 16.0)

    buckets = Buckets()
    rules = (Rule(10.0, 1.0), Rule(100.0, 10.0), Rule(50.0, 5.0))
    waits = buckets.take([BucketDemand("a", rules, (1, 90, 10)), BucketDemand("a", rules, (1, 30, 10))], now=0.0)
    assert waits == [0.0, 2.0]
    assert buckets.take([BucketDemand("a", rules, (9, 10, 40))], now=0.0) == [0.0]

    buckets = Buckets()
    buckets.take([ask(4.0)], now=0.0)
    buckets.take([ask(-9.0, is_correction=True)], now=0.0)
    assert buckets.take([ask(10.0), ask(1.0)], now=0.0) == [0.0, 1.0]
    buckets.take([ask(5.0, is_correction=True)], now=0.0)
    assert buckets.take([ask(1.0)], now=0.0) == [6.0]


def test_debt_missing_rules_and_clocks():
    buckets = Buckets()
    buckets.take([ask(1_000_000.0, is_correction=True)], now=0.0)
    assert buckets.take([ask(1.0)], now=0.0) == [DEEPEST_DEBT_SECONDS + 1.0]

    assert Buckets().take([ask(10**9, NO_RULE)] * 3, now=0.0) == [0.0] * 3

    buckets = Buckets()
    buckets.take([ask(10.0)], now=100.0)
    assert buckets.take([ask(1.0)], now=50.0) == [1.0]


def test_no_minute_takes_more_and_waiting_is_enough():
    for per_minute in [7, 60, 1000]:
        buckets, rule, rng, now, taken = Buckets(), Rule.of(per_minute, 1.0), random.Random(per_minute), 0.0, []

        for _ in range(4000):
            now += rng.expovariate(per_minute / 30)  # asked for twice as often as may be
            if buckets.take([ask(1.0, rule)], now=now) == [0.0]:
                taken.append(now)

        most = max(sum(start <= moment < start + 60 for moment in taken) for start in taken[::10])
        assert per_minute * 0.9 <= most <= per_minute + rule.capacity + 1, per_minute

    buckets, rng, now = Buckets(), random.Random(1), 0.0
    rules = (Rule.of(100, 1.0), Rule.of(30_000, 1.0), Rule.of(9_000, 1.0))
    for _ in range(500):
        wanted = BucketDemand("a", rules, (1, rng.randrange(1, 6000), rng.randrange(1, 900)))
        wait = buckets.take([wanted], now=now)[0]
        now += wait + 1e-6
        assert wait == 0.0 or buckets.take([wanted], now=now) == [0.0]
