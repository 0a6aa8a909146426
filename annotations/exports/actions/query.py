"""The statements of an export: which rows of a task are taken in, and which of their parts."""

import hashlib
import hmac
import re

from django.conf import settings
from django.db import connection

from annotations.progress.actions import completion
from annotations.queue.models import Annotation
from annotations.tasks.models import Annotator
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
FETCHED_AT_ONCE = 2_000
_BLOCK = re.compile(r" *-- with (\w+)\n(.*?) *-- end\n", re.DOTALL)
_ANY = "(/* items */ true)"
ITEM_CONDITIONS = {
    "all": "true",
    "complete": completion.COMPLETE,
    "incomplete": completion.INCOMPLETE,
    "adjudicated": "EXISTS (SELECT 1 FROM annotations_groundtruth g"
    " WHERE g.item_id = i.id AND g.is_current AND g.source = 'adjudicated')",
    "flagged": "EXISTS (SELECT 1 FROM annotations_annotation f WHERE f.item_id = i.id AND f.flagged"
    " AND f.round = 1 AND f.withdrawn_at IS NULL AND f.superseded_at IS NULL)",
}


def text(name, options):
    """The statement `name` with the parts and the filter of the options."""
    included = set(options.include)
    query = _BLOCK.sub(lambda found: found.group(2) if found.group(1) in included else "", sql(name))
    return among(query, options)


def among(query, options):
    """The statement, narrowed to the items of the options."""
    return query.replace(_ANY, f"({ITEM_CONDITIONS[options.items]})")


def values(task, options):
    """The values that every statement of an export takes."""
    hidden = pseudonyms(task) if options.pseudonymise else {}
    return {
        "task": task.pk,
        "kinds": list(options.annotator_kinds),
        "blind": options.blind_only,
        "hidden": list(hidden),
        "names": list(hidden.values()),
    }


def stream(name, task, options):
    """The values of one column through a server-side cursor, a chunk at a time."""
    with connection.chunked_cursor() as cursor:
        cursor.itersize = FETCHED_AT_ONCE
        cursor.execute(text(name, options), values(task, options))
        for (row,) in cursor:
            yield row


def pseudonyms(task):
    """{annotator id: pseudonym} of the people and programs of a task's organization; models keep their names.

    A keyed hash over organization, task and annotator: the same in every export of the task, another in another task,
    and nobody without the server's key can tell who it is.
    """
    found = Annotator.objects.filter(organization_id=task.organization_id).exclude(kind="llm")
    return {row.pk: pseudonym(task, row.pk, row.kind) for row in found.only("pk", "kind")}


def pseudonym(task, annotator_id, kind):
    key = hashlib.sha256(b"annotations.pseudonyms:" + settings.SECRET_KEY.encode()).digest()
    text = f"{task.organization_id}:{task.pk}:{annotator_id}".encode()
    return f"{'person' if kind == 'human' else 'program'}-{hmac.digest(key, text, 'sha256').hex()[:16]}"


def item_count(task, options):
    """How many items the options take in."""
    if options.items == "all":
        return task.total_items
    with connection.cursor() as cursor:
        query = "SELECT count(*) FROM annotations_taskitem i WHERE i.task_id = %s AND (/* items */ true)"
        cursor.execute(among(query, options), [task.pk])
        return cursor.fetchone()[0]


def counted(task, options):
    """(items, annotations, annotators) that the options take in; three index scans at most."""
    condition, items = f"({ITEM_CONDITIONS[options.items]})", item_count(task, options)
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            SELECT count(*), count(DISTINCT a.annotator_id) FROM annotations_annotation a
            JOIN annotations_annotator n ON n.id = a.annotator_id
            {"" if options.items == "all" else "JOIN annotations_taskitem i ON i.id = a.item_id"}
            WHERE a.task_id = %(task)s AND a.round = 1 AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL
              AND n.kind = ANY(%(kinds)s) AND (NOT %(blind)s OR a.exposure = 'blind') AND {condition}
            """,
            {"task": task.pk, "kinds": list(options.annotator_kinds), "blind": options.blind_only},
        )
        annotations, annotators = cursor.fetchone()
    return items, annotations, annotators


def versions_in(task, options):
    """({form numbers}, {guideline versions}) of the annotations that the options take in."""
    found = Annotation.objects.current().filter(task=task, annotator__kind__in=options.annotator_kinds)
    if options.blind_only:
        found = found.filter(exposure="blind")
    pairs = found.values_list("schema_version__number", "guideline_version").distinct()
    return sorted({form for form, _ in pairs}), sorted({guideline for _, guideline in pairs})
