"""How far the stages of a run are, at what pace, what they cost and why requests failed: counted from the ledger."""

import datetime
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Count, Max, Q
from django.db.models.functions import Now

from evalhub.lib.reasons import Reason
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.runs.actions.progress import CALL_COSTS, CALL_TOKENS, PACE_SECONDS
from reviews.engine.stages import registry


@dataclass(frozen=True)
class StageProgress:
    """One step of a run, all its lanes together: requests by how they stand, and what the calls cost.

    `incomplete` ones among the done have an answer that lacks questions. `recent` ended within PACE_SECONDS;
    `reused` ones took the answer of an earlier request.
    `cost_usd` is None while no call had a known price: unknown is not zero. `simulated` once the simulated provider
    answered a call.
    """

    name: str
    title: str
    is_critic: bool
    status: str
    models: tuple
    total: int = 0
    done: int = 0
    failed: int = 0
    waiting: int = 0
    delayed: int = 0
    running: int = 0
    batched: int = 0
    cancelled: int = 0
    incomplete: int = 0
    recent: int = 0
    reused: int = 0
    calls: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost_usd: Decimal | None = None
    unpriced_calls: int = 0
    simulated: bool = False
    request_version: int = 1

    @property
    def ended(self):
        return self.done + self.failed + self.cancelled

    @property
    def seconds_left(self):
        """At the pace of the last two minutes, or None while there is none."""
        left = self.total - self.ended
        return left * PACE_SECONDS / self.recent if self.recent and left else None

    @property
    def per_minute(self):
        return self.recent * 60 / PACE_SECONDS


@dataclass(frozen=True)
class Failure:
    """Failed requests of a step with the same kind of error, and a Reason of one of them, or None."""

    stage: str
    error_class: str
    count: int
    reason: Reason | None


def of_run(run):
    """The StageProgress of each step, in order; three statements."""
    stages = list(run.stages.all())
    requests = _by_name(_requests(run), "stage__name")
    calls = _by_name(
        LLMAttempt.objects.filter(request__run=run)
        .exclude(status=SENT)
        .order_by()
        .values("request__stage__name")
        .annotate(**CALL_COSTS, **CALL_TOKENS, simulated=BoolOr("simulated")),
        "request__stage__name",
    )
    found = []
    for name in dict.fromkeys(stage.name for stage in stages):
        lanes = [stage for stage in stages if stage.name == name]
        plug_in, statuses = registry[lanes[0].kind], {stage.status for stage in lanes}
        found.append(
            StageProgress(
                name=name,
                title=str(plug_in.title),
                is_critic=plug_in.is_critic,
                status="open" if "open" in statuses else next(iter(statuses)),
                models=tuple(dict.fromkeys(stage.model for stage in lanes)),
                request_version=max(stage.request_version for stage in lanes),
                **requests.get(name, {}),
                **calls.get(name, {}),
            )
        )
    return found


def failures(run, *, kinds=20):
    """The Failures of a run, most frequent first; one statement."""
    rows = (
        run.requests.current()
        .filter(state="failed")
        .order_by()
        .values("stage__name", "error_class")
        .annotate(count=Count("pk"), reason=Max("error_message"))
        .order_by("-count", "stage__name", "error_class")
    )
    return [
        Failure(row["stage__name"], row["error_class"] or "unknown", row["count"], row["reason"])
        for row in rows[:kinds]
    ]


def _by_name(rows, key):
    return {row.pop(key): row for row in rows}


def _requests(run):
    at_work = Q(state="running", lease_until__gte=Now())
    waiting = Q(state="waiting") | Q(state="running") & ~at_work
    lately = Q(finished_at__gte=Now() - datetime.timedelta(seconds=PACE_SECONDS), state__in=["done", "failed"])
    return (
        LLMRequest.objects.current()
        .filter(run=run)
        .order_by()
        .values("stage__name")
        .annotate(
            total=Count("pk"),
            done=Count("pk", filter=Q(state="done")),
            failed=Count("pk", filter=Q(state="failed")),
            waiting=Count("pk", filter=waiting),
            running=Count("pk", filter=at_work),
            delayed=Count("pk", filter=Q(state="waiting", next_attempt_at__gt=Now())),
            batched=Count("pk", filter=Q(state="batched")),
            cancelled=Count("pk", filter=Q(state="cancelled")),
            recent=Count("pk", filter=lately),
            reused=Count("pk", filter=Q(reused_from__isnull=False)),
            incomplete=Count("pk", filter=~Q(question_failures={})),
        )
    )
