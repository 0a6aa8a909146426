"""The annotator's page: open it, take the next item, read the item rendered or as source."""

from django.http import HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST, require_safe

from annotations import content
from annotations.queue.actions import claims
from annotations.queue.views.desk import page as benches
from annotations.tasks.actions import item_content
from evalhub.accounts.access import requires

HANDS_OUT = ("ACTIVE", "PAUSED")
COOKIE_SECONDS = 31_536_000


@requires("annotate")
@require_safe
def annotate(request, task_id):
    """The item in hand, or the way to take one; opening the page takes nothing."""
    bench = benches.open_bench(request, task_id)
    lease = None
    if bench.task.status in HANDS_OUT:
        lease = claims.open_lease(task=bench.task, annotator=bench.annotator)
    if lease is None and not _may_take(bench):
        lease = claims.why_nothing(task=bench.task, annotator=bench.annotator)
    return _remember_view(request, task_id, benches.show(request, bench, lease))


@requires("annotate")
@require_POST
def item_claim(request, task_id):
    """Take the next item. A page that waits says for what (`waiting`) and gets 204 while nothing has changed."""
    bench = benches.open_bench(request, task_id)
    claimed = claims.claim(task=bench.task, annotator=bench.annotator, shows=bool(request.htmx))
    if isinstance(claimed, claims.Lease) and not request.htmx:
        return redirect("annotations:annotate", task_id)
    if isinstance(claimed, claims.NothingFree) and claimed.reason == request.POST.get("waiting"):
        return HttpResponse(status=204)
    return benches.show(request, bench, claimed)


@requires("annotate")
@require_GET
def item_pane(request, task_id, item_id):
    """The item's texts in the view that `view` names; the form beside them is not touched."""
    bench = benches.open_bench(request, task_id)
    lease = benches.held_by(bench, item_id)
    shown = item_content.content(lease.item_id)
    context = {
        "task": bench.task,
        "lease": lease,
        "item": shown,
        "view": benches.item_view(request),
        "pane": benches.pane(request, shown, lease),
    }
    return _remember_view(request, task_id, render(request, f"{benches.PAGE}#item", context))


@requires("annotate")
@require_GET
def session(request):
    """Who is signed in, with a fresh CSRF token: an open page carries on after a sign-in in another tab."""
    return JsonResponse({"user": str(request.membership.user_id), "csrf": get_token(request)})


def _may_take(bench):
    """Whether this annotator may ask for an item at all; one statement where the task hands items out."""
    is_at_work = bench.task.status == "ACTIVE" and bench.task.preparation == "READY"
    return is_at_work and not claims.why_stopped(task=bench.task, annotator=bench.annotator)


def _remember_view(request, task_id, response):
    """Keep the view that was asked for, for this task alone: the browser sends the cookie to its pages only."""
    if request.GET.get("view") in content.VIEWS:
        response.set_cookie(
            benches.VIEW_COOKIE,
            request.GET["view"],
            max_age=COOKIE_SECONDS,
            path=reverse("annotations:annotate", args=[task_id]),
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    return response
