"""How the mean of a metric went from evaluation to evaluation, each scorer by itself."""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from annotations.models import Annotator, Question
from datasets.models import Dataset
from evalhub.accounts.models import Organization
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.evaluations.models.evaluation import ONLINE, SINGLE

MOST_POINTS = 60  # of a series, the newest ones


@dataclass(frozen=True)
class Trend:
    """ScoreSummaries of all outputs of one dataset, the oldest evaluation first: of one version of a metric by one
    scorer, which is one fingerprint, whose repetitions become one value in one way."""

    question: Question
    annotator: Annotator
    reducer: str
    dataset: Dataset
    summaries: Sequence[ScoreSummary]


def trackable(organization: Organization):
    """Evaluations that a trend can have: of many outputs, and at their end."""
    return Evaluation.objects.for_organization(organization).finished().exclude(type__in=(SINGLE, ONLINE))


def trends_of(
    *, organization: Organization, metric: str, dataset: uuid.UUID | None = None, system: uuid.UUID | None = None
) -> list[Trend]:
    """The Trends of the metric with this key, the one with most points first; one statement."""
    within = {"task__dataset_version__dataset": dataset, "system": system}
    evaluations = trackable(organization).filter(**{name: value for name, value in within.items() if value})
    found = ScoreSummary.objects.filter(evaluation__in=evaluations, question__key=metric, slice="")
    found = found.select_related(
        "question__metric", "annotator", "evaluation__system", "evaluation__task__dataset_version__dataset"
    )
    series = defaultdict(list)
    for each in found.order_by("evaluation__created_at", "pk"):
        version = each.evaluation.task.dataset_version
        series[version.dataset, each.annotator_id, each.question.metric_id, each.reducer].append(each)
    trends = [
        Trend(rows[0].question, rows[0].annotator, rows[0].reducer, key[0], rows[-MOST_POINTS:])
        for key, rows in series.items()
    ]
    return sorted(trends, key=lambda each: -len(each.summaries))
