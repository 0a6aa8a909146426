"""Handing out work: one lease at a time, never twice the same place, and a reason when nothing is free."""

import datetime
import hashlib

import pytest
from django.utils import timezone

from annotations.models import AnnotationTask, Annotator, Cursor, TaskItem
from annotations.queue.actions import claims, submissions
from evalhub.lib.errors import Conflict, NotFound, Unavailable
from tests import factories
from tests.undoing import undone


def make_task(organization, *, rows=3, **overrides):
    return factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows), **overrides)


def annotators_of(organization, count):
    return [factories.make_annotator(factories.make_member(organization)) for _ in range(count)]


def test_claim_again_is_the_same_lease(acme, alice):
    task, annotator = make_task(acme), factories.make_annotator(alice)

    first = claims.claim(task=task, annotator=annotator)
    second = claims.claim(task=task, annotator=annotator)

    assert second == first
    assert TaskItem.objects.get(pk=first.item_id).open_slots == 1


def test_two_annotators_get_two_items_when_one_answer_is_enough(acme):
    task = make_task(acme, rows=2, required=1)

    leases = [claims.claim(task=task, annotator=annotator) for annotator in annotators_of(acme, 2)]

    assert len({lease.item_id for lease in leases}) == 2


def test_item_that_was_dealt_with_never_comes_back(acme, alice):
    task, annotator = make_task(acme, rows=1), factories.make_annotator(alice)
    for state in ("submitted", "skipped", "late"):
        with undone():
            factories.make_lease(task.items.get(), annotator, state=state, ended_at=timezone.now())

            assert claims.claim(task=task, annotator=annotator).reason == "all_done", state


def test_item_that_was_skipped_does_not_stand_in_the_way_of_the_next(acme, alice):
    task, annotator = make_task(acme, rows=2), factories.make_annotator(alice)
    first, second = task.items.order_by("position")
    factories.make_lease(first, annotator, state="skipped", ended_at=timezone.now())
    Cursor.objects.create(annotator=annotator, task=task, priority=0, position=-1)

    claimed = claims.claim(task=task, annotator=annotator)

    assert claimed.item_id == second.pk


def test_item_with_an_own_answer_from_elsewhere_is_not_handed_out(acme, alice):
    task, annotator = make_task(acme, rows=2), factories.make_annotator(alice)
    first, second = task.items.order_by("position")
    for origin in ("import", "audit"):
        with undone():
            factories.make_annotation(first, annotator, origin=origin)

            assert claims.claim(task=task, annotator=annotator).item_id == second.pk, origin


def test_item_whose_lease_ended_unanswered_comes_back(acme, alice):
    task, annotator = make_task(acme, rows=1), factories.make_annotator(alice)
    for state in ("expired", "released"):
        with undone():
            lease = factories.make_lease(task.items.get(), annotator, state=state, ended_at=timezone.now())

            claimed = claims.claim(task=task, annotator=annotator)

            assert claimed.assignment_id == lease.pk, state
            assert claimed.token != str(lease.token)


def test_items_are_filled_before_others_are_opened_until_ten_are_shared(acme):
    task = make_task(acme, rows=60, required=2)
    first, second, third, late = annotators_of(acme, 4)

    def answered(annotator, n=10):
        found = []
        for _ in range(n):
            lease = claims.claim(task=task, annotator=annotator)
            found.append(lease.item_id)
            made = submissions.Submission(answers={"verdict": "wrong"}, lease_token=lease.token)
            submissions.submit(item_id=lease.item_id, task=task, annotator=annotator, submission=made)
        return found

    opened = answered(first)

    assert opened == list(task.items.order_by("position").values_list("pk", flat=True)[:10])
    assert answered(second, 9) == opened[:9]
    assert answered(third, 1) == opened[9:]  # the tenth is shared: who comes now begins at a place of their own
    digest = hashlib.sha256(f"{task.pk}:{late.pk}".encode()).digest()
    start = int.from_bytes(digest[:4], "big") % 60
    assert TaskItem.objects.get(pk=answered(late, 1)[0]).position == (start if start > 9 else 10)


def test_higher_priority_comes_first(acme, alice):
    task = make_task(acme, rows=5)
    TaskItem.objects.filter(task=task, position=3).update(priority=9)

    lease = claims.claim(task=task, annotator=factories.make_annotator(alice))

    assert TaskItem.objects.get(pk=lease.item_id).position == 3


