"""kill -9 in the middle of everything: nothing is lost, nothing is doubled."""

import json
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.end_to_end.stack import Stack, active_task, checked, labels_of, ok, patiently, until, upload

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800), pytest.mark.xdist_group("kill")]


@pytest.fixture(scope="module")
def stack():
    running = Stack()
    yield running
    running.end()


@pytest.fixture
def boss(stack):
    return stack.key("boss@acme.example", "admin")


def test_upload_survives_the_death_of_its_worker(stack, boss):
    rows = 150_000
    address = upload(boss, (f"c{n},Question {n}?,An answer that takes a few bytes {n}." for n in range(rows)))
    until(lambda: ok(boss.get(address)), lambda v: (v.get("progress") or {}).get("done"), "progress of the check")

    stack.kill("worker")

    version = checked(boss, address)
    assert (version["validation_status"], version["row_count"]) == ("VALID", rows)
    last = ok(boss.get(f"{address}/cases", params={"limit": 1, "offset": rows - 1}))
    assert last["total"] == rows and last["cases"][0]["external_id"] == f"c{rows - 1}"


def test_acknowledged_answers_survive_the_death_of_the_web_process(stack, boss):
    task = active_task(boss, 120, required=2)
    acknowledged = []

    def work(email):
        headers = stack.key(email, "annotator").headers
        with httpx.Client(base_url=f"{stack.url}/v1", headers=headers, timeout=30) as client:
            while item := ok(patiently(lambda: client.post(f"/annotations/tasks/{task}/next")))["item_id"]:
                body = {"labels": {"label": "good"}, "submission_id": str(uuid.uuid4())}
                path = f"/annotations/tasks/{task}/items/{item}"
                stored = patiently(lambda path=path, body=body: client.post(path, json=body))
                acknowledged.append(ok(stored)["annotation_id"])

    people = [f"person{n}@acme.example" for n in range(3)]
    for email in people:
        stack.key(email, "annotator")
    with ThreadPoolExecutor(3) as pool:
        jobs = [pool.submit(work, email) for email in people]
        until(lambda: len(acknowledged), lambda n: n >= 20, "first answers")
        stack.kill("web")
        for job in jobs:
            job.result(timeout=900)

    stored = labels_of(boss, task)
    assert set(acknowledged) <= {row["annotation_id"] for row in stored}
    assert set(Counter(row["item_id"] for row in stored).values()) == {2} and len(stored) == 240


def test_work_of_a_model_survives_the_death_of_its_worker(stack, boss):
    task = active_task(boss, 24)
    model = ok(boss.post("/annotators", json={"model": "simulated-careful"}))["annotator_id"]
    ok(boss.post(f"/annotations/tasks/{task}/annotators", json={"annotator_id": model}))

    def progress():
        return ok(boss.get(f"/annotations/tasks/{task}/annotators/{model}"))["progress"]

    until(progress, lambda seen: seen["done"] >= 2, "first judgements")
    stack.kill("worker")

    until(progress, lambda seen: seen["done"] == 24, "judgement of every item")
    counted = Counter(row["item_id"] for row in labels_of(boss, task) if row["annotator_kind"] == "llm")
    assert len(counted) == 24 and set(counted.values()) == {1}


def test_export_survives_the_death_of_its_worker(stack, boss):
    task = active_task(boss, 400)
    annotator = stack.key("busy@acme.example", "annotator")
    while item := ok(annotator.post(f"/annotations/tasks/{task}/next"))["item_id"]:
        ok(annotator.post(f"/annotations/tasks/{task}/items/{item}", json={"labels": {"label": "bad"}}))

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(lambda: ok(boss.post(f"/annotations/tasks/{task}/export", json={"kind": "annotations"})))
        time.sleep(0.05)
        stack.kill("worker")
        export = asked.result(timeout=300)
    export = until(
        lambda: ok(patiently(lambda: boss.get(export["status_url"]))),
        lambda seen: seen["status"] == "completed",
        "finished export",
    )

    rows = json.loads(boss.get(export["download_url"]).content)
    assert len(rows) == export["item_count"] == 400
    assert len({row["annotation_id"] for row in rows}) == 400
