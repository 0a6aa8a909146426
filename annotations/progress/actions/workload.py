"""Who does how much of a task: what each annotator answered and left out, how fast, how near to the others."""

import datetime
from dataclasses import dataclass

from django.db.models import Aggregate, Count, FloatField, Max, Q
from django.utils import timezone

from annotations.agreement.models import AgreementSnapshot
from annotations.queue.models import Annotation, Assignment
from annotations.queue.models.assignment import SLOT_STATES
from annotations.tasks.models import AnnotationEvent, Annotator

DAYS = 7


class Median(Aggregate):
    """The middle value, between two the half way; nulls do not count."""

    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


@dataclass(frozen=True)
class Closeness:
    """How near one annotator is to the other people, over all questions and pairs that share items.

    alpha: mean of the pairs' alphas, weighted by shared labels, or None. equal: share of equal labels, 0 to 1, or None.
    n_labels: labels shared with others. reason: why there is no alpha, a code of `annotations.agreement.reasons`, or
    `NOT_COMPUTED`, `NOT_IN_MATRIX` for annotators beyond those that are compared, or `NO_PAIR_DEFINED` where each
    pair alone shares too little.
    """

    alpha: float | None
    equal: float | None
    n_labels: int
    reason: str


@dataclass(frozen=True)
class Worker:
    """One annotator's work in a task. `days`: answers on each of the last seven days, the oldest first, today last.

    median_seconds: per answer, None where no time was measured. skipped, flagged: items left out over the task's
    life, taken-back ones included; answers handed in with a flag count as flagged. holding: items held now.
    """

    annotator: Annotator
    answered: int
    skipped: int
    flagged: int
    holding: int
    median_seconds: float | None
    days: tuple
    last_active: datetime.datetime | None
    closeness: Closeness


@dataclass(frozen=True)
class Matrices:
    """The newest matrices of pairs of a task's questions, as plain JSON, and when they were computed (None: never)."""

    each: tuple
    computed_at: datetime.datetime | None


def matrices(*, task):
    """The Matrices of the form that is handed out now; one statement."""
    rows = list(
        AgreementSnapshot.objects.filter(
            task=task, metric="pair_matrix", question__schema_version=task.schema_version_id
        ).values_list("details", "computed_at")
    )
    return Matrices(each=tuple(row[0] for row in rows), computed_at=max((row[1] for row in rows), default=None))


def workers(*, task, compared):
    """Everybody who answered, skipped, flagged or holds an item; people first, the busiest first. Four statements.

    compared: the task's Matrices.
    """
    answers, events, held = _answers(task), _events(task), _held(task)
    found = Annotator.objects.filter(pk__in={*answers, *events, *held})
    rows = [
        _worker(
            annotator,
            answers.get(annotator.pk, {}),
            events.get(annotator.pk, {}),
            held.get(annotator.pk, {}),
            closeness(compared, str(annotator.pk)),
        )
        for annotator in found
    ]
    return sorted(rows, key=lambda row: (row.annotator.kind != "human", -row.answered, row.annotator.name))


def closeness(compared, annotator_id):
    """The Closeness of an annotator to the other people, from the stored Matrices."""
    pairs, is_listed = [], False
    for matrix in compared.each:
        people = {person["id"] for person in matrix["annotators"] if person["kind"] == "human"}
        is_listed = is_listed or any(person["id"] == annotator_id for person in matrix["annotators"])
        for pair in matrix["pairs"]:
            ends = {pair["first"], pair["second"]}
            if annotator_id in ends and ends - {annotator_id} <= people:
                pairs.append(pair)
    if not compared.each:
        return Closeness(alpha=None, equal=None, n_labels=0, reason="NOT_COMPUTED")
    if not is_listed:
        return Closeness(alpha=None, equal=None, n_labels=0, reason="NOT_IN_MATRIX")
    defined = [(pair["alpha"], pair["n_items"]) for pair in pairs if pair["alpha"] is not None]
    known = [(pair["percent"], pair["n_items"]) for pair in pairs if pair["percent"] is not None]
    equal = _mean(known)
    return Closeness(
        alpha=_mean(defined),
        equal=equal,
        n_labels=sum(n for _, n in known),
        reason="" if defined else _why_undefined(pairs, equal),
    )


def _why_undefined(pairs, equal):
    """The reason that all pairs with shared items have in common, or that no pair has enough of them."""
    reasons = {pair["reason"] for pair in pairs if pair["reason"] and pair["reason"] != "NO_SHARED_ITEMS"}
    if not reasons:
        return "NO_SHARED_ITEMS"
    if len(reasons) > 1 or reasons == {"NO_VARIATION"} and equal < 1:
        return "NO_PAIR_DEFINED"
    return reasons.pop()


def days_back(count):
    """The last `count` days, the oldest first, today last."""
    today = timezone.localdate()
    return [today - datetime.timedelta(days=back) for back in range(count - 1, -1, -1)]


def start_of(day):
    return timezone.make_aware(datetime.datetime.combine(day, datetime.time.min))


def _mean(weighted):
    total = sum(n for _, n in weighted)
    return sum(value * n for value, n in weighted) / total if total else None


def _worker(annotator, answers, events, held, near):
    moments = [answers.get("newest"), events.get("newest"), held.get("newest")]
    return Worker(
        annotator=annotator,
        answered=answers.get("all", 0),
        skipped=events.get("skipped", 0),
        flagged=events.get("flagged", 0) + answers.get("flagged", 0),
        holding=held.get("all", 0),
        median_seconds=answers.get("median"),
        days=tuple(answers.get(f"day_{i}", 0) for i in range(DAYS)),
        last_active=max((moment for moment in moments if moment), default=None),
        closeness=near,
    )


def _answers(task):
    """{annotator id: counts of the answers that stand}; one statement."""
    starts = [start_of(day) for day in days_back(DAYS)]
    ends = [*starts[1:], None]
    of_day = {
        f"day_{i}": Count("pk", filter=Q(submitted_at__gte=start) & (Q(submitted_at__lt=end) if end else Q()))
        for i, (start, end) in enumerate(zip(starts, ends, strict=True))
    }
    rows = (
        Annotation.objects.current()
        .filter(task=task)
        .order_by()
        .values("annotator_id")
        .annotate(
            all=Count("pk"),
            flagged=Count("pk", filter=Q(flagged=True)),
            newest=Max("submitted_at"),
            median=Median("time_spent_seconds"),
            **of_day,
        )
    )
    return {row["annotator_id"]: row for row in rows}


def _events(task):
    """{annotator id: what they skipped and flagged, and when last}; one statement."""
    left_out = AnnotationEvent.objects.filter(task=task, verb__in=["skipped", "flagged"], actor__isnull=False)
    rows = (
        left_out.order_by()
        .values("actor_id")
        .annotate(
            skipped=Count("pk", filter=Q(verb="skipped")),
            flagged=Count("pk", filter=Q(verb="flagged")),
            newest=Max("at"),
        )
    )
    return {row["actor_id"]: row for row in rows}


def _held(task):
    rows = (
        Assignment.objects.filter(task=task, state__in=SLOT_STATES)
        .order_by()
        .values("annotator_id")
        .annotate(all=Count("pk"), newest=Max("opened_at"))
    )
    return {row["annotator_id"]: row for row in rows}
