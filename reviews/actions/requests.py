"""Do one request: ask the model, keep what came back, write the judgement through the common door."""

import random

from django.db import connection
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from annotations.models import Annotation
from evalhub.lib import heartbeat
from evalhub.lib.errors import EvalHubError
from reviews.actions import ledger, settling
from reviews.actions.preparing import prepare
from reviews.llm import client
from reviews.models import EvaluationRun, LLMRequest

RELATED = ("run__task", "run__annotator", "item")
CRASH_MESSAGE = "The worker ended in the middle of this request five times. Its log says why."


def claim_one():
    """The next due request of some due run, leased to this thread, or None.

    The run is drawn by lot, so that a long run does not keep short ones waiting.
    """
    due = Exists(LLMRequest.objects.filter(run=OuterRef("pk")).due())
    run_ids = list(EvaluationRun.objects.due().filter(due).values_list("pk", flat=True))
    random.shuffle(run_ids)
    for run_id in run_ids:
        claimed = _claim(run_id)
        if claimed is not None:
            return claimed
    return None


def work(*, request):
    """Ask once and store the result: an annotation, a later try, or a terminal error with its reason.

    Safe to run twice and to be killed anywhere. Until the call is sent nothing is spent; from then on the ledger
    holds a try. Only the holder of the lease writes what follows from it, in one transaction. No database connection
    is held while the model thinks.
    """
    given = Annotation.objects.current().filter(item=request.item_id, annotator=request.run.annotator_id).first()
    if given is not None:
        request.finish(annotation=given, finished_at=Now())
        return
    try:
        prepared = prepare(request)
    except EvalHubError as error:
        request.finish(state="failed", error=error.message, error_class=error.code[:60], error_message=error.message,
                       finished_at=Now())
        return
    attempt = ledger.begin(request=request)
    with heartbeat.kept(request):
        give_connection_back()
        outcome = client.complete(prepared.call)
        reading = prepared.judge.read(outcome, prepared.task, prepared.item)
        finding = ledger.finding_of(outcome, reading)
        ledger.complete(
            attempt=attempt, outcome=outcome, finding=finding, parser_version=prepared.judge.parser_version
        )
        settling.settle(request=request, attempt=attempt, outcome=outcome, finding=finding)


def give_connection_back():
    """To the pool, or to Postgres; inside somebody's transaction it is not ours to give."""
    if not connection.in_atomic_block:
        connection.close()


def _claim(run_id):
    requests = LLMRequest.objects.filter(run=run_id)
    while True:
        claimed = requests.claim(seconds=heartbeat.LEASE_SECONDS)
        if claimed:
            return LLMRequest.objects.select_related(*RELATED).get(pk=claimed[0].pk)
        crashed = requests.filter(state="failed", last_error="worker_crash", error_class="")
        if not crashed.update(error_class="worker_crash", error_message=CRASH_MESSAGE, finished_at=Now()):
            return None
