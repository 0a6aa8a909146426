"""The annotations of a task over the API."""

from django.db.models import Exists, OuterRef, Prefetch
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.queue.models import Annotation, Judgement
from annotations.queue.models.annotation import EXPOSURES, ORIGINS
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import Annotator, Question, TaskItem
from datasets.api.base import LIMIT, OFFSET
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull, optional
from evalhub.api.paging import CURSOR, ListOut, list_page
from evalhub.lib.errors import InvalidInput


class AnnotationOut(Answer):
    """One annotation; its row has `judged`, its judgements with their questions."""

    annotation_id = serializers.CharField(source="pk")
    item_id = serializers.CharField()
    annotator_id = serializers.UUIDField()
    annotator_kind = serializers.ChoiceField(Annotator.kind.field.choices, source="annotator.kind")
    simulated = serializers.BooleanField(
        source="annotator.simulated", help_text="the answer comes from the simulated provider"
    )
    labels = serializers.DictField(help_text="answers by question key")
    justifications = serializers.DictField(child=serializers.CharField(), help_text="reasons by question key")
    confidences = serializers.DictField(child=serializers.FloatField(), help_text="from 0 to 1, by question key")
    abstained = serializers.ListField(child=serializers.CharField(), help_text="questions left without an answer")
    origin = serializers.ChoiceField(ORIGINS, help_text="how it came in")
    exposure = serializers.ChoiceField(EXPOSURES, help_text="what was seen before answering")
    revision = serializers.IntegerField(help_text="1 for the first answer, one more for each correction")
    flagged = serializers.BooleanField()
    flag_reason = TextOrNull()
    time_spent_seconds = optional(serializers.FloatField)
    created_at = serializers.DateTimeField(source="submitted_at")

    def read_labels(self, row):
        return {each.question.key: each.value for each in row.judged if not each.abstained}

    def read_justifications(self, row):
        return {each.question.key: each.justification for each in row.judged if each.justification}

    def read_confidences(self, row):
        return {each.question.key: each.confidence for each in row.judged if each.confidence is not None}

    def read_abstained(self, row):
        return [each.question.key for each in row.judged if each.abstained]


class AnnotationListOut(ListOut):
    annotations = AnnotationOut(source="rows", many=True)


FILTERS = [
    filters.identifier("annotator_id", "annotator", "annotations of this annotator"),
    filters.choice(
        "kind", "annotator__kind", dict(Annotator.kind.field.choices), "annotations of people, models or programs"
    ),
    filters.number("item_id", "item", "annotations of this item"),
    filters.flag("flagged", "flagged", "annotations that are flagged, or that are not"),
    filters.choice("origin", "origin", ORIGINS, "how they came in"),
    filters.choice("exposure", "exposure", EXPOSURES, "what was seen before answering"),
    filters.since("submitted_at", "annotations of then or later"),
]
QUESTION = OpenApiParameter("question", OpenApiTypes.STR, description="key of a question that they answer")


class TaskAnnotations(TaskView):
    access = {"GET": "read"}

    @extend_schema(
        parameters=[LIMIT, OFFSET, CURSOR, QUESTION, *filters.parameters(FILTERS)],
        responses=AnnotationListOut,
        extensions=errors("bad_cursor", "bad_filter", "unknown_question"),
    )
    def get(self, request, task_id):
        """List the current annotations of people, models and programs, oldest first."""
        task, query = self.task(request, task_id), request.query_params
        judged = Prefetch("judgements", Judgement.objects.select_related("question"), to_attr="judged")
        found = Annotation.objects.current().filter(task=task).select_related("annotator").prefetch_related(judged)
        if "annotator_id" in query:
            annotators = Annotator.objects.for_organization(request.organization)
            self.get_or_404(annotators, "annotator", pk=query["annotator_id"])
        if "item_id" in query:
            self.get_or_404(TaskItem.objects.filter(task=task), "item in this task", pk=query["item_id"])
        if "question" in query:
            found = found.filter(Exists(_answers_to(task, query["question"])))
        found = filters.narrowed(found, FILTERS, query)
        return Response(AnnotationListOut.of(list_page(found, query, keys=("pk",), default=100, maximum=1000)))


def _answers_to(task, key):
    """The judgements of an outer annotation on a question that a form of the task has or had."""
    asked = Question.objects.filter(schema_version__task=task, key=key[: filters.LONGEST].replace("\0", ""))
    if not asked.exists():
        raise InvalidInput(f"question is {key[:60]!r}, which no form of the task has.", code="unknown_question")
    return Judgement.objects.filter(annotation=OuterRef("pk"), question__in=asked.values("pk"), abstained=False)
