"""The list of gates: the newest result of each, search and filters, and a fixed number of statements."""

from django.urls import reverse

from tests.experiments.evaluations_world import make_evaluation, make_version
from tests.experiments.gates_world import make_gate, make_result
from tests.lists.walks import Walk

PATH = reverse("experiments:gate_list")


def names(client, **query):
    return [line.row.name for line in client.get(PATH, query).context["list"].lines]


def test_searched_filtered_and_sorted(client_of, bob, acme):
    evaluation = make_evaluation(make_version(acme))
    first, second = make_gate(acme, name="Speed", expression="p(latency_ms, 95) <= 2000"), make_gate(acme)
    make_result(second, evaluation, state="passed")
    make_result(second, evaluation, state="failed")
    client = client_of(bob)

    assert names(client) == [second.name, first.name] and names(client, sort="-name") == [first.name, second.name]
    assert names(client, q="latency") == [first.name]
    assert (names(client, state="failed"), names(client, state="passed")) == ([second.name], [])


def test_empty_list_leads_on(client_of, bob, vera):
    assert "Create gate" in client_of(bob).get(PATH).content.decode()
    assert "once an admin creates one" in client_of(vera).get(PATH).content.decode()


def walk(organization, member):
    evaluation = make_evaluation(make_version(organization))
    for number in range(7):
        gate = make_gate(organization, name=f"Gate number {number}")
        make_result(gate, evaluation, state=("passed", "failed")[number % 2])
    return Walk(PATH, search="number 3", filter="state", value="passed")
