"""The rows of a ground truth export."""

import pytest

from annotations.exports.actions import ground_truth_rows
from annotations.exports.actions.options import parse
from annotations.models import GroundTruth, Question
from annotations.tasks.actions import form
from tests import factories


def test_without_adjudication_consensus_counts_where_people_have_decided_otherwise(acme, alice, rita):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=2)
    for member in (alice, rita):
        factories.make_annotation(task.items.get(), factories.make_annotator(member), {"verdict": "wrong"})
    GroundTruth.objects.create(
        item=task.items.get(), question=Question.objects.get(), value="partly", source="adjudicated"
    )
    specs = form.load(task.schema_version_id).specs

    found = {
        policy: [
            row["value"]
            for row in ground_truth_rows.decided_rows(
                task, parse(policy=[policy]), specs, ground_truth_rows.no_counts()
            )
        ]
        for policy in ("adjudicated", "consensus")
    }

    assert found == {"adjudicated": [{"verdict": "partly"}], "consensus": [{"verdict": "wrong"}]}


def test_posterior_confidence_goes_out_beside_the_share_of_votes_and_each_value_says_whose_it_is(acme, alice, rita):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2), required=1)
    first, second = task.items.order_by("position")
    factories.make_annotation(second, factories.make_annotator(alice), {"verdict": "wrong"})
    GroundTruth.objects.create(
        item=first, question=Question.objects.get(), value="partly", source="imported", confidence=0.9
    )
    specs = form.load(task.schema_version_id).specs
    rows = ground_truth_rows.decided_rows(
        task, parse(policy=["adjudicated", "single"]), specs, ground_truth_rows.no_counts()
    )
    assert [(row["confidence"], row["share"]) for row in rows] == [
        ({"verdict": 0.9}, {"verdict": None}),
        ({"verdict": None}, {"verdict": 1.0}),
    ]

    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), required=2)
    people = [factories.make_annotator(member) for member in (alice, rita)]
    machine = factories.make_llm_annotator(acme, simulated=True)
    for item, verdicts in zip(
        task.items.order_by("position"),
        (("wrong", "wrong", "partly"), ("wrong", "partly", "partly"), ("wrong", None, "wrong"), (None, None, "wrong")),
        strict=True,
    ):
        for annotator, verdict in zip((*people, machine), verdicts, strict=True):
            if verdict:
                factories.make_annotation(item, annotator, {"verdict": verdict})
    specs = form.load(task.schema_version_id).specs
    options = parse(policy=["consensus", "mixed", "single", "panel"], consensus_threshold=0.6)
    rows = list(ground_truth_rows.decided_rows(task, options, specs, ground_truth_rows.no_counts()))
    parts = ("source", "people", "machines", "simulated", "share", "votes")
    assert [tuple(row[part]["verdict"] for part in parts) for row in rows] == [
        ("consensus", 2, 0, False, 1.0, 2),
        ("mixed", 2, 1, True, pytest.approx(2 / 3), 3),
        ("mixed_single_human", 1, 1, True, 1.0, 2),
    ]


def test_a_row_has_the_answers_that_are_right_beside_the_expected_one(acme, alice):
    rows = [{"acceptable_answers": ["0", "zero"]}]
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows), required=1)
    factories.make_annotation(task.items.get(), factories.make_annotator(alice), {"verdict": "wrong"})
    specs = form.load(task.schema_version_id).specs

    options = parse(policy=["single"])
    (row,) = ground_truth_rows.decided_rows(task, options, specs, ground_truth_rows.no_counts())

    assert (row["expected_output"], row["acceptable_answers"]) == ("0", ["0", "zero"])
    assert "acceptable_answers" in [column.name for column in ground_truth_rows.CASE]
