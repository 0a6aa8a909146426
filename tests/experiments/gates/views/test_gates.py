"""The page of a gate: its verdict and why, conditions with their differences, trends, and deciding by hand."""

import pytest
from django.urls import reverse

from experiments.gates.actions import gates
from tests.experiments.evaluations_world import make_evaluation, make_version
from tests.experiments.gates_world import make_gate, make_result, systems
from tests.statements import at_most

pytestmark = pytest.mark.django_db
TEXT = "exact_match.mean >= baseline - 0.02\nexact_match.mean lower >= 0.3\nfailed_share <= 0.05"


def page(client, name, *args):
    return client.get(reverse(f"experiments:{name}", args=args)).content.decode()


def test_failed_result_says_why_and_by_how_much(client_of, vera, acme):
    baseline, worse = systems(acme, 36, 20)
    gate = make_gate(acme, expression=TEXT, baseline_rule="pinned", baseline=baseline)
    gates.apply(gate=gate, evaluation=worse)

    shown = page(client_of(vera), "gate_detail", gate.pk)

    assert "Failed: 1 of 3 conditions not met." in shown
    assert "0.500, limit 0.880." in shown and "baseline 0.900 − 0.02" in shown and "−0.400" in shown
    assert "paired t, p &lt; 0.001" in shown and "lower end of the 95 % CI" in shown
    assert "evalhub-client gate &#x27;No regression&#x27;" in shown and "Decide an evaluation" not in shown


def test_trend_of_several_results_and_an_earlier_one(client_of, vera, acme):
    gate, version = make_gate(acme), make_version(acme)
    evaluations = [make_evaluation(version, name=f"Night {number}") for number in range(3)]
    states = ("failed", "failed", "passed")
    results = [make_result(gate, each, state=state) for each, state in zip(evaluations, states, strict=True)]
    client = client_of(vera)

    with at_most(14):
        newest = page(client, "gate_detail", gate.pk)
    earlier = page(client, "gate_result", gate.pk, results[0].pk)

    assert "First passed with Night 2." in newest and "limit 0.5" in newest
    assert "This is the first result" in earlier and "Night 2" not in earlier


def test_gate_without_results_is_decided_by_hand(client_of, bob, acme):
    (evaluation,) = systems(acme, 36)
    gate, client = make_gate(acme, is_active=False), client_of(bob)
    assert "No results yet" in page(client, "gate_detail", gate.pk)

    path = reverse("experiments:gate_decide", args=[gate.pk])
    assert client.post(path, {"evaluation": ""}).status_code == 422
    assert client.post(path, {"evaluation": evaluation.pk}).status_code == 302

    assert gate.results.get().decided_by == bob.user
    assert "Passed: 1 of 1 condition." in page(client, "gate_detail", gate.pk)
    assert "No regression" in page(client, "evaluation_gates", evaluation.pk)
    part = client.get(reverse("experiments:evaluation_gates", args=[evaluation.pk]), headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode() and "No regression" in part.content.decode()


def test_evaluation_of_another_dataset_is_not_offered(client_of, bob, acme):
    one, other = systems(acme, 36)[0], systems(acme, 36)[0]
    gate = make_gate(acme, dataset=one.task.dataset_version.dataset)

    path = reverse("experiments:gate_decide", args=[gate.pk])
    assert client_of(bob).post(path, {"evaluation": other.pk}).status_code == 422
