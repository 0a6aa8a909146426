"""What a list of runs says of each: how much is asked and answered, what it cost, and who answers. For many at once."""

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal

from django.contrib.postgres.aggregates import BoolOr
from django.db.models import Case, Count, DecimalField, Exists, OuterRef, Q, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce, NullIf

from evalhub.lib import orders
from reviews.engine.client import endpoints
from reviews.engine.models import LLMAttempt, LLMRequest, RunStage, Spending
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.models.llm_attempt import SENT
from reviews.engine.stages import registry
from reviews.engine.views.labels import label_of_run


@dataclass(frozen=True)
class Totals:
    """Requests of all stages of a run. `expected` also counts what will follow from answers that are still to come.

    `reused` ones took the answer of an earlier request, without a call. `cost_usd` is None while no call had a known
    price: unknown is not zero. `models` and `titles` ({name of a stage: what it does}) are in the order of the stages.
    """

    expected: int
    done: int
    failed: int
    cancelled: int
    reused: int
    calls: int
    cost_usd: Decimal | None
    unpriced_calls: int
    models: tuple
    titles: dict
    simulated: bool

    @property
    def ended(self):
        return self.done + self.failed + self.cancelled


def totals_of(runs):
    """{run's id: Totals}; three statements, however many runs."""
    pks = [run.pk for run in runs]
    stages, counts, calls = _stages(pks), _counts(pks), _calls(pks)
    return {run.pk: _totals(run, stages[run.pk], counts[run.pk], calls.get(run.pk, _NO_CALLS)) for run in runs}


def labels_of(runs):
    """{run's id: StateLabel}, for pages that say no more of it; one statement, however many runs."""
    runs, failed = list(runs), Count("pk", filter=Q(state="failed"))
    rows = LLMRequest.objects.current().filter(run__in=[run.pk for run in runs]).order_by().values_list("run_id")
    counts = {pk: (some, total) for pk, some, total in rows.annotate(failed=failed, total=Count("pk"))}
    return {run.pk: label_of_run(run, *counts.get(run.pk, (0, 0))) for run in runs}


def label_of(run):
    """The StateLabel of one run; one statement."""
    return labels_of([run])[run.pk]


def is_simulated(stage):
    """Whether the simulated provider answers for a RunStage, which comes with its annotator: so far as is known before
    its calls are."""
    by_annotator = stage.annotator is not None and stage.annotator.simulated
    return by_annotator or endpoints.is_simulated(stage.model)


def expected(stages, counts):
    """{name: how many requests the step is to have}, for RunStages in order and {name: {state or "total": count}}.

    A step without targets of its own gets one from each answer of the step before, so it has as many as that one
    may still bring.
    """
    found, before = {}, None
    for stage in stages:
        if stage.name in found:
            continue
        count = counts.get(stage.name, _NOTHING)
        follows = before is not None and not registry[stage.kind].has_targets
        found[stage.name] = max(count["total"], before if follows else 0)
        before = found[stage.name] - count["failed"] - count["cancelled"]
    return found


def answered(run="pk"):
    """`Totals.done` of a run, as an expression of rows that are runs, or have one in the field `run`."""
    done = LLMRequest.objects.current().filter(state="done")
    return Coalesce(orders.summed(done, "run", Count("run"), run), 0)


def cost(run="pk"):
    """`Totals.cost_usd` of a run, from the sum that is kept for its budget."""
    spent = Subquery(Spending.objects.filter(run=OuterRef(run)).values("spent_usd"))
    priced = Exists(LLMAttempt.objects.filter(request__run=OuterRef(run), cost_usd__isnull=False))
    nothing = Value(Decimal(0), DecimalField(max_digits=18, decimal_places=10))
    return Coalesce(NullIf(spent, nothing), Case(When(priced, then=nothing)))


_NOTHING = {"total": 0, "done": 0, "failed": 0, "cancelled": 0, "reused": 0}
_NO_CALLS = {"calls": 0, "cost_usd": None, "unpriced_calls": 0, "simulated": False}


def _totals(run, stages, counts, calls):
    sums = {name: sum(count[name] for count in counts.values()) for name in _NOTHING}
    total = sums.pop("total")
    calls = calls | {"simulated": calls["simulated"] or any(map(is_simulated, stages))}
    return Totals(
        expected=total if run.status in ENDED else sum(expected(stages, counts).values()),
        models=tuple(dict.fromkeys(stage.model for stage in stages)),
        titles={stage.name: registry[stage.kind].title for stage in stages},
        **sums,
        **calls,
    )


def _stages(pks):
    found = defaultdict(list)
    for stage in RunStage.objects.filter(run__in=pks).select_related("annotator").order_by("position", "lane"):
        found[stage.run_id].append(stage)
    return found


def _counts(pks):
    found = defaultdict(dict)
    rows = (
        LLMRequest.objects.current()
        .filter(run__in=pks)
        .order_by()
        .values("run_id", "stage__name")
        .annotate(
            total=Count("run"),
            reused=Count("run", filter=Q(reused_from__isnull=False)),
            **{state: Count("run", filter=Q(state=state)) for state in ("done", "failed", "cancelled")},
        )
    )
    for row in rows:
        found[row.pop("run_id")][row.pop("stage__name")] = row
    return found


def _calls(pks):
    rows = (
        LLMAttempt.objects.filter(request__run__in=pks)
        .exclude(status=SENT)
        .order_by()
        .values("request__run_id")
        .annotate(
            calls=Count("pk"),
            cost_usd=Sum("cost_usd"),
            unpriced_calls=Count("pk", filter=_UNPRICED),
            simulated=BoolOr("simulated"),
        )
    )
    return {row.pop("request__run_id"): row for row in rows}


_UNPRICED = Q(cost_status="unpriced", simulated=False)
