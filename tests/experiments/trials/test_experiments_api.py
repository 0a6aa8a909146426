"""The API of experiments, as a program uses it: plan, start, look, conclude."""

import pytest

from evalhub.lib.statistics.experiments import confidence_sequence
from experiments.models import Evaluation
from tests.experiments.evaluations_world import take_steps
from tests.experiments.trials_world import make_outputs


@pytest.fixture
def bob_api(bob, api_of):
    return api_of(bob)


V4, V5 = "1101001011" * 4, "1" * 40


def plan(version=None, **fields):
    variants = [
        {
            "name": name,
            "is_control": name == "v4",
            "traffic_allocation": 0.5,
            "config": {"output_name": name} if version else {"model": {"name": "simulated/good"}},
        }
        for name in ("v4", "v5")
    ]
    body = {
        "name": "v5 against v4",
        "type": "PROMPT_COMPARISON",
        "primary_metric": "exact_match",
        "config": {"method": "sequential", "minimum_sample_size": 30},
        "variants": variants,
    }
    return body | ({"dataset_version_id": str(version.pk)} if version else {}) | fields


def test_a_start_wakes_who_scores_and_traffic_nobody(acme, bob_api, monkeypatch):
    woken = []
    monkeypatch.setattr("experiments.evaluations.tasks.evaluation_due.delay_on_commit", lambda: woken.append(True))
    for version, expected in ((None, []), (make_outputs(acme, v4=V4, v5=V5), [True])):
        pk = bob_api.post("/v1/experiments", plan(version)).json()["experiment_id"]
        assert bob_api.post(f"/v1/experiments/{pk}/start").status_code == 200 and woken == expected


def test_a_variant_whose_outputs_are_not_there_is_refused_at_once(acme, bob_api):
    version = make_outputs(acme, v4=V4, v6=V5)
    answer = bob_api.post("/v1/experiments", plan(version))

    assert answer.status_code == 400 and "'v5'" in answer.json()["error"]["message"]
    assert "v4, v6" in answer.json()["error"]["message"]


def test_from_a_plan_to_a_conclusion(acme, bob_api):
    version = make_outputs(acme, v4=V4, v5=V5)
    guardrails = ["contains", {"metric": "latency", "margin": 100}]
    made = bob_api.post("/v1/experiments", plan(version, guardrail_metrics=guardrails))
    assert made.status_code == 201 and made.json()["status"] == "DRAFT", made.json()
    pk = made.json()["experiment_id"]
    for part in ("results", "report.pdf"):
        assert bob_api.get(f"/v1/experiments/{pk}/{part}").json()["error"]["code"] == "experiment_not_started"

    started = bob_api.post(f"/v1/experiments/{pk}/start").json()
    assert started["status"] == "RUNNING" and started["started_at"]
    for variant in started["variants"]:
        take_steps(Evaluation.objects.get(pk=variant["evaluation_id"]))
    found = bob_api.get(f"/v1/experiments/{pk}/results").json()

    assert [(each["name"], each["sample_size"]) for each in found["variants"]] == [("v4", 40), ("v5", 40)]
    assert found["variants"][1]["metrics"]["primary"]["mean"] == 1.0
    assert [each["passed"] for each in found["variants"][1]["metrics"]["guardrails"]] == [True, None]
    assert found["analysis"]["p_value"] < 0.01 and found["analysis"]["is_significant"]
    assert found["verdict"] == "inconclusive" and "Latency" in found["analysis"]["recommendation"]
    assert found["differences"][0]["running"]["method"] == confidence_sequence.METHOD
    assert bob_api.get(f"/v1/experiments/{pk}/results").json() == found

    report = bob_api.get(f"/v1/experiments/{pk}/report.pdf", HTTP_ACCEPT="application/pdf")
    assert (report.status_code, report["Content-Type"]) == (200, "application/pdf")
    assert report.content.startswith(b"%PDF-") and "-look-1.pdf" in report["Content-Disposition"]

    unknown = bob_api.post(f"/v1/experiments/{pk}/conclude", {"winner": "v7"})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (400, "invalid_winner")
    winner = found["variants"][1]["variant_id"]
    done = bob_api.post(f"/v1/experiments/{pk}/conclude", {"winner": winner, "notes": "Ship."}).json()
    assert done["status"] == "CONCLUDED" and done["conclusion"]["winner"] == winner
    assert done["conclusion"]["declared_by"] == "bob@example.org" and done["conclusion"]["look"] == 1
    assert bob_api.get(f"/v1/experiments/{pk}/results").json() == found | {"status": "CONCLUDED"}
    assert bob_api.post(f"/v1/experiments/{pk}/pause").status_code == 409
    assert bob_api.post(f"/v1/experiments/{pk}/archive").json()["status"] == "ARCHIVED"


def test_experiments_as_first_designed_and_what_is_wrong(bob_api):
    """Without cases: units are traffic, and metrics are whatever is reported."""
    body = plan(guardrail_metrics=["safety", "cost"], type="AB_TEST") | {"primary_metric": "faithfulness"}
    found = bob_api.post("/v1/experiments", body).json()
    assert (found["units"], found["status"], found["guardrail_metrics"]) == ("traffic", "DRAFT", ["safety", "cost_usd"])

    mistakes = [
        ({"type": "CONTEST"}, "CONTEST"),
        ({"primary_metric": 3}, "metric"),
        ({"primary_metric": {"metric": "x", "direction": "up"}}, "up"),
        ({"config": {"method": "guess"}}, "guess"),
        ({"variants": []}, "2 to 10"),
    ]
    for change, words in mistakes:
        answer = bob_api.post("/v1/experiments", plan(**change))
        assert answer.status_code == 400 and words in str(answer.json()), change


def test_a_list_takes_as_many_queries_for_many(acme, bob_api, django_assert_max_num_queries):
    version = make_outputs(acme, v4="1", v5="1")
    for index in range(4):
        assert bob_api.post("/v1/experiments", plan(version, name=f"E{index}")).status_code == 201
    with django_assert_max_num_queries(9):
        found = bob_api.get("/v1/experiments?status=DRAFT&name=E").json()

    assert len(found["experiments"]) == 4
