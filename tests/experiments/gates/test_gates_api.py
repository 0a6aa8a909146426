"""Gates over the API."""

import pytest

from experiments.models import Gate, GateResult
from tests.experiments.gates_world import make_result, systems
from tests.undoing import undone

pytestmark = pytest.mark.django_db


def test_gate_that_cannot_be_is_refused(bob, api_of, subtests):
    cases = [
        ({"expression": "exact_match.mean >= baseline"}, "another one"),
        ({"expression": "exact_match.mean > baseline", "baseline_rule": "pinned"}, "the evaluation that this gate"),
        ({"expression": "exact_match.mean >"}, "At character"),
        ({"expression": "exact_match.mean <= 1e999"}, "At character 21 of the expression: '1e999'"),
        ({"baseline_rule": "newest"}, "none, pinned, last_passed, own"),
        ({"least_cases": 0}, "least_cases"),
        ({"name": "a\nb"}, "one line of 1 to 200"),
    ]

    for fields, place in cases:
        with subtests.test(fields=fields, place=place), undone():
            body = {"name": "Quality", "expression": "exact_match.mean >= 0.5"} | fields
            answer = api_of(bob).post("/v1/gates", body)
            assert answer.status_code == 400 and place in answer.json()["error"]["message"]
            assert not Gate.objects.exists()


def test_gate_over_the_api(acme, bob, api_of):
    client = api_of(bob)
    baseline, evaluation = systems(acme, 36, 20)
    body = {
        "name": "No regression",
        "expression": "exact_match.mean >= baseline - 0.02",
        "baseline_rule": "pinned",
        "baseline_id": str(baseline.pk),
    }

    made = client.post("/v1/gates", body).json()
    address = f"/v1/gates/{made['gate_id']}"
    decided = client.post(f"{address}/decide", {"evaluation_id": str(evaluation.pk)}).json()
    listed = client.get(f"{address}/results", {"state": "failed"}).json()
    given = client.post(f"/v1/evaluations/{evaluation.pk}/gate", {"expression": "exact_match.mean > 0.4"}).json()

    endless = client.post(f"/v1/evaluations/{evaluation.pk}/gate", {"expression": "exact_match.mean >= -1e999"})
    assert (endless.status_code, endless.json()["error"]["code"]) == (400, "invalid_gate")
    assert decided["state"] == "failed" and listed["results"] == [decided]
    assert decided["conditions"][0]["difference"] == pytest.approx(-0.4) and "❌" in decided["markdown"]
    assert (given["state"], given["gate_id"], given["baseline_id"]) == ("passed", None, None)
    make_result(Gate.objects.get(), baseline, cases_needed=87)
    assert client.get(f"{address}/results").json()["results"][0]["conditions"][0]["cases_needed"] == 87
    assert client.patch(address, {"is_active": False}).json()["is_active"] is False
    assert client.post("/v1/gates", body).json()["error"]["code"] == "name_taken"
    assert client.delete(address).status_code == 204 and GateResult.objects.filter(gate=None).count() == 3
