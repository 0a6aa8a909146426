"""The overview of an evaluation: whether its scores can be trusted, and what to do next."""

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from django.contrib import messages
from django.db.models import BigIntegerField, Func
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from annotations.models import Annotation, TaskItem
from annotations.queue.actions import exposure
from datasets.models import ModelOutput
from evalhub.accounts.access import requires
from evalhub.lib.charts import numbers, panels
from evalhub.lib.errors import EvalHubError
from experiments.evaluations.actions import (
    estimates,
    evaluations,
    people_labels,
    progress,
    result_rows,
    results,
    retries,
    runs,
)
from experiments.evaluations.actions.summaries import DAY
from experiments.evaluations.charts import EvaluationSubject
from experiments.evaluations.models import ScoreSummary
from experiments.evaluations.models.evaluation import ONLINE
from experiments.evaluations.tasks import evaluation_due
from experiments.evaluations.views import facts, metric_rows, online
from experiments.evaluations.views.evaluation_frame import evaluation_of, frame, summaries_of
from experiments.evaluations.views.labels import failure_title, word_failures
from reviews.engine.runs.views import totals
from reviews.engine.tasks import request_due
from reviews.scorers.actions.juries import JURY

TEMPLATE = "experiments/evaluations/evaluation_detail.html"
MOST_LOWEST = 6
MOST_LATENCIES = 100_000  # of an evaluation whose quantiles are computed while the page waits


@dataclass(frozen=True)
class Spent:
    """What all runs of an evaluation together have asked and cost; `cost_usd` None: no price is known."""

    calls: int
    cost_usd: Decimal | None
    unpriced_calls: int
    simulated: bool
    lines: list
    failed: int
    done: int
    expected: int


@requires("read")
@require_safe
def evaluation_detail(request, evaluation_id):
    """Its live part alone for htmx, which asks for it until the evaluation has ended; `metric` chooses the metric of
    the slices. As many statements for many outputs as for one.

    A person's answer to one of the outputs that are shown with scores is not blind after this.
    """
    evaluation = evaluation_of(request, evaluation_id)
    summaries = summaries_of(evaluation)
    overall = [each for each in summaries if not each.slice]
    labels = people_labels.of_evaluation(evaluation)
    rows = metric_rows.rows_of(evaluation, overall, _baseline(evaluation), people_labels.by_item(labels))
    main, chosen = facts.main_row(rows), _chosen(request, rows)
    subject = _subject(evaluation, summaries, chosen)
    spent = _spent(evaluation)
    scorers = result_rows.scorers_of(evaluation)
    lowest = _lowest(evaluation, scorers, main, labels, request.membership)
    known = {row.summary.question.key: row.name for row in rows}
    current = chosen.summary.question.key if chosen else ""
    context = (
        frame(request, evaluation, "overview", overall)
        | {
            "rows": rows,
            "facts": facts.facts_of(evaluation, rows, main, _n_complete(evaluation, overall), spent),
            "findings": facts.findings_of(main),
            "slices": panels("evaluation_slices", subject),
            "days": panels("evaluation_days", subject) if evaluation.type == ONLINE else [],
            "latency": panels("evaluation_latency", subject),
            "choices": [{"key": key, "title": title, "current": key == current} for key, title in known.items()],
            "spent": spent,
            "failures": _failures(rows),
            "lowest": lowest,
            "scorers": scorers,
            "main": main,
            "has_jury": any(each.annotator.kind == JURY for each in overall),
        }
        | _state(request, evaluation, overall)
    )
    return render(request, f"{TEMPLATE}#live" if request.htmx else TEMPLATE, context)


@requires("manage")
@require_POST
def evaluation_cancel(request, evaluation_id):
    evaluation = evaluation_of(request, evaluation_id)
    try:
        evaluations.cancel(evaluation=evaluation, by=request.user)
    except EvalHubError as error:
        messages.error(request, error.message)
    else:
        messages.success(request, _("%(name)s is cancelled. Its scores are kept.") % {"name": evaluation.name})
    return redirect("experiments:evaluation_detail", evaluation_id)


@requires("manage")
@require_POST
def evaluation_retry(request, evaluation_id):
    evaluation = evaluation_of(request, evaluation_id)
    try:
        found = retries.retry_failed(evaluation=evaluation, by=request.user)
    except EvalHubError as error:
        messages.error(request, error.message)
    else:
        evaluation_due.delay_on_commit()
        request_due.delay_on_commit()
        messages.success(request, _("Trying %(n)s failures again.") % {"n": numbers.count(found.n)})
    return redirect("experiments:evaluation_detail", evaluation_id)


def _baseline(evaluation):
    if evaluation.baseline_id is None:
        return {}
    found = ScoreSummary.objects.filter(evaluation=evaluation.baseline_id, slice="").select_related("question")
    return {(each.question.key, each.annotator_id): each for each in found}


