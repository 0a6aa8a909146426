"""Unfinished answers and the lease behind them: autosave, save and leave, keep the lease."""

from django.contrib import messages
from django.http import JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect

from annotations.actions import drafts, queue
from annotations.labels import registry
from annotations.views import bench as benches
from annotations.views.answers import read_typed, refused
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, InvalidInput

CONFLICT = "draft_conflict"


@requires("annotate")
@require_POST
def draft_save(request, task_id, item_id):
    """Store the posted answers over the version they were typed on; 409 shows both versions as a fragment."""
    bench = benches.open_bench(request, task_id)
    typed = read_typed(request, bench)
    try:
        saved = _save(bench, item_id, typed)
    except Conflict as error:
        if error.code != CONFLICT:
            return benches.show_alert(request, bench, benches.Alert(error.message, action="reload"))
        return render(request, f"{benches.PAGE}#conflict", _conflict(bench, item_id, typed, error), status=409)
    return JsonResponse({"version": saved.version, "lease_ended": saved.lease_ended})


@requires("annotate")
@require_http_methods(["GET", "POST"])
def draft_exit(request, task_id, item_id):
    """Store the answers and leave; the item stays in hand until its lease runs out."""
    if request.method == "GET":
        return redirect("annotations:annotate", task_id)
    bench = benches.open_bench(request, task_id)
    typed = read_typed(request, bench)
    try:
        _save(bench, item_id, typed)
    except (Conflict, InvalidInput) as error:
        return refused(request, bench, item_id, error, typed)
    lease = benches.held_by(bench, item_id)
    until = timezone.localtime(lease.lease_until)
    messages.success(request, f"Saved. The item stays yours until {until:%H:%M}.")
    address = reverse("annotations:annotate_list")
    return HttpResponseClientRedirect(address) if request.htmx else redirect(address)


@requires("annotate")
@require_POST
def lease_extend(request, task_id, item_id):
    """Heartbeat of an open page: the lease begins anew; 409 says that it was lost or taken over."""
    bench = benches.open_bench(request, task_id)
    queue.item_of(bench.task, item_id)
    try:
        until = queue.heartbeat(
            task=bench.task, annotator=bench.annotator, item_id=item_id, token=request.POST.get("lease_token", "")
        )
    except Conflict as error:
        action = "reload" if error.code == "lease_taken_over" else ""
        return benches.show_alert(request, bench, benches.Alert(error.message, level="caution", action=action))
    return JsonResponse({"seconds_left": max(0, int((until - timezone.now()).total_seconds()))})


def _save(bench, item_id, typed):
    return drafts.save(
        task=bench.task, item_id=item_id, annotator=bench.annotator, version=typed.draft_version,
        answers=typed.answers,
    )


def _conflict(bench, item_id, typed, error):
    """Both versions side by side, question by question, only where they differ."""
    theirs = error.details["answers"]
    rows = [
        {"title": spec.title, "mine": _words(spec, typed.answers), "theirs": _words(spec, theirs)}
        for spec in bench.form.specs
        if typed.answers.get(spec.key) != theirs.get(spec.key)
    ]
    return {"task": bench.task, "item_id": item_id, "rows": rows, "version": error.details["version"]}


def _words(spec, answers):
    """An answer as people read it; a draft may hold what is not valid yet, which is shown as typed."""
    value = answers.get(spec.key)
    if value is None:
        return "No answer"
    label_type = registry[spec.label_type]
    try:
        return label_type.display(spec.config, label_type.clean(spec.config, value))
    except InvalidInput:
        return str(value)
