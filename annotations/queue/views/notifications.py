"""What a member's bell says: the page of their notifications, marking them read, and the count beside the bell."""

from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from annotations.queue.actions import notifications
from evalhub.accounts.access import MEMBER, requires
from evalhub.lib.paging import keyset

LABELS = {
    "mentioned": _("mentioned you in a comment"),
    "replied": _("replied to you"),
    "returned": _("returned your answer"),
    "assigned": _("assigned an item to you"),
}


@requires(MEMBER)
@require_safe
def notification_list(request):
    """A page of own lines by keyset, newest first; two statements."""
    rows = notifications.of_member(membership=request.membership)
    page = keyset(rows, request, field="pk", kind=int, descending=True)
    for row in page.rows:
        row.words, row.href = LABELS[row.verb], _href(row)
    return render(
        request,
        "annotations/queue/notification_list.html",
        {
            "page": page,
            "unread": notifications.unread(membership=request.membership),
        },
    )


@requires(MEMBER)
@require_POST
def notification_read(request):
    """Mark the lines named by `id` as read, or all of them without any; `next` leads on to what a line is about."""
    chosen = [int(value) for value in request.POST.getlist("id") if value.isdecimal() and len(value) < 19]
    notifications.mark_read(membership=request.membership, ids=chosen or None)
    if request.POST.get("open") and chosen:
        row = notifications.of_member(membership=request.membership).filter(pk=chosen[0]).first()
        if row is not None and _href(row):
            return redirect(_href(row))
    return redirect("annotations:notification_list")


@requires(MEMBER)
@require_safe
def bell(request):
    """The count beside the bell, a part of a page; one statement."""
    unread = notifications.unread(membership=request.membership)
    return render(request, "annotations/queue/bell.html#count", {"unread": unread})


def _href(row):
    """Where a line leads: to the comments for what was said, to the work for what is to be done."""
    if row.item is None:
        return ""
    if row.verb in ("returned", "assigned"):
        return reverse("annotations:annotate", args=[row.item.task_id])
    return reverse("annotations:comment_list", args=[row.item.task_id, row.item_id]) + "#comments"
