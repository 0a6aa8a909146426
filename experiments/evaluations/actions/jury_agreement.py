"""How far the members of a jury agree with each other on the outputs of an evaluation."""

from annotations.agreement.actions import label_queries
from annotations.agreement.estimate import Estimate
from annotations.agreement.metrics import HEADLINE, registry
from annotations.agreement.patterns import Patterns
from annotations.labels.measures import measured
from annotations.models import AnnotationTask, Annotator, Question
from reviews.scorers.actions import juries

MOST_OUTPUTS = 100_000  # of an evaluation whose agreement is computed while a page waits


def agreement_of(*, task: AnnotationTask, question: Question, jury: Annotator) -> Estimate | None:
    """Krippendorff's alpha of the members, None for a question that has none; two statements."""
    declared = measured(question)
    if declared is None:
        return None
    members = {str(each.pk): each for each in juries.members_of(jury)}
    panel = label_queries.Panel(
        keys=tuple(members),
        kinds=dict.fromkeys(members, "llm"),
        models={key: key for key in members},
        names={key: each.name for key, each in members.items()},
    )
    labels = label_queries.read(question=question, task=task, panel=panel, declared=declared)
    return registry[HEADLINE](Patterns.from_labels(labels), level=declared.level)
