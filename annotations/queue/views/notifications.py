"""What a member's bell says: its labels, and marking lines read."""

from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from annotations.queue.actions import notifications
from evalhub.accounts.access import MEMBER, requires

LABELS = {
    "mentioned": _("mentioned you in a comment"),
    "replied": _("replied to you"),
    "returned": _("returned your answer"),
    "assigned": _("assigned an item to you"),
    "given_up": _("Background work was given up"),
    "problem": _("The installation needs attention"),
}


@requires(MEMBER)
@require_POST
def notification_read(request):
    """Mark the lines named by `id` as read, or all of them without any."""
    chosen = [int(value) for value in request.POST.getlist("id") if value.isdecimal() and len(value) < 19]
    notifications.mark_read(membership=request.membership, ids=chosen or None)
    return redirect("annotations:notification_list")


@requires(MEMBER)
@require_safe
def notification_open(request, notification_id):
    """Mark a line as read and go to what it is about."""
    row = get_object_or_404(notifications.of_member(membership=request.membership), pk=notification_id)
    notifications.mark_read(membership=request.membership, ids=[row.pk])
    return redirect(_subject(row))


def _subject(row):
    """The comments for what was said, the work for what is to be done."""
    if row.verb in notifications.OF_SYSTEM:
        return reverse("reviews:operations")
    if row.item is None:
        return reverse("annotations:notification_list")
    if row.verb in ("returned", "assigned"):
        return reverse("annotations:annotate", args=[row.item.task_id])
    return reverse("annotations:comment_list", args=[row.item.task_id, row.item_id]) + "#comments"
