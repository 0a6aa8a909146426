"""Gates decide evaluations from their stored scores, when asked to and by themselves."""

import pytest

from evalhub.events.models import OutboxEvent
from experiments.gates.actions import gates
from experiments.models import GateResult
from tests import factories
from tests.experiments.gates_world import make_gate, systems

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def three(module_db):
    return systems(factories.make_organization(), 36, 36, 20)


def test_planted_regression_fails_and_its_absence_passes(three):
    baseline, same, worse = three
    text = "exact_match.mean >= baseline - 0.02 and failed_share <= 0"

    found = {each.pk: gates.decide(evaluation=each, text=text, baseline=baseline).decision for each in (same, worse)}

    assert (found[same.pk].state, found[worse.pk].state) == ("passed", "failed")
    checked = found[worse.pk].checked[0]
    assert (checked.left, checked.right, checked.difference) == pytest.approx((0.5, 0.88, -0.4)) and checked.n == 40
    assert checked.low < -0.4 < checked.high < 0 and checked.p < 0.001


def test_figures_of_one_evaluation(three, subtests):
    evaluation, *_others = three
    cases = [
        ("exact_match.mean lower >= 0.7", "passed", None),
        ("exact_match.pass_share >= 0.95", "failed", None),
        ("scored_share >= 1 and exact_match.n_scored >= 40", "passed", None),
        ("p(exact_match, 5) >= 0 or exact_match.median >= 1", "passed", None),
        ("exact_match.mean >= baseline", "undecided", "gate_no_baseline"),
        ("correctness.mean >= 0.5", "undecided", "gate_unknown_figure"),
        ("p(latency_ms, 95) <= 2000", "undecided", "gate_not_scored"),
        ("exact_match.mean[topic=sums] >= 0.5", "undecided", "gate_too_few_cases"),
        ("exact_match.mean[topic=rent] >= 0.5", "undecided", "gate_no_slice"),
    ]

    for text, state, code in cases:
        with subtests.test(text=text):
            found = gates.decide(evaluation=evaluation, text=text).decision
            assert (found.state, found.reason and found.reason.code) == (state, code)


def test_slices_and_twelve_cases(acme):
    baseline, evaluation = systems(acme, 40, 21, n=80)  # of 80 cases every second has the topic "sums"
    text = 'exact_match.mean[topic="sums"] >= baseline - 0.2 or exact_match.scored_share[topic=terms] < 1'
    found = gates.decide(evaluation=evaluation, text=text, baseline=baseline).decision.checked
    assert (found[0].left, found[0].right, found[0].n) == pytest.approx((11 / 40, 20 / 40 - 0.2, 40))
    assert (found[1].left, found[1].n, found[1].state) == (1, 40, "failed")

    baseline, evaluation = systems(acme, 12, 6, n=12)
    found = gates.decide(evaluation=evaluation, text="exact_match.mean >= baseline - 0.02", baseline=baseline).decision
    assert found.state == "undecided" and found.reason.english == (
        "12 cases were scored. A gate is decided from 30 cases on."
    )
    (elsewhere,) = systems(acme, 12, n=12)
    found = gates.decide(evaluation=evaluation, text="exact_match.mean >= baseline", baseline=elsewhere).decision
    assert found.state == "undecided" and found.checked[0].n == 0


def test_two_workers_that_sweep_at_once_decide_once(three, monkeypatch):
    evaluation, *_others = three
    gate = make_gate(evaluation.organization)
    monkeypatch.setattr(gates.GATES, "rows", lambda: [gates.Due(gate.pk, evaluation, gate.organization_id)])

    for _worker in range(2):
        assert gates.GATES.round().failed == 0
    assert GateResult.objects.count() == 1


def test_active_gate_decides_what_ends_and_remembers_what_passed(acme):
    gate = gates.create(
        organization=acme, name="No regression", expression="exact_match.mean >= 0.5", baseline_rule="last_passed"
    )
    first, second = systems(acme, 36, 10)

    assert gates.GATES.round().done == 2 and gates.GATES.round().done == 0
    by_evaluation = {each.evaluation_id: each for each in GateResult.objects.filter(gate=gate)}
    assert (by_evaluation[first.pk].state, by_evaluation[second.pk].state) == ("passed", "failed")
    assert gates.baseline_of(gate, second).pk == first.pk and gates.baseline_of(gate, first) is None
    assert set(OutboxEvent.objects.values_list("type", flat=True)) >= {"gate.passed", "gate.failed"}
