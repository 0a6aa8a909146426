"""Evaluations compared on the same cases: differences, wins, slices, flips with their words, and what refuses."""

import pytest
from django.urls import reverse

from datasets.models import ModelOutput
from experiments.evaluations.actions import people
from experiments.models import Evaluation
from tests import factories
from tests.experiments.evaluations_world import RIGHT, make_evaluation, make_version, take_steps
from tests.experiments.trials_world import make_outputs
from tests.kept_people import acme
from tests.reviews.machine import answer, outcome_of
from tests.statements import at_most
from tests.undoing import undone

PATH = reverse("experiments:evaluation_compare")
__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def pair(acme):
    """Of 40 cases the second evaluation passes ten that the first one fails, and fails one that it passes."""
    version = make_outputs(acme, **{"model-a": "0" * 10 + "1" * 30, "model-b": "1" * 10 + "0" + "1" * 29})
    return [take_steps(make_evaluation(version, output_name=name, name=name)) for name in ("model-a", "model-b")]


def compare(client, *evaluations, **query):
    return client.get(PATH, {"row": [each.pk for each in evaluations]} | query)


def test_difference_wins_flips_and_stored_baseline(client_of, bob, pair):
    client = client_of(bob)
    found = compare(client, *pair)
    page = found.content.decode()
    assert found.status_code == 200
    assert "Better on Exact match." in page and "+0.2" in page and "0.75 to 0.9" in page
    assert "better in 10, equal in 29, worse in 1 of 40 cases" in page
    assert "topic: sums" in page and "10 to pass" in page and "1 to fail" in page
    assert "<del>5</del>" in page and "<ins>4</ins>" in page
    with at_most(28):
        compare(client, *pair)

    first, second = pair
    turned = compare(client_of(bob), *pair, baseline=str(second.pk)).content.decode()
    assert "Worse on Exact match." in turned and "model-a against model-b" in turned
    Evaluation.objects.filter(pk=first.pk).update(baseline=second)
    assert "model-a against model-b" in compare(client_of(bob), *pair).content.decode()


def test_filtered_and_flipped_results_are_compared_and_sent(client_of, bob, pair):
    found = client_of(bob).get(PATH, {"all": "1", "filter": "q=model"})
    assert "model-b against model-a" in found.content.decode()

    first, second = pair
    address = reverse("experiments:result_list", args=[second.pk])
    found = client_of(bob).get(address, {"metric": "exact_match", "flipped": str(first.pk)})
    assert found.context["list"].total == 11
    assert client_of(bob).get(address, {"flipped": str(second.pk)}).status_code == 422


def test_what_cannot_be_compared_says_why(client_of, bob, mallory, acme, pair):
    running = make_evaluation(make_version(acme), name="At work")
    client = client_of(bob)

    assert "has not ended" in (refused := compare(client, pair[0], running)).content.decode()
    assert refused.status_code == 422 == compare(client, pair[0]).status_code
    assert "Select two or more" in client.get(PATH).content.decode()
    assert client.get(PATH, {"row": "nothing"}).status_code == 404
    assert compare(client_of(mallory), *pair).status_code == 404


def test_other_scorers_and_other_cases_have_no_figures(client_of, bob, acme, pair):
    version = pair[0].task.dataset_version
    other = take_steps(
        make_evaluation(version, [{"metric": "exact_match", "parameters": {"ignore_case": True}}], name="Other scorer")
    )
    elsewhere = take_steps(make_evaluation(make_version(acme, [RIGHT]), name="Elsewhere"))
    client = client_of(bob)

    assert "Not compared: other scorers" in compare(client, pair[0], other).content.decode()
    assert "0 cases in common." in compare(client, pair[0], elsewhere).content.decode()


def test_latency_and_cost_are_compared(client_of, bob, pair):
    outputs = ModelOutput.objects.filter(test_case__version=pair[0].task.dataset_version)
    for system, latency, cost in (("model-a", 1000, "0.001"), ("model-b", 1200, "0.002")):
        for place, output in enumerate(outputs.filter(system__name=system).order_by("pk")):
            output.latency_ms, output.cost_usd = latency + 10 * (place % 3) * (system == "model-b"), cost
            output.save(update_fields=["latency_ms", "cost_usd"])

    page = compare(client_of(bob), *pair).content.decode()

    assert "1,000 ms to 1,210 ms" in page and "+210 ms (+207 ms to +212 ms)" in page
    assert "$0.001 to $0.002" in page and "+$0.001" in page


@pytest.fixture
def judged_pair(acme, model):
    """A judge gives 2 to wrong and 4 to right outputs of 60 cases, of which the second system gets half right."""
    model(lambda call: outcome_of(answer(call, value=4 if "\n4\n" in call.messages[1]["content"] else 2)))
    version = make_outputs(acme, **{"model-a": "0" * 60, "model-b": "01" * 30})
    return [
        take_steps(
            make_evaluation(version, ["faithfulness"], judges=["simulated-careful"], output_name=name, name=name),
            most=60,
        )
        for name in ("model-a", "model-b")
    ]


def labelled(evaluation, annotator, *, strategy, n=40):
    """People give the first n outputs 3, or 5 where the place is odd, in a task that was drawn by this strategy."""
    task, _added = people.send(evaluation=evaluation, items=evaluation.task.items.filter(position__lt=n), by=None)
    task.sampling_config = task.sampling_config | {"strategy": strategy, "sample_size": n}
    task.save(update_fields=["sampling_config"])
    is_second = evaluation.name == "model-b"
    items = task.items.select_related("task__schema_version", "test_case")
    labels = {item: {"faithfulness": 5 if is_second and item.test_case.row_index % 2 else 3} for item in items}
    factories.make_annotations(labels, annotator)


def test_people_stand_beside_the_judge(client_of, bob, alice, judged_pair, subtests):
    client, annotator = client_of(bob), factories.make_annotator(alice)
    assert "both answers of no case yet" in compare(client, *judged_pair).content.decode()
    drawn = [
        ("all", 40, "the labelled cases were chosen, not drawn at random"),
        ("random", 20, "20 of the labelled cases were drawn at random, 40 are needed"),
        ("random", 40, "Judge, corrected by PPI++"),
    ]

    for strategy, n, said in drawn:
        with subtests.test(said), undone():
            for evaluation in judged_pair:
                labelled(evaluation, annotator, strategy=strategy, n=n)
            page = compare(client, *judged_pair).content.decode()
            assert said in page and f"agree on the direction of {n} of {n} cases" in page


def test_other_scorers_hide_differences(client_of, bob, acme, model):
    model(lambda call: outcome_of(answer(call, value=4)))
    version = make_version(acme)
    found = [
        take_steps(make_evaluation(version, ["exact_match", "faithfulness"], judges=[judge]))
        for judge in ("simulated-careful", "simulated-hasty")
    ]

    page = compare(client_of(bob), *found).content.decode()

    assert "they would show the scorer, not the system" in page
