"""Consensus as versioned ground truth: what changes it, what never does, and what each value comes from."""

import numpy as np
import pytest
from django.db import IntegrityError

from annotations.agreement.actions.label_queries import EVERY_ID, panel_of
from annotations.consensus.actions import ground_truth, ground_truth_rows
from annotations.models import Annotation, GroundTruth
from tests import factories
from tests.annotations.panel import answer_all, everyone, make_panel, question_of
from tests.undoing import undone


@pytest.fixture
def task(acme):
    return make_panel(acme, rows=1, consensus_threshold=0.6)


def vote(task, verdicts, models=()):
    """Fresh answers of the people, then of the models, on the only item."""
    Annotation.objects.filter(task=task).update(withdrawn_at="2026-01-01T00:00Z")
    people, machines = everyone(task)[:3], everyone(task)[3:]
    for annotator, verdict in [*zip(people, verdicts, strict=False), *zip(machines, models, strict=False)]:
        factories.make_annotation(task.items.get(), annotator, {"verdict": verdict})
    ground_truth.refresh(task=task, panel=panel_of(task))


def current(task):
    return GroundTruth.objects.get(item__task=task, is_current=True)


def test_first_consensus_is_version_one_and_same_labels_again_write_nothing(task):
    vote(task, ["wrong", "wrong", "correct"])
    row = current(task)
    assert (row.value, row.version, row.source) == ("wrong", 1, "consensus")
    assert (row.share, row.confidence) == (pytest.approx(2 / 3), None)
    assert (row.people, row.machines, row.simulated) == (3, 0, False)
    assert row.details == {"votes": 3, "people_value": "wrong", "contested": False, "method": "majority"}

    vote(task, ["wrong", "wrong", "correct"])
    first = current(task).pk
    ground_truth.refresh(task=task, panel=panel_of(task))
    assert current(task).pk == first


def test_changed_value_is_a_new_version_that_supersedes(task):
    vote(task, ["wrong"] * 3)
    old = current(task)

    vote(task, ["correct"] * 3)

    new = current(task)
    assert (new.value, new.version, new.supersedes_id) == ("correct", 2, old.pk)
    assert GroundTruth.objects.get(pk=old.pk).value == "wrong"


def test_lost_consensus_retires_and_may_come_back(task):
    vote(task, ["wrong"] * 3)
    vote(task, ["wrong", "partly", "correct"])
    assert not GroundTruth.objects.filter(is_current=True).exists()

    vote(task, ["wrong"] * 3)

    assert (current(task).version, current(task).supersedes_id) == (2, None)


def test_what_people_decided_stays_and_people_decide_alone_and_models_only_where_people_cannot(task):
    cases = ["adjudicated", "expert", "imported"]
    for source in cases:
        with undone():
            GroundTruth.objects.create(
                item=task.items.get(), question=question_of(task, "verdict"), value="partly", source=source
            )
            vote(task, ["wrong"] * 3)
            vote(task, [])
            assert (current(task).value, current(task).source, current(task).version) == ("partly", source, 1)

    cases = [
        (["wrong", "correct"], ["correct", "correct"], "correct", "mixed", 3, 2),
        (["wrong", "wrong"], ["correct", "correct"], "wrong", "consensus", 2, 0),
        (["wrong", "wrong"], ["wrong", "wrong"], "wrong", "consensus", 2, 0),
        (["correct"], ["correct", "correct"], "correct", "mixed_single_human", 2, 2),
    ]
    for people, models, value, source, votes, machines in cases:
        with undone():
            vote(task, people, models)
            row = current(task)
            assert (row.value, row.source, row.details["votes"]) == (value, source, votes)
            assert (row.people, row.machines, row.simulated) == (len(people), machines, machines > 0)


def test_decision_that_was_published_meanwhile_goes_first(acme):
    """It was not there when the rows were read; those of other items are written all the same."""
    task = make_panel(acme, rows=2)
    decided, free = task.items.order_by("pk")
    question = question_of(task, "verdict")
    GroundTruth.objects.create(item=decided, question=question, value="partly", source="adjudicated")
    wrong = ground_truth_rows.Decision(
        value="wrong", number=2.0, share=1.0, source="consensus", people=3, machines=0, n_votes=3, details={"votes": 3}
    )
    found = ground_truth_rows.Decisions(
        item_ids=np.array([decided.pk, free.pk]), index=np.zeros(2, dtype=np.int64), distinct=(wrong,)
    )

    ground_truth_rows.replace(question=question, ids=EVERY_ID, found=found, is_first=True)

    rows = GroundTruth.objects.filter(is_current=True).order_by("item").values_list("item", "value", "version")
    assert list(rows) == [(decided.pk, "partly", 1), (free.pk, "wrong", 1)]


