"""The tab of a task's language-model annotators: add, watch, pause, cancel, try again."""

from dataclasses import dataclass

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotations.models import AnnotationTask
from annotations.queue.models.annotation import FIRST_ROUND
from annotations.tasks.views.tabs import TABS, Tab, page_context
from evalhub.accounts.access import requires
from evalhub.lib import strict_json
from evalhub.lib.errors import EvalHubError, UnknownKey
from reviews.engine.models import EvaluationRun
from reviews.engine.runs.actions import controls
from reviews.engine.runs.actions import progress as run_progress
from reviews.engine.runs.views.summary import requests_address
from reviews.engine.tasks import request_due
from reviews.engine.views.failure_labels import failure_label, next_step
from reviews.engine.views.labels import TASK_NOTES, outcome_label
from reviews.scorers.actions import annotators, form_trials, run_estimates, task_runs
from reviews.scorers.forms import AnnotatorForm, offered_models
from reviews.scorers.registry import form_scorers

TABS.insert(3, Tab("models", gettext_lazy("Models"), "reviews:task_machines"))

HELD = "waiting for the provider"


@dataclass(frozen=True)
class FailureLine:
    """Failed requests of one kind, in words; `more` of them are not listed by item."""

    words: str
    count: int
    message: str
    positions: list
    more: int
    next_step: str
    href: str


@dataclass(frozen=True)
class RunLabel:
    """What a run is doing, as a word of the state table; what it waits for; whether that may end by itself.

    `label` takes the place of the state's own words.
    """

    state: str
    note: str = ""
    is_live: bool = False
    label: str = ""


@dataclass(frozen=True)
class RunRow:
    """One machine annotator on the task."""

    run: EvaluationRun
    progress: run_progress.RunProgress
    failures: list
    standing: RunLabel
    parameters: str
    can_repeat: bool

    @property
    def method(self):
        """The title of the annotator's method; its key where no scorer has it any more."""
        key = self.run.annotator.method
        return _(form_scorers[key].title) if key in form_scorers else key

    @property
    def is_live(self):
        """Whether its numbers may still change by themselves."""
        return self.standing.is_live or self.progress.running > 0

    @property
    def is_done(self):
        return self.standing.state == "done"

    @property
    def is_ended(self):
        """Whether nobody can run, pause or cancel it any more."""
        return self.run.has_ended or self.progress.is_finished or self.run.desired_state == "cancel"


@requires("read")
@require_safe
def task_machines(request, task_id):
    task = task_of(request, task_id)
    context = _context(request, task) | {"form": AnnotatorForm(organization=request.organization)}
    part = "#runs" if request.htmx else ""
    return render(request, f"reviews/scorers/annotators.html{part}", context)


@requires("manage")
@require_http_methods(["GET", "POST"])
def machine_add(request, task_id):
    """Try a model on three items of the task; it is started on all of them from the page of the trial."""
    task = task_of(request, task_id)
    if request.method == "GET":
        return redirect("reviews:task_machines", task.pk)
    form = AnnotatorForm(request.POST, organization=request.organization)
    if form.is_valid():
        try:
            annotator = annotators.create(organization=request.organization, by=request.user, **form.cleaned_data)
            trial = form_trials.start(task=task, annotator=annotator, by=request.user)
        except EvalHubError as error:
            form.add_error(_field_of(error), error.message)
        else:
            _tell_other_name(request, annotator, form.cleaned_data["name"])
            request_due.delay_on_commit()
            return redirect("reviews:machine_trial", task.pk, trial.pk)
    return render(request, "reviews/scorers/annotators.html", _context(request, task) | {"form": form}, status=422)


@requires("manage")
@require_safe
def machine_estimate(request, task_id):
    """The same page with what the model in the form would cost and take; nothing is started."""
    task = task_of(request, task_id)
    form, found = AnnotatorForm(request.GET, organization=request.organization), {}
    if form.is_valid():
        chosen = {name: value for name, value in form.cleaned_data.items() if name != "name"}
        try:
            found = run_estimates.offers(task=task, **chosen)
        except EvalHubError as error:
            form.add_error(_field_of(error), error.message)
    context = _context(request, task) | {"form": form, "estimate": found.get("now"), "batched": found.get("batch")}
    return render(request, "reviews/scorers/annotators.html", context, status=422 if form.errors else 200)


