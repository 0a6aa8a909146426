"""The adjudication tab of a task: what waits for a decision, most disputed first; and asking for one."""

from django.contrib import messages
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from annotations.consensus.actions import adjudication, adjudication_queue
from annotations.consensus.views.lists.disputes import DisputeList
from annotations.tasks.views.lookup import item_of, task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires
from evalhub.lists.views import METHODS, answer


@requires("audit")
@require_http_methods(METHODS)
def adjudication_list(request, task_id):
    task = task_of(request, task_id)
    context = page_context(request, task, "adjudication") | {"work": adjudication_queue.workload(task=task)}
    template = "annotations/consensus/adjudication_list.html"
    return answer(request, DisputeList(request, parent=task), template=template, context=context)


@requires("audit")
@require_POST
def adjudication_request(request, task_id, item_id):
    """Put an item on the list, with a reason; then back to where it was asked for."""
    item = item_of(request, task_id, item_id)
    adjudication.request(item=item, reason=request.POST.get("reason", ""), by=request.user)
    messages.success(request, _("Item %(number)s is waiting for adjudication.") % {"number": item.position + 1})
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(back, {request.get_host()}):
        return redirect(back)
    return redirect("annotations:adjudicate", task_id, item_id)
