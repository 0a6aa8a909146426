"""The results of an evaluation as a list: by score, verdict, failure and slice, and as a file."""

import pytest
from django.urls import reverse

from experiments.evaluations.actions import result_rows
from experiments.evaluations.views.lists.results import columns_of
from tests.experiments.evaluations_world import RIGHT, WRONG, make_evaluation, make_version, take_steps
from tests.lists.walks import Walk
from tests.reviews.machine import answer, outcome_of
from tests.undrawn import given

JUDGE = "simulated-careful"


def address(evaluation):
    return reverse("experiments:result_list", args=[evaluation.pk])


def results(client, evaluation, **query):
    return [line.row.position for line in given(client, address(evaluation), query)["list"].lines]


@pytest.fixture
def judged(acme, model):
    """Three outputs, of which a judge rates the first one 2 and the others 5."""
    model(lambda call: outcome_of(answer(call, value=2 if "0th" in str(call.messages) else 5)))
    version = make_version(acme, [WRONG, RIGHT, RIGHT])
    return take_steps(make_evaluation(version, ["exact_match", "faithfulness"], judges=[JUDGE]))


def test_results_are_filtered_sorted_and_a_file(client_of, bob, judged):
    client = client_of(bob)

    assert results(client, judged) == [0, 1, 2]
    assert results(client, judged, sort="score1")[0] == 0 and results(client, judged, sort="-score1")[-1] == 0
    assert results(client, judged, metric="faithfulness", verdict="fail") == [0]
    assert results(client, judged, metric="faithfulness", at_least="4.5") == [1, 2]
    assert results(client, judged, at_most="2") == [0]
    assert results(client, judged, slice="topic=terms") == [1]
    assert results(client, judged, failed="any") == [] == results(client, judged, people="true")
    assert results(client, judged, people="false") == [0, 1, 2]
    assert client.get(address(judged), {"metric": "nothing"}).status_code == 422
    file = client.get(address(judged), {"format": "csv"})
    lines = b"".join(file.streaming_content).decode().splitlines()
    assert lines[0].startswith("item,score0,score1,people") and len(lines) == 4


def test_results_that_failed(client_of, bob, acme):
    evaluation = take_steps(make_evaluation(make_version(acme, expected={1: None})))
    client = client_of(bob)

    assert results(client, evaluation, failed="any") == [1] == results(client, evaluation, failed="no_reference")
    assert results(client, evaluation, failed="timeout") == []
    assert "There is no expected output" in client.get(address(evaluation)).content.decode()


def walk(organization, member):
    outputs = [RIGHT if number % 2 else WRONG for number in range(8)]
    evaluation = take_steps(make_evaluation(make_version(organization, outputs)))
    columns = columns_of(result_rows.scorers_of(evaluation))
    return Walk(address(evaluation), search="3th", filter="verdict", value="fail", columns=columns)
