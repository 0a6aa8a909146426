"""Buckets in a real Redis: the same answers as the arithmetic in Python, for several processes at once."""

import os
import random
import subprocess
import sys
import uuid

import pytest
from django.conf import settings
from django.test import override_settings
from redis import Redis
from redis.exceptions import RedisError

from reviews.engine.limits import redis_buckets
from reviews.engine.limits.token_buckets import NO_RULE, BucketDemand, Buckets, Rule
from tests.live import until
from tests.source_tree import ROOT

pytestmark = pytest.mark.services

SLOW = 0.001  # what flows in during a test is next to nothing

TAKER = """
import sys
from reviews.engine.limits import redis_buckets
from reviews.engine.limits.token_buckets import NO_RULE, BucketDemand, Rule
ask = BucketDemand(sys.argv[1], (Rule(50.0, 0.001), NO_RULE, NO_RULE), (1, 0, 0))
redis_buckets.take([BucketDemand("warm", ask.rules, (1, 0, 0))])
print("ready", flush=True)
sys.stdin.readline()
print(sum(redis_buckets.take([ask, ask]).count(0.0) for _ in range(20)))
"""


def ask(key, amount=1.0, rule=None, *, is_correction=False):
    return BucketDemand(key, (rule or Rule(10.0, SLOW), NO_RULE, NO_RULE), (amount, 0, 0), is_correction)


def flush():
    Redis.from_url(settings.REDIS_URL).flushdb()


@pytest.fixture
def key():
    return uuid.uuid4().hex


@pytest.mark.parametrize("seed", range(5))
def test_same_answers_as_in_python(key, seed):
    rng, own = random.Random(seed), Buckets()
    rules = {
        f"{key}:{n}": tuple(rng.choice([NO_RULE, Rule(rng.uniform(1, 100), SLOW)]) for _ in range(3)) for n in range(3)
    }

    for _ in range(6):
        asks = []
        for _ in range(rng.randrange(1, 25)):
            name = rng.choice(list(rules))
            correcting = rng.random() < 0.3
            amounts = tuple(rng.choice([0, rng.uniform(-30 if correcting else 0, 60)]) for _ in range(3))
            asks.append(BucketDemand(name, rules[name], amounts, correcting))

        shared, local = redis_buckets.take(asks), own.take(asks, now=0.0)

        assert [wait == 0.0 for wait in shared] == [wait == 0.0 for wait in local]
        assert shared == pytest.approx(local, abs=60.0)  # seconds; the waits are thousands


def test_full_bucket_gives_all_it_holds(key):
    """A capacity that six decimals would round down, given back to the bucket, and asked for as a whole."""
    rule = Rule(1 / 3, 1e-9)
    redis_buckets.take([ask(key, 0.25, rule)])
    redis_buckets.take([ask(key, -0.25, rule, is_correction=True)])

    assert redis_buckets.take([ask(key, 1.0, rule)]) == [0.0]


def test_buckets_fill_by_their_rule(key):
    rule = Rule(5.0, 20.0)
    taken, wait = redis_buckets.take([ask(key, 5.0, rule), ask(key, 4.0, rule)])
    assert (taken, wait) == (0.0, 0.2)
    until(lambda: redis_buckets.take([ask(key, 4.0, rule)]) == [0.0], "room in the bucket")

    redis_buckets.take([ask(key, 2.0)])
    assert redis_buckets.take([ask(key, 3.0, Rule(3.0, SLOW)), ask(key, 1.0, Rule(3.0, SLOW))])[1] > 0.0

    redis_buckets.take([ask(key, 5.0, Rule(5.0, 0.05))])
    redis = Redis.from_url(settings.REDIS_URL)
    assert 0 < redis.pttl(redis_buckets.PREFIX + key) <= 101_000


def test_buckets_are_full_after_a_flush(key):
    assert redis_buckets.take([ask(key, 10.0), ask(key)])[1] > 0.0
    flush()
    assert redis_buckets.take([ask(key, 10.0), ask(key)])[0] == 0.0

    redis_buckets.take([ask(key, 10.0)])
    flush()
    redis_buckets.take([ask(key, 4.0, is_correction=True)])
    assert redis_buckets.take([ask(key, 7.0), ask(key, 6.0)])[0] > 0.0
    assert redis_buckets.take([ask(key, 6.0)]) == [0.0]


@pytest.mark.slow
def test_several_processes_take_no_more_than_one_bucket_holds(key):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "evalhub.settings"}
    takers = [
        subprocess.Popen(
            [sys.executable, "-c", TAKER, key],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    for taker in takers:
        assert taker.stdout.readline() == "ready\n"

    for taker in takers:
        taker.stdin.write("go\n")
        taker.stdin.flush()
    counts = [int(taker.communicate(timeout=60)[0]) for taker in takers]

    assert sum(counts) == 50


@override_settings(REDIS_URL="redis://127.0.0.1:1/0")
def test_redis_that_is_away_is_an_error(key):
    with pytest.raises(RedisError):
        redis_buckets.take([ask(key)])
