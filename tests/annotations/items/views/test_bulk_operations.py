"""Pages of bulk operations: previews, what is applied only as it was shown, progress, undo, other people's ids."""

import pytest
from django.urls import reverse

from annotations.items.actions import bulk_operations
from annotations.items.tasks import bulk_run
from annotations.models import Assignment, BulkOperation, TaskItem
from tests import factories
from tests.statements import at_most


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme), rows=4), required=1)


def address(name, *args):
    return reverse(f"annotations:{name}", args=[getattr(arg, "pk", arg) for arg in args])


def ids_of(task):
    return list(task.items.order_by("position").values_list("pk", flat=True))


def apply(client, task, **fields):
    return client.post(address("bulk_apply", task), fields)


def withdraw(client, task, **overrides):
    return apply(client, task, **{"verb": "withdraw", "all": "1", "reason": "Twice", "expected": "4"} | overrides)


def test_preview_shows_counts_reasons_and_changes_nothing(task, bob, client_of):
    client, chosen = client_of(bob), ids_of(task)[:3]
    TaskItem.objects.filter(pk=chosen[0]).update(closed_reason="Other")

    with at_most(8):
        page = client.get(address("bulk_preview", task), {"verb": "withdraw", "row": chosen})

    text = " ".join(page.content.decode().split())
    assert "2 of 3 items are changed." in text and "Withdrawn: 1" in text and "Withdraw items (2)" in text
    assert TaskItem.objects.filter(closed_reason="").count() == 3 and not BulkOperation.objects.exists()


def test_chosen_rows_are_changed_told_and_taken_back(task, bob, client_of):
    client, chosen = client_of(bob), ids_of(task)[:2]

    done = withdraw(client, task, all="", row=chosen, expected="2")
    page = client.get(done.url)
    operation = BulkOperation.objects.exclude(details__has_key="part_of").get()
    undone = client.post(address("bulk_undo", task, operation), follow=True)

    assert "2 items withdrawn" in page.content.decode() and "Twice" in page.content.decode()
    assert "2 of 2 items undone" in " ".join(undone.content.decode().split())
    assert not TaskItem.objects.exclude(closed_reason="").exists()
    assert "Undone" in client.get(address("bulk_list", task)).content.decode()


def test_all_that_match_means_the_filter(task, bob, alice, client_of):
    factories.make_lease(task.items.first(), factories.make_annotator(alice))

    withdraw(client_of(bob), task, filter="state=open", expected="3")

    assert list(TaskItem.objects.filter(closed_reason="").values_list("position", flat=True)) == [0]


def test_what_was_not_shown_is_not_done(task, bob, alice, rita, client_of):
    client = client_of(bob)
    seen, other = factories.make_annotator(alice), factories.make_annotator(rita)
    assign = {"verb": "assign", "all": "1", "expected": "4"}

    changed_list = withdraw(client, task, expected="3")
    changed_person = apply(client, task, **assign | {"person": other.pk, "seen-person": seen.pk})
    missing = apply(client, task, **assign | {"seen-person": seen.pk})

    assert (changed_list.status_code, changed_person.status_code, missing.status_code) == (409, 409, 422)
    assert "Nothing was done." in changed_list.content.decode()
    assert 'aria-invalid="true"' in missing.content.decode()
    assert not BulkOperation.objects.exists() and not Assignment.objects.exists()


def test_person_is_asked_for_first(task, bob, alice, client_of):
    client, person = client_of(bob), factories.make_annotator(alice)

    asked = client.get(address("bulk_preview", task), {"verb": "assign", "all": "1"})
    shown = client.post(address("bulk_preview", task), {"verb": "assign", "all": "1", "person": person.pk})
    done = apply(
        client, task, **{"verb": "assign", "all": "1", "person": person.pk, "seen-person": person.pk, "expected": "4"}
    )

    assert asked.context["seen"] is None and "is missing" not in asked.content.decode()
    assert shown.context["seen"].able == 4
    assert "4 items assigned" in client.get(done.url).content.decode() and Assignment.objects.count() == 4


def test_much_work_waits_for_a_worker_and_shows_how_far_it_is(
    task, bob, client_of, monkeypatch, django_capture_on_commit_callbacks
):
    monkeypatch.setattr(bulk_operations, "AT_ONCE", 3)
    sent = []
    monkeypatch.setattr(bulk_run, "delay", sent.append)
    client = client_of(bob)

    with django_capture_on_commit_callbacks(execute=True):
        done = withdraw(client, task)
    under_way = client.get(done.url)
    part = client.get(done.url, headers={"hx-request": "true"})
    bulk_operations.run(operation=BulkOperation.objects.get(pk=sent[0]))
    over = client.get(done.url, headers={"hx-request": "true"})

    assert "0 of 4 items changed" in under_way.content.decode() and 'id="progress"' in part.content.decode()
    assert over["HX-Refresh"] == "true" and "4 items withdrawn" in client.get(done.url).content.decode()


def test_undo_of_what_cannot_be_taken_back_says_so(task, bob, alice, client_of):
    factories.make_lease(task.items.first(), factories.make_annotator(alice))
    client = client_of(bob)
    apply(client, task, verb="add_place", all="1", expected="1")
    operation = BulkOperation.objects.exclude(details__has_key="part_of").get()

    refused = client.post(address("bulk_undo", task, operation), follow=True)

    assert "cannot be undone" in refused.content.decode() and "Undo operation" not in refused.content.decode()


def test_items_of_others_are_not_found_and_odd_requests_are_refused(task, bob, rival, client_of):
    there = factories.make_task(factories.make_version(factories.make_dataset(rival)))
    foreign, client = ids_of(there)[0], client_of(bob)
    sibling = factories.make_task(task.dataset_version)
    for ids in ([*ids_of(task), foreign], [ids_of(sibling)[0]], ["9" * 18]):
        assert client.get(address("bulk_preview", task), {"verb": "release", "row": ids}).status_code == 404
        assert withdraw(client, task, all="", row=ids).status_code == 404
    assert TaskItem.objects.filter(closed_reason="").count() == TaskItem.objects.count()

    cases = [
        ({}, 302),
        ({"verb": "withdraw"}, 302),
        ({"row": "1"}, 302),
        ({"verb": "drop", "all": "1"}, 400),
        ({"verb": "withdraw", "row": "x"}, 404),
        ({"verb": "withdraw", "all": "1", "filter": "colour=red"}, 400),
        ({"verb": "withdraw", "all": "1", "filter": "state=%00"}, 400),
        ({"verb": "release", "row": ["1"] * 501}, 400),
    ]
    client = client_of(bob)
    for place, (fields, status) in enumerate(cases):
        assert apply(client, task, **fields).status_code == status, fields
        if place % 2:
            assert client.get(address("bulk_preview", task), fields).status_code == status, fields
    assert not BulkOperation.objects.exists()
