"""The ground truth of a task over the API, by cursor, without an export."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from annotations.consensus.models import GroundTruth
from annotations.tasks.api.base import TaskView
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, optional
from evalhub.api.paging import ListOut, Pages

PAGES = Pages(keys=("pk",), default=100, maximum=1000)
FILTERS = [
    filters.choice("source", "source", GroundTruth.SOURCES, "values of these sources"),
    filters.part_of("question", "question__key", "a part of the question's key"),
    filters.since("created_at", "values written then or later"),
]


class GroundTruthOut(Answer):
    item_id = s.CharField()
    position = s.IntegerField(source="item.position", help_text="in the task, from 0")
    external_id = optional(s.CharField, source="item.test_case.external_id")
    question = s.CharField(source="question.key", help_text="its key")
    value = s.JSONField()
    version = s.IntegerField(help_text="1 for the first value of the item's question")
    source = s.ChoiceField(GroundTruth.SOURCES)
    share = optional(s.FloatField, help_text="of the votes that were counted")
    confidence = optional(s.FloatField, help_text="posterior probability, by methods that have one")
    people = s.IntegerField(help_text="whose votes or decision it rests on")
    machines = s.IntegerField(help_text="whose labels it rests on")
    simulated = s.BooleanField(help_text="one of the machines was simulated")
    created_at = s.DateTimeField()


class GroundTruthListOut(ListOut):
    ground_truth = GroundTruthOut(source="rows", many=True)


class TaskGroundTruth(TaskView):
    access = {"GET": "export"}

    @extend_schema(
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses=GroundTruthListOut,
        extensions=errors("bad_cursor", "bad_filter"),
    )
    def get(self, request, task_id):
        """List the current values of the ground truth, one for each item and question, oldest first.

        All sources are in it; an export takes those of its policy. A value that changes is a new row at the end.
        """
        found = GroundTruth.objects.current().filter(item__task=self.task(request, task_id))
        found = filters.narrowed(found, FILTERS, request.query_params).select_related("item__test_case", "question")
        page = PAGES.page(found, request.query_params)
        return Response(GroundTruthListOut.of(page))
