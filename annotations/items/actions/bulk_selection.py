"""What a bulk operation is asked to do, and to which items of a task: chosen rows, or all that a filter matches."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotations.items.actions.bulk_verbs import registry
from annotations.items.actions.bulk_verbs.base import Verb
from annotations.tasks.models import TaskItem
from evalhub.lib.errors import InvalidInput, NotFound

MOST_CHOSEN = 500


@dataclass(frozen=True)
class Choice:
    """ids: of the rows that were chosen; empty: all of `items`, which the address `query` of the list stands for."""

    key: str
    verb: Verb
    ids: list
    query: str
    items: QuerySet


def all_matching(*, key, items, query):
    """The Choice of every item that a filter matches; UnknownKey names the verbs."""
    return Choice(key, registry[key], [], query, items)


def rows(*, task, key, ids, query=""):
    """The Choice of the items with these ids, which are texts; `query` is the address of the list they were chosen in.

    UnknownKey, InvalidInput `too_many`, and NotFound for the first id that is of no item of the task; one statement.
    """
    verb = registry[key]
    if len(ids) > MOST_CHOSEN:
        raise InvalidInput(
            _("%(n)s rows are selected. Valid: at most %(most)s; choose all that match instead.")
            % {"n": len(ids), "most": MOST_CHOSEN},
            code="too_many",
        )
    numbers = {whole_number(text): text for text in ids}
    items = TaskItem.objects.filter(task=task, pk__in=list(numbers))
    found = set(items.values_list("pk", flat=True))
    for number, text in numbers.items():
        if number not in found:
            raise NotFound(_("The task has no item %(id)s.") % {"id": f"{text[:40]!r}"})
    return Choice(key, verb, sorted(numbers), query, items)


def whole_number(text):
    """A number in an address, a form or a body; 0, which is no id and no count, for anything else."""
    text = text or ""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
