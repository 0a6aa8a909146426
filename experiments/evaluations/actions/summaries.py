"""Sum the scores of an evaluation up: how many of how many, failures by reason, moments and quantiles, by slice."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np
from django.db import connection, transaction
from django.db.models import Max

from annotations.agreement.actions.label_queries import copied
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Judgement
from evalhub.lib.database import statements
from experiments.evaluations import reasons, score_moments
from experiments.evaluations.actions import runs
from experiments.evaluations.models import Evaluation, EvaluationScorer, ScoreSummary

sql = statements.of_feature(__file__)
SCORE = np.dtype([("item", ">i8"), ("place", ">i4"), ("number", ">f8")])  # as scores.sql writes it
LABELLED = np.dtype([("item", ">i8"), ("place", ">i4")])  # as item_slices.sql writes it
MOST_LABELS, LONGEST_LABEL = 50, 100  # of a field; other values are in no slice
RANKED = ("ordinal", "interval", "ratio")
ABSTAINED = "abstained"
ALL = ""


@dataclass(frozen=True)
class Slices:
    """One way to part the items: `names` of the slices, and the place of each item's own (ascending ids), or -1."""

    names: list
    items: np.ndarray
    codes: np.ndarray

    def of(self, items):
        """The code of each of these items, -1 for one that it does not know."""
        if not len(self.items):
            return np.full(len(items), -1)
        places = np.searchsorted(self.items, items).clip(max=len(self.items) - 1)
        return np.where(self.items[places] == items, self.codes[places], -1)

    def counts(self, items):
        codes = self.of(items)
        return np.bincount(codes[codes >= 0], minlength=len(self.names))


@dataclass
class _Facts:
    """What of an evaluation all its summaries need; `failures` is {(annotator, question key or None): {item: code}}."""

    slices: list
    failures: dict
    stopped: dict  # {annotator: code of why a run brings nothing more}
    costs: dict  # {annotator: cost of each of its questions, None: unknown}
    without_output: int
    is_over: bool
    high_water: int
    rows: list = field(default_factory=list)


@transaction.atomic
def refresh(*, evaluation, is_over=None):
    """Replace the evaluation's ScoreSummary rows by what its scores come to now.

    `is_over`: nothing more is to come, so that what has no score counts as failed; by itself, once the evaluation has
    ended. A number of statements that grows with the questions and the fields of `slice_by`, not with the scores.
    """
    Evaluation.objects.select_for_update(of=("self",), no_key=True).only("pk").get(pk=evaluation.pk)
    is_over = evaluation.has_ended if is_over is None else is_over
    facts, scorers = _facts(evaluation, is_over), _scorers(evaluation)
    for question, annotators in scorers.items():
        _summarize(facts, evaluation.task_id, question, annotators)
    ScoreSummary.objects.filter(evaluation=evaluation).delete()
    ScoreSummary.objects.bulk_create(
        ScoreSummary(evaluation=evaluation, high_water=facts.high_water, **row) for row in facts.rows
    )


def _scorers(evaluation):
    """{Question: [annotator ids]}."""
    found = defaultdict(list)
    rows = EvaluationScorer.objects.filter(evaluation=evaluation).select_related("question__metric")
    for row in rows.order_by("question__position", "pk"):
        found[row.question].append(row.annotator_id)
    return found


def _facts(evaluation, is_over):
    task_id = evaluation.task_id
    everything = _labelled(task_id, "", [])
    every_item = Slices([ALL], everything, np.zeros(len(everything), dtype=np.int64))
    total = Evaluation.objects.values_list("n_outputs", flat=True).get(pk=evaluation.pk)
    by_model = runs.of_models(evaluation)
    return _Facts(
        slices=[every_item, *(_by_field(task_id, name) for name in evaluation.slice_by)],
        failures=_failures_of_models([run.pk for run in by_model.values()]) if by_model else {},
        stopped={annotator: runs.stop_code(run) for annotator, run in by_model.items()},
        costs=runs.costs_of_questions(evaluation, by_model),
        without_output=max(total - len(everything), 0),
        is_over=is_over,
        high_water=Annotation.objects.filter(task=task_id).aggregate(newest=Max("pk"))["newest"] or 0,
    )


def _labelled(task_id, name, labels):
    """Ascending ids of the task's items; with labels (ids, places of their labels)."""
    values = {"task": task_id, "field": name, "labels": labels}
    rows = copied(sql("item_slices"), values, LABELLED)
    items = rows["item"].astype(np.int64)
    order = np.argsort(items)
    return (items[order], rows["place"][order].astype(np.int64)) if labels else items[order]


