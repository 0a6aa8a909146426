"""One life of `make up`: the tour of the API, then kill -9 in the middle of everything, then Ctrl-C."""

import json
import os
import subprocess
import sys
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import httpx
import krippendorff
import numpy as np
import pytest

from evalhub.local.paths import ROOT
from evalhub.local.servers.network import ask
from tests import factories
from tests.end_to_end import first_visit
from tests.end_to_end.gates import gates
from tests.end_to_end.stack import Stack, active_task, checked, labels_of, ok, patiently, until, upload

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1800)]

TOUR = {"BOSS": "admin", "ONE": "annotator", "TWO": "annotator"}
BOSS, BUSY = "acme:boss@acme.example", "acme:busy@acme.example"
NEWCOMER, PASSWORD, TEN_MINUTES = "nora@first.example", factories.PASSWORD, 600
PEOPLE = [f"acme:person{number}@acme.example" for number in range(3)]
MEMBERS = (
    {f"tour:{name.lower()}@tour.example": role for name, role in TOUR.items()}
    | {BOSS: "admin"}
    | dict.fromkeys([BUSY, *PEOPLE], "annotator")
)
CASES, JUDGED, ANSWERED, EXPORTED = 2000, 24, 20, 10


@pytest.fixture(scope="module")
def stack(django_db_blocker):
    """The tests of this module follow each other on it; the last one ends it."""
    running = Stack(MEMBERS, django_db_blocker)
    yield running
    running.remove()


@pytest.fixture(scope="module")
def boss(stack):
    return stack.key(BOSS)


def test_it_says_where_it_is_and_answers_there(stack):
    health = ask(stack.port, "/healthz", seconds=60)

    assert f"EvalHub is ready: {stack.url}\n" in stack.installation.output()
    assert health.status == 200
    assert health.body["database"] == health.body["broker"] == "ok"


def test_a_second_start_is_told_the_address(stack):
    second = stack.installation.run("-m", "evalhub.local", "up", "--no-demo")

    assert second.returncode == 1
    assert f"already running: {stack.url}" in second.stderr


def test_the_tour_of_the_api_ends_with_ground_truth(stack):
    """The script that the README sends a newcomer to, run as written."""
    keys = {name: stack.secret(f"tour:{name.lower()}@tour.example") for name in TOUR}

    command = [sys.executable, "docs/api_tour.py", stack.url]
    environment = os.environ | keys
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=600, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    for name in ("csv", "json", "jsonl", "parquet"):
        assert f"cases.{name}: VALID, 12 rows" in done.stdout
    assert "simulated-careful (simulated: True): 12 items judged" in done.stdout
    assert "complete 12 of 12" in done.stdout and "ground truth of " in done.stdout
    boss = stack.key("tour:boss@tour.example")
    task = ok(boss.get("/annotations/tasks"))["tasks"][0]["task_id"]
    figures = ok(boss.get(f"/annotations/tasks/{task}/progress"))["agreement_metrics"]
    assert figures["krippendorff_alpha"] == pytest.approx(alpha_of_people(labels_of(boss, task)))


def test_first_visit_ends_with_agreement_an_audit_and_an_export_within_ten_minutes(stack, browser):
    """From an empty organization, in the browser, by what the pages offer."""
    stack.manage("user", "--email", NEWCOMER, "--role", "admin", "--organization", "first", "--password", PASSWORD)
    began = time.monotonic()
    visit = first_visit.visit(browser, stack.url)

    visit.sign_in(NEWCOMER, PASSWORD)
    visit.bring_a_file()
    visit.make_a_task("First look")
    visit.ask_a_model()
    visit.label_everything()
    agreement = visit.agreement()
    visit.audit_an_answer()
    rows = visit.export()
    visit.page.context.close()

    assert "simulated-careful" in agreement
    assert {row["annotator_kind"] for row in rows} == {"human", "llm"}
    assert time.monotonic() - began < TEN_MINUTES


def alpha_of_people(rows):
    """The package's own alpha over the labels that the API lists."""
    human = [row for row in rows if row["annotator_kind"] == "human"]
    items, people = ({key: n for n, key in enumerate(sorted({row[name] for row in human}))}
                     for name in ("item_id", "annotator_id"))  # fmt: skip
    table = np.full((len(people), len(items)), np.nan)
    for row in human:
        table[people[row["annotator_id"]], items[row["item_id"]]] = row["labels"]["label"] == "right"
    return krippendorff.alpha(reliability_data=table, level_of_measurement="nominal")


@dataclass(frozen=True)
class Killed:
    """What was under way when web and worker were killed: addresses and ids, and the answers that were acknowledged."""

    version: str
    judged: str
    model: str
    answered: str
    acknowledged: list
    export: dict


