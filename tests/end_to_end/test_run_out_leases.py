"""Leases that run out in the middle of the work of many: no item gets more answers than it needs, none is lost."""

import datetime
import time
import uuid
from collections import Counter

import pytest
from django.utils import timezone

from annotations.models import Annotation, Assignment, Draft
from annotations.queue.actions import claims, leases
from evalhub.lib.errors import Conflict
from tests import factories
from tests.annotations.queue.test_submission_races import hand_in
from tests.live import until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_leases_that_run_out_never_give_an_item_more_answers_than_it_needs(acme, together):
    """12 people, 40 items of 3 answers, and many leases that run out in the middle of the work."""
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=40), required=3)
    people = [factories.make_annotator(factories.make_member(acme)) for _ in range(12)]
    deadline = time.monotonic() + 600  # far more than it takes: all end when every item has its answers

    def reap():
        while time.monotonic() < deadline and Assignment.objects.filter(state="submitted").count() < 120:
            leases.LEASES.round()
            time.sleep(0.05)

    done = together(*[lambda a=a, n=n: _work(task, a, n, deadline) for n, a in enumerate(people)], reap)

    counted = Counter(Annotation.objects.current().values_list("item_id", flat=True))
    assert Counter(counted.values()) == {3: 40}
    late = sum(one.late for one in done[:-1])
    assert late == Draft.objects.filter(assignment__state="late").count()
    assert sum(one.stored for one in done[:-1]) == 120


class _Tally:
    stored = late = 0


def _work(task, annotator, number, deadline):
    tally, turn = _Tally(), 0
    while time.monotonic() < deadline:
        claimed = claims.claim(task=task, annotator=annotator)
        if isinstance(claimed, claims.NothingFree):
            if claimed.reason == "all_done":
                return tally
            time.sleep(0.05)
            continue
        turn += 1
        if (turn + number) % 7 == 0:
            mine = Assignment.objects.filter(pk=claimed.assignment_id, state="leased")
            mine.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
            until(lambda mine=mine: not mine.exists(), "sweep that takes the lease back")
        try:
            hand_in(task, claimed.item_id, annotator, claimed.token, uuid.uuid4())
            tally.stored += 1
        except Conflict as error:
            if error.code != "slot_taken":
                raise
            tally.late += 1
    return tally
