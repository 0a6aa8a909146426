"""Adjudication over the API: what waits for a decision, the answers side by side, and publishing one."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.response import Response

from annotations.consensus.actions import adjudication, adjudication_queue, adjudication_sheet
from annotations.consensus.actions.adjudication_queue import After, Filters
from annotations.consensus.api.adjudication_bodies import (
    AdjudicationIn,
    DecisionIn,
    DueListOut,
    PublishedOut,
    SheetOut,
)
from annotations.consensus.views.lists.disputes import FILTERS
from annotations.queue.actions import exposure
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import Question, TaskItem
from evalhub.api.errors import errors
from evalhub.api.filters import parameters, values_of
from evalhub.api.paging import CURSOR, LIMIT, former_cursor, read_cursor, read_page
from evalhub.lib.errors import InvalidInput, NotFound

DECISION = OpenApiExample(
    "One decision",
    request_only=True,
    value={
        "seen": "51fe589e4349-96a01e8acf5f",
        "decisions": {"verdict": {"value": "wrong", "confidence": "high", "cause": "annotator_error"}},
    },
)
SEEN = OpenApiParameter("seen", OpenApiTypes.STR, description="`seen` of before: marks what is new")


class DueItemList(TaskView):
    access = {"GET": "audit"}

    @extend_schema(
        parameters=[LIMIT, CURSOR, former_cursor("after"), *parameters(FILTERS)],
        responses=DueListOut,
        extensions=errors("bad_filter", "unknown_question", "unknown_state"),
    )
    def get(self, request, task_id):
        """List the items that wait for an adjudicator, most disputed first."""
        task, params = self.task(request, task_id), request.query_params
        page = read_page(params)
        chosen = values_of(FILTERS, params)
        if "question" in chosen:
            key = chosen["question"]
            chosen["question"] = Question.objects.filter(schema_version_id=task.schema_version_id, key=key).first()
            if chosen["question"] is None:
                raise InvalidInput(f"question is {key[:64]!r}, which this form has not.", code="unknown_question")
        filters = Filters(**chosen)
        text = read_cursor(params, "after")
        after = None if text is None else After.read(text)
        if text is not None and after is None:
            raise InvalidInput(f"cursor is {text[:64]!r}. Valid: `next` of the page before.", code="bad_cursor")
        found = adjudication_queue.page(task=task, filters=filters, after=after, limit=page.limit)
        return Response(
            DueListOut.of(
                {
                    "rows": found.rows,
                    "total": adjudication_queue.count(task=task, filters=filters),
                    "has_more": found.last is not None,
                    "next": found.last and found.last.after,
                }
            )
        )


class DueItem(TaskView):
    access = {"GET": "audit", "POST": "audit"}

    @extend_schema(parameters=[SEEN], responses=SheetOut, extensions=errors())
    def get(self, request, task_id, item_id):
        """Read the current answers to one item side by side; annotators have letters in place of names."""
        item = self._item(request, task_id, item_id)
        seen = request.query_params.get("seen", "")
        sheet = adjudication_sheet.columns(item=item, adjudicator=request.user, seen=seen)
        exposure.note_answers(annotations=[column.annotation for column in sheet.columns], by=request.membership)
        return Response(SheetOut.of(sheet))

    @extend_schema(
        request=AdjudicationIn,
        responses={201: PublishedOut},
        extensions=errors("answers_changed", "confirmation_missing", "invalid_decisions", "note_missing", "own_item"),
        examples=[DECISION],
    )
    def post(self, request, task_id, item_id):
        """Publish a decision as a new version of the ground truth.

        409 when the answers have changed since `seen`.
        """
        item, body = self._item(request, task_id, item_id), AdjudicationIn.read(request.data)
        for key, decision in body["decisions"].items():
            if not isinstance(decision, dict):
                raise InvalidInput(f"decisions.{key[:64]} is not an object. Valid: one with a value.")
        published = adjudication.publish(
            item=item,
            decisions={
                key: adjudication.Decision(**DecisionIn.read(decision)) for key, decision in body["decisions"].items()
            },
            seen=body["seen"],
            by=request.membership,
            confirmation=body.get("confirmation", ""),
            is_override=body.get("override", False),
        )
        keys = dict(
            Question.objects.filter(pk__in=[row.question_id for row in published.truths]).values_list("pk", "key")
        )
        truths = [{"question": keys[row.question_id], "truth": row} for row in published.truths]
        return Response(PublishedOut.of({"item": item, "ground_truth": truths}), status=201)

    def _item(self, request, task_id, item_id):
        task = self.task(request, task_id)
        found = TaskItem.objects.select_related("task__organization").filter(task=task)
        is_number = item_id.isascii() and item_id.isdigit() and len(item_id) < 19
        item = found.filter(pk=item_id).first() if is_number else None
        if item is None:
            raise NotFound("There is no such item in this task.")
        return item
