"""Nobody waits for the others: many runs at once, an import beside them, a database and a broker that die."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.end_to_end.stack import Stack, active_task, checked, ok, patiently, until, upload

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

BOSS, ONE = "acme:boss@acme.example", "acme:one@acme.example"
RUNS, AT_ONCE = 200, 16
# Several times what it takes on two quiet cores (5 and 15), and a fraction of the minutes that one queue took.
FIRST_CALL_SECONDS, IMPORT_SECONDS = 30.0, 60.0


@pytest.fixture(scope="module")
def stack(django_db_blocker):
    running = Stack({BOSS: "admin", ONE: "annotator"}, django_db_blocker)
    yield running
    running.remove()


def test_runs_created_at_once_keep_neither_calls_nor_an_import_waiting(stack):
    boss = stack.key(BOSS)
    task = active_task(boss, 2)
    models = [
        ok(boss.post("/annotators", json={"model": "simulated-careful", "parameters": {"seed": n}}))["annotator_id"]
        for n in range(RUNS)
    ]
    began = time.monotonic()

    with ThreadPoolExecutor(AT_ONCE) as pool, ThreadPoolExecutor(2) as beside:
        started = [pool.submit(start, stack, task, model) for model in models]
        first = beside.submit(wait_for_call, stack, began)
        imported = beside.submit(import_cases, stack, began)

        assert all(each.result() == 201 for each in started)
        assert first.result() < FIRST_CALL_SECONDS
        assert imported.result() < IMPORT_SECONDS
    print(f"First call after {first.result():.1f} s, import done after {imported.result():.1f} s.")


def start(stack, task, model):
    return httpx.post(
        f"{stack.url}/v1/annotations/tasks/{task}/annotators",
        json={"annotator_id": model},
        headers=stack.key(BOSS).headers,
        timeout=120,
    ).status_code


def wait_for_call(stack, began):
    """Seconds until the simulated provider was asked for the first time."""
    address = stack.installation.environment()["EVALHUB_SIMULATED_URL"]
    while not httpx.get(f"{address}/control/log", timeout=60).json()["requests"]:
        assert time.monotonic() - began < 2 * FIRST_CALL_SECONDS, "No call."
        time.sleep(0.05)
    return time.monotonic() - began


def import_cases(stack, began):
    """Seconds until a file of 5,000 cases was checked and imported."""
    boss = stack.key(BOSS)
    version = checked(boss, upload(boss, (f"c{n},Question {n}?,Answer {n}." for n in range(5000))))
    assert version["validation_status"] == "VALID", version
    return time.monotonic() - began


def test_killed_broker_and_database_come_back_while_web_and_workers_stay(stack):
    boss, one = stack.key(BOSS), stack.key(ONE)
    before = stack.installation.processes()
    task = active_task(boss, 6)

    dead = stack.kill("valkey")
    item = ok(one.post(f"/annotations/tasks/{task}/next"))["item_id"]
    answered = one.post(f"/annotations/tasks/{task}/items/{item}", json={"labels": {"label": "good"}})
    assert ok(answered)["revision"] == 1  # labels need no broker
    stack.wait_for_restart(dead)

    dead = stack.kill("postgres")
    while stack.installation.processes()["postgres"] == dead["postgres"]:
        seen = one.post(f"/annotations/tasks/{task}/next")
        assert seen.status_code in (200, 503) and seen.json(), seen.text
        assert seen.status_code == 200 or seen.headers["Retry-After"]

    model = ok(patiently(lambda: boss.post("/annotators", json={"model": "simulated-harsh"})))["annotator_id"]
    ok(patiently(lambda: boss.post(f"/annotations/tasks/{task}/annotators", json={"annotator_id": model})))
    until(
        lambda: ok(patiently(lambda: boss.get(f"/annotations/tasks/{task}/annotators/{model}")))["progress"],
        lambda progress: progress["done"] == 6,
        "answers of the model",
    )
    kept = ("web", "worker")
    assert {name: stack.installation.processes()[name] for name in kept} == {name: before[name] for name in kept}
