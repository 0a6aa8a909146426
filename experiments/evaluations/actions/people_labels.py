"""What people answered about the outputs of an evaluation, wherever they were asked about them."""

from collections import defaultdict
from dataclasses import dataclass

from django.db import connection

from evalhub.lib.database import statements
from evalhub.lib.statistics import means
from evalhub.lib.statistics.estimate import Estimate
from experiments.evaluations import summary_estimates
from experiments.evaluations.models import Evaluation

sql = statements.of_feature(__file__)


@dataclass(frozen=True)
class PeopleLabel:
    """One answer of a person to one question about an output. `question_id` is that of the evaluation's own form which
    copies the same metric, None where it has none; `asked_id` is the question that was answered. `is_random`: chance
    has chosen the output for people."""

    item_id: int
    question_id: int | None
    annotation_id: int
    asked_id: int
    number: float | None
    is_random: bool


def of_evaluation(evaluation: Evaluation) -> list[PeopleLabel]:
    """All PeopleLabels in the order they were given; one statement."""
    values = {
        "task": evaluation.task_id,
        "form": evaluation.task.schema_version_id,
        "organization": evaluation.organization_id,
        "version": evaluation.task.dataset_version_id,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql("people_labels"), values)
        return [PeopleLabel(*row[:-1], is_random=bool(row[-1])) for row in cursor.fetchall()]


def by_item(labels: list[PeopleLabel]) -> dict[int, dict[int, float]]:
    """{question: {item: mean of its labels}} of labels that answer a question of the evaluation with a number."""
    numbers: dict[tuple[int, int], list[float]] = defaultdict(list)
    for label in labels:
        if label.question_id is not None and label.number is not None:
            numbers[label.question_id, label.item_id].append(label.number)
    found: dict[int, dict[int, float]] = defaultdict(dict)
    for (question, item), values in numbers.items():
        found[question][item] = sum(values) / len(values)
    return found


def mean_of(question, values: list[float]) -> Estimate:
    """The Estimate of the mean over items, each the mean of its labels."""
    n = len(values)
    mean = sum(values) / n if n else None
    least, most = summary_estimates.bounds_of(question)
    m2 = sum((value - mean) ** 2 for value in values) if mean is not None else None
    return means.of_moments(n, mean, m2, least=least, most=most)
