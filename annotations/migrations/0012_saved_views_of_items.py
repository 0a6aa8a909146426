"""Saved views of a task's items are views of a list as all others.

What an address asks for has other names: `search` is `q`, `flagged=1` is `flagged=true`, an order is a column. An order
by disagreement left out the items on which none was found: that is a filter of its own.
"""

from urllib.parse import parse_qsl, urlencode

from django.db import migrations

ORDERS = {"last": "-item", "disagreement": "-disagreement"}
FLAGS = ("flagged", "commented")


def as_list(query):
    """An address of the table in the names of the list."""
    given = dict(parse_qsl(query))
    if given.get("sort") == "disagreement":
        given = {"disagreement": "0"} | given
    named = {"search": "q", **{name: name for name in given if name != "search"}}
    return urlencode({named[name]: _list_value(name, value) for name, value in given.items()}, safe=",:")


def as_table(query):
    given = dict(parse_qsl(query))
    named = {"q": "search", **{name: name for name in given if name != "q"}}
    known = {name: value for name, value in given.items() if name != "columns"}
    return urlencode({named[name]: _table_value(name, value) for name, value in known.items()})


def _list_value(name, value):
    if name == "sort":
        return ORDERS.get(value, value)
    return "true" if name in FLAGS else value


def _table_value(name, value):
    if name == "sort":
        return {shown: order for order, shown in ORDERS.items()}.get(value, value)
    return "1" if name in FLAGS else value


def to_lists(apps, schema_editor):
    kept = apps.get_model("accounts", "SavedView").objects
    for view in apps.get_model("annotations", "SavedView").objects.order_by("pk").iterator():
        kept.create(list_key="items", scope=str(view.task_id), query=as_list(view.query), **_copied(view))
    _rewrite_operations(apps, as_list)


def to_tables(apps, schema_editor):
    views = apps.get_model("accounts", "SavedView").objects.filter(list_key="items")
    tables = apps.get_model("annotations", "SavedView").objects
    for view in views.order_by("pk").iterator():
        made = tables.create(task_id=view.scope, query=as_table(view.query), **_copied(view))
        tables.filter(pk=made.pk).update(created_at=view.created_at)
    views.delete()
    _rewrite_operations(apps, as_table)


def _copied(view):
    names = ("organization_id", "user_id", "name", "shared", "created_at")
    return {name: getattr(view, name) for name in names}


def _rewrite_operations(apps, change):
    """Bulk operations lead back to the items that they were chosen from."""
    operations = apps.get_model("annotations", "BulkOperation").objects.filter(details__has_key="query")
    for operation in operations.only("details").iterator():
        operation.details["query"] = change(operation.details["query"])
        operation.save(update_fields=["details"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_request_limits"), ("annotations", "0011_one_time_of_a_decision")]

    operations = [
        migrations.RunPython(to_lists, to_tables),
        migrations.DeleteModel("SavedView"),
    ]
