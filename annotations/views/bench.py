"""What the annotator's page shows in each of its states; only the annotator's own rows are read."""

import uuid
from dataclasses import dataclass, field

from django.http import Http404
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.safestring import SafeString
from django_htmx.http import reswap, retarget

from annotations import items
from annotations.actions import annotators, forms, progress, queue
from annotations.labels.widgets import widget
from annotations.models import AnnotationTask, Assignment, Draft
from evalhub.lib import markdown

PAGE = "annotations/annotate.html"
VIEW_COOKIE = "item_view"
VIEWS = ("rendered", "source")


@dataclass(frozen=True)
class Bench:
    """One annotator at one task."""

    task: AnnotationTask
    annotator: object

    @property
    def form(self):
        return forms.load(self.task.schema_version_id)


@dataclass(frozen=True)
class Part:
    """One text of the item as it is drawn: `html` when it is rendered, else `text` exactly."""

    title: str
    text: str
    is_output: bool
    html: SafeString | None = None


@dataclass(frozen=True)
class Alert:
    """Words above the panes; `action` is next, reload or empty."""

    message: str
    level: str = "negative"
    action: str = ""


@dataclass(frozen=True)
class Typed:
    """Answers as they were posted, before they count, with what is wrong by question key."""

    answers: dict
    submission_id: uuid.UUID
    draft_version: int = 0
    errors: dict = field(default_factory=dict)


def open_bench(request, task_id):
    """The bench of the signed-in member; drafts of tasks exist only for those who may read."""
    tasks = AnnotationTask.objects.for_organization(request.organization)
    task = get_object_or_404(tasks, pk=task_id)
    if task.status == "DRAFT" and not request.membership.may("read"):
        raise Http404("There is no such annotation task.")
    return Bench(task=task, annotator=annotators.of_member(request.membership))


def show(request, bench, claimed, *, typed=None, alert=None, last="", status=200):
    """Answer with the page, or for htmx with the part that changes; `claimed` is a Lease, NothingFree or None."""
    context = frame(request, bench) | {"alert": alert, "last": last}
    if isinstance(claimed, queue.Lease):
        context |= item_context(request, bench, claimed, typed)
        alert = alert or _pause_alert(bench.task)
        context |= {"state": "item", "alert": alert}
    else:
        context |= {"state": claimed.reason if claimed else "start", "nothing": claimed}
        context["skipped"] = _skipped(bench) if context["state"] == "all_done" else 0
    return render(request, f"{PAGE}#swap" if request.htmx else PAGE, context, status=status)


def show_alert(request, bench, alert, *, status=409):
    """Only the words above the panes, for htmx; the item and what was typed stay as they are."""
    response = render(request, f"{PAGE}#alert", {"task": bench.task, "alert": alert}, status=status)
    return reswap(retarget(response, "#alerts"), "innerHTML")


def show_mistakes(request, bench, lease, typed):
    """The form again with what is wrong, 422; for htmx only the form, so that the item keeps its place."""
    if not request.htmx:
        return show(request, bench, lease, typed=typed, status=422)
    context = {"task": bench.task} | form_context(bench, lease, typed)
    response = render(request, f"{PAGE}#answer-form", context, status=422)
    return reswap(retarget(response, "#answer"), "outerHTML")


def frame(request, bench):
    """Task, progress and guideline; two statements."""
    task = bench.task
    total = task.total_items
    done = queue.counts(task=task, annotator=bench.annotator)
    left = progress.remaining(task)
    return {
        "task": task,
        "user_id": str(request.membership.user_id),
        "done": done,
        "total": total,
        "task_share": (total - left) / total if total else 0.0,
        "remaining": left,
        "view": item_view(request),
        "guideline": markdown.render(task.instructions),
    }


def item_context(request, bench, lease, typed=None):
    """The item and the form; three statements at most."""
    shown = items.content(lease.item_id)
    return {
        "item": shown,
        "parts": parts(shown, item_view(request)),
        **form_context(bench, lease, typed),
    }


def form_context(bench, lease, typed=None):
    """The questions with the typed answers, else with the draft's; one statement for the draft."""
    form = bench.form
    draft = None if typed else Draft.objects.filter(assignment_id=lease.assignment_id).first()
    answers = typed.answers if typed else draft.answers if draft else {}
    errors = typed.errors if typed else {}
    first = next((spec.key for spec in form.specs if spec.key in errors), None)
    return {
        "lease": lease,
        "seconds_left": max(0, int((lease.lease_until - timezone.now()).total_seconds())),
        "form": form,
        "draft": draft,
        "draft_version": typed.draft_version if typed else draft.version if draft else 0,
        "submission_id": typed.submission_id if typed else uuid.uuid4(),
        "widgets": [
            widget(spec, answers.get(spec.key), errors.get(spec.key, ""), autofocus_first=spec.key == first)
            for spec in form.specs
        ],
        "has_errors": bool(errors),
    }


def parts(shown, view):
    """The texts of an item; what is no text of its own, such as an object, is always shown as source."""
    drawn = []
    for part in shown.texts():
        is_text = part.is_output or isinstance(shown.input.get(part.field.removeprefix("input.")), str)
        html = markdown.render(part.text) if view == "rendered" and is_text else None
        drawn.append(Part(title=part.title, text=part.text, is_output=part.is_output, html=html))
    return drawn


def item_view(request):
    """How the member reads items: the query says it, else the cookie, else rendered."""
    wanted = request.GET.get("view") or request.COOKIES.get(VIEW_COOKIE)
    return wanted if wanted in VIEWS else "rendered"


def held_by(bench, item_id):
    """The annotator's own assignment on this item of the task, as a Lease; 404 for items they never held."""
    row = Assignment.objects.filter(task=bench.task, item_id=item_id, annotator=bench.annotator).first()
    if row is None:
        raise Http404("You do not hold this item.")
    until = row.lease_until or timezone.now()
    return queue.Lease(assignment_id=row.pk, item_id=row.item_id, token=str(row.token), lease_until=until)


def _skipped(bench):
    return Assignment.objects.filter(task=bench.task, annotator=bench.annotator, state="skipped").count()


def _pause_alert(task):
    if task.status == "ACTIVE":
        return None
    return Alert("This task is paused. You can finish this item; no others are handed out.", level="caution")
