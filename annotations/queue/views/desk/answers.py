"""What an annotator does with an item: submit, skip, flag, undo."""

import math
from dataclasses import replace

from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from annotations.queue.actions import claims, comments, justifications, leases, submissions
from annotations.queue.views.desk import form
from annotations.queue.views.desk import page as benches
from annotations.queue.views.desk.page import Alert
from evalhub.accounts.access import requires
from evalhub.lib.errors import Conflict, Gone, InvalidInput, NotFound

NEXT_STEP = {
    "slot_taken": "next",
    "already_answered": "next",
    "withdrawn": "reload",
    "idempotency_conflict": "reload",
    "lease_taken_over": "take_over",
}
CLOSED = gettext_lazy(
    "This item was closed while you worked on it. Your answer is kept as a late answer; an admin can count it."
)


@requires("annotate")
@require_http_methods(["GET", "POST"])
def answer_submit(request, task_id, item_id):
    """Store the answers and go on to the next item; a repeat of the same page is stored once."""
    if request.method == "GET":
        return redirect("annotations:annotate", task_id)
    bench = benches.open_bench(request, task_id)
    typed = form.read(request, bench)
    if typed.comment:
        comments.check(typed.comment)
    submission = submissions.Submission(
        answers=typed.answers,
        submission_id=typed.submission_id,
        origin="ui",
        lease_token=None if typed.revises else request.POST.get("lease_token") or None,
        revises=typed.revises,
        notes=justifications.read(typed.notes),
        schema_version_id=typed.form.schema_version_id,
        time_spent_seconds=_seconds(request),
    )
    try:
        stored = submissions.submit(item_id=item_id, task=bench.task, annotator=bench.annotator, submission=submission)
    except InvalidInput as error:
        if error.code != "invalid_labels":
            raise
        typed = replace(typed, errors=error.details["fields"])
        return benches.show_mistakes(request, bench, benches.held_by(bench, item_id), typed)
    except (Conflict, Gone) as error:
        return refused(request, bench, item_id, error, typed)
    if typed.comment and not stored.replayed:
        comments.say(item=stored.item, text=typed.comment, by=request.membership)
    return _go_on(request, bench, stored.item, _("Item %(number)d submitted."))


@requires("annotate")
@require_http_methods(["GET", "POST"])
def item_skip(request, task_id, item_id):
    return _leave_out(request, task_id, item_id, flag=False)


@requires("annotate")
@require_http_methods(["GET", "POST"])
def item_flag(request, task_id, item_id):
    return _leave_out(request, task_id, item_id, flag=True)


@requires("annotate")
@require_POST
def answer_undo(request, task_id):
    """Take back the newest submission, skip or flag; its item comes back with its answers."""
    bench = benches.open_bench(request, task_id)
    try:
        leases.undo(task=bench.task, annotator=bench.annotator)
    except (Conflict, NotFound) as error:
        if request.htmx:
            return benches.show_alert(request, bench, Alert(error.message, level="info"))
        messages.info(request, error.message)
        return redirect("annotations:annotate", task_id)
    if not request.htmx:
        return redirect("annotations:annotate", task_id)
    lease = claims.open_lease(task=bench.task, annotator=bench.annotator)
    return benches.show(request, bench, lease, last=_("Undone."))


def refused(request, bench, item_id, error, typed):
    """The item stays on screen with what was typed; words above it say what happened and what was kept."""
    is_closed = error.details.get("kept_as") == "late" and claims.item_of(bench.task, item_id).closed_reason
    alert = Alert(CLOSED if is_closed else error.message, action=NEXT_STEP.get(error.code, ""))
    if request.htmx:
        return benches.show_alert(request, bench, alert, item_id=item_id, status=error.status)
    lease = benches.held_by(bench, item_id)
    return benches.show(request, bench, lease, typed=typed, alert=alert, status=error.status)


def _leave_out(request, task_id, item_id, *, flag):
    bench = benches.open_bench(request, task_id)
    item = claims.item_of(bench.task, item_id)
    if request.method == "GET":
        return _ask_reason(request, bench, item, flag)
    reason = request.POST.get("reason", "")
    try:
        leases.skip(task=bench.task, item_id=item_id, annotator=bench.annotator, reason=reason, flag=flag)
    except (Conflict, InvalidInput) as error:
        return _ask_reason(request, bench, item, flag, error)
    words = _("Item %(number)d flagged.") if flag else _("Item %(number)d skipped.")
    return _go_on(request, bench, item, words)


def _ask_reason(request, bench, item, flag, error=None):
    """The page that asks why, for browsers without the dialog; with `error` what stands in the way."""
    context = {"task": bench.task, "item": item, "flag": flag, "error": error, "reason": request.POST.get("reason", "")}
    if not request.htmx:
        return render(request, "annotations/queue/desk/reason.html", context, status=422 if error else 200)
    response = render(request, "annotations/queue/desk/reason.html#error", context, status=422)
    return reswap(retarget(response, f"#{'flag' if flag else 'skip'}-error"), "innerHTML")


def _go_on(request, bench, item, words):
    number = {"number": item.position + 1}
    told = {"last": words % number, "undo": _("Undo item %(number)s") % number}
    claimed = claims.claim(task=bench.task, annotator=bench.annotator, shows=not request.POST.get("prefetched"))
    is_prefetched = isinstance(claimed, claims.Lease) and request.POST.get("prefetched") == benches.stamp(
        bench, claimed
    )
    if request.htmx and is_prefetched:
        return benches.use_prefetched(request, bench, claimed, **told)
    if request.htmx or isinstance(claimed, claims.NothingFree):
        return benches.show(request, bench, claimed, **told)
    messages.success(request, told["last"])
    return redirect("annotations:annotate", bench.task.pk)


def _seconds(request):
    """How long the page was in view; informative only, so what cannot be read is no answer."""
    try:
        seconds = float(request.POST.get("time_spent_seconds", ""))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and 0 <= seconds <= submissions.MAX_TIME_SECONDS else None