@requires("manage")
@require_POST
def run_state(request, task_id, run_id):
    controls.set_state(
        run=_run(request, task_id, run_id), desired_state=request.POST.get("desired_state", ""), by=request.user
    )
    request_due.delay_on_commit()
    return redirect("reviews:task_machines", task_id)


@requires("manage")
@require_POST
def run_retry(request, task_id, run_id):
    count = controls.retry_failed(run=_run(request, task_id, run_id), by=request.user)
    words = ngettext("%(count)s failed request queued again.", "%(count)s failed requests queued again.", count)
    messages.success(request, words % {"count": count})
    request_due.delay_on_commit()
    return redirect("reviews:task_machines", task_id)


def _tell_other_name(request, annotator, wanted):
    """One model with the same settings is one annotator, and keeps its first name."""
    if wanted.strip() not in ("", annotator.name):
        text = _("This model with these settings is already here as “%(name)s” and keeps that name.")
        messages.info(request, text % {"name": annotator.name})


def _field_of(error):
    """Which field an error of the action belongs to."""
    if "parameter" in error.code:
        return "parameters"
    return "prompt_version" if isinstance(error, UnknownKey) else "model"


@requires("manage")
@require_POST
def run_repeat(request, task_id, run_id):
    """Have the model answer every item once more, in a run of its own."""
    again = task_runs.repeat(run=_run(request, task_id, run_id), by=request.user)
    messages.success(request, _("Repetition %(n)s is started. It does not count in any figure.") % {"n": again.round})
    request_due.delay_on_commit()
    return redirect("reviews:task_machines", task_id)


def _context(request, task):
    found = list(EvaluationRun.objects.filter(task=task).select_related("annotator"))
    progress = run_progress.progress_of_all(found)
    rows = [_row(run, progress[run.pk], task, found) for run in found]
    return page_context(request, task, "models") | {
        "rows": rows,
        "suggested": offered_models(),
        "is_live": any(row.is_live for row in rows),
    }


def _row(run, progress, task, runs):
    failures = [
        FailureLine(
            failure_label(kind.error_class),
            kind.count,
            kind.reason,
            kind.positions,
            kind.count - len(kind.positions),
            next_step(kind.error_class),
            requests_address(run, state="failed", error=kind.error_class),
        )
        for kind in (run_progress.failures_of(run) if progress.failed else [])
    ]
    return RunRow(
        run=run,
        progress=progress,
        failures=failures,
        standing=_label_of(run, progress, task),
        parameters=strict_json.dumps(run.annotator.parameters) if run.annotator.parameters else "",
        can_repeat=run.round == FIRST_ROUND
        and all(each.has_ended for each in runs if each.annotator_id == run.annotator_id),
    )


def _label_of(run, progress, task):
    if run.desired_state == "cancel" and run.status not in ("completed", "failed"):
        return RunLabel("cancelled")
    if run.has_ended or progress.is_finished:
        status = "completed" if progress.done or not progress.failed else "failed"
        look = outcome_label(status, progress.failed, progress.total)
        return RunLabel(look.code, str(run.status_reason or "") if status == "failed" else "", label=look.label)
    if run.desired_state == "pause":
        return RunLabel("paused")
    if run.annotator.status == "paused":
        return RunLabel("paused", _("This annotator is paused in all its tasks, over the API."))
    if task.status != "ACTIVE":
        return RunLabel("queued", TASK_NOTES[task.status])
    if run.held_reason:
        return RunLabel(HELD, str(run.held_reason), is_live=True)
    if progress.running:
        return RunLabel("running", is_live=True)
    if progress.delayed:
        note = _("The last attempt failed and will be retried: %(error)s") % {"error": progress.last_error}
        return RunLabel("queued", note, is_live=True)
    return RunLabel("queued", is_live=True)


def task_of(request, task_id):
    """A task of the organization; 404 for any other."""
    tasks = AnnotationTask.objects.for_organization(request.organization).select_related("dataset_version__dataset")
    return get_object_or_404(tasks, pk=task_id)


def _run(request, task_id, run_id):
    found = EvaluationRun.objects.for_organization(request.organization).filter(task_id=task_id)
    return get_object_or_404(found.select_related("task", "organization"), pk=run_id)
