"""Saved views: kept by one, shared by admins, open to nobody else, and clear when they are out of date."""

import pytest
from django.urls import reverse

from annotations.items.actions import saved_views
from annotations.models import SavedView
from evalhub.accounts.models import AuditEvent
from tests import factories
from tests.undoing import undone


@pytest.fixture
def task(acme):
    return factories.make_task(factories.make_version(factories.make_dataset(acme)))


def address(name, *args):
    return reverse(f"annotations:{name}", args=[getattr(arg, "pk", arg) for arg in args])


def save(client, task, **overrides):
    fields = {"name": "Mine", "filter": "state=open"} | overrides
    return client.post(address("saved_view_create", task), fields)


def make_view(task, member, **overrides):
    fields = {
        "organization": task.organization,
        "task": task,
        "user": member.user,
        "name": "Mine",
        "query": "state=open",
    }
    return SavedView.objects.create(**fields | overrides)


def names_on(client, task):
    return [link["label"] for link in client.get(address("task_items", task)).context["views"]][1:]


def test_a_view_is_kept_for_oneself_and_leads_to_its_filter(task, bob, rita, client_of):
    hers, his = client_of(rita), client_of(bob)

    saved = save(hers, task, filter="state=open&search=case")
    page = hers.get(saved.url)

    assert page.context["chosen"].search == "case" and page.context["view"].name == "Mine"
    assert names_on(hers, task) == ["Mine"] and names_on(his, task) == []
    assert his.get(address("saved_view", task, SavedView.objects.get())).status_code == 404


def test_only_admins_share(task, bob, rita, vera, client_of):
    assert save(client_of(rita), task, shared="1").status_code == 403
    assert save(client_of(bob), task, name="All of us", shared="1").status_code == 302

    assert names_on(client_of(vera), task) == ["All of us"]
    shared = SavedView.objects.get()
    assert client_of(rita).post(address("saved_view_delete", task, shared)).status_code == 403
    assert client_of(rita).get(address("saved_view", task, shared)).status_code == 403


def test_views_are_renamed_shared_and_deleted(task, bob, rita, client_of):
    view = make_view(task, rita, shared=True)
    client = client_of(bob)

    client.post(address("saved_view", task, view), {"name": "Ours", "shared": "1"})
    view.refresh_from_db()
    client.post(address("saved_view_delete", task, view))

    assert (view.name, view.shared) == ("Ours", True)
    assert not SavedView.objects.exists()
    assert AuditEvent.objects.get(verb="view.deleted").details["name"] == "Ours"


def test_names_that_cannot_be_kept_are_refused(task, bob, client_of):
    cases = ["", "  ", "x" * 81, "a\0b"]
    view = make_view(task, bob)
    client = client_of(bob)
    for name in cases:
        with undone():
            refused = client.post(address("saved_view", task, view), {"name": name})
            save(client, task, name=name)

            assert refused.status_code == 422 and "Valid: 1 to 80" in refused.content.decode()
            assert SavedView.objects.get().name == "Mine"


def test_a_name_is_taken_once_and_views_are_limited(task, bob, client_of, monkeypatch):
    monkeypatch.setattr(saved_views, "MOST", 2)
    client = client_of(bob)

    save(client, task)
    again = save(client, task).wsgi_request
    save(client, task, name="Second")
    save(client, task, name="Third")

    assert [str(message) for message in again._messages][-1] == "A view named Mine already exists."
    assert sorted(SavedView.objects.values_list("name", flat=True)) == ["Mine", "Second"]


def test_an_outdated_view_says_so_and_can_be_deleted(task, bob, client_of):
    cases = ["colour=red", "label=gone=1", "state=closed", "a=" + "x" * 300, "&".join(["a=1"] * 60)]
    for query in cases:
        with undone():
            view = make_view(task, bob, query=query)
            client = client_of(bob)

            table = client.get(f"{address('task_items', task)}?{query}&view={view.pk}")
            page = client.get(address("saved_view", task, view))

            assert table.status_code == 400 and "no longer has" in table.content.decode()
            assert page.status_code == 200 and "is no longer valid" in page.content.decode()
            assert save(client, task, name="Copy", filter=query).status_code == 302
            assert client.post(address("saved_view_delete", task, view)).status_code == 302
            assert not SavedView.objects.exists()


def test_views_of_another_organization_do_not_exist(task, bob, mallory, rival, client_of):
    there = factories.make_task(factories.make_version(factories.make_dataset(rival)))
    view = make_view(there, mallory, shared=True)
    client = client_of(bob)

    for where in (task, there):
        assert client.get(address("saved_view", where, view)).status_code == 404
        assert client.post(address("saved_view_delete", where, view)).status_code == 404
    assert SavedView.objects.count() == 1
