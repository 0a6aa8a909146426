"""A gate is made, checked while it is written, changed and deleted."""

import pytest
from django.urls import reverse

from experiments.models import Gate, GateResult
from tests.experiments.gates_world import make_gate, make_result, systems

pytestmark = pytest.mark.django_db
CREATE, CHECK = reverse("experiments:gate_create"), reverse("experiments:gate_check")
FIELDS = {
    "name": "Release",
    "dataset": "",
    "expression": "exact_match.mean >= 0.5\r\nfailed_share <= 5 %",
    "baseline_rule": "none",
    "baseline": "",
    "least_cases": "30",
    "least_scored_percent": "95",
    "is_active": "on",
}


def test_gate_is_made_changed_and_deleted(client_of, bob, acme):
    client = client_of(bob)

    assert client.post(CREATE, FIELDS).status_code == 302
    gate = Gate.objects.get(organization=acme)
    assert (gate.least_scored_share, gate.created_by, gate.is_active) == (0.95, bob.user, True)
    assert gate.expression == "exact_match.mean >= 0.5\nfailed_share <= 5 %"

    edit = reverse("experiments:gate_edit", args=[gate.pk])
    assert "exact_match.mean" in client.get(edit).content.decode()
    assert client.post(edit, FIELDS | {"name": "Nightly"}).status_code == 302
    gate.refresh_from_db()
    assert gate.name == "Nightly"

    make_result(gate, systems(acme, 3, n=3)[0])
    assert client.post(reverse("experiments:gate_delete", args=[gate.pk])).status_code == 302
    assert not Gate.objects.exists() and GateResult.objects.get().gate is None


def test_what_is_wrong_is_said_beside_its_field(client_of, bob, acme, subtests):
    make_gate(acme)
    client = client_of(bob)
    cases = [
        ({"expression": "exact_match.mean >= "}, "At character"),
        ({"expression": "exact_match.mean >= baseline"}, "the expression compares with a baseline"),
        ({"baseline_rule": "pinned"}, "the evaluation that this gate compares with"),
        ({"name": "No regression"}, "A gate named No regression already exists."),
        ({"least_scored_percent": "200"}, "less than or equal to 100"),
    ]

    for wrong, words in cases:
        with subtests.test(wrong=wrong):
            answer = client.post(CREATE, FIELDS | wrong)
            assert answer.status_code == 422 and words in answer.content.decode() and Gate.objects.count() == 1


def test_check_shows_the_place_of_the_error_and_the_newest_figures(client_of, bob, acme):
    client = client_of(bob)
    assert "No evaluation of this dataset has ended yet" in client.get(CHECK).content.decode()
    (evaluation,) = systems(acme, 36)

    shown = client.get(CHECK, {"expression": "exact_match.mean >> 1"}).content.decode()
    assert "At character" in shown and "<mark>&gt; 1</mark>" in shown and "exact_match.pass_share" in shown

    tried = client.get(CHECK, {"expression": "exact_match.mean >= 0.95"}).content.decode()
    assert evaluation.name in tried and "0.900" in tried and "Failed" in tried
    assert client.get(CHECK, {"dataset": "x"}).status_code == 422
