"""Take due requests: those whose run goes on, whose model can be asked, and that no provider batch is meant for."""

import random

from django.conf import settings
from django.db import connection
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from evalhub.lib.leases import lease_owner
from evalhub.lib.reasons import WORKER_CRASH
from reviews.engine.actions import provider_keys
from reviews.engine.actions.reasons import REQUEST_CRASHED
from reviews.engine.batches.actions import drafts
from reviews.engine.client.endpoints import resolve
from reviews.engine.limits.actions import provider_health
from reviews.engine.models import EvaluationRun, LLMRequest, RunStage

WORTHWHILE = 10  # requests of a stage to take together: a group costs about thirty statements, whatever its size
RELATED = ("stage__annotator", "run__task", "run__annotator", "item")


def stages_due():
    """RunStages whose due requests may be asked one by one: their run goes on, nobody has blocked the model, and they
    are not enough for the batch that the run wants."""
    return list(_stages_due())


def is_any_due():
    """Whether `stages_due` has any; most often two or three statements, however many there are."""
    return next(_stages_due(), None) is not None


def due_by_provider(*, most):
    """{provider: some of its `stages_due`}, drawn by lot, at most so many of each."""
    found = {}
    for stage in _stages_due(lambda stage: len(found.get(_provider_model(stage)[0], ())) < most):
        found.setdefault(_provider_model(stage)[0], []).append(stage)
    return found


def _stages_due(includes=lambda stage: True):
    """Each may take statements of its own, for the batch that its run may want, so those not wanted are passed over."""
    due = LLMRequest.objects.filter(stage=OuterRef("pk")).due()
    stages = list(RunStage.objects.filter(Exists(due), run__in=EvaluationRun.objects.due()).select_related("run"))
    random.shuffle(stages)
    blocked = provider_health.blocked() if stages else {}
    for stage in stages:
        is_stopped = provider_keys.stops(blocked, _provider_model(stage), stage.run.organization_id)
        if includes(stage) and not is_stopped and not drafts.is_meant_for(stage):
            yield stage


def still_ours(claimed, *, without):
    """Those of these claimed requests whose leases this thread still holds; `without` these pks."""
    mine = LLMRequest.objects.filter(pk__in=[request.pk for request in claimed], state="running")
    held = set(mine.filter(lease_owner=lease_owner()).values_list("pk", flat=True)) - set(without)
    return [request for request in claimed if request.pk in held]


def claim_many(stages, *, limit):
    """Up to `limit` due requests of these stages, leased to this thread.

    Stages are drawn by lot and share what is taken, so that a long run does not keep short ones waiting; of little,
    those drawn first take all, and the next time others do.
    """
    taken, left = [], list(stages)
    random.shuffle(left)
    while left and len(taken) < limit:
        stage = left.pop()
        share = max(-(-(limit - len(taken)) // (len(left) + 1)), WORTHWHILE)
        taken += _claim(stage, limit=min(share, limit - len(taken)))
    return list(LLMRequest.objects.select_related(*RELATED).filter(pk__in=taken).order_by("pk")) if taken else []


def claim_one():
    """The next due request of some due run, leased to this thread, or None."""
    return next(iter(claim_many(stages_due(), limit=1)), None)


def give_connection_back():
    """To the pool, or to Postgres; inside somebody's transaction it is not ours to give."""
    if not connection.in_atomic_block:
        connection.close()


def _provider_model(stage):
    endpoint = resolve(stage.model)
    return endpoint.provider, endpoint.model


def _claim(stage, *, limit):
    requests, most = LLMRequest.objects.filter(stage=stage), stage.run.rules.max_parallel
    if most is not None:
        limit = min(limit, most - LLMRequest.objects.filter(run=stage.run_id).at_work().count())
    if limit <= 0:
        return []
    while True:
        if taken := requests.take(seconds=settings.LEASE_SECONDS, limit=limit):
            return taken
        crashed = requests.filter(state="failed", last_error=WORKER_CRASH(), error_class="")
        if not crashed.update(error_class="worker_crash", error_message=REQUEST_CRASHED(), finished_at=Now()):
            return []
