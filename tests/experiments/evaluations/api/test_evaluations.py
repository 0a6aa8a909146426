"""Evaluations over the API: single ones with and without waiting, batches, lists, and what is refused."""

import pytest

from annotations.models import Metric
from datasets.models import DatasetVersion, TestCase
from evalhub.lib.processes.sandbox import programs
from experiments.evaluations.actions import waiting
from experiments.models import Evaluation
from tests.experiments.evaluations.actions.test_models import JUDGE, scoring
from tests.experiments.evaluations_world import RIGHT, make_evaluation, make_repetitions, make_version, take_steps
from tests.statements import at_most

WAY = "/v1/evaluations"
SINGLE = {"input": "What is 2 plus 2?", "output": "4", "expected_output": "4", "metrics": ["exact_match"]}


@pytest.fixture
def api(api_of, bob):
    return api_of(bob)


@pytest.fixture(autouse=True)
def no_broker(monkeypatch):
    from experiments.evaluations.tasks import evaluation_due
    from reviews.engine.tasks import request_due

    for task in (evaluation_due, request_due):
        monkeypatch.setattr(task, "delay_on_commit", lambda: None)


def test_single_output_is_scored_while_its_request_waits(api):
    metadata = {"model_name": "model-a", "model_version": "2", "prompt_version": "p1", "region": "north"}

    made = api.post(WAY, SINGLE | {"context": "Sums.", "metadata": metadata})

    answer = made.json()
    assert made.status_code == 201
    assert (answer["status"], answer["scores"], answer["failures"]) == ("completed", {"exact_match": 1.0}, {})
    assert answer["latency_ms"] >= 0 and answer["cost_usd"] == 0 and answer["type"] == "SINGLE"
    assert api.get(f"{WAY}/{answer['evaluation_id']}").json() == answer
    case = TestCase.objects.get()
    assert case.input == {"prompt": SINGLE["input"], "context": "Sums."} and case.metadata == metadata
    system = case.outputs.get().system
    assert (system.name, system.model_version, system.prompt) == ("model-a", "2", "p1")


def test_programs_are_executed_by_workers_alone(api, settings, monkeypatch):
    settings.EVALUATION_WAIT_SECONDS = 0.3
    monkeypatch.setattr(programs, "_hidden", ())
    metadata = {"test": "def check(candidate):\n    assert candidate(1) == 2", "entry_point": "next_of"}
    body = SINGLE | {"output": "def next_of(n):\n    return n + 1", "metrics": ["unit_tests"], "metadata": metadata}

    made = api.post(WAY, body).json()

    assert (made["status"], made["scores"]) == ("pending", {})
    assert not Evaluation.objects.get().started_at
    assert take_steps(Evaluation.objects.get()).status == "COMPLETED"
    assert api.get(f"{WAY}/{made['evaluation_id']}").json()["scores"] == {"unit_tests": 1.0}


def test_single_outputs_share_one_open_version(api):
    for output in ("4", "5", "4"):
        assert api.post(WAY, SINGLE | {"output": output}).json()["status"] == "completed"

    version = DatasetVersion.objects.get()
    assert (version.is_open, version.row_count, version.dataset.is_listed) == (True, 3, False)
    assert [case.row_index for case in version.cases.all()] == [0, 1, 2]


def test_reasons_of_missing_scores_are_told(api):
    answer = api.post(WAY, SINGLE | {"expected_output": None}).json()
    assert (answer["status"], answer["scores"]) == ("failed", {"exact_match": None})
    assert answer["failures"] == {"exact_match": "There is no expected output to compare with."}

    schema = {"metric": "json_schema", "parameters": {"schema": {"multipleOf": 0.1}}}
    made = api.post(WAY, SINGLE | {"output": "9" * 400, "metrics": [schema]})
    assert (made.status_code, made.json()["status"]) == (201, "failed")
    assert "too large" in made.json()["failures"]["json_schema"]


def test_models_score_after_the_request(api, model):
    model(scoring())
    body = SINGLE | {"metrics": ["exact_match", "faithfulness"], "config": {"sync": False, "evaluator_model": JUDGE}}

    pending = api.post(WAY, body).json()
    assert (pending["status"], pending["scores"]) == ("pending", {})
    take_steps(Evaluation.objects.get())

    answer = api.get(f"{WAY}/{pending['evaluation_id']}").json()
    assert (answer["status"], answer["scores"]) == ("completed", {"exact_match": 1.0, "faithfulness": 4.0})
    assert answer["reasoning"]["faithfulness"] == "It agrees."


def test_request_does_not_wait_for_ever(api, settings, monkeypatch):
    settings.EVALUATION_WAIT_SECONDS = 0
    monkeypatch.setattr(waiting.time, "sleep", pytest.fail)

    answer = api.post(WAY, SINGLE | {"metrics": ["faithfulness"], "config": {"evaluator_model": JUDGE}}).json()

    assert answer["status"] == "pending"


def test_rubrics_of_ones_own_become_metrics(api, model):
    model(scoring(value=2))
    rubrics = {"politeness": "Is the answer polite?"}
    config = {"sync": False, "evaluator_model": JUDGE, "custom_rubrics": rubrics}

    made = api.post(WAY, SINGLE | {"config": config}).json()
    take_steps(Evaluation.objects.get())

    assert api.get(f"{WAY}/{made['evaluation_id']}").json()["scores"] == {"exact_match": 1.0, "politeness": 2.0}
    assert Metric.objects.get(key="politeness").criteria["description"] == rubrics["politeness"]


