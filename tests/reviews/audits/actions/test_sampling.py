"""The random draw of machine answers for audit: each passes once, with a probability that is kept."""

from annotations.models import Annotation, AnnotationTask
from reviews.audits.actions import sampling
from reviews.models import AuditDraw, AuditSample
from tests import factories
from tests.reviews.kept import kept, people
from tests.statements import at_most


def world():
    """`said` is what a machine answered to the 12 items of a task."""
    made = people()
    version = factories.make_version(factories.make_dataset(made.acme), rows=12)
    made.task = factories.make_task(version, audit_sample_share=0.5)
    return made


acme, task = map(kept, ("acme", "task"))


def answer(task, places=slice(None), annotator=None):
    annotator = annotator or factories.make_llm_annotator(task.organization)
    return [factories.make_annotation(item, annotator) for item in task.items.order_by("position")[places]]


def drawn():
    return set(AuditSample.objects.values_list("annotation_id", flat=True))


def test_those_whose_coin_falls_below_the_share_are_drawn_in_steps(task, monkeypatch):
    monkeypatch.setattr(sampling, "AT_ONCE", 5)
    said = answer(task)

    steps = [sampling.draw(task=task) for _ in range(4)]

    expected = {row.pk for row in said if sampling.coin(task.pk, row.pk) < 0.5}
    assert drawn() == expected and 0 < len(expected) < 12
    assert [step.passed for step in steps] == [5, 5, 2, 0] and sum(step.drawn for step in steps) == len(expected)
    assert [step.has_more for step in steps] == [True, True, False, False]
    assert set(AuditSample.objects.values_list("inclusion_probability", flat=True)) == {0.5}


def test_people_repetitions_replaced_answers_and_other_tasks_are_not_drawn_and_coin_is_even_and_the_same_each_time(
    task, acme, alice
):
    AnnotationTask.objects.update(audit_sample_share=1)
    other = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    answer(other)
    factories.make_annotation(task.items.first(), factories.make_annotator(alice))
    replaced, stands = answer(task, slice(0, 2))
    factories.make_annotation(stands.item, stands.annotator, round=2)
    Annotation.objects.filter(pk=replaced.pk).update(superseded_at=replaced.submitted_at)
    sampling.draw(task=task)
    assert drawn() == {stands.pk}

    coins = [sampling.coin("0190-task", number) for number in range(20_000)]
    assert coins == [sampling.coin("0190-task", number) for number in range(20_000)]
    assert all(0 <= coin < 1 for coin in coins)
    for share in (0.01, 0.1, 0.5, 0.9):
        expected = 20_000 * share
        spread = (20_000 * share * (1 - share)) ** 0.5
        assert abs(sum(coin < share for coin in coins) - expected) < 4 * spread


def test_each_answer_passes_once_also_when_the_share_changes(task):
    answer(task, slice(0, 6))
    sampling.draw(task=task)
    before = drawn()
    AnnotationTask.objects.update(audit_sample_share=1.0)

    assert sampling.draw(task=task).passed == 0
    assert drawn() == before
    later = answer(task, slice(6, 12))
    assert sampling.draw(task=task).drawn == 6
    chances = AuditSample.objects.filter(annotation__in=later).values_list("inclusion_probability", flat=True)
    assert drawn() == before | {row.pk for row in later} and set(chances) == {1.0}


def test_share_of_nothing_draws_nothing_for_good(task):
    AnnotationTask.objects.update(audit_sample_share=0)
    answer(task, slice(0, 3))

    assert sampling.draw(task=task).passed == 3
    AnnotationTask.objects.update(audit_sample_share=1)
    assert sampling.draw(task=task).passed == 0 and drawn() == set()


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