def _by_field(task_id, name):
    with connection.cursor() as cursor:
        values = {"task": task_id, "field": name, "longest": LONGEST_LABEL, "most": MOST_LABELS}
        cursor.execute(sql("slice_labels"), values)
        labels = [label for label, _n in cursor.fetchall()]
    if not labels:
        return Slices([], np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))
    return Slices([f"{name}={label}" for label in labels], *_labelled(task_id, name, labels))


def _failures_of_models(run_pks):
    found = defaultdict(dict)
    with connection.cursor() as cursor:
        cursor.execute(sql("unscored_by_models"), {"runs": run_pks})
        for item, annotator, key, code in cursor.fetchall():
            found[annotator, key][item] = code
    return found


def _summarize(facts, task_id, question, annotators):
    values = {"question": question.pk, "task": task_id, "annotators": annotators}
    rows = copied(sql("scores"), values, SCORE)
    failed = defaultdict(dict)
    abstained = Judgement.objects.filter(question=question, abstained=True, annotation__in=Annotation.objects.current())
    for annotator, item, reason in abstained.values_list("annotation__annotator", "annotation__item", "failure"):
        failed[annotator][item] = reason.code if reason else ABSTAINED
    for place, annotator in enumerate(annotators, start=1):
        own = rows[rows["place"] == place]
        items, numbers = own["item"].astype(np.int64), own["number"].astype(np.float64)
        _of_scorer(facts, question, annotator, items, numbers, failed[annotator])


def _of_scorer(facts, question, annotator, items, numbers, failed):
    """Append the rows of one scorer for one question."""
    label_type, config = label_types[question.label_type], question.config
    unscored = np.fromiter(failed, dtype=np.int64, count=len(failed))
    is_scored = ~np.isin(items, unscored)
    items, numbers = items[is_scored], numbers[is_scored]
    failed = failed | _missing(facts, question, annotator, items, failed)
    least, most = label_type.bounds(config)
    counted = np.isfinite(numbers) if label_type.level(config) in RANKED else np.zeros(len(numbers), dtype=bool)
    for slices in facts.slices:
        moments = dict(score_moments.of_slices(numbers[counted], slices.of(items[counted]), least=least, most=most))
        totals, scored = slices.counts(slices.items), slices.counts(items)
        passed = slices.counts(items[_passes(question.metric, numbers)])
        by_slice = _failures_by_slice(slices, failed)
        for code, name in enumerate(slices.names):
            failures, total = by_slice[code], int(totals[code])
            if name == ALL:
                total += facts.without_output
                missing = facts.without_output if facts.is_over else 0
                failures = failures | ({reasons.NO_OUTPUT.code: missing} if missing else {})
            facts.rows.append(
                {"question": question, "annotator_id": annotator, "slice": name, "n_total": total}
                | {"n_scored": int(scored[code]), "failed": failures}
                | {"n_passed": int(passed[code]) if question.metric and question.metric.pass_at is not None else None}
                | {"cost_usd": facts.costs.get(annotator) if name == ALL else None}
                | _fields(moments.get(code))
            )


def _missing(facts, question, annotator, items, failed):
    """{item: code} of items that the scorer has neither scored nor failed; those still to come are left out."""
    by_item = facts.failures.get((annotator, None), {}) | facts.failures.get((annotator, question.key), {})
    stopped = facts.stopped.get(annotator) or (reasons.NO_ANSWER.code if facts.is_over else None)
    if not by_item and stopped is None:
        return {}
    known = np.concatenate([items, np.fromiter(failed, dtype=np.int64, count=len(failed))])
    left = np.setdiff1d(facts.slices[0].items, known).tolist()
    codes = {item: by_item.get(item, stopped) for item in left}
    return {item: code for item, code in codes.items() if code is not None}


def _passes(metric, numbers):
    if metric is None or metric.pass_at is None:
        return np.zeros(len(numbers), dtype=bool)
    with np.errstate(invalid="ignore"):
        return numbers <= metric.pass_at if metric.direction == "lower" else numbers >= metric.pass_at


def _failures_by_slice(slices, failed):
    """[{code: number of items}] for each slice."""
    counts = [Counter() for _ in slices.names]
    for code, item in zip(slices.of(np.fromiter(failed, np.int64, len(failed))), failed, strict=True):
        if code >= 0:
            counts[code][failed[item]] += 1
    return [dict(count.most_common()) for count in counts]


def _fields(moments):
    if moments is None:
        return {}
    return {name: getattr(moments, name) for name in ("mean", "m2", "min", "max", "quantiles", "histogram")}
