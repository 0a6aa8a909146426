"""How far runs are, what they spent and why requests failed: counted from the ledger."""

import datetime
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Count, Max, Q, Sum
from django.db.models.functions import Now

from evalhub.lib.reasons import Reason
from reviews.engine.models import LLMAttempt, LLMRequest
from reviews.engine.models.llm_attempt import SENT

PACE_SECONDS = 120
# Where both orders are asked, a judgement takes two requests: it begins with the first and ends with the second.
IN_TWO, SECOND = Q(stage__kind="score_gen_swapped"), Q(stage__kind="score_gen_both")
OF_JUDGEMENTS = Q(stage__position=0) | SECOND
CALL_COSTS = {
    "calls": Count("pk"),
    "cost_usd": Sum("cost_usd"),
    "unpriced_calls": Count("pk", filter=Q(cost_status="unpriced")),
}
CALL_TOKENS = {"prompt_tokens": Sum("prompt_tokens"), "completion_tokens": Sum("completion_tokens")}


@dataclass(frozen=True)
class RunProgress:
    """The requests of the judgements themselves by how they stand, critics left out, and what all calls cost.

    Tokens and `cost_usd` are None while no call reported any: unknown is not zero. `unpriced_calls` have no known
    price, `unreported_calls` came back without their tokens or were lost with their worker.
    """

    total: int
    done: int
    failed: int
    waiting: int
    running: int
    cancelled: int
    recent: int
    calls: int
    prompt_tokens: int | None
    completion_tokens: int | None
    cost_usd: Decimal | None
    unpriced_calls: int
    unreported_calls: int
    delayed: int
    reused: int
    last_error: str

    @property
    def is_finished(self):
        """Whether nothing is left to ask; false before the first request is made."""
        return self.total > 0 and self.waiting == 0 and self.running == 0

    @property
    def seconds_left(self):
        """At the pace of the last two minutes, or None while there is none."""
        left = self.waiting + self.running
        return left * PACE_SECONDS / self.recent if self.recent and left else None


@dataclass(frozen=True)
class Failures:
    """Failed requests with the same kind of error: how many, a Reason or None, and the first items concerned."""

    error_class: str
    count: int
    reason: Reason | None
    positions: list


def progress_of(run):
    """The RunProgress of one run; two statements."""
    return progress_of_all([run])[run.pk]


def progress_of_all(runs):
    """{run's id: RunProgress}; two statements, however many runs."""
    ids = [run.pk for run in runs]
    counted = {row.pop("run_id"): row for row in _requests(ids)}
    spent = {
        row.pop("request__run_id"): row
        for row in LLMAttempt.objects.filter(request__run_id__in=ids)
        .exclude(status=SENT)
        .order_by()
        .values("request__run_id")
        .annotate(
            **CALL_COSTS,
            **CALL_TOKENS,
            unreported_calls=Count(
                "pk", filter=Q(cost_status="unknown", status__in=["ok", "unreadable", "lost", "late"])
            ),
        )
    }
    return {
        pk: RunProgress(**{**_NO_REQUESTS, **counted.get(pk, {})}, **{**_NO_CALLS, **spent.get(pk, {})}) for pk in ids
    }


def failures_of(run, *, kinds=5, examples=10):
    """The Failures of a run, most frequent first; at most `kinds` + 1 statements."""
    failed = run.requests.current().filter(OF_JUDGEMENTS, state="failed")
    rows = failed.order_by().values("error_class").annotate(count=Count("pk")).order_by("-count")
    found = []
    for row in rows[:kinds]:
        alike = failed.filter(error_class=row["error_class"]).order_by("item__position")
        shown = list(alike.values_list("item__position", "error_message")[:examples])
        found.append(
            Failures(
                row["error_class"] or "unknown",
                row["count"],
                shown[0][1] if shown else None,
                [position + 1 for position, _ in shown],
            )
        )
    return found


_NO_REQUESTS = {
    "total": 0,
    "done": 0,
    "failed": 0,
    "waiting": 0,
    "running": 0,
    "cancelled": 0,
    "recent": 0,
    "delayed": 0,
    "reused": 0,
    "last_error": "",
}
_NO_CALLS = {
    "calls": 0,
    "prompt_tokens": None,
    "completion_tokens": None,
    "cost_usd": None,
    "unpriced_calls": 0,
    "unreported_calls": 0,
}


def _requests(ids):
    at_work = Q(state="running", lease_until__gte=Now()) | Q(state="batched")
    lately = Q(finished_at__gte=Now() - datetime.timedelta(seconds=PACE_SECONDS), state__in=["done", "failed"])
    delayed = Q(state="waiting", next_attempt_at__gt=Now())
    asked = LLMRequest.objects.current().filter(OF_JUDGEMENTS, run_id__in=ids)
    rows = (
        asked.order_by()
        .values("run_id")
        .annotate(
            total=Count("pk", filter=~SECOND),
            done=Count("pk", filter=Q(state="done") & ~IN_TWO),
            failed=Count("pk", filter=Q(state="failed")),
            cancelled=Count("pk", filter=Q(state="cancelled")),
            running=Count("pk", filter=at_work),
            waiting=Count("pk", filter=Q(state="waiting") | Q(state="running") & ~at_work),
            recent=Count("pk", filter=lately & (~IN_TWO | Q(state="failed"))),
            reused=Count("pk", filter=Q(reused_from__isnull=False)),
            between=Count("pk", filter=IN_TWO & Q(state="done")),
            seconds=Count("pk", filter=SECOND),
            delayed=Count("pk", filter=delayed),
            last_error=Max("last_error", filter=delayed, default=""),
        )
    )
    for row in rows:
        row["waiting"] += max(row.pop("between") - row.pop("seconds"), 0)
        yield row
