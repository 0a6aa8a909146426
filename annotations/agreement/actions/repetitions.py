"""How far an annotator that answered the same items several times agrees with itself: intra-rater agreement."""

from dataclasses import dataclass

import numpy as np
from django.db import connection

from annotations.agreement.estimate import Estimate
from annotations.agreement.label_arrays import Labels, nearest
from annotations.agreement.metrics import HEADLINE, registry
from annotations.agreement.patterns import Patterns
from annotations.labels.measures import SETS, measured
from annotations.tasks.models import Question
from evalhub.lib import strict_json

_LABELS = """
    SELECT a.item_id, a.round, {value}
    FROM annotations_judgement j
    JOIN annotations_annotation a ON a.id = j.annotation_id
    WHERE j.question_id = %s AND j.{value} IS NOT NULL AND NOT j.abstained AND a.task_id = %s AND a.annotator_id = %s
      AND a.withdrawn_at IS NULL AND a.superseded_at IS NULL AND a.exposure = 'blind' AND NOT a.flagged
"""


@dataclass(frozen=True)
class QuestionAgreement:
    """The agreement of the rounds with each other on one question; items answered in two rounds or more count."""

    question: Question
    estimate: Estimate


def self_agreement(*, task, annotator_id):
    """[QuestionAgreement] of the task's measurable questions; two statements, and one more for each question.

    The rounds of the annotator stand for annotators in Krippendorff's alpha. Nobody else's labels are looked at.
    """
    found = []
    for question in Question.objects.filter(schema_version_id=task.schema_version_id):
        declared = measured(question)
        if declared is not None:
            patterns = Patterns.from_labels(_labels(task, annotator_id, question, declared))
            found.append(QuestionAgreement(question, registry[HEADLINE](patterns, level=declared.level)))
    return found


def _labels(task, annotator_id, question, declared):
    is_sets = declared.level == SETS
    with connection.cursor() as cursor:
        cursor.execute(_LABELS.format(value="value" if is_sets else "number"), [question.pk, task.pk, annotator_id])
        rows = cursor.fetchall()
    items, rounds, values = zip(*rows, strict=True) if rows else ((), (), ())
    if is_sets:
        sets = [strict_json.loads(value) if isinstance(value, str) else value for value in values]
        return Labels.of_sets(items=items, annotators=rounds, sets=sets)
    return Labels.of_numbers(
        items=np.array(items, dtype=np.int64),
        annotators=np.array(rounds, dtype=np.int64),
        numbers=nearest(values, declared.domain) if declared.domain else values,
        domain=declared.domain,
    )
