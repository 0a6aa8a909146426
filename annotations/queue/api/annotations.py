"""The annotations of a task over the API."""

from django.db.models import Prefetch
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.queue.models import Annotation, Judgement
from annotations.queue.models.annotation import EXPOSURES, ORIGINS
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import Annotator
from datasets.api.base import LIMIT, OFFSET
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull, optional
from evalhub.api.paging import ListPage, read_page


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


class AnnotationListOut(Answer):
    annotations = AnnotationOut(source="rows", many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class TaskAnnotations(TaskView):
    access = {"GET": "read"}

    @extend_schema(parameters=[LIMIT, OFFSET], responses=AnnotationListOut, extensions=errors())
    def get(self, request, task_id):
        """List the current annotations of people, models and programs, oldest first."""
        task = self.task(request, task_id)
        page = read_page(request.query_params, default=100, maximum=1000)
        judged = Prefetch("judgements", Judgement.objects.select_related("question"), to_attr="judged")
        found = Annotation.objects.current().filter(task=task).select_related("annotator").prefetch_related(judged)
        return Response(AnnotationListOut.of(ListPage.of(found.order_by("pk"), page)))
