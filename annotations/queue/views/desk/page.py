"""What the annotator's page shows in each of its states; only the annotator's own rows are read."""

import json
from dataclasses import dataclass

from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django_htmx.http import reswap, retarget

from annotations import content
from annotations.queue.actions import claims, comments
from annotations.queue.models import Annotation, Assignment
from annotations.queue.views.desk import form as annotate_form
from annotations.queue.views.desk import frame as desk_frame
from annotations.tasks.actions import annotators, item_content
from annotations.tasks.actions import form as forms
from annotations.tasks.models import AnnotationTask
from evalhub.lib import markdown

PAGE = "annotations/queue/desk/page.html"
VIEW_COOKIE = "task_view"


@dataclass(frozen=True)
class Bench:
    """One annotator at one task."""

    task: AnnotationTask
    annotator: object

    @property
    def form(self):
        return forms.load(self.task.schema_version_id)


@dataclass(frozen=True)
class Alert:
    """Words above the panes; `action` is next, reload, take_over or empty."""

    message: str
    level: str = "negative"
    action: str = ""


def open_bench(request, task_id):
    """The bench of the signed-in member; drafts of tasks exist only for those who may read."""
    tasks = AnnotationTask.objects.for_organization(request.organization)
    task = get_object_or_404(tasks, pk=task_id)
    if task.status == "DRAFT" and not request.membership.may("read"):
        raise Http404("There is no such annotation task.")
    return Bench(task=task, annotator=annotators.of_member(request.membership))


def show(request, bench, claimed, *, typed=None, alert=None, last="", undo="", status=200):
    """Answer with the page, or for htmx with the part that changes; `claimed` is a Lease, NothingFree or None."""
    context = frame(request, bench) | {"alert": alert, "last": last, "undo_words": undo}
    if isinstance(claimed, claims.Lease):
        context |= item_context(request, bench, claimed, typed)
        context |= {"state": "item", "alert": alert or _returned_alert(claimed) or _pause_alert(bench.task)}
    else:
        context |= {"state": claimed.reason if claimed else "start", "nothing": claimed}
        if context["state"] == "all_done":
            context["remaining"] = claims.remaining(bench.task)
    return render(request, f"{PAGE}#swap" if request.htmx else PAGE, context, status=status)


def show_alert(request, bench, alert, *, item_id=None, status=409):
    """Only the words above the panes, for htmx; the item and what was typed stay as they are."""
    context = {"task": bench.task, "alert": alert, "item_id": item_id}
    response = render(request, f"{PAGE}#alert", context, status=status)
    return reswap(retarget(response, "#alerts"), "innerHTML")


def show_form(request, bench, lease, *, typed=None, status=200):
    """Only the form, for htmx, so that the item keeps its place."""
    shown = item_content.content(lease.item_id)
    context = {"task": bench.task} | annotate_form.context(bench, lease, shown, typed)
    response = render(request, f"{PAGE}#answer-form", context, status=status)
    return reswap(retarget(response, "#answer"), "outerHTML")


def show_mistakes(request, bench, lease, typed):
    """The form again with what is wrong, 422."""
    if request.htmx:
        return show_form(request, bench, lease, typed=typed, status=422)
    return show(request, bench, lease, typed=typed, status=422)


def show_prefetched(request, bench, lease):
    """The page of an item that nobody has opened yet, for the browser to lay by; `X-Prefetched` names it."""
    context = {"task": bench.task, "done": 1, "state": "item", "last": "", **_of_person(request, bench.task)}
    response = render(request, f"{PAGE}#work", context | item_context(request, bench, lease))
    response["X-Prefetched"] = stamp(bench, lease)
    return response


def use_prefetched(request, bench, lease, *, last, undo):
    """Tell the browser to open the page that it has laid by, now under this lease; only the progress is drawn."""
    response = render(request, f"{PAGE}#progress", frame(request, bench) | {"oob": True})
    response["X-Use-Prefetched"] = stamp(bench, lease)
    left = annotate_form.seconds_left(lease)
    response["X-Lease"] = json.dumps({"token": lease.token, "seconds_left": left, "last": last, "undo": undo})
    return response


def stamp(bench, lease):
    """Names a laid-by page: another lease, form or guideline makes it another one."""
    return f"{lease.assignment_id}-{bench.task.schema_version_id}-{bench.task.guideline_version}"


def frame(request, bench):
    """Task, progress and guideline; two statements, a third once the guideline has changed."""
    task = bench.task
    total = task.total_items
    done = claims.counts(task=task, annotator=bench.annotator)
    return {
        "task": task,
        "done": done,
        "total": total,
        "left": claims.remaining_for(task=task, annotator=bench.annotator),
        "guideline_is_new": bool(done) and _guideline_is_new(bench),
        **_of_person(request, task),
    }


def item_context(request, bench, lease, typed=None):
    """The item, its comments counted, and the form; four statements at most."""
    shown = lease.shown or item_content.content(lease.item_id)
    return {
        "item": shown,
        "open_comments": open_comments(request, bench, lease.item_id, is_answered=bool(typed and typed.revises)),
        "pane": pane(request, shown, lease),
        **annotate_form.context(bench, lease, shown, typed),
    }


def pane(request, shown, lease):
    return content.pane(shown, view=item_view(request), seed=lease.display_seed)


def item_view(request):
    """How the member reads the items of this task: the query says it, else the cookie, else rendered."""
    name = request.GET.get("view") or request.COOKIES.get(VIEW_COOKIE)
    return name if name in content.VIEWS else "rendered"


def open_comments(request, bench, item_id, *, is_answered):
    """How many open threads the member may read on an item that they hold or have answered; one statement."""
    is_hidden = bench.task.blind_mode and not is_answered
    return comments.count_open(item_id=item_id, user_id=request.membership.user_id, is_hidden=is_hidden)


def held_by(bench, item_id):
    """The annotator's own assignment on this item of the task, as a Lease; 404 for items they never held."""
    row = Assignment.objects.filter(task=bench.task, item_id=item_id, annotator=bench.annotator).first()
    if row is None:
        raise Http404("You do not hold this item.")
    row.lease_until = row.lease_until or timezone.now()
    return claims.lease_of(row)


def _of_person(request, task):
    """How this person likes the page: their view of items, preferences, keys and the words for them."""
    return {
        **desk_frame.context(request, "annotate"),
        "view": item_view(request),
        "guideline": markdown.render(task.instructions),
    }


def _guideline_is_new(bench):
    """Whether the guideline has changed since this annotator last submitted here."""
    if bench.task.guideline_version == 1:
        return False
    mine = Annotation.objects.filter(task=bench.task, annotator=bench.annotator).order_by("-submitted_at")
    seen = mine.values_list("guideline_version", flat=True).first()
    return seen is not None and seen < bench.task.guideline_version


def _returned_alert(lease):
    """Why an item came back to its annotator, in the words of whoever sent it back."""
    if not lease.note:
        return None
    return Alert(_("Returned to you: %(note)s") % {"note": lease.note}, level="caution")


def _pause_alert(task):
    if task.status == "ACTIVE":
        return None
    return Alert(
        _("This task is paused. You can finish this item, but no further items are assigned."), level="caution"
    )
