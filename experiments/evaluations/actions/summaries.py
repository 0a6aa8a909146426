"""Sum the scores of an evaluation up: how many of how many, failures by reason, moments and quantiles, by slice."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np
from django.db import connection, transaction
from django.db.models import Max

from annotations.agreement.actions.label_queries import copied
from annotations.labels.types import registry as label_types
from annotations.models import Annotation, Annotator, Judgement
from evalhub.lib.database import statements
from experiments.evaluations import reasons, score_moments
from experiments.evaluations.actions import corpus_scores, runs
from experiments.evaluations.models import Evaluation, EvaluationScorer, ScoreSummary
from experiments.evaluations.models.evaluation import ONLINE
from experiments.evaluations.reducers import MEAN, Reducer, passes
from reviews.scorers.judges.score_modes import SCORE_MODE
from reviews.scorers.registry import registry

sql = statements.of_feature(__file__)
SCORE = np.dtype([("item", ">i8"), ("place", ">i4"), ("number", ">f8")])  # as scores.sql writes it
ITEM = np.dtype(">i8")
CASE = np.dtype([("item", ">i8"), ("case", ">i8")])  # as cases_of_items.sql writes it
MOST_LABELS, LONGEST_LABEL = 50, 100  # of a field; other values are in no slice
RANKED = ("ordinal", "interval", "ratio")
ABSTAINED = "abstained"
ALL = ""
DAY = "day"  # of the slices of an online evaluation
MOST_DAYS = 400


@dataclass(frozen=True)
class Slices:
    """One way to part the items: `names` of the slices, and the code of each item's own, -1 for none."""

    names: list
    codes: np.ndarray

    def counts(self, places):
        """How many of the items at these places are in each slice."""
        codes = self.codes[places]
        return np.bincount(codes[codes >= 0], minlength=len(self.names))


@dataclass(frozen=True)
class _Cases:
    """Of an evaluation with repetitions: the case of each item, all cases with the place of their first item, and how
    many cases there are once all outputs are."""

    reducer: str
    of_items: np.ndarray
    known: np.ndarray
    firsts: np.ndarray
    n_total: int

    @classmethod
    def of(cls, evaluation, n_total):
        rows = copied(sql("cases_of_items"), {"task": evaluation.task_id}, CASE)
        of_items = rows["case"].astype(np.int64)[np.argsort(rows["item"].astype(np.int64))]
        known, firsts = np.unique(of_items, return_index=True)
        return cls(evaluation.reducer, of_items, known, firsts, max(n_total, len(known)))

    def reduced(self, reducer, places, numbers):
        """(places, values) of the scores at these places: those of the first items of their cases."""
        cases, values = reducer.reduce(self.of_items[places], numbers)
        return self.firsts[np.searchsorted(self.known, cases)], values

    def counted(self, reducer, slices, places, values):
        """What `cases` of a ScoreSummary is, for each slice."""
        totals, is_known = slices.counts(self.firsts), ~np.isnan(values)
        n, left_out = slices.counts(places[is_known]), slices.counts(places[~is_known])
        return [
            {"reducer": reducer.key, "counts_passes": reducer.counts_passes, "n": int(n[code])}
            | {"n_total": self.n_total if name == ALL else int(totals[code])}
            | {"left_out": {reducer.why_none: int(left_out[code])} if left_out[code] else {}}
            for code, name in enumerate(slices.names)
        ]


@dataclass
class _Facts:
    """What of an evaluation all its summaries need: the ids of its items, ascending, and ways to part them.

    `failures` is {(annotator, question key or None): {item: code}}.
    """

    items: np.ndarray
    slices: list
    failures: dict
    stopped: dict  # {annotator: code of why a run brings nothing more}
    costs: dict  # {annotator: cost of each of its questions, None: unknown}
    without_output: int
    is_over: bool
    is_online: bool  # outputs without an answer are known to stay so
    high_water: int
    cases: "_Cases | None" = None  # None: every item is a case of its own
    rows: list = field(default_factory=list)

    def places(self, items):
        """The places of these items, all of which it has."""
        return np.searchsorted(self.items, items)


