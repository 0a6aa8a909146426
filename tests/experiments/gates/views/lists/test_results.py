"""The results of a gate: the newest first, narrowed by what was decided, each leading to its page."""

from django.urls import reverse

from tests.experiments.evaluations_world import make_evaluation, make_version
from tests.experiments.gates_world import make_gate, make_result
from tests.lists.walks import Walk


def test_newest_first_and_narrowed(client_of, vera, acme):
    evaluation, gate = make_evaluation(make_version(acme), name="Nightly"), make_gate(acme)
    older = make_result(gate, evaluation, state="undecided")
    newer = make_result(gate, evaluation, state="passed")
    make_result(make_gate(acme, name="Another"), evaluation)
    path, client = reverse("experiments:gate_history", args=[gate.pk]), client_of(vera)

    page = client.get(path)
    assert [line.row.pk for line in page.context["list"].lines] == [newer.pk, older.pk]
    assert "1 of 1" in page.content.decode() and "There is no baseline" in page.content.decode()
    assert reverse("experiments:gate_result", args=[gate.pk, older.pk]) in page.content.decode()
    assert [line.row.pk for line in client.get(path, {"state": "passed"}).context["list"].lines] == [newer.pk]


def walk(organization, member):
    gate, version = make_gate(organization), make_version(organization)
    for number in range(7):
        evaluation = make_evaluation(version, name=f"Evaluation number {number}")
        make_result(gate, evaluation, state=("passed", "failed")[number % 2])
    path = reverse("experiments:gate_history", args=[gate.pk])
    return Walk(path, search="number 3", filter="state", value="passed")