def test_a_simulated_model_marks_what_its_vote_was_counted_in(acme):
    """Items alike but for a simulated machine, in one computation."""
    task = make_panel(acme, rows=3, consensus_threshold=0.6)
    abe, aida, _ann, simulated, _other = everyone(task)
    real = factories.make_llm_annotator(acme, name="real", model="real", simulated=False)
    for item, second, machine in zip(
        task.items.order_by("position"), ("wrong", "correct", "correct"), (simulated, simulated, real), strict=True
    ):
        for annotator, verdict in ((abe, "wrong"), (aida, second), (machine, "wrong")):
            factories.make_annotation(item, annotator, {"verdict": verdict})

    ground_truth.refresh(task=task, panel=panel_of(task))

    rows = GroundTruth.objects.order_by("item__position").values_list("source", "machines", "simulated")
    assert list(rows) == [("consensus", 0, False), ("mixed", 1, True), ("mixed", 1, False)]


def test_what_is_not_counted_writes_no_other_version(acme):
    """Machines beside a consensus of people come and differ; the rows are those of people alone."""
    task = make_panel(acme, rows=2, consensus_threshold=0.6)
    abe, aida, _ann, first, second = everyone(task)
    for item, machines in zip(task.items.order_by("position"), ((), (first, second)), strict=True):
        for annotator in (abe, aida, *machines):
            factories.make_annotation(item, annotator, {"verdict": "wrong" if annotator in (abe, aida) else "correct"})
    ground_truth.refresh(task=task, panel=panel_of(task))
    before = set(GroundTruth.objects.values_list("pk", flat=True))

    ground_truth.refresh(task=task, panel=panel_of(task))

    assert set(GroundTruth.objects.values_list("pk", flat=True)) == before and len(before) == 2


def test_the_database_refuses_a_machine_behind_a_value_of_people(task):
    with pytest.raises(IntegrityError, match="ground_truth_by_people"):
        GroundTruth.objects.create(
            item=task.items.get(), question=question_of(task, "verdict"), value="wrong", source="consensus", machines=1
        )


def test_models_alone_are_called_a_panel(acme):
    task = make_panel(acme, rows=1, required=1)
    vote(task, [], ["correct", "correct"])

    assert current(task).source == "llm_panel"


def test_one_person_is_no_consensus_unless_one_is_enough(acme, task):
    vote(task, ["correct"])
    assert not GroundTruth.objects.exists()

    single = make_panel(acme, rows=1, required=1)
    vote(single, ["correct"])

    assert current(single).source == "single_human"


def test_threshold_decides_what_is_exported_and_decisions_prefer_what_people_fixed(task):
    cases = [(0.0, True), (0.6, True), (2 / 3, True), (0.67, False), (1.0, False)]
    for threshold, decided in cases:
        with undone():
            vote(task, ["wrong", "wrong", "correct"])
            assert bool(ground_truth.decide_all(task=task, threshold=threshold)) is decided

    vote(task, ["wrong"] * 3)
    GroundTruth.objects.update(is_current=False)
    GroundTruth.objects.create(
        item=task.items.get(), question=question_of(task, "verdict"), value="partly", version=2, source="adjudicated"
    )
    decided = ground_truth.decide_all(task=task, threshold=1.0)
    assert decided[task.items.get().pk]["verdict"].value == "partly"


def test_decision_that_was_replaced_decides_nothing(task):
    GroundTruth.objects.create(
        item=task.items.get(),
        question=question_of(task, "verdict"),
        value="partly",
        source="adjudicated",
        is_current=False,
    )
    vote(task, ["wrong"] * 3)

    decided = ground_truth.decide_all(task=task, threshold=1.0)

    assert decided[task.items.get().pk]["verdict"].value == "wrong"


def test_values_come_back_as_their_question_writes_them(acme):
    task = make_panel(acme, rows=8, consensus_threshold=0.0)
    answer_all(task, missing=0)

    decided = ground_truth.decide_all(task=task, threshold=0.0)

    kinds = {
        key: {type(decisions[key].value) for decisions in decided.values() if key in decisions}
        for key in ("verdict", "score", "faults")
    }
    assert kinds["verdict"] == {str} and kinds["faults"] == {list} and kinds["score"] <= {int, float}
    assert not any("remark" in decisions for decisions in decided.values())


def test_items_are_decided_alike_however_many_at_once(acme, monkeypatch):
    task = make_panel(acme, rows=5, consensus_threshold=0.0)
    answer_all(task)
    decided = ground_truth.decide_all(task=task, threshold=0.0)
    for size in (1, 2, 100):
        monkeypatch.setattr(ground_truth, "SPAN", size)
        GroundTruth.objects.all().delete()

        ground_truth.refresh(task=task, panel=panel_of(task))

        rows = GroundTruth.objects.filter(item__task=task).select_related("question")
        assert {(row.item_id, row.question.key): row.value for row in rows} == {
            (item, key): decision.value for item, values in decided.items() for key, decision in values.items()
        }, size
        assert ground_truth.decide_all(task=task, threshold=0.0) == decided, size
