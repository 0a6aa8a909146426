"""When language models are asked: sweeps find which runs, batches and requests are due."""

from celery import shared_task

from evalhub.lib.processes import side_process
from reviews.engine import sweeps
from reviews.engine.actions import operations
from reviews.engine.actions.provider_keys import KEY_TESTS
from reviews.engine.batches.actions import steps
from reviews.engine.models import EvaluationRun, LLMBatch, LLMRequest
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.requests.actions import due_requests, retention
from reviews.engine.runs.actions import controls, supervisor

SECONDS_PER_TASK = 600  # well below the time after which Redis gives a message to another worker
SWEEP_SECONDS = 15
SUPERVISING_SECONDS = 5.0


@shared_task(
    most_at_once=2,
    due_at=[
        (LLMRequest.objects.filter(state__in=["waiting", "running"]), "next_attempt_at"),
        (EvaluationRun.objects.wanted().exclude(status__in=ENDED), "held_until"),
    ],
    sweeps=[supervisor.RUNS],
    busy_while=EvaluationRun.objects.due().exclude(status__in=ENDED),
)
def request_due():
    """Wake who asks models, bring the runs forward that are due, and see to what follows from them."""
    controls.end_cancelled()
    is_awake = wake_workers()
    if not supervisor.RUNS.rounds(seconds=SUPERVISING_SECONDS).is_over:
        request_due.delay()
    sweeps.work()
    wake_workers(is_awake=is_awake)
    operations.note_oldest()
    sweeps.work_slow()
    due_requests.give_connection_back()


def wake_workers(*, is_awake=False):
    """Somebody for the batches and for tests of keys, and a dispatcher if one is needed and none was woken; returns
    whether one was."""
    batch_due.delay()
    if not is_awake and KEY_TESTS.rows().exists():
        test_keys.delay()
    if not is_awake and due_requests.is_any_due():
        work_requests.delay()
        return True
    return is_awake


@shared_task(
    expires=SWEEP_SECONDS,
    most_at_once=2,
    due_at=[(LLMBatch.objects.live(), "next_poll_at"), (LLMBatch.objects.live(), "lease_until")],
    sweeps=[steps.DRAFTS, steps.BATCHES],
)
def batch_due():
    """Form provider batches, and take the next step of those that are due."""
    if steps.is_any_due():
        side_process.call("reviews.engine.batches.actions.steps:work")
    due_requests.give_connection_back()


@shared_task(expires=SWEEP_SECONDS, in_blocks=True)
def work_requests():
    """Make direct calls until none is due; at once over while a dispatcher of this process is at it."""
    try:
        if side_process.call("reviews.engine.requests.actions.dispatcher:run", SECONDS_PER_TASK):
            request_due.delay()
    finally:
        due_requests.give_connection_back()


@shared_task(sweeps=[KEY_TESTS])
def test_keys():
    """Send the request of each provider key that waits for its test."""
    KEY_TESTS.round()
    due_requests.give_connection_back()


@shared_task(in_sets=True)
def sweep_raw():
    """Forget raw answers of providers that are old enough."""
    while retention.sweep() == retention.AT_ONCE:
        continue
    due_requests.give_connection_back()
