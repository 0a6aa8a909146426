"""The adjudication tab of a task: what waits for a decision, most disputed first; and asking for one."""

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotations.consensus.actions import adjudication, adjudication_queue
from annotations.consensus.actions.adjudication_queue import After
from annotations.consensus.views import filters as filtering
from annotations.tasks.actions import item_content
from annotations.tasks.views.lookup import item_of, task_of
from annotations.tasks.views.tabs import page_context
from evalhub.accounts.access import requires

SIZE = 50


@requires("audit")
@require_safe
def adjudication_list(request, task_id):
    """One page of the list by keyset; ten statements, whatever its length."""
    task = task_of(request, task_id)
    filters = filtering.read(request.GET, task)
    after = After.read(request.GET.get("after"))
    page = adjudication_queue.page(task=task, filters=filters, after=after, limit=SIZE)
    context = page_context(request, task, "adjudication") | {
        "rows": [{"due": row, "summary": item_content.summary(row.item.test_case)} for row in page.rows],
        "total": adjudication_queue.count(task=task, filters=filters),
        "filters": filters,
        "query": filtering.query(filters),
        "choices": filtering.choices(task, filters),
        "first_page": filtering.query(filters) or "?" if after else "",
        "further": filtering.query(filters, after=page.last.after) if page.last else "",
        "label": _text(filters.label),
        "other": _text(filters.other),
    }
    return render(request, "annotations/consensus/adjudication_list.html", context)


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


def _text(number):
    return "" if number is None else f"{number:g}"
