"""How the states of runs, requests, tries and batches are said on the pages of the engine."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.charts.numbers import count as counted
from reviews.engine.models.evaluation_run import EVALUATION, GRADING, PROMPT, REVIEW, SCORING, STUDY
from reviews.engine.models.llm_batch import ABANDONED, DRAFT, RECONCILED, SUBMITTED, SUBMITTING
from reviews.engine.models.llm_batch import ENDED as BATCH_ENDED
from reviews.engine.policy import BEST_EFFORT, EXACT, THROUGHPUT


@dataclass(frozen=True)
class StateLabel:
    """The chip of a state: `code` is a word of the table of states, `label` what it is called here."""

    code: str
    label: str


RUN_KINDS = {
    SCORING: gettext_lazy("Annotation task"),
    STUDY: gettext_lazy("Rubric study"),
    GRADING: gettext_lazy("Grading"),
    PROMPT: gettext_lazy("Trial or prompt"),
    REVIEW: gettext_lazy("Result review"),
    EVALUATION: gettext_lazy("Evaluation"),
}
RUN_STATUSES = {
    "waiting": StateLabel("waiting", gettext_lazy("Waiting")),
    "running": StateLabel("running", gettext_lazy("Running")),
    "paused": StateLabel("paused", gettext_lazy("Paused")),
    "held": StateLabel("waiting for the provider", gettext_lazy("Waiting for the provider")),
    "stopped": StateLabel("paused", gettext_lazy("Stopped after a step")),
    "completed": StateLabel("done", gettext_lazy("Completed")),
    "failed": StateLabel("failed", gettext_lazy("Failed")),
    "cancelled": StateLabel("cancelled", gettext_lazy("Cancelled")),
}
CANCELLING = StateLabel("cancelled", gettext_lazy("Cancelling"))
REQUEST_STATES = {
    "waiting": StateLabel("waiting", gettext_lazy("Waiting")),
    "running": StateLabel("running", gettext_lazy("Running")),
    "batched": StateLabel("preparing", gettext_lazy("In a batch")),
    "done": StateLabel("done", gettext_lazy("Done")),
    "failed": StateLabel("failed", gettext_lazy("Failed")),
    "cancelled": StateLabel("cancelled", gettext_lazy("Cancelled")),
}
STAGE_STATUSES = {
    "waiting": StateLabel("waiting", gettext_lazy("Not started")),
    "open": StateLabel("running", gettext_lazy("Running")),
    "done": StateLabel("done", gettext_lazy("Completed")),
    "failed": StateLabel("failed", gettext_lazy("Failed")),
    "cancelled": StateLabel("cancelled", gettext_lazy("Cancelled")),
}
ATTEMPT_STATUSES = {
    "sent": StateLabel("running", gettext_lazy("Sent, waiting for answer")),
    "ok": StateLabel("done", gettext_lazy("Accepted")),
    "retryable": StateLabel("expired", gettext_lazy("Failed, will be retried")),
    "fatal": StateLabel("failed", gettext_lazy("Failed")),
    "blocked": StateLabel("waiting for the provider", gettext_lazy("Unavailable")),
    "unreadable": StateLabel("unreadable", gettext_lazy("Unreadable")),
    "lost": StateLabel("missing", gettext_lazy("Worker lost")),
    "late": StateLabel("late", gettext_lazy("Too late (billed, not used)")),
}
BATCH_PHASES = {
    DRAFT: StateLabel("draft", gettext_lazy("Preparing")),
    SUBMITTING: StateLabel("running", gettext_lazy("Sending")),
    SUBMITTED: StateLabel("preparing", gettext_lazy("At provider")),
    BATCH_ENDED: StateLabel("running", gettext_lazy("Receiving results")),
    RECONCILED: StateLabel("done", gettext_lazy("Completed")),
    ABANDONED: StateLabel("cancelled", gettext_lazy("Not sent")),
}
COMPLETION_MODES = {
    THROUGHPUT: (
        gettext_lazy("Throughput"),
        gettext_lazy("Each answer moves to the next step immediately. Failures are skipped."),
    ),
    BEST_EFFORT: (
        gettext_lazy("Best effort"),
        gettext_lazy("Each step waits until the previous one is complete, then continues with the successes."),
    ),
    EXACT: (
        gettext_lazy("Exact"),
        gettext_lazy("Each step waits for the previous one. The run fails if any request fails."),
    ),
}
TASK_NOTES = {
    "DRAFT": gettext_lazy("Starts when the task is active."),
    "PAUSED": gettext_lazy("Continues when the task is active again."),
    "COMPLETED": gettext_lazy("The task is completed. The remaining requests are sent if the task is reopened."),
}


def label_of_run(run, failed, total):
    """What people want comes first: the supervisor's word follows within seconds.

    `failed` of the `total` requests have failed: a run that has ended says so.
    """
    if run.has_ended:
        return outcome_label(run.status, failed, total)
    if run.desired_state == "cancel":
        return CANCELLING
    if run.desired_state == "pause":
        return RUN_STATUSES["paused"]
    if run.desired_state == "run" and run.status == "paused":
        return RUN_STATUSES["waiting"]
    return RUN_STATUSES[run.status]


def outcome_label(status, failed, total):
    """The StateLabel of what has ended as completed, failed or cancelled, with how much of it failed."""
    counts = {"failed": counted(failed), "total": counted(total)}
    if status == "completed" and failed:
        return StateLabel("partly failed", _("Completed, %(failed)s of %(total)s failed") % counts)
    if status == "failed" and failed:
        return StateLabel("failed", _("Failed, %(failed)s of %(total)s") % counts)
    return RUN_STATUSES[status]


def note_of_run(run):
    """Why a run does nothing, or how it ended, in a sentence; "" when its numbers say it all.

    The run comes with its task and its annotator.
    """
    if run.desired_state == "cancel" and run.status not in ("completed", "failed"):
        return _("Unsent requests are cancelled. Running requests still finish.")
    if run.desired_state == "pause" and not run.has_ended:
        return str(run.status_reason or _("No new requests are sent. Running requests still finish."))
    if run.status == "failed":
        return str(run.status_reason or _("The run failed."))
    if run.status == "stopped":
        return _("The run stopped after the chosen step. Remove the stop to continue.")
    if run.status == "completed" or run.task is None:
        return ""
    if run.annotator.status == "paused":
        return _("This annotator is paused in all its tasks, over the API.")
    return str(TASK_NOTES.get(run.task.status, ""))


def stage_title(title):
    """The words of a stage, which its plug-in has in English; "" stays empty."""
    return _(title) if title else ""
