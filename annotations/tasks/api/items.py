"""The items of a task over the API, by cursor: which cases they are of, and what they still need."""

from django.db.models import F
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from annotations.tasks.api.base import TaskView
from annotations.tasks.models import TaskItem
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, optional
from evalhub.api.paging import ListOut, Pages

PAGES = Pages(keys=("position",), default=100, maximum=1000)
FILTERS = [filters.part_of("external_id", "test_case__external_id", "a part of the external id of the case")]


class TaskItemOut(Answer):
    """One item, with `external_id` of its case."""

    item_id = s.CharField(source="pk")
    position = s.IntegerField(help_text="in the task, from 0")
    test_case_id = s.CharField()
    external_id = optional(s.CharField, help_text="of the case, as the dataset's file has it")
    open_slots = s.IntegerField(help_text="answers by people that are not taken yet")
    is_withdrawn = s.BooleanField(help_text="it is handed out no more")

    def read_is_withdrawn(self, item):
        return bool(item.closed_reason)


class TaskItemListOut(ListOut):
    items = TaskItemOut(source="rows", many=True)


class TaskItemList(TaskView):
    access = {"GET": "read"}

    @extend_schema(
        parameters=[*PAGES.parameters, *filters.parameters(FILTERS)],
        responses=TaskItemListOut,
        extensions=errors("bad_cursor", "bad_filter"),
    )
    def get(self, request, task_id):
        """List the items of a task in their order, without their content."""
        found = TaskItem.objects.filter(task=self.task(request, task_id))
        found = filters.narrowed(found, FILTERS, request.query_params)
        found = found.annotate(external_id=F("test_case__external_id"))
        page = PAGES.page(found, request.query_params)
        return Response(TaskItemListOut.of(page))
