"""When pairs of answers are compared and judges are calibrated."""

from celery import shared_task

from evalhub.lib import leases
from reviews.engine.requests.actions import due_requests
from reviews.engine.tasks import SWEEP_SECONDS
from reviews.quality.actions import grading_calibrations, gradings, people_tests, shadows
from reviews.quality.models import GradingRun, JudgeTest


@shared_task
def compare_pairs(grading_id, judge, tool):
    """Have a judge that is no language model compare the pairs of a grading that it has not compared yet."""
    gradings.compare(grading=GradingRun.objects.get(pk=grading_id), judge=judge, tool=tool)
    due_requests.give_connection_back()


@shared_task(
    expires=SWEEP_SECONDS,
    most_at_once=2,
    due_at=leases.times(JudgeTest),
    sweeps=[shadows.SHADOWS, grading_calibrations.CALIBRATIONS, people_tests.JUDGE_TESTS],
)
def quality_due():
    """Ask and grade the shadows that are due, then take the calibration and the test that wait longest further."""
    shadows.SHADOWS.round()
    if any([grading_calibrations.work_next(), people_tests.work_next()]):
        quality_due.delay()
    due_requests.give_connection_back()