@transaction.atomic
def refresh(*, evaluation, is_over=None):
    """Replace the evaluation's ScoreSummary rows by what its scores come to now.

    `is_over`: nothing more is to come, so that what has no score counts as failed; by itself, once the evaluation has
    ended. A number of statements that grows with the questions and the fields of `slice_by`, not with the scores.
    """
    Evaluation.objects.select_for_update(of=("self",), no_key=True).only("pk").get(pk=evaluation.pk)
    is_over = evaluation.has_ended if is_over is None else is_over
    scorers = defaultdict(list)  # {Question: [annotator ids]}
    rows = EvaluationScorer.objects.filter(evaluation=evaluation).select_related("question__metric")
    for row in rows.order_by("question__position", "pk"):
        scorers[row.question].append(row.annotator_id)
    facts = _facts(evaluation, is_over)
    for question, annotators in scorers.items():
        _summarize(facts, evaluation.task_id, question, annotators)
    ScoreSummary.objects.filter(evaluation=evaluation).delete()
    ScoreSummary.objects.bulk_create(
        ScoreSummary(evaluation=evaluation, high_water=facts.high_water, **row) for row in facts.rows
    )


def _facts(evaluation, is_over):
    task_id = evaluation.task_id
    everything = np.sort(copied(sql("all_items"), {"task": task_id}, ITEM).astype(np.int64))
    every_item = Slices([ALL], np.zeros(len(everything), dtype=np.int64))
    total = Evaluation.objects.values_list("n_outputs", flat=True).get(pk=evaluation.pk)
    by_model = runs.of_models(evaluation)
    slices = [every_item, *(_by_field(task_id, name, everything) for name in evaluation.slice_by)]
    if evaluation.type == ONLINE:
        slices.append(_sliced(DAY, "day_items", {"task": task_id, "most": MOST_DAYS}, everything))
    has_repetitions = evaluation.repetitions > 1
    return _Facts(
        cases=_Cases.of(evaluation, -(-total // evaluation.repetitions)) if has_repetitions else None,
        items=everything,
        slices=slices,
        failures=_failures_of_models([run.pk for run in by_model.values()]) if by_model else {},
        stopped={annotator: runs.stop_code(run) for annotator, run in by_model.items()},
        costs=runs.costs_of_questions(evaluation, by_model),
        without_output=max(total - len(everything), 0),
        is_over=is_over,
        is_online=evaluation.type == ONLINE,
        high_water=Annotation.objects.filter(task=task_id).aggregate(newest=Max("pk"))["newest"] or 0,
    )


def _by_field(task_id, name, everything):
    """The Slices by the commonest values of a metadata field."""
    values = {"task": task_id, "field": name, "longest": LONGEST_LABEL, "most": MOST_LABELS}
    return _sliced(name, "slice_items", values, everything)


def _sliced(name, statement, values, everything):
    """The Slices `name=label` of a statement that gives each label with its items."""
    names, codes = [], np.full(len(everything), -1)
    with connection.cursor() as cursor:
        cursor.execute(sql(statement), values)
        for label, items in cursor.fetchall():
            codes[np.searchsorted(everything, np.frombuffer(items, dtype=ITEM).astype(np.int64))] = len(names)
            names.append(f"{name}={label}")
    return Slices(names, codes)


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
    modes = _modes(question, annotators)
    counts = corpus_scores.counts_of(question, annotators)
    failed = defaultdict(dict)
    abstained = Judgement.objects.filter(question=question, abstained=True, annotation__in=Annotation.objects.current())
    for annotator, item, reason in abstained.values_list("annotation__annotator", "annotation__item", "failure"):
        failed[annotator][item] = reason.code if reason else ABSTAINED
    for place, annotator in enumerate(annotators, start=1):
        own = rows[rows["place"] == place]
        items, numbers = own["item"].astype(np.int64), own["number"].astype(np.float64)
        made = modes.get(annotator, {}), counts.get(annotator)
        _of_scorer(facts, question, annotator, items, numbers, failed[annotator], *made)


def _modes(question, annotators):
    """{annotator: {item: how its score was made}} of those that make scores in several ways."""
    methods = Annotator.objects.filter(pk__in=annotators).values_list("pk", "method")
    some = [pk for pk, method in methods if method in registry and registry[method].has_score_modes]
    found = {pk: {} for pk in some}
    if some:
        current = Annotation.objects.current().filter(annotator__in=some)
        rows = Judgement.objects.filter(question=question, annotation__in=current, details__has_key=SCORE_MODE)
        for pk, item, mode in rows.values_list("annotation__annotator", "annotation__item", f"details__{SCORE_MODE}"):
            found[pk][item] = mode
    return found


def _of_scorer(facts, question, annotator, items, numbers, failed, modes, counts):
    """Append the rows of a scorer for a question; `modes` {item: how its score was made}, `counts`: CorpusCounts."""
    label_type, config = label_types[question.label_type], question.config
    if failed:
        is_scored = ~np.isin(items, np.fromiter(failed, dtype=np.int64, count=len(failed)))
        items, numbers = items[is_scored], numbers[is_scored]
    places = facts.places(items)
    failed = failed | _missing(facts, question, annotator, places, failed)
    has_threshold = question.metric is not None and question.metric.pass_at is not None
    passing = places[passes(question.metric, numbers)] if has_threshold else places[:0]
    is_ranked = label_type.level(config) in RANKED
    modes = {item: modes[item] for item in items.tolist() if item in modes} if modes else {}
    reducer = Reducer(facts.cases.reducer if facts.cases else MEAN, question)
    is_number = np.isfinite(numbers)
    own, values = places[is_number], numbers[is_number]  # what figures are of, and where it stands
    if facts.cases:
        own, values = facts.cases.reduced(reducer, own, values)
    counted = np.flatnonzero(~np.isnan(values)) if is_ranked else places[:0]
    counted = counted[np.argsort(values[counted])]  # once for all ways to part them
    ascending, (least, most) = values[counted], reducer.bounds
    for slices in facts.slices:
        moments = dict(score_moments.of_slices(ascending, slices.codes[own[counted]], least=least, most=most))
        cases = facts.cases.counted(reducer, slices, own, values) if facts.cases else None
        totals, scored = slices.counts(slice(None)), slices.counts(places)
        corpus = counts.scores(slices.codes[facts.places(counts.items)], scored) if counts else {}
        passed, by_slice = slices.counts(passing), _counted_by_slice(facts, slices, failed)
        modes_by_slice = _counted_by_slice(facts, slices, modes)
        for code, name in enumerate(slices.names):
            failures, total = by_slice[code], int(totals[code])
            if name == ALL:
                total += facts.without_output
                missing = facts.without_output if facts.is_over or facts.is_online else 0
                failures = failures | ({reasons.NO_OUTPUT.code: missing} if missing else {})
            is_mixed = len(modes_by_slice[code]) > 1
            facts.rows.append(
                {"question": question, "annotator_id": annotator, "slice": name, "n_total": total}
                | {"n_scored": int(scored[code]), "failed": failures}
                | {"n_passed": int(passed[code]) if has_threshold and not is_mixed else None}
                | {"score_modes": modes_by_slice[code]}
                | {"cost_usd": facts.costs.get(annotator) if name == ALL else None}
                | {"corpus": corpus.get(code, {}), "cases": cases[code] if cases else {}}
                | _fields(None if is_mixed else moments.get(code))
            )


def _missing(facts, question, annotator, scored, failed):
    """{item: code} of items that the scorer has neither scored nor failed; those still to come are left out.

    `scored` are the places of those with a score.
    """
    by_item = facts.failures.get((annotator, None), {}) | facts.failures.get((annotator, question.key), {})
    stopped = facts.stopped.get(annotator) or (reasons.NO_ANSWER.code if facts.is_over else None)
    if not by_item and stopped is None:
        return {}
    is_left = np.ones(len(facts.items), dtype=bool)
    is_left[scored] = False
    is_left[facts.places(np.fromiter(failed, dtype=np.int64, count=len(failed)))] = False
    codes = {item: by_item.get(item, stopped) for item in facts.items[is_left].tolist()}
    return {item: code for item, code in codes.items() if code is not None}


def _counted_by_slice(facts, slices, named):
    """[{name: number of items}] for each slice, of {item: name}."""
    counts = [Counter() for _ in slices.names]
    places = facts.places(np.fromiter(named, dtype=np.int64, count=len(named)))
    for code, name in zip(slices.codes[places].tolist(), named.values(), strict=True):
        if code >= 0:
            counts[code][name] += 1
    return [dict(count.most_common()) for count in counts]


def _fields(moments):
    if moments is None:
        return {}
    return {name: getattr(moments, name) for name in ("mean", "m2", "min", "max", "quantiles", "histogram")}
