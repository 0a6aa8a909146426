"""Which figures a gate may name: those that the newest evaluation of its dataset has."""

from dataclasses import dataclass

from annotations.models import Question
from datasets.models import Dataset
from evalhub.accounts.models import Organization
from experiments.evaluations.models import Evaluation
from experiments.gates.expression import MEASURES, SHARES

MOST_KNOWN = 200


@dataclass(frozen=True)
class KnownFigure:
    """`text` as an expression has it; `title` is the question's, "" for figures of no question."""

    text: str
    title: str = ""


def newest(organization: Organization, dataset: Dataset | None) -> Evaluation | None:
    """The evaluation of a dataset, or of any, that ended last; with its form and its baseline."""
    found = Evaluation.objects.for_organization(organization).finished().exclude(finished_at=None)
    if dataset is not None:
        found = found.filter(task__dataset_version__dataset=dataset)
    related = ("task__schema_version", "baseline__task__schema_version")
    return found.select_related(*related).order_by("-finished_at", "-pk").first()


def of(evaluation: Evaluation) -> list[KnownFigure]:
    """The KnownFigures of an evaluation: of its questions, of its outputs, and of all scores."""
    questions = Question.objects.filter(schema_version=evaluation.task.schema_version_id)
    found = []
    for question in questions.select_related("metric").order_by("position")[:MOST_KNOWN]:
        found.append(KnownFigure(f"{question.key}.mean", question.title))
        if question.metric and question.metric.pass_at is not None:
            found.append(KnownFigure(f"{question.key}.pass_share", question.title))
    return [*found, *(KnownFigure(f"p({each}, 95)") for each in MEASURES), *(KnownFigure(each) for each in SHARES)]