def _chosen(request, rows):
    """The row that slices are shown of: that of `metric`, else the main one."""
    key = request.GET.get("metric", "")
    return next((row for row in rows if row.summary.question.key == key), facts.main_row(rows))


def _subject(evaluation, summaries, chosen):
    overall = chosen.summary if chosen else None
    slices = [
        each
        for each in summaries
        if each.slice
        and overall
        and (each.question_id, each.annotator_id) == (overall.question_id, overall.annotator_id)
    ]
    is_day = {each.pk: evaluation.type == ONLINE and each.slice.startswith(f"{DAY}=") for each in slices}
    if evaluation.n_outputs > MOST_LATENCIES:
        latencies = ()
    else:
        shown = Func("outputs", function="unnest", output_field=BigIntegerField(), set_returning=True)
        items = TaskItem.objects.filter(task=evaluation.task_id).values_list(shown)
        outputs = ModelOutput.objects.filter(pk__in=items)
        latencies = tuple(outputs.exclude(latency_ms=None).order_by().values_list("latency_ms", flat=True))
    return EvaluationSubject(
        question=overall.question if overall else None,
        overall=overall,
        slices=tuple(each for each in slices if not is_day[each.pk]),
        days=tuple(each for each in slices if is_day[each.pk]),
        latencies=latencies,
        results_href=reverse("experiments:result_list", args=[evaluation.pk]),
    )


def _spent(evaluation):
    """Spent over all runs; five statements."""
    found = list(runs.of_evaluations([evaluation]).select_related("annotator").order_by("pk"))
    known = totals.totals_of(found)
    every = [known[run.pk] for run in found]
    prices = [each.cost_usd for each in every if each.cost_usd is not None]
    return Spent(
        calls=sum(each.calls for each in every),
        cost_usd=sum(prices, Decimal(0)) if prices else None,
        unpriced_calls=sum(each.unpriced_calls for each in every),
        simulated=any(each.simulated for each in every),
        lines=[{"run": run, "totals": known[run.pk]} for run in found],
        failed=sum(each.failed for each in every),
        done=sum(each.ended for each in every),
        expected=sum(each.expected for each in every),
    )


def _n_complete(evaluation, overall):
    """How many outputs have a score of every scorer; counted one by one only where several scorers have failures."""
    lacking = [each for each in overall if each.n_scored < each.n_total]
    if len(lacking) < 2:
        return min((each.n_scored for each in overall), default=0)
    failed = results.results(evaluation=evaluation, filters=results.ResultFilters(failed=True)).items
    return evaluation.task.items.count() - failed.count()


def _failures(rows):
    """What failed, by reason: over all scorers, the most frequent first."""
    counts = Counter()
    where = {}
    for row in rows:
        for code, n in row.summary.failed.items():
            counts[code] = max(counts[code], n)
            where.setdefault(code, []).append(row.name)
    href = rows[0].results_href if rows else ""
    return [
        {"title": failure_title(code), "n": n, "metrics": ", ".join(where[code]), "href": f"{href}?failed={code}"}
        for code, n in counts.most_common()
    ]


def _lowest(evaluation, scorers, main, labels, reader):
    """The items with the worst scores of the main metric."""
    scorer = main and next(
        (
            each
            for each in scorers
            if (each.question_id, each.annotator_id) == (main.summary.question_id, main.summary.annotator_id)
        ),
        None,
    )
    if not scorer or not main.summary.n_scored:
        return []
    falls = scorer.question.metric is not None and scorer.question.metric.direction == "lower"
    items = result_rows.with_score(result_rows.items_of(evaluation), scorer, "score").exclude(score=None)
    found = list(items.order_by("-score" if falls else "score", "pk")[:MOST_LOWEST])
    result_rows.load(evaluation, found, scorers, labels)
    word_failures(found)
    note_seen(found, reader)
    return found


def note_seen(items, reader):
    """Note that a reader who could answer these items has seen the scores that are loaded."""
    shown = [score.judgement.annotation_id for item in items for score in item.scores if score.judgement]
    shown += [label.annotation_id for item in items for label in item.labels]
    answers = Annotation.objects.filter(pk__in=shown).select_related("annotator")
    exposure.note_answers(annotations=answers, by=reader)


def _state(request, evaluation, overall):
    """How far it is while it moves, and once it has ended what may be tried again."""
    if evaluation.type == ONLINE and not evaluation.has_ended:
        return online.state_of(evaluation)
    if evaluation.has_ended:
        may_retry = request.membership.may("manage")
        retry = retries.pending(evaluation) if may_retry else None
        return {"pace": None, "retry": retry} | online.state_of(evaluation)
    first = None if overall else estimates.first_result_seconds(evaluation=evaluation)
    return {"pace": progress.pace_of(evaluation=evaluation, summaries=overall), "first_seconds": first}
