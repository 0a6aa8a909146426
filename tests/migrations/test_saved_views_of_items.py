"""Saved views of the items of tasks become views of a list, with the names of today in their addresses, and go back."""

import importlib
from types import SimpleNamespace

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from annotations.models import BulkOperation
from evalhub.accounts.models import SavedView
from tests import factories

migration = importlib.import_module("annotations.migrations.0012_saved_views_of_items")
EDITOR = SimpleNamespace(connection=connection)
ADDRESSES = {
    "": "",
    "state=open&annotator=0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22": None,
    "label=verdict%3Da%26b&flagged=1&commented=1": "label=verdict%3Da%26b&flagged=true&commented=true",
    "disagreement=0.2&search=caf%C3%A9+%2B&sort=last": "disagreement=0.2&q=caf%C3%A9+%2B&sort=-item",
    "disagreement=0.2&sort=disagreement": "disagreement=0.2&sort=-disagreement",
}


@pytest.mark.parametrize(("table", "shown"), ADDRESSES.items())
def test_addresses_are_translated_and_back(table, shown):
    shown = table if shown is None else shown

    assert (migration.as_list(table), migration.as_table(shown)) == (shown, table)


def test_order_that_left_items_out_is_a_filter_as_well():
    assert migration.as_list("sort=disagreement") == "disagreement=0&sort=-disagreement"


@pytest.mark.django_db
def test_views_are_kept_and_can_be_opened(acme, bob, rita, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    whole = BulkOperation.objects.create(
        organization=acme, task=task, verb="withdraw", details={"query": "flagged=1", "state": "done"}
    )
    part = BulkOperation.objects.create(organization=acme, task=task, verb="withdraw", details={"part_of": "x"})
    before = MigrationExecutor(connection).loader.project_state(migration.Migration.dependencies).apps
    table = before.get_model("annotations", "SavedView")
    with connection.schema_editor() as editor:
        editor.create_model(table)
    for member, query, shared in ((bob, "search=case&sort=last", True), (rita, "state=open", False)):
        of_task = {"organization_id": acme.pk, "task_id": task.pk, "user_id": member.user.pk}
        table.objects.create(**of_task, name="Mine", query=query, shared=shared)
    stored = sorted(table.objects.values_list("task", "user", "name", "query", "shared", "created_at"))

    migration.to_lists(before, EDITOR)

    views = SavedView.objects.order_by("pk")
    assert [(view.user_id, view.query, view.shared) for view in views] == [
        (bob.user.pk, "q=case&sort=-item", True),
        (rita.user.pk, "state=open", False),
    ]
    shown = client_of(rita).get(f"/tasks/{task.pk}/items/?q=case&sort=-item&view={views[0].pk}").context["list"]
    assert ([link.label for link in shown.view_links], shown.view) == (["All", "Mine", "Mine"], views[0])
    whole.refresh_from_db()
    assert whole.details == {"query": "flagged=true", "state": "done"}

    table.objects.all().delete()
    migration.to_tables(before, EDITOR)

    assert sorted(table.objects.values_list("task", "user", "name", "query", "shared", "created_at")) == stored
    whole.refresh_from_db()
    part.refresh_from_db()
    assert (whole.details["query"], part.details) == ("flagged=1", {"part_of": "x"})
    assert not SavedView.objects.exists()
