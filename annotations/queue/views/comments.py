"""Comments on an item: their own page, which annotators can open too, writing one, closing a thread."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from annotations.queue.actions import comments
from annotations.queue.models import Comment
from annotations.tasks.views.lookup import item_of
from evalhub.accounts.access import MEMBER, requires
from evalhub.lib.errors import Conflict, InvalidInput

PAGE = "annotations/queue/comment_list.html"
BOX = "annotations/queue/comments.html"


@requires(MEMBER)
@require_http_methods(["GET", "POST"])
def comment_list(request, task_id, item_id):
    """The comments on an item, for htmx the box alone; a POST writes one. Annotators reach it for items they had."""
    item = item_of(request, task_id, item_id)
    if request.method == "GET":
        return render(request, BOX if request.htmx else PAGE, _context(request, item))
    text, value = request.POST.get("text", ""), request.POST.get("answers", "")
    try:
        posted = comments.say(item=item, text=text, answers=_comment(item, value), by=request.membership)
    except (Conflict, InvalidInput) as error:
        typed = {"problem": error.message, "typed": text, "typed_for": value}
        status = 409 if isinstance(error, Conflict) else 422
        return render(request, BOX if request.htmx else PAGE, _context(request, item) | typed, status=status)
    parts = []
    if posted.notified:
        parts.append(_("Notified: %(names)s.") % {"names": ", ".join(user.display_name for user in posted.notified)})
    if posted.unreached:
        names = ", ".join(f"@{name}" for name in posted.unreached)
        parts.append(
            _(
                "Not notified: %(names)s. No member who can see this item has that name, or several have it. "
                "Use the email address."
            )
            % {"names": names}
        )
    return _answer(request, item, notice=" ".join(parts), posted=posted.comment)


@requires(MEMBER)
@require_POST
def comment_resolve(request, task_id, item_id, comment_id):
    """Close a thread, or open it again (`resolved=0`)."""
    item = item_of(request, task_id, item_id)
    comment = get_object_or_404(Comment.objects.select_related("item__task", "answers"), pk=comment_id, item=item)
    comments.resolve(comment=comment, is_resolved=request.POST.get("resolved") != "0", by=request.membership)
    return _answer(request, item)


def _comment(item, value):
    """The comment that is replied to; None for a new thread."""
    if not value:
        return None
    found = Comment.objects.select_related("answers").filter(item=item)
    return get_object_or_404(found, pk=int(value) if value.isdecimal() and len(value) < 19 else 0)


def _context(request, item):
    is_reader = request.membership.may("read")
    home = reverse("annotations:task_item", args=[item.task_id, item.pk]) if is_reader else ""
    bench = "" if is_reader else reverse("annotations:annotate", args=[item.task_id])
    return comments.context(item, request.membership) | {"task": item.task, "item_href": home, "bench_href": bench}


def _answer(request, item, notice="", posted=None):
    """The box anew, with the focus on what was said, or the page it was written on."""
    if request.htmx:
        return render(request, BOX, _context(request, item) | {"notice": notice, "posted": posted})
    if notice:
        messages.info(request, notice)
    page = "task_item" if request.POST.get("on") == "item" and request.membership.may("read") else "comment_list"
    return redirect(reverse(f"annotations:{page}", args=[item.task_id, item.pk]) + "#comments")
