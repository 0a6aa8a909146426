"""Benchmarks over the API: suites, runs of them, and their comparison."""

import pytest

from evalhub.events.models import OutboxEvent
from experiments.benchmarks.models import SuiteRun
from experiments.benchmarks.tasks import advance_suite_runs
from experiments.evaluations.tasks import evaluation_due
from tests.annotations.imports.formats.files import upload
from tests.experiments.benchmarks import log_files
from tests.experiments.benchmarks_world import document, make_suite, make_version, play_on, right, wrong

MODEL = {"name": "simulated-careful", "version": "1", "config": {"temperature": 0.5}}


@pytest.fixture
def api(api_of, bob, monkeypatch):
    monkeypatch.setattr(advance_suite_runs, "delay", lambda: None)
    return api_of(bob)


def test_suites_are_added_from_files_and_listed(api, bob):
    make_version(bob)
    text = document({"a": {"category": "Sums"}, "b": {"needs": "[a]"}})

    made = api.post("/v1/benchmarks/suites", {"definition": text})

    assert made.status_code == 201
    assert (made.json()["task_count"], made.json()["total_items"], made.json()["frozen"]) == (2, 8, False)
    assert [(task["key"], task["needs"], task["item_count"]) for task in made.json()["tasks"]] == [
        ("a", [], 4),
        ("b", ["a"], 4),
    ]
    listed = api.get("/v1/benchmarks/suites").json()
    assert [(suite["name"], suite["version"], suite["categories"]) for suite in listed["suites"]] == [
        ("Small", "1", ["Sums"])
    ]
    assert [suite["key"] for suite in listed["shipped"]] == ["arithmetic", "choices", "formats", "reading", "support"]
    assert api.get(f"/v1/benchmarks/suites/{made.json()['suite_id']}").json()["definition"] == text


def test_mistakes_of_suites_are_named(api):
    mistakes = [
        ({"definition": "a: ["}, "invalid_suite"),
        ({"shipped": "nope"}, "unknown_key"),
        ({}, "invalid_input"),
        ({"shipped": "choices", "definition": "a"}, "invalid_input"),
    ]

    for body, code in mistakes:
        answer = api.post("/v1/benchmarks/suites", body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), body


def test_a_run_is_started_followed_and_read_and_its_end_is_an_event_for_who_asked(api, bob, model, monkeypatch):
    monkeypatch.setenv("EVALHUB_STATIC_HOSTS", "127.0.0.1=127.0.0.1")
    model(right)
    make_version(bob)
    suite = make_suite(bob)
    body = {"suite_id": str(suite.pk), "model": MODEL, "webhook_url": "http://127.0.0.1:9/runs"}

    made = api.post("/v1/benchmarks/runs", body).json()

    assert (made["status"], made["suite"]["name"], made["estimated_completion"] > made["created_at"]) == (
        "QUEUED",
        "Small",
        True,
    )
    play_on(SuiteRun.objects.get(pk=made["run_id"]))
    found = api.get(f"/v1/benchmarks/runs/{made['run_id']}").json()
    assert (found["status"], found["model"]["name"], found["model"]["config"]) == (
        "COMPLETED",
        "simulated-careful",
        {"temperature": 0.5},
    )
    assert found["progress"] == {"total_tasks": 2, "completed_tasks": 2, "total_items": 8, "completed_items": 8}
    assert (found["results"]["overall_score"], found["results"]["macro"]["coverage"]) == (1, 1)
    first = found["results"]["tasks"][0]
    assert (first["task_name"], first["score"], first["items_evaluated"], first["items_correct"]) == ("first", 1, 4, 4)
    assert (first["planned_start"], first["planned_end"]) == (0, 10)
    listed = api.get(f"/v1/benchmarks/runs?suite_id={suite.pk}").json()
    assert [run["run_id"] for run in listed["runs"]] == [made["run_id"]]
    event = OutboxEvent.objects.get(type="suite_run.completed")
    assert [event.payload[key] for key in ("run_id", "status", "overall_score")] == [made["run_id"], "COMPLETED", 1]
    assert [delivery.url for delivery in event.deliveries.all()] == ["http://127.0.0.1:9/runs"]
    private = api.post("/v1/benchmarks/runs", body | {"webhook_url": "http://127.0.0.2/"})
    assert private.status_code == 400 and SuiteRun.objects.count() == 1


