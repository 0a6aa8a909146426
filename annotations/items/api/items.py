"""The items of a task over the API, by cursor: which cases they are of, and what they still need."""

from django.db.models import F
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from annotations.items.actions import filters as item_filters
from annotations.tasks.api.base import TaskView
from datasets.api.base import SEARCH_CODES
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, optional
from evalhub.api.paging import ListOut, Pages

PAGES = Pages(keys=("position",), default=100, maximum=1000)
FILTERS = [filters.part_of("external_id", "test_case__external_id", "a part of the external id of the case")]
SEARCH = OpenApiParameter(
    item_filters.SEARCH,
    OpenApiTypes.STR,
    description="items whose case or outputs have these words, as for cases, or with this number; `total` is null",
)


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
        parameters=[*PAGES.parameters, SEARCH, *filters.parameters([*item_filters.of_task(None), *FILTERS])],
        responses=TaskItemListOut,
        extensions=errors("bad_cursor", "bad_filter", *SEARCH_CODES),
    )
    def get(self, request, task_id):
        """List the items of a task in their order, without their content; the filters are those of its page."""
        query = request.query_params
        found = item_filters.matching(task=self.task(request, task_id), given=query)
        found = filters.narrowed(found, FILTERS, query).annotate(external_id=F("test_case__external_id"))
        page = PAGES.page(found, query, is_counted=not query.get(item_filters.SEARCH, "").strip())
        return Response(TaskItemListOut.of(page))
