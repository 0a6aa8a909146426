"""Accepting many at once: only what was opened, is sound, and is still there."""

import datetime

import pytest
from django.utils import timezone

from evalhub.lib.errors import Conflict
from reviews.audits.actions import bulk_accept, leases, openings, queue
from reviews.models import Audit, AuditOpening, AuditSample
from tests import factories
from tests.reviews.kept import kept, people
from tests.reviews.listing import list_all


def world():
    """`said` are four answers that the auditor has had open for three seconds."""
    made = people()
    made.auditor = factories.make_annotator(factories.make_member(made.acme, "rita", role="reviewer"))
    task = factories.make_task(factories.make_version(factories.make_dataset(made.acme), rows=4))
    machine = factories.make_llm_annotator(made.acme)
    made.said = [factories.make_annotation(item, machine) for item in task.items.order_by("position")]
    AuditOpening.objects.bulk_create(
        AuditOpening(annotation=row, auditor=made.auditor, seconds_in_view=3) for row in made.said
    )
    list_all()
    return made


acme, bob, said, auditor = map(kept, ("acme", "bob", "said", "auditor"))


def view(auditor, why=queue.QUEUE, state="open"):
    return queue.in_state(queue.because(queue.listed(auditor.organization, auditor), why), state, auditor)


def acceptable(auditor, **chosen):
    return set(bulk_accept.acceptable(view(auditor, **chosen), auditor=auditor))


def accept(auditor, expected, **chosen):
    return bulk_accept.accept(view(auditor, **chosen), auditor=auditor, expected=expected)


def test_opened_answers_are_accepted_by_name_when_as_many_as_shown(said, auditor):
    with pytest.raises(Conflict) as caught:
        accept(auditor, 3)
    assert caught.value.code == "list_changed" and caught.value.details == {"count": 4}
    assert not Audit.objects.exists()

    assert accept(auditor, 4) == 4

    assert set(Audit.objects.values_list("judgement__annotation", "auditor", "verdict", "ms_to_decide")) == {
        (row.pk, auditor.pk, "accept", None) for row in said
    }
    assert acceptable(auditor) == set()


def test_what_was_not_looked_at_is_left_out_and_unfound_quote_audited_and_held_answers_are_left_out(said, auditor, bob):
    AuditOpening.objects.filter(annotation=said[0]).update(seconds_in_view=2.9)
    AuditOpening.objects.filter(annotation=said[1]).update(auditor=factories.make_annotator(bob))
    assert acceptable(auditor) == {said[2].pk, said[3].pk}

    factories.make_evidence(said[0].judgements.get(), "never", match="missing", start=None, end=None, score=None)
    leases.take(annotation=said[1], auditor=factories.make_annotator(bob))
    Audit.objects.create(judgement=said[2].judgements.get(), auditor=auditor, verdict="cannot_judge")
    assert acceptable(auditor, state="all") == {said[3].pk}


def test_only_within_the_filtered_list_and_random_sample_is_left_out(said, auditor):
    said[0].judgements.update(confidence=0.1)
    list_all()
    assert acceptable(auditor, why="unsure") == {said[0].pk}
    assert accept(auditor, 1, why="unsure") == 1
    assert Audit.objects.get().judgement.annotation == said[0]

    AuditSample.objects.create(task=said[0].task, annotation=said[0], inclusion_probability=0.1)
    type(said[0].task).objects.update(audit_sample_mode="assisted")
    list_all()
    assert acceptable(auditor, why="sample") == set()
    assert acceptable(auditor) == {row.pk for row in said[1:]}


def test_items_with_another_answer_of_the_auditor_are_left_out(said, auditor):
    factories.make_annotation(said[0].item, auditor, {"verdict": "wrong"}, origin="audit")
    same = factories.make_annotation(said[1].item, auditor, {"verdict": said[1].judgements.get().value}, origin="audit")

    assert accept(auditor, 3) == 3

    assert not Audit.objects.filter(judgement__annotation=said[0]).exists()
    assert Audit.objects.get(judgement__annotation=said[1]).own_judgement == same.judgements.get()


def test_replaced_and_blind_answers_are_left_out(said, auditor):
    type(said[0]).objects.filter(pk=said[0].pk).update(superseded_at=said[0].submitted_at)
    assert acceptable(auditor) == {row.pk for row in said[1:]}

    type(said[0].task).objects.update(audit_risk_mode="blind_first")
    assert acceptable(auditor) == set()


def test_time_in_view_is_never_more_than_has_passed(said, auditor):
    opened_at = timezone.now() - datetime.timedelta(seconds=10)
    AuditOpening.objects.update(opened_at=opened_at, seconds_in_view=0)

    assert openings.add_seconds(annotation=said[0], auditor=auditor, seconds=4)
    assert AuditOpening.objects.get(annotation=said[0]).seconds_in_view == 4
    openings.add_seconds(annotation=said[0], auditor=auditor, seconds=3_000)
    passed = (timezone.now() - opened_at).total_seconds()
    assert 10 <= AuditOpening.objects.get(annotation=said[0]).seconds_in_view <= passed


def test_time_without_a_look_is_nobodys(said, bob):
    assert not openings.add_seconds(annotation=said[0], auditor=factories.make_annotator(bob), seconds=4)
