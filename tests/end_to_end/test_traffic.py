"""A bandit over simulated traffic, with four clients and a web process that is killed: no unit is allocated twice.

TRAFFIC_UNITS=20000 in the environment takes as many units, and prints what it took.
"""

import os
import random
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from evalhub.invariants import broken
from experiments.models import Allocation, TrafficOutcome, VariantShares
from experiments.trials.actions import looks
from experiments.trials.actions.experiments import Config
from experiments.trials.models.experiment import BANDIT
from experiments.trials.tasks import traffic_due
from tests import factories
from tests.end_to_end.stack import ok, patiently
from tests.end_to_end.web_process import web
from tests.experiments.traffic_world import RESOLVED, make_traffic

__all__ = ["web"]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.django_db(transaction=True)]
UNITS, CLIENTS = int(os.environ.get("TRAFFIC_UNITS", "1200")), 4
AT_ONCE = max(20, UNITS // 60)
CHANCES = {"v4": 0.3, "v5": 0.5}


@pytest.fixture(autouse=True)
def no_limits(monkeypatch):
    for kind in ("BATCH", "ORGANIZATION"):
        monkeypatch.setenv(f"EVALHUB_{kind}_REQUESTS", "1000000000")


def serve(address, secret, batches):
    """What one client does: ask for variants and report what happened; returns {unit: {variants that it was told}}."""
    told = {}
    with httpx.Client(base_url=address, headers={"Authorization": f"Bearer {secret}"}, timeout=60) as client:
        for units in batches:
            answer = ok(patiently(lambda units=units: client.post("/allocate", json={"units": units})))
            rows = []
            for each in answer["allocations"]:
                told.setdefault(each["unit"], set()).add(each["variant"])
                luck = random.Random(each["unit"]).random()
                rows.append(
                    {"unit": each["unit"], "metric": "resolved", "value": float(luck < CHANCES[each["variant"]])}
                )
            ok(patiently(lambda rows=rows: client.post("/outcomes", json={"outcomes": rows})))
    return told


def test_no_unit_is_allocated_twice(web, no_limits):
    organization = factories.make_organization()
    member = factories.make_member(organization, role="admin")
    config = Config(allocation_policy={"seed": 1}, planned_n=UNITS)
    bandit = make_traffic(organization, *CHANCES, metrics=[RESOLVED], type=BANDIT, config=config)
    web.kill()
    web.start()  # with the limits of this test
    units = [f"user-{number}" for number in range(UNITS)]
    batches = [units[start : start + AT_ONCE] for start in range(0, UNITS, AT_ONCE)]
    address, secret = f"{web.url}/v1/experiments/{bandit.pk}", factories.make_api_key(member).secret
    began = time.monotonic()

    with ThreadPoolExecutor(CLIENTS) as pool:
        # Every client sends all of them, in an order of its own.
        own = [random.Random(place).sample(batches, len(batches)) for place in range(CLIENTS)]
        running = [pool.submit(serve, address, secret, each) for each in own]
        for part in (1, 2, 3):
            while Allocation.objects.count() < part * UNITS // 4 and not all(each.done() for each in running):
                traffic_due()
            if part == 2:
                web.kill()
                web.start()
        told = [each.result() for each in running]
    seconds = time.monotonic() - began
    traffic_due()

    assert all(len(variants) == 1 for each in told for variants in each.values())
    assert all(each == told[0] for each in told) and told[0].keys() == set(units)
    assert Allocation.objects.count() == TrafficOutcome.objects.count() == UNITS
    stored = dict(Allocation.objects.values_list("unit", "variant__name"))
    assert stored == {unit: next(iter(variants)) for unit, variants in told[0].items()}
    assert VariantShares.objects.exists() and not broken()
    found = looks.look(experiment=bandit)
    assert found.n == UNITS and found.figures["checks"][0]["state"] == "passed"
    best = sum(variant == "v5" for variant in stored.values()) / UNITS
    print(
        f"{UNITS:,} units, {CLIENTS} clients, {2 * CLIENTS * UNITS / seconds:,.0f} allocations and outcomes a second,"
        f" {VariantShares.objects.count()} changes of shares, {best:.0%} to the better variant, {found.verdict}."
    )
