"""What the demo's gates say of four releases is true of their answers."""

import pytest

from evalhub.demo import releases
from experiments.evaluations.actions import comparison
from experiments.gates.actions import gates
from experiments.models import Evaluation, GateResult
from tests import factories
from tests.experiments.evaluations_world import take_steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def decided(db):
    """{(gate, evaluation): GateResult}, and the evaluations as they were begun."""
    boss = factories.make_member(role="admin")
    releases.decide(organization=boss.organization, by=boss.user)
    evaluations = [take_steps(each) for each in Evaluation.objects.order_by("pk")]
    gates.sweep()
    found = {(each.gate.name, each.evaluation_id): each for each in GateResult.objects.select_related("gate")}
    return evaluations, found


def test_gates_pass_fail_and_stay_undecided(decided):
    evaluations, found = decided
    first, second, regression, few, last = (each.pk for each in evaluations)

    assert found["Release", second].state == found["Release", last].state == "passed"
    assert found["Release", first].reason.code == "gate_no_baseline"
    failed = [each["text"] for each in found["Release", regression].conditions if each["state"] == "failed"]
    assert failed == ["exact_match.mean >= baseline - 0.02", "exact_match.mean[topic=returns] >= 0.6"]
    assert (found["Release", few].state, found["Release", few].reason.code) == ("undecided", "gate_too_few_cases")
    times = [found["Answer time", each].state for each in (first, second, regression, last)]
    assert times == ["passed", "passed", "passed", "failed"]
    doubt = found["Returns beyond doubt", last]
    assert doubt.reason.code == "gate_would_pass" and doubt.conditions[0]["cases_needed"] > 36


def test_only_returns_are_worse(decided):
    _first, second, regression, *_others = decided[0]

    (exact, _near) = comparison.compare(baseline=second, evaluations=[regression], slice_by=["topic"]).metrics

    assert exact.n_pairs >= 120 and exact.difference.high < 0
    worse = [each.value for each in exact.slices if each.difference.high is not None and each.difference.high < 0]
    assert worse == ["returns"]
