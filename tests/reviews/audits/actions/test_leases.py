"""Who has a machine's answer in hand: taken, kept, run out, taken over, and raced for."""

import datetime

import pytest
from django.utils import timezone

from reviews.audits.actions import leases
from reviews.models import AuditLease
from tests import factories


@pytest.fixture
def said(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    return factories.make_annotation(task.items.get(), factories.make_llm_annotator(acme))


@pytest.fixture
def auditors(rita, bob):
    return factories.make_annotator(rita), factories.make_annotator(bob)


def test_first_one_has_it_for_ten_minutes_and_going_on_slides_the_end_and_what_ran_out_is_free(said, auditors):
    first, second = auditors
    assert leases.take(annotation=said, auditor=first) is None
    assert leases.take(annotation=said, auditor=second) == first
    left = AuditLease.objects.get().lease_until - timezone.now()
    assert datetime.timedelta(minutes=8) < left <= datetime.timedelta(minutes=10)

    leases.take(annotation=said, auditor=auditors[0])
    soon = timezone.now() + datetime.timedelta(minutes=1)
    AuditLease.objects.update(lease_until=soon)
    assert leases.take(annotation=said, auditor=auditors[0]) is None
    assert AuditLease.objects.get().lease_until > soon + datetime.timedelta(minutes=8)

    first, second = auditors
    leases.take(annotation=said, auditor=first)
    AuditLease.objects.update(lease_until=timezone.now() - datetime.timedelta(seconds=1))
    assert leases.take(annotation=said, auditor=second) is None
    assert leases.holder(annotation=said, besides=first) == second


def test_taking_over_and_giving_back(said, auditors):
    first, second = auditors
    leases.take(annotation=said, auditor=first)

    leases.take_over(annotation=said, auditor=second)

    assert leases.take(annotation=said, auditor=first) == second
    leases.release(annotation=said, auditor=first)
    assert leases.holder(annotation=said, besides=first) == second
    leases.release(annotation=said, auditor=second)
    assert leases.take(annotation=said, auditor=first) is None
