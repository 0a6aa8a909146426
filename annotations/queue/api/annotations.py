"""The annotations of a task over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.queue.models import Annotation
from annotations.tasks.api.base import TaskView
from datasets.api.base import LIMIT, OFFSET
from evalhub.api.fields import optional
from evalhub.api.paging import read_page


class AnnotationOut(serializers.Serializer):
    annotation_id = serializers.CharField()
    item_id = serializers.CharField()
    annotator_id = serializers.UUIDField()
    annotator_kind = serializers.CharField(help_text="human, llm or program")
    simulated = serializers.BooleanField()
    labels = serializers.DictField(help_text="answers by question key")
    justifications = serializers.DictField(child=serializers.CharField())
    confidences = serializers.DictField(child=serializers.FloatField())
    abstained = serializers.ListField(child=serializers.CharField())
    origin = serializers.CharField()
    exposure = serializers.CharField(help_text="blind, saw_machine or saw_people")
    revision = serializers.IntegerField()
    flagged = serializers.BooleanField()
    flag_reason = optional(serializers.CharField)
    time_spent_seconds = optional(serializers.FloatField)
    created_at = serializers.DateTimeField()


class AnnotationListOut(serializers.Serializer):
    annotations = AnnotationOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class TaskAnnotations(TaskView):
    access = {"GET": "read"}

    @extend_schema(parameters=[LIMIT, OFFSET], responses=AnnotationListOut)
    def get(self, request, task_id):
        """Current annotations of people, models and programs, oldest first."""
        task = self.task(request, task_id)
        page = read_page(request.query_params, default=100, maximum=1000)
        found = Annotation.objects.current().filter(task=task)
        total = found.count()
        loaded = found.select_related("annotator").prefetch_related("judgements__question").order_by("pk")
        rows = list(loaded[page.offset : page.offset + page.limit])
        more = page.offset + len(rows) < total
        return Response({"annotations": [_shape(row) for row in rows], "total": total, "has_more": more})


def _shape(annotation):
    """One annotation with its labels; needs `judgements.question`, `annotator` loaded."""
    judgements = list(annotation.judgements.all())
    return {
        "annotation_id": str(annotation.pk),
        "item_id": str(annotation.item_id),
        "annotator_id": str(annotation.annotator_id),
        "annotator_kind": annotation.annotator.kind,
        "simulated": annotation.annotator.simulated,
        "labels": {row.question.key: row.value for row in judgements if not row.abstained},
        "justifications": {row.question.key: row.justification for row in judgements if row.justification},
        "confidences": {row.question.key: row.confidence for row in judgements if row.confidence is not None},
        "abstained": [row.question.key for row in judgements if row.abstained],
        "origin": annotation.origin,
        "exposure": annotation.exposure,
        "revision": annotation.revision,
        "flagged": annotation.flagged,
        "flag_reason": annotation.flag_reason or None,
        "time_spent_seconds": annotation.time_spent_seconds,
        "created_at": annotation.submitted_at.isoformat(),
    }
