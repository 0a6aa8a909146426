"""Audits on two connections at once: each answer is drawn, listed, taken, decided and asked again once."""

import pytest
from django.db import connection, transaction

from annotations.models import Annotation, AnnotationTask
from evalhub.lib.errors import Conflict
from reviews.audits import tasks
from reviews.audits.actions import bulk_accept, decisions, leases, missing_answers, queue, sampling
from reviews.audits.actions.decisions import Decision
from reviews.models import Audit, AuditLease, AuditOpening, AuditPick, AuditSample, LLMRequest
from tests import factories
from tests.reviews.listing import list_all

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=8), audit_sample_share=0.5)


@pytest.fixture
def auditor(rita):
    return factories.make_annotator(rita)


def answer(task, places=slice(None), annotator=None):
    annotator = annotator or factories.make_llm_annotator(task.organization)
    return [factories.make_annotation(item, annotator) for item in task.items.order_by("position")[places]]


def drawn():
    return set(AuditSample.objects.values_list("annotation_id", flat=True))


def test_same_audit_sent_twice_is_stored_once(task, auditor, together):
    (said,) = answer(task, slice(1))
    override = {"verdict": Decision("override", value="wrong", reason_code="wrong_value")}

    results = together(*[lambda: decisions.decide(annotation=said, decisions=override, auditor=auditor, task=task)] * 2)

    own = Annotation.objects.filter(annotator=auditor, superseded_at=None)
    assert Audit.objects.count() == 1 and own.count() == 1
    assert not [result for result in results if isinstance(result, Exception) and not isinstance(result, Conflict)]


def test_of_two_presses_each_answer_is_accepted_once(task, auditor, together):
    said = answer(task, slice(4))
    AuditOpening.objects.bulk_create(AuditOpening(annotation=row, auditor=auditor, seconds_in_view=3) for row in said)
    list_all()

    def accept():
        shown = queue.because(queue.listed(auditor.organization, auditor), queue.QUEUE)
        return bulk_accept.accept(queue.in_state(shown, "open", auditor), auditor=auditor, expected=4)

    together(accept, accept)

    assert Audit.objects.count() == 4


def test_two_workers_list_each_answer_once(task, together):
    AnnotationTask.objects.update(audit_sample_share=0)
    said = answer(task)

    together(tasks.audit_due, tasks.audit_due)

    assert set(AuditPick.objects.values_list("pk", flat=True)) == {row.pk for row in said}


def test_any_number_of_workers_draws_the_same(task, together):
    said = answer(task)

    found = together(*[lambda: sampling.draw(task=task) for _ in range(4)])

    assert sorted(step.passed for step in found) == [0, 0, 0, 8]
    assert drawn() == {row.pk for row in said if sampling.coin(task.pk, row.pk) < 0.5}


def test_slow_writer_of_a_lower_number_is_waited_for(task, together, monkeypatch):
    monkeypatch.setattr(sampling, "LOOKS", 1)
    AnnotationTask.objects.update(audit_sample_share=1)
    annotators = [factories.make_llm_annotator(task.organization) for _ in range(2)]
    seen = []

    def meanwhile():
        newer = answer(task, slice(1, 2), annotators[1])
        seen.append((newer, sampling.draw(task=task), drawn()))

    with transaction.atomic():
        (older,) = answer(task, slice(0, 1), annotators[0])
        assert together(meanwhile) == [None]
    (newer,), step, found = seen[0]
    assert older.pk < newer.pk and step.passed == 0 and step.has_more and found == set()

    assert sampling.draw(task=task).passed == 2
    assert drawn() == {older.pk, newer.pk}
    connection.close()


def test_of_two_wishes_to_ask_again_one_is_followed(task, bob, together):
    run = factories.make_run(task, factories.make_llm_annotator(task.organization))
    (said,) = answer(task, slice(1), run.annotator)

    found = together(*[lambda: missing_answers.ask_again(annotation=said, by=bob.user)] * 2)

    assert sorted(type(each).__name__ for each in found) == ["Conflict", "LLMRequest"]
    assert LLMRequest.objects.count() == 1


def test_of_two_who_open_an_answer_one_has_it(task, rita, bob, together):
    (said,) = answer(task, slice(1))
    auditors = [factories.make_annotator(member) for member in (rita, bob)]

    found = together(*[lambda who=who: leases.take(annotation=said, auditor=who) for who in auditors * 3])

    holder = AuditLease.objects.get().auditor
    other = next(who for who in auditors if who != holder)
    expected = [None if who == holder else holder for who in auditors * 3]
    assert found == expected and other != holder
