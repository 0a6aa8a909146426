"""What people decided survives a change of the form: carried where it reads, kept on the old form where it does not."""

import pytest

from annotations.consensus.actions import ground_truth
from annotations.form_changes.actions import carry_over
from annotations.models import AnnotationTask, GroundTruth
from tests import factories
from tests.annotations.form_changes.actions.test_carry_over import publish

pytestmark = pytest.mark.django_db


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme)))


def decide(item, value, source="adjudicated", **fields):
    question = item.task.schema_version.questions.get()
    return GroundTruth.objects.create(item=item, question=question, value=value, source=source, **fields)


def now(task):
    task.refresh_from_db()
    rows = GroundTruth.objects.filter(question__schema_version=task.schema_version, is_current=True).order_by("item")
    return [(row.item, row.value, row.source) for row in rows]


def test_decision_reads_in_the_new_form(task, bob):
    first, second, third = task.items.order_by("position")[:3]
    kept = decide(first, "correct", decided_by=bob.user, details={"cause": "edge_case"}, confidence=0.9)
    decide(second, "partly")
    decide(third, "correct", source="consensus")

    carry_over.carry(version=publish(task, bob))

    assert now(task) == [(first, "right", "adjudicated")]
    made = GroundTruth.objects.get(question__schema_version=task.schema_version)
    assert (made.decided_by, made.supersedes, made.confidence) == (bob.user, kept, 0.9)
    assert made.details == {"cause": "edge_case", "carried_from": kept.pk}


def test_decision_on_the_new_form_stands_and_a_consensus_gives_way(task, bob):
    first, second = task.items.order_by("position")[:2]
    decide(first, "correct")
    decide(second, "correct")
    version = publish(task, bob)
    newer = decide(first, "wrong")
    weighed = decide(second, "wrong", source="consensus", version=3)

    carry_over.carry(version=version)

    assert now(task) == [(first, "wrong", "adjudicated"), (second, "right", "adjudicated")]
    newer.refresh_from_db()
    assert newer.is_current and GroundTruth.objects.get(version=4).supersedes == weighed


def test_decisions_alone_are_waited_for_and_carried_once(task, bob, monkeypatch):
    monkeypatch.setattr("annotations.form_changes.actions.ground_truth_carry_over.BATCH", 1)
    for item in task.items.order_by("position")[:3]:
        decide(item, "correct")
    version = publish(task, bob)

    assert carry_over.waiting() == [version]
    carry_over.carry(version=version)
    carry_over.carry(version=version)

    assert carry_over.waiting() == []
    assert len(now(task)) == 3 and GroundTruth.objects.count() == 6


def test_exports_read_decisions_on_the_form_in_use_only(task, bob):
    item = task.items.first()
    decide(item, "partly")
    publish(task, bob)

    assert ground_truth.decide_all(task=AnnotationTask.objects.get(pk=task.pk), threshold=0.5) == {}