@pytest.fixture(scope="module")
def killed(stack, boss):
    """An upload, an export, a model and three people at work; each is in the middle, then web and worker die."""
    exported, answered, judged = (
        active_task(boss, n, required=places) for n, places in ((EXPORTED, 1), (ANSWERED, 2), (JUDGED, 1))
    )
    answer_all(stack, BUSY, exported, [])
    acknowledged = []
    # The model answers twice, then thinks for longer than its worker lives.
    stack.simulated({"path": "chat", "times": 2}, {"path": "chat", "slow_ms": 60_000, "times": None})

    database = stack.installation.environment()["DATABASE_URL"]
    with ThreadPoolExecutor(len(PEOPLE)) as pool, gates(database) as closed:
        held = {
            "the file half written": closed.close("datasets_testcase", "INSERT", f"NEW.external_id = 'c{CASES // 2}'"),
            "the export written but not counted": closed.close(
                "annotations_exportjob", "UPDATE", f"NEW.task_id = '{exported}' AND NEW.state = 'done'"
            ),
            "a submission": closed.close(
                "annotations_annotation",
                "INSERT",
                f"NEW.task_id = '{answered}' AND {ANSWERED // 2} <= (SELECT"
                f" count(*) FROM annotations_annotation WHERE task_id = '{answered}')",
            ),
        }
        version = upload(boss, (f"c{n},Question {n}?,An answer that takes a few bytes {n}." for n in range(CASES)))
        model = ok(boss.post("/annotators", json={"model": "simulated-careful"}))["annotator_id"]
        ok(boss.post(f"/annotations/tasks/{judged}/annotators", json={"annotator_id": model}))
        export = ok(boss.post(f"/annotations/tasks/{exported}/export", json={"kind": "annotations"}))
        at_work = [pool.submit(answer_all, stack, person, answered, acknowledged) for person in PEOPLE]
        until(lambda: progress_of(boss, judged, model), lambda seen: seen["done"] == 2, "first two judgements")
        for what, gate in held.items():
            until(lambda gate=gate: closed.waiting(gate), bool, f"sign of {what}")

        dead = stack.kill("worker", "web")
        closed.turn_away()
        closed.open()
        stack.simulated()
        for each in at_work:
            each.result(timeout=900)

    stack.wait_for_restart(dead)
    return Killed(version, judged, model, answered, acknowledged, export)


def answer_all(stack, person, task, acknowledged):
    """Answer what comes until nothing is left, sending again what got no answer; notes what was acknowledged."""
    headers = stack.key(person).headers
    with httpx.Client(base_url=f"{stack.url}/v1", headers=headers, timeout=120) as client:
        while item := ok(patiently(lambda: client.post(f"/annotations/tasks/{task}/next")))["item_id"]:
            body = {"labels": {"label": "good"}, "submission_id": str(uuid.uuid4())}
            path = f"/annotations/tasks/{task}/items/{item}"
            stored = patiently(lambda path=path, body=body: client.post(path, json=body))
            acknowledged.append(ok(stored)["annotation_id"])


def progress_of(boss, task, model):
    return ok(patiently(lambda: boss.get(f"/annotations/tasks/{task}/annotators/{model}")))["progress"]


def test_a_killed_program_is_started_again(stack, killed):
    for name in ("web", "worker"):
        assert f"{name} was ended by SIGKILL; it is started again" in stack.installation.output()
    until(lambda: ask(stack.port, "/healthz", seconds=60).status, lambda status: status == 200, "healthy answer")


def test_upload_survives_the_death_of_its_worker(boss, killed):
    version = checked(boss, killed.version)

    assert (version["validation_status"], version["row_count"]) == ("VALID", CASES)
    last = ok(boss.get(f"{killed.version}/cases", params={"limit": 1, "offset": CASES - 1}))
    assert last["total"] == CASES and last["cases"][0]["external_id"] == f"c{CASES - 1}"


def test_acknowledged_answers_survive_the_death_of_the_web_process(boss, killed):
    stored = labels_of(boss, killed.answered)

    assert set(killed.acknowledged) == {row["annotation_id"] for row in stored}
    assert len(killed.acknowledged) == len(stored) == 2 * ANSWERED
    assert set(Counter(row["item_id"] for row in stored).values()) == {2}


def test_work_of_a_model_survives_the_death_of_its_worker(boss, killed):
    until(
        lambda: progress_of(boss, killed.judged, killed.model),
        lambda seen: seen["done"] == JUDGED,
        "judgement of every item",
    )

    counted = Counter(row["item_id"] for row in labels_of(boss, killed.judged) if row["annotator_kind"] == "llm")
    assert len(counted) == JUDGED and set(counted.values()) == {1}


def test_export_survives_the_death_of_its_worker(boss, killed):
    export = until(
        lambda: ok(patiently(lambda: boss.get(killed.export["status_url"]))),
        lambda seen: seen["status"] == "completed",
        "finished export",
    )

    rows = json.loads(boss.get(export["download_url"]).content)
    assert len(rows) == export["item_count"] == EXPORTED
    assert len({row["annotation_id"] for row in rows}) == EXPORTED


def test_every_rule_of_the_stored_rows_holds_in_the_end(stack, killed):
    stack.invariants()


def test_ctrl_c_stops_everything(stack):
    status = stack.installation.interrupt()

    assert status == 0
    assert stack.installation.leftovers() == []