def test_a_run_is_paused_cancelled_and_retried(api, bob):
    make_version(bob)
    body = {"suite_id": str(make_suite(bob).pk), "model": MODEL}
    address = f"/v1/benchmarks/runs/{api.post('/v1/benchmarks/runs', body).json()['run_id']}"

    def change(state):
        return api.patch(address, {"desired_state": state})

    assert change("pause").json()["paused"] is True
    assert change("run").json()["paused"] is False
    assert change("retry").json()["error"]["code"] == "nothing_to_retry"
    assert change("cancel").json()["status"] == "CANCELLED"
    assert change("pause").json()["error"]["code"] == "run_ended"
    assert change("retry").json()["results"]["tasks"][0]["state"] == "waiting"


def test_mistakes_of_runs_are_named(api, api_of, bob, mallory):
    make_version(bob)
    body = {"suite_id": str(make_suite(bob, {"a": {"calls": 2}}).pk), "model": MODEL}
    mistakes = [
        ({"model": {"name": "no spaces"}}, "invalid_model"),
        ({"model": {"name": "simulated-careful", "config": {"heat": 1}}}, "unknown_parameter"),
        ({"tasks": ["x"]}, "invalid_input"),
        ({"calls": 1}, "invalid_plan"),
        ({"parallelism": 0}, "invalid_input"),
    ]

    for change, code in mistakes:
        answer = api.post("/v1/benchmarks/runs", body | change)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, code), change
    assert api_of(mallory).post("/v1/benchmarks/runs", body).status_code == 404


def test_runs_of_a_suite_are_compared(api, api_of, bob, mallory, model):
    make_version(bob)
    suite, other = make_suite(bob, {"a": {}}), make_suite(bob, {"a": {}}, version="2")
    ids = []
    for name, answers in (("simulated-hasty", wrong), ("simulated-careful", right)):
        model(answers)
        body = {"suite_id": str(suite.pk), "model": {"name": name}}
        ids.append(api.post("/v1/benchmarks/runs", body).json()["run_id"])
        play_on(SuiteRun.objects.get(pk=ids[-1]))

    found = api.post("/v1/benchmarks/compare", {"run_ids": ids}).json()

    assert [(each["model_name"], each["overall_score"], each["rank"]) for each in found["models"]] == [
        ("simulated-careful", 1, 1),
        ("simulated-hasty", 0, 2),
    ]
    assert [each["score"] for each in found["comparison"][0]["scores"]] == [1, 0]
    body = {"suite_id": str(other.pk), "model": MODEL}
    third = api.post("/v1/benchmarks/runs", body).json()["run_id"]
    refused = api.post("/v1/benchmarks/compare", {"run_ids": [ids[0], third]})
    assert refused.json()["error"]["code"] == "other_suite"
    assert api_of(mallory).post("/v1/benchmarks/compare", {"run_ids": ids}).status_code == 404


def test_a_log_is_imported(api, monkeypatch):
    monkeypatch.setattr(evaluation_due, "delay", lambda: None)

    made = api.upload("/v1/benchmarks/logs", {"file": upload("own.eval", log_files.inspect_eval())})

    (found,) = made.json()["evaluations"]
    assert (made.status_code, found["name"], found["output_count"]) == (201, "own_sums · mockllm/model", 12)
    assert found["figures"] == {"match": 5 / 6, "graded.short": 1, "graded.polite": 0.5}
    refused = api.upload("/v1/benchmarks/logs", {"file": upload("a.eval", b"no zip")})
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "invalid_log")
