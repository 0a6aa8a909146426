"""Tasks for tests of bulk operations, and the short way from a verb to what became of it."""

from annotations.items.actions import bulk_operations
from annotations.items.actions.bulk_verbs import registry
from annotations.models import TaskItem
from evalhub import invariants
from tests import factories


def make_wide_task(organization, rows=4, **overrides):
    return factories.make_task(factories.make_version(factories.make_dataset(organization), rows=rows), **overrides)


def items_of(task):
    """The items in order, as they are stored now."""
    return list(TaskItem.objects.select_related("task").filter(task=task).order_by("position"))


def do(task, key, *, by, items=None, **given):
    """Do a verb to these items, all of the task without any, as the pages do: the BulkOperation, run to its end."""
    verb = registry[key]
    options = verb.clean(task=task, given={name: str(value) for name, value in given.items()})
    found = TaskItem.objects.filter(task=task)
    if items is not None:
        found = found.filter(pk__in=[item.pk for item in items])
    seen = bulk_operations.preview(task=task, verb=verb, options=options, items=found)
    operation = bulk_operations.start(task=task, key=key, options=options, items=found, expected=seen.able, by=by.user)
    return run(operation)


def undo(operation, *, by):
    bulk_operations.undo(operation=operation, by=by.user)
    return run(operation)


def run(operation):
    bulk_operations.run(operation=operation)
    operation.refresh_from_db()
    return operation


def slots_add_up():
    """Whether the rules of places hold; rows made by factories break others."""
    return [broken for broken in invariants.broken() if broken.name in ("I1", "I1-slots", "I14")] == []