def test_nothing_is_handed_out_unless_active(acme, alice):
    task, annotator = make_task(acme), factories.make_annotator(alice)
    for task.status in ("DRAFT", "PAUSED", "COMPLETED"):
        assert claims.claim(task=task, annotator=annotator).reason == "not_active", task.status


def test_pause_counts_even_when_the_caller_has_not_noticed(acme, alice):
    task, annotator = make_task(acme), factories.make_annotator(alice)
    AnnotationTask.objects.filter(pk=task.pk).update(status="PAUSED")

    claimed = claims.claim(task=task, annotator=annotator)

    assert claimed.reason == "not_active"


def test_reasons_why_nothing_is_free(acme, alice):
    preparing = make_task(acme, preparation="PENDING", with_items=False)
    busy = make_task(acme, rows=1, required=1)
    other = annotators_of(acme, 1)[0]
    held = factories.make_lease(busy.items.get(), other)
    annotator = factories.make_annotator(alice)

    claimed = claims.claim(task=busy, annotator=annotator)

    assert claims.claim(task=preparing, annotator=annotator).reason == "preparing"
    assert (claimed.reason, claimed.leased_items, claimed.next_free_at) == ("busy", 1, held.lease_until)


def test_paused_annotator_gets_nothing(acme, alice):
    task, annotator = make_task(acme), factories.make_annotator(alice)
    Annotator.objects.filter(pk=annotator.pk).update(status="paused")

    assert claims.claim(task=task, annotator=annotator).reason == "paused_annotator"


def test_claim_that_only_misses_ends(acme, alice, monkeypatch):
    missed = {"missed": True, "run_out": False}
    monkeypatch.setattr(claims, "_claim_once", lambda *given, **named: missed)

    with pytest.raises(Unavailable) as refused:
        claims.claim(task=make_task(acme), annotator=factories.make_annotator(alice))

    assert (refused.value.code, refused.value.headers) == ("busy", {"Retry-After": "2"})


def test_run_out_lease_is_renewed_while_nobody_took_the_place(acme, alice):
    task, annotator = make_task(acme), factories.make_annotator(alice)
    lease = factories.make_lease(task.items.first(), annotator, seconds=-60)

    claimed = claims.claim(task=task, annotator=annotator)

    assert claimed.token == str(lease.token)
    assert claimed.lease_until > timezone.now()


def test_open_lease_reads_and_writes_nothing(acme, alice, django_assert_num_queries):
    task, annotator = make_task(acme), factories.make_annotator(alice)
    lease = factories.make_lease(task.items.first(), annotator, seconds=-60)

    with django_assert_num_queries(1):
        found = claims.open_lease(task=task, annotator=annotator)

    assert found.lease_until == lease.lease_until


def test_heartbeat_needs_the_token(acme, alice):
    task, annotator = make_task(acme), factories.make_annotator(alice)
    lease = factories.make_lease(task.items.first(), annotator, seconds=60)

    until = claims.heartbeat(task=task, annotator=annotator, item_id=lease.item_id, token=lease.token)

    assert until > timezone.now() + datetime.timedelta(minutes=20)
    with pytest.raises(Conflict) as refused:
        claims.heartbeat(task=task, annotator=annotator, item_id=lease.item_id, token="other")
    assert refused.value.code == "lease_taken_over"


def test_unknown_items_do_not_exist(acme):
    task = make_task(acme)
    for item_id in ("nonsense", None, "9" * 30):
        with pytest.raises(NotFound):
            claims.item_of(task, item_id)


def test_left_is_what_one_person_may_still_be_given_or_has_in_hand(acme, alice):
    task, mine = make_task(acme, rows=6), factories.make_annotator(alice)
    items = list(task.items.all())
    factories.make_annotation(items[0], mine)
    factories.make_lease(items[1], mine)
    factories.make_lease(items[2], mine, state="skipped", ended_at=timezone.now())
    factories.make_lease(items[3], mine, state="expired", ended_at=timezone.now())
    TaskItem.objects.filter(pk=items[4].pk).update(open_slots=0)
    cases = [({}, 3), ({"max_items_per_person": 2}, 2), ({"required_languages": ["de"]}, 1)]

    for rules, expected in cases:
        with undone():
            AnnotationTask.objects.filter(pk=task.pk).update(**rules or {"lease_seconds": 60})

            assert claims.left_for([task], mine) == {task.pk: expected}, rules
