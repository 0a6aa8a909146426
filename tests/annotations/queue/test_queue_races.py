"""Claims, drafts and returned answers at once, on real connections; `test_submission_races.py` has the answers."""

import pytest

from annotations.models import AnnotationEvent, Assignment, TaskItem
from annotations.queue.actions import claims, drafts, leases, submissions
from evalhub.lib.errors import Conflict
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


def make_task(organization, *, rows=3, **overrides):
    return factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows), **overrides)


def test_8_claims_at_once_are_8_items(acme, together):
    task = make_task(acme, rows=12, required=1)
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(8)]
    works = [lambda a=a: claims.claim(task=task, annotator=a) for a in people]

    leases = together(*works)

    assert len({lease.item_id for lease in leases}) == 8
    assert TaskItem.objects.filter(task=task, open_slots=0).count() == 8


def test_one_annotator_claiming_4_times_at_once_holds_one_lease(acme, alice, together):
    task, annotator = make_task(acme, rows=10), factories.make_annotator(alice)

    leases = together(*[lambda: claims.claim(task=task, annotator=annotator)] * 4)

    assert len({lease.item_id for lease in leases}) == 1
    assert Assignment.objects.holding().filter(task=task).count() == 1


def test_4_prefetches_and_4_claims_at_once_take_two_places(acme, alice, together):
    task = make_task(acme, rows=10)
    annotator = factories.make_annotator(alice)
    ready, claim = (
        (lambda: claims.prefetch(task=task, annotator=annotator)),
        lambda: claims.claim(task=task, annotator=annotator),
    )

    together(*[ready, claim] * 4)

    held = Assignment.objects.holding().filter(task=task)
    free = sum(TaskItem.objects.filter(task=task).values_list("open_slots", flat=True))
    assert len(held) == len({row.state for row in held}) <= 2
    assert free == 20 - len(held)


def test_two_tabs_saving_at_once_leave_one_winner(acme, alice, together):
    lease = factories.make_lease(make_task(acme, rows=1).items.get(), factories.make_annotator(alice))
    place = {"task": lease.task, "item_id": lease.item_id, "annotator": lease.annotator, "version": 0}

    results = together(*[lambda text=text: drafts.save(**place, answers={"verdict": text}) for text in "abcd"])

    winners = [result for result in results if not isinstance(result, Exception)]
    assert len(winners) == 1
    assert {error.code for error in results if isinstance(error, Conflict)} == {"draft_conflict"}


def test_answer_given_back_4_times_at_once_is_one_draft(acme, alice, bob, together):
    task, annotator = make_task(acme, rows=1, required=1), factories.make_annotator(alice)
    item_id = claims.claim(task=task, annotator=annotator).item_id
    submission = submissions.Submission(answers={"verdict": "wrong"})
    submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)

    together(*[lambda: leases.give_back(task=task, item_id=item_id, annotator=annotator, note="Why?", by=bob)] * 4)

    assert AnnotationEvent.objects.filter(verb="returned").count() == 1
    assert TaskItem.objects.get(pk=item_id).open_slots == 0
