"""Find or make the annotator that a person is, and whether a task's people are enough for it."""

from django.db import connection, transaction

from annotations.tasks.models import AnnotationTask, Annotator, TaskItem
from annotations.tasks.models.annotation_task import ELIGIBLE
from evalhub.accounts.models import User
from evalhub.lib.database.joined import unsaved
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import ngettext

MOST_KNOWN = 10_000
_KNOWN = {}
# Members whom the task admits, also those who never had an item; and whoever has answered in it, also without account.
_PEOPLE = f"""
SELECT count(*) FROM annotations_annotationtask t, (
    SELECT m.organization_id, m.user_id, a.id, coalesce(a.expertise_tags, '{{}}') AS expertise_tags,
           coalesce(a.languages, '{{}}') AS languages,
           coalesce(a.status, 'active') = 'active' AND a.blocked_at IS NULL AS works
    FROM accounts_membership m
    LEFT JOIN annotations_annotator a
      ON a.organization_id = m.organization_id AND a.user_id = m.user_id AND a.kind = 'human'
    UNION ALL
    SELECT a.organization_id, NULL, a.id, '{{}}', '{{}}', false FROM annotations_annotator a
    WHERE a.kind = 'human' AND a.user_id IS NULL
) n
WHERE t.id = %s AND n.organization_id = t.organization_id AND (n.works AND {ELIGIBLE} OR EXISTS (
    SELECT 1 FROM annotations_assignment s
    WHERE s.task_id = t.id AND s.annotator_id = n.id AND s.state = 'submitted'))"""


def of_member(membership):
    """The Annotator of a member; remembered per process, since a person's annotator never changes."""
    return unsaved(
        Annotator,
        id=_annotator_id(membership.organization_id, membership.user_id),
        kind="human",
        organization_id=membership.organization_id,
        user_id=membership.user_id,
        name=membership.user.display_name,
    )


def _annotator_id(organization_id, user_id):
    key = organization_id, user_id
    known = _KNOWN.get(key)
    if known is not None:
        return known
    defaults = {"name": lambda: User.objects.get(pk=user_id).display_name}
    annotator, _ = Annotator.objects.get_or_create(
        organization_id=organization_id, user_id=user_id, kind="human", defaults=defaults
    )
    # One that was made in this transaction is gone if the transaction is.
    transaction.on_commit(lambda: _remember(key, annotator.pk))
    return annotator.pk


def _remember(key, annotator_id):
    if len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[key] = annotator_id


def shortage(task: AnnotationTask) -> str:
    """Why the people of a task cannot complete it, "" where they can or nothing is open; two statements at most."""
    needed = task.required_annotations_per_item
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, [task.pk])
        (people,) = cursor.fetchone()
    if people >= needed or not TaskItem.objects.open().filter(task=task).exists():
        return ""
    words = ngettext("%(n)s person", "%(n)s people", people) % {"n": people}
    return _("%(needed)s answers needed per item, %(people)s can give them") % {"needed": needed, "people": words}
