"""The list of reserved items of a task: who holds what until when, and answers that came late."""

import pytest
from django.utils import timezone

from annotations.models import Assignment
from tests import factories
from tests.lists.walks import Walk, shown


@pytest.fixture
def task(acme):
    rows = [{"input": {"prompt": f"What is the refund for order {n}?"}} for n in range(4)]
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=rows))


@pytest.fixture
def leases(task, alice, rita):
    """Alice holds item 1 and a colleague item 2; Rita's answer on item 3 came late."""
    first, second, third, _ = task.items.order_by("position")
    colleague = factories.make_member(alice.organization)
    held = [
        factories.make_lease(item, factories.make_annotator(who)) for item, who in ((first, alice), (second, colleague))
    ]
    late = factories.make_lease(third, factories.make_annotator(rita))
    Assignment.objects.filter(pk=late.pk).update(state="late", ended_at=timezone.now())
    return [*held, late]


def listed(member, task, **query):
    return [line.row.pk for line in shown("leases", member, query, task).lines]


def test_searched_filtered_and_sorted_and_late_answers_are_counted_and_decided_by_those_who_manage(
    task, leases, bob, vera, client_of
):
    ids = [lease.pk for lease in leases]
    assert listed(bob, task) == ids and listed(bob, task, sort="-item") == ids[::-1]
    assert listed(bob, task, state="late") == ids[2:] == listed(bob, task, annotator="Rita")
    assert listed(bob, task, q='"order 1"') == [ids[1]]

    page = client_of(bob).get(f"/tasks/{task.pk}/leases/")
    (late,) = (link for link in page.context["list"].view_links if link.count)
    assert (late.label, late.count) == ("Late answers", "1")
    assert page.content.decode().count("Release or reassign") == 2 and "Decide" in page.content.decode()
    read = client_of(vera).get(f"/tasks/{task.pk}/leases/").content.decode()
    assert "Release or reassign" not in read and "Alice" in read


def test_leases_of_another_task_are_not_listed(task, leases, acme, bob):
    other = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))

    assert listed(bob, other) == []


def walk(organization, member):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization), rows=7))
    for item in task.items.order_by("position"):
        factories.make_lease(item, factories.make_annotator(factories.make_member(organization)))
    Assignment.objects.filter(task=task, item__position__lt=2).update(state="late", ended_at=timezone.now())
    return Walk(f"/tasks/{task.pk}/leases/", search="3", filter="state", value="late")
