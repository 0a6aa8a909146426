"""What a member's bell says: its labels, and marking lines read."""

from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from annotations.queue.actions import notifications
from evalhub.accounts.access import MEMBER, requires

LABELS = {
    "mentioned": _("mentioned you in a comment"),
    "replied": _("replied to you"),
    "returned": _("returned your answer"),
    "assigned": _("assigned an item to you"),
}


@requires(MEMBER)
@require_POST
def notification_read(request):
    """Mark the lines named by `id` as read, or all of them without any; `next` leads on to what a line is about."""
    chosen = [int(value) for value in request.POST.getlist("id") if value.isdecimal() and len(value) < 19]
    notifications.mark_read(membership=request.membership, ids=chosen or None)
    if request.POST.get("open") and chosen:
        row = notifications.of_member(membership=request.membership).filter(pk=chosen[0]).first()
        if row is not None and href_of(row):
            return redirect(href_of(row))
    return redirect("annotations:notification_list")


def href_of(row):
    """Where a line leads: to the comments for what was said, to the work for what is to be done."""
    if row.item is None:
        return ""
    if row.verb in ("returned", "assigned"):
        return reverse("annotations:annotate", args=[row.item.task_id])
    return reverse("annotations:comment_list", args=[row.item.task_id, row.item_id]) + "#comments"
