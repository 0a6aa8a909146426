"""Take back a decision: what it replaced is in force again, and its item waits for an adjudicator as before."""

from django.db import transaction
from django.utils.translation import gettext as _

from annotations.consensus.models import AdjudicationRequest, GroundTruth
from annotations.tasks.actions import history
from annotations.tasks.models import TaskItem
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict


def last_decided(*, task, by):
    """The TaskItem of the task that the Membership decided last, None when no decision of theirs is in force."""
    own = GroundTruth.objects.adjudicated().filter(item__task=task, decided_by=by.user)
    last = own.select_related("item").order_by("-pk").first()
    return last.item if last else None


@transaction.atomic
def undo(*, item, by):
    """Take back what the Membership decided last on the TaskItem; requests that it closed are open again.

    Returns {question key: GroundTruth} of what was taken back. Raises Conflict (`nothing_to_undo`).
    """
    TaskItem.objects.select_for_update(of=("self",)).get(pk=item.pk)
    own = GroundTruth.objects.adjudicated().filter(item=item, decided_by=by.user)
    rows = list(own.select_related("question").order_by("-created_at"))
    taken = [row for row in rows if row.created_at == rows[0].created_at]
    if not taken:
        raise Conflict(_("There is no decision of yours to undo on this item."), code="nothing_to_undo")
    GroundTruth.objects.filter(pk__in=[row.pk for row in taken]).update(is_current=False)
    GroundTruth.objects.filter(pk__in=[row.supersedes_id for row in taken]).update(is_current=True)
    if not AdjudicationRequest.objects.filter(item=item, closed_at=None).exists():
        AdjudicationRequest.objects.filter(item=item, closed_at=taken[0].created_at).update(closed_at=None)
    versions = {str(row.question_id): row.version for row in taken}
    history.note(task=item.task, item=item, verb="adjudication_undone", details={"questions": versions})
    audit.record(
        organization=item.task.organization,
        verb="adjudication.undone",
        target=item,
        details={"task": str(item.task_id), "versions": versions},
        by=by,
    )
    return {row.question.key: row for row in taken}
