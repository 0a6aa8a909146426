"""When machine annotators work and their answers are drawn for audit: sweeps find what is due."""

from celery import shared_task

from evalhub.lib.processes import side_process
from reviews.audits.actions import error_rates, picks, sampling
from reviews.engine.actions import operations
from reviews.engine.batches.actions import steps
from reviews.engine.requests.actions import due_requests, retention
from reviews.engine.runs.actions import controls, supervisor
from reviews.jobs.actions import inbox, review_runs
from reviews.models import AuditDraw, GradingRun
from reviews.quality.actions import grading_calibrations, gradings, shadows

SECONDS_PER_TASK = 600  # well below the time after which Redis gives a message to another worker
SWEEP_SECONDS = 15
SUPERVISING_SECONDS = 5.0


@shared_task(most_at_once=2)
def request_due():
    """Wake who asks models, bring the runs forward that are due, and see to what follows from them."""
    controls.end_cancelled()
    is_awake = wake_workers()
    if supervisor.work(seconds=SUPERVISING_SECONDS):
        request_due.delay()
    review_runs.sweep()
    wake_workers(is_awake=is_awake)
    operations.note_oldest()
    gradings.sweep()  # last: an embedder that is slow must hold up nothing else
    due_requests.give_connection_back()


def wake_workers(*, is_awake=False):
    """Somebody for the batches, and a dispatcher if one is needed and none was woken; returns whether one was."""
    batch_due.delay()
    if not is_awake and due_requests.is_any_due():
        work_requests.delay()
        return True
    return is_awake


@shared_task(expires=SWEEP_SECONDS, most_at_once=2)
def batch_due():
    """Form provider batches, and take the next step of those that are due."""
    if steps.is_any_due():
        side_process.call("reviews.engine.batches.actions.steps:work")
    due_requests.give_connection_back()


@shared_task(expires=SWEEP_SECONDS)
def work_requests():
    """Make direct calls until none is due; at once over while a dispatcher of this process is at it."""
    try:
        if side_process.call("reviews.engine.requests.actions.dispatcher:run", SECONDS_PER_TASK):
            request_due.delay()
    finally:
        due_requests.give_connection_back()


@shared_task(expires=SWEEP_SECONDS)
def jobs_due():
    """Take in what lies in the watched folder, and have it reviewed."""
    if inbox.sweep():
        request_due.delay()
    due_requests.give_connection_back()


@shared_task
def compare_pairs(grading_id, judge, tool):
    """Have a judge that is no language model compare the pairs of a grading that it has not compared yet."""
    gradings.compare(grading=GradingRun.objects.get(pk=grading_id), judge=judge, tool=tool)
    due_requests.give_connection_back()


@shared_task(expires=SWEEP_SECONDS, most_at_once=2)
def quality_due():
    """Ask and grade the shadows that are due, then take the calibration that waits longest a turn further."""
    shadows.sweep()
    if grading_calibrations.work_next():
        quality_due.delay()
    due_requests.give_connection_back()


@shared_task
def sweep_raw():
    """Forget raw answers of providers that are old enough."""
    while retention.sweep() == retention.AT_ONCE:
        continue
    due_requests.give_connection_back()


@shared_task(expires=SWEEP_SECONDS, most_at_once=1)
def audit_due():
    """Draw among new machine answers, list what deserves a look, then bring the estimated error rates up to date."""
    point = picks.settled_point()
    for task in sampling.due():
        while sampling.draw(task=task).passed == sampling.AT_ONCE:
            continue
    for task in picks.due(point=point) if point else []:
        while picks.refresh(task=task, point=point):
            continue
    for mark in AuditDraw.objects.select_related("task"):
        error_rates.keep(task=mark.task)
    due_requests.give_connection_back()
