"""How far each two annotators agree, over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.agreement.actions import summary
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import Annotator
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, optional


class MatrixAnnotatorOut(Answer):
    annotator_id = serializers.UUIDField(source="id")
    name = serializers.CharField()
    kind = serializers.ChoiceField(Annotator.kind.field.choices)


class PairOut(Answer):
    first = serializers.UUIDField(help_text="an annotator_id")
    second = serializers.UUIDField(help_text="an annotator_id")
    n_items = serializers.IntegerField(help_text="items that both labelled")
    alpha = optional(serializers.FloatField)
    kappa = optional(serializers.FloatField, help_text="Cohen's; null at measured levels")
    percent = optional(serializers.FloatField, help_text="share of equal labels, from 0 to 1")
    reason = optional(serializers.CharField, help_text="why a figure has no value")


class QuestionPairsOut(Answer):
    question = serializers.CharField(help_text="its key")
    annotators = MatrixAnnotatorOut(many=True, help_text="those with most labels, at most 40")
    pairs = PairOut(many=True)
    omitted = serializers.IntegerField(help_text="annotators who are left out")


class PairMatrixOut(Answer):
    questions = QuestionPairsOut(many=True)
    computed_at = optional(serializers.DateTimeField)
    stale = serializers.BooleanField(source="is_stale", help_text="newer answers are not in the figures yet")

    def read_questions(self, figures):
        return [{"question": key} | matrix for key, matrix in figures.pair_matrices.items()]


class TaskPairs(TaskView):
    access = {"GET": "read"}

    @extend_schema(responses=PairMatrixOut, extensions=errors())
    def get(self, request, task_id):
        """Read how far each two annotators agree, by question, as of `computed_at`."""
        return Response(PairMatrixOut.of(summary.figures_of(self.task(request, task_id))))
