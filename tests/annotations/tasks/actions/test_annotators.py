"""Who a member is as an annotator: made once, and remembered only when that is committed."""

import pytest
from django.db import transaction
from django.utils import timezone

from annotations.models import AnnotationTask, Annotator
from annotations.tasks.actions import annotators
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


def test_annotator_of_a_transaction_that_failed_is_made_again(alice):
    with transaction.atomic():
        lost = annotators.of_member(alice)
        transaction.set_rollback(True)

    kept = annotators.of_member(alice)

    assert Annotator.objects.get() == kept != lost


def test_known_annotator_costs_no_query(alice, django_assert_num_queries):
    first = annotators.of_member(alice)

    with django_assert_num_queries(0):
        assert annotators.of_member(alice) == first


def test_task_that_its_people_cannot_complete_says_so_on_page_and_in_the_api(acme, alice, bob, client_of, api_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1), required=3)
    note = "3 answers needed per item, 2 people can give them"

    page = client_of(bob).get(f"/tasks/{task.pk}/")
    told = api_of(bob).get(f"/v1/annotations/tasks/{task.pk}").json()["note"]

    assert told == note and note in [step.title for step in page.context["steps"]]
    for people, changes in ((1, {"status": "paused"}), (1, {"blocked_at": timezone.now()}), (2, {})):
        Annotator.objects.update_or_create(user=alice.user, organization=acme, kind="human", defaults=changes)
        assert f"{people} p" in annotators.shortage(task), changes
        Annotator.objects.filter(user=alice.user).update(status="active", blocked_at=None)
    task.required_skills = ["law"]
    task.save()
    assert "0 people" in annotators.shortage(task)
    AnnotationTask.objects.update(required_skills=[])
    stranger = Annotator.objects.create(organization=acme, kind="human", external_name="r1", name="R1")
    factories.make_lease(task.items.get(), stranger, state="submitted", ended_at=timezone.now())
    assert annotators.shortage(task) == ""  # who answered from outside counts too
    stranger.assignments.all().delete()
    task.items.update(open_slots=0)
    assert annotators.shortage(task) == ""