def test_batch_is_a_job_with_progress_and_figures(api, acme):
    version = make_version(acme, [RIGHT, RIGHT, "5", None])
    body = {"dataset_version_id": str(version.pk), "metrics": ["exact_match"], "name": "Nightly"}

    queued = api.post(f"{WAY}/batch", body)
    assert queued.status_code == 202
    assert (queued.json()["status"], queued.json()["total_items"]) == ("queued", 4)
    assert queued.json()["estimated_completion"] is not None
    take_steps(Evaluation.objects.get())

    job = api.get(f"{WAY}/batch/{queued.json()['job_id']}").json()
    found = job["summary_scores"]["exact_match"]
    assert (job["status"], job["progress"]) == ("completed", {"total": 4, "completed": 4, "failed": 1})
    assert (found["n_scored"], found["n_total"], found["failed"]) == (3, 4, {"output_missing": 1})
    assert found["low"] < found["mean"] < found["high"] and found["method"] == "bounded mean"
    assert (found["p50"], job["total_cost_usd"], job["estimated_completion"]) == (1.0, 0, None)


def test_several_models_have_figures_of_their_own(api, acme, model):
    model(scoring())
    config = {"evaluator_models": [JUDGE, {"model": "simulated-hasty"}]}
    body = {"dataset_version_id": str(make_version(acme).pk), "metrics": ["faithfulness"], "config": config}

    made = api.post(f"{WAY}/batch", body).json()
    take_steps(Evaluation.objects.get())

    job = api.get(f"{WAY}/batch/{made['job_id']}").json()
    assert set(job["summary_scores"]) == {f"faithfulness:{JUDGE}", "faithfulness:simulated-hasty"}
    assert job["simulated"] is True


def test_list_is_filtered_and_paged_at_the_same_cost_for_many(api, acme):
    version = make_version(acme)
    first, second = make_evaluation(version), make_evaluation(version, type="REGRESSION")
    take_steps(first)

    def listed(**query):
        answer = api.get(WAY, query).json()
        return [run["run_id"] for run in answer["runs"]], answer["total"], answer["has_more"]

    assert listed() == ([str(second.pk), str(first.pk)], 2, False)
    assert listed(limit=1) == ([str(second.pk)], 2, True)
    assert listed(status="COMPLETED") == ([str(first.pk)], 1, False)
    assert listed(type="REGRESSION", dataset_version_id=str(version.pk))[0] == [str(second.pk)]
    assert listed(created_before="2020-01-01T00:00:00Z") == ([], 0, False)
    assert api.get(WAY).json()["runs"][1]["summary_scores"] == {"exact_match": pytest.approx(2 / 3)}
    for _ in range(3):
        make_evaluation(version)
    with at_most(10):
        assert listed()[1] == 5


def test_evaluation_is_cancelled_once(api, acme):
    way = f"{WAY}/{make_evaluation(make_version(acme)).pk}"

    assert api.patch(way, {"desired_state": "cancel"}).json()["status"] == "cancelled"
    assert api.patch(way, {"desired_state": "cancel"}).json()["error"]["code"] == "evaluation_ended"


def test_what_is_wrong_with_a_single_evaluation_is_named(api):
    mistakes = [
        ({"metrics": ["nonsense"]}, "metrics[0].metric: is 'nonsense'"),
        ({"metrics": [3]}, "Must be a text or an object"),
        ({"input": 3}, "Must be a text or an object"),
        ({"input": {"prompt": ""}}, "The input is empty."),
        ({"metrics": ["faithfulness"], "config": {"evaluator_model": "no model"}}, "The model is 'no model'"),
        ({"config": {"odd": 1}}, "Unknown field"),
    ]

    for body, words in mistakes:
        refused = api.post(WAY, SINGLE | body)
        assert refused.status_code == 400 and words in refused.json()["error"]["message"], body
    assert not Evaluation.objects.exists() and not TestCase.objects.exists()


def test_foreign_versions_and_addresses_that_nothing_may_be_sent_to_are_refused(api, api_of, mallory, acme):
    body = {"dataset_version_id": str(make_version(acme).pk), "metrics": ["exact_match"]}

    refused = api.post(f"{WAY}/batch", body | {"webhook_url": "http://127.0.0.1/in"})

    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "bad_address")
    assert api_of(mallory).post(f"{WAY}/batch", body).status_code == 404
    assert not Evaluation.objects.exists()


def test_failures_are_tried_again(api, acme):
    evaluation = take_steps(make_evaluation(make_version(acme, expected={0: None})))
    way = f"{WAY}/{evaluation.pk}"

    answer = api.patch(way, {"retry_failed": True})

    assert (answer.status_code, answer.json()["status"]) == (200, "running")
    assert api.patch(way, {"retry_failed": True}).json()["error"]["code"] == "evaluation_running"
    for body in ({}, {"desired_state": "cancel", "retry_failed": True}):
        assert api.patch(way, body).status_code == 400


def test_reducer_of_repetitions_is_taken_and_told(api, acme):
    version = make_repetitions(acme, [[RIGHT, "5"], ["5", "5"]])
    body = {"dataset_version_id": str(version.pk), "metrics": ["exact_match"], "repetitions": 2, "reducer": "pass@1"}

    made = api.post(f"{WAY}/batch", body)
    refused = api.post(f"{WAY}/batch", body | {"reducer": "pass@3"})
    evaluation = take_steps(Evaluation.objects.get(pk=made.json()["job_id"]))

    assert refused.status_code == 400 and "reducer: is 'pass@3'" in refused.json()["error"]["message"]
    figures = api.get(f"{WAY}/batch/{evaluation.pk}").json()["summary_scores"]["exact_match"]
    assert (figures["reducer"], figures["mean"], figures["n_scored"]) == ("pass@1", 0.25, 4)
    assert (figures["n_cases"], figures["n_cases_total"], figures["cases_left_out"]) == (2, 2, {})
    assert api.get(f"{WAY}/{evaluation.pk}").json()["reducer"] == "pass@1"
