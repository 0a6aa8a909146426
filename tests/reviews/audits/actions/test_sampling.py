"""The random draw of machine answers for audit: each passes once, with a probability that is kept."""

import pytest
from django.db import connection, transaction

from annotations.models import Annotation, AnnotationTask
from reviews.audits.actions import sampling
from reviews.models import AuditDraw, AuditSample
from tests import factories
from tests.statements import at_most


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=20), audit_sample_share=0.5)


def answer(task, places=slice(None), annotator=None):
    annotator = annotator or factories.make_llm_annotator(task.organization)
    return [factories.make_annotation(item, annotator) for item in task.items.order_by("position")[places]]


def drawn():
    return set(AuditSample.objects.values_list("annotation_id", flat=True))


def test_those_whose_coin_falls_below_the_share_are_drawn(task):
    said = answer(task)

    found = sampling.draw(task=task)

    expected = {row.pk for row in said if sampling.coin(task.pk, row.pk) < 0.5}
    assert drawn() == expected and 0 < len(expected) < 20
    assert (found.passed, found.drawn, found.has_more) == (20, len(expected), False)
    assert set(AuditSample.objects.values_list("inclusion_probability", flat=True)) == {0.5}


def test_repetitions_are_not_drawn(task):
    AnnotationTask.objects.update(audit_sample_share=1.0)
    annotator = factories.make_llm_annotator(task.organization)
    for item in task.items.all():
        factories.make_annotation(item, annotator, round=2)

    assert sampling.draw(task=task).drawn == 0


def test_coin_is_even_and_the_same_each_time():
    coins = [sampling.coin("0190-task", number) for number in range(20_000)]

    assert coins == [sampling.coin("0190-task", number) for number in range(20_000)]
    assert all(0 <= coin < 1 for coin in coins)
    for share in (0.01, 0.1, 0.5, 0.9):
        expected = 20_000 * share
        spread = (20_000 * share * (1 - share)) ** 0.5
        assert abs(sum(coin < share for coin in coins) - expected) < 4 * spread


def test_each_answer_passes_once_also_when_the_share_changes(task):
    answer(task, slice(0, 10))
    sampling.draw(task=task)
    before = drawn()
    AnnotationTask.objects.update(audit_sample_share=1.0)

    assert sampling.draw(task=task).passed == 0
    assert drawn() == before
    later = answer(task, slice(10, 20))
    assert sampling.draw(task=task).drawn == 10
    chances = AuditSample.objects.filter(annotation__in=later).values_list("inclusion_probability", flat=True)
    assert drawn() == before | {row.pk for row in later} and set(chances) == {1.0}


def test_share_of_nothing_draws_nothing_for_good(task):
    AnnotationTask.objects.update(audit_sample_share=0)
    answer(task)

    assert sampling.draw(task=task).passed == 20
    AnnotationTask.objects.update(audit_sample_share=1)
    assert sampling.draw(task=task).passed == 0 and drawn() == set()


def test_people_replaced_answers_and_other_tasks_are_not_drawn(task, acme, alice):
    AnnotationTask.objects.update(audit_sample_share=1)
    other = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    answer(other)
    factories.make_annotation(task.items.first(), factories.make_annotator(alice))
    replaced, stands = answer(task, slice(0, 2))
    Annotation.objects.filter(pk=replaced.pk).update(superseded_at=replaced.submitted_at)

    sampling.draw(task=task)

    assert drawn() == {stands.pk}


def test_many_answers_pass_in_several_steps(task, monkeypatch):
    monkeypatch.setattr(sampling, "AT_ONCE", 8)
    said = answer(task)

    steps = [sampling.draw(task=task) for _ in range(4)]

    assert [step.passed for step in steps] == [8, 8, 4, 0]
    assert [step.has_more for step in steps] == [True, True, False, False]
    assert drawn() == {row.pk for row in said if sampling.coin(task.pk, row.pk) < 0.5}


def test_only_tasks_with_news_are_due_and_the_others_move_along(task, acme):
    quiet = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    answer(task, slice(0, 1))
    for due in sampling.due():
        sampling.draw(task=due)
    assert sampling.due() == []

    (newest,) = answer(task, slice(1, 2))

    assert sampling.due() == [task]
    assert AuditDraw.objects.get(task=quiet).last_annotation == newest.pk
    sampling.draw(task=task)
    with at_most(6):
        assert sampling.due() == []


def test_any_number_of_workers_draws_the_same(transactional_db, task, together):
    said = answer(task)

    found = together(*[lambda: sampling.draw(task=task) for _ in range(4)])

    assert sorted(step.passed for step in found) == [0, 0, 0, 20]
    assert drawn() == {row.pk for row in said if sampling.coin(task.pk, row.pk) < 0.5}


def test_slow_writer_of_a_lower_number_is_waited_for(transactional_db, task, together, monkeypatch):
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
