"""The annotations of a task over the API."""

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from annotations.queue.models import Annotation
from annotations.tasks.api.base import TaskView
from annotations.tasks.api.response_bodies import AnnotationListOut
from annotations.tasks.api.shapes import annotation_shape
from datasets.api.base import LIMIT, OFFSET
from evalhub.api.paging import read_page


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
        return Response({"annotations": [annotation_shape(row) for row in rows], "total": total, "has_more": more})
