"""The lease of an open page: keep it, take it over from another tab, and lay the next item by."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from annotations.queue.actions import claims, leases
from annotations.queue.views.desk import page as benches
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict

CLOSED = gettext_lazy("This item was closed while you worked on it. Your input is kept.")


@requires("annotate")
@require_POST
def lease_extend(request, task_id, item_id):
    """Heartbeat of an open page: the lease begins anew; 409 says that it was lost or taken over."""
    bench = benches.open_bench(request, task_id)
    item = claims.item_of(bench.task, item_id)
    try:
        until = claims.heartbeat(
            task=bench.task, annotator=bench.annotator, item_id=item_id, token=request.POST.get("lease_token", "")
        )
    except Conflict as error:
        action = "take_over" if error.code == "lease_taken_over" else ""
        words, action = (CLOSED, "next") if item.closed_reason and not action else (error.message, action)
        alert = benches.Alert(words, level="caution", action=action)
        return benches.show_alert(request, bench, alert, item_id=item_id)
    return JsonResponse({"seconds_left": max(0, int((until - timezone.now()).total_seconds()))})


@requires("annotate")
@require_POST
def lease_take_over(request, task_id, item_id):
    """Go on with the item here: its token changes, and the page that had it can no longer submit."""
    bench = benches.open_bench(request, task_id)
    try:
        lease = claims.take_over(task=bench.task, annotator=bench.annotator, item_id=item_id)
    except Conflict as error:
        return benches.show_alert(request, bench, benches.Alert(error.message, action="reload"))
    if not request.htmx:
        return redirect("annotations:annotate", task_id)
    return benches.show(request, bench, lease, last=_("Continuing here."))


@requires("annotate")
@require_POST
def item_prefetch(request, task_id):
    """The page of the next item, for the browser to lay by; 204 when there is none. Its time does not run yet."""
    bench = benches.open_bench(request, task_id)
    lease = claims.prefetch(task=bench.task, annotator=bench.annotator)
    return benches.show_prefetched(request, bench, lease) if lease else HttpResponse(status=204)


@requires("annotate")
@require_POST
def prefetch_release(request, task_id):
    """The page was left: the item that was laid by goes back to the pool. Safe to repeat."""
    bench = benches.open_bench(request, task_id)
    leases.release_prefetched(task=bench.task, annotator=bench.annotator)
    return HttpResponse(status=204)
