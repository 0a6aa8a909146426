"""The annotations of a task over the API: read them, and submit many at once."""

from collections import Counter, defaultdict

from django.db.models import Exists, F, OuterRef, Prefetch
from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.queue.actions import annotation_lines, bulk_submissions, submissions
from annotations.queue.api.bulk_bodies import BulkRowIn, BulkSubmissionDocument, BulkSubmissionIn, BulkSubmittedOut
from annotations.queue.api.work import submission_of
from annotations.queue.models import Annotation, Judgement
from annotations.queue.models.annotation import EXPOSURES, ORIGINS
from annotations.tasks.actions import item_search
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import Annotator, Question, TaskItem
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull, optional
from evalhub.api.paging import CURSOR, ListOut, Pages, limit_of, list_page
from evalhub.api.parsers import ROWS_VALUES
from evalhub.lib.errors import EvalHubError, InvalidInput, NotFound


class AnnotationOut(Answer):
    """One annotation; its row has `judged`, its judgements with their questions, and `external_id`."""

    annotation_id = serializers.CharField(source="pk")
    item_id = serializers.CharField()
    external_id = optional(serializers.CharField, help_text="of the case, as the dataset's file has it")
    annotator_id = serializers.UUIDField()
    annotator = serializers.CharField(source="annotator.name", help_text="name")
    annotator_kind = serializers.ChoiceField(Annotator.kind.field.choices, source="annotator.kind")
    simulated = serializers.BooleanField(
        source="annotator.simulated", help_text="the answer comes from the simulated provider"
    )
    prompt_version = TextOrNull(
        source="annotator.prompt_version", help_text="that a model was asked by; /v1/prompts/find has its text"
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


PAGES = Pages(keys=("pk",), default=100, maximum=1000)
KIND = filters.choice(
    "kind", "annotator__kind", dict(Annotator.kind.field.choices), "annotations of people, models or programs"
)
FILTERS = [
    filters.identifier("annotator_id", "annotator", "annotations of this annotator"),
    KIND,
    filters.number("item_id", "item", "annotations of this item"),
    filters.flag("flagged", "flagged", "annotations that are flagged, or that are not"),
    filters.choice("origin", "origin", ORIGINS, "how they came in"),
    filters.choice("exposure", "exposure", EXPOSURES, "what was seen before answering"),
    filters.since("submitted_at", "annotations of then or later"),
]
MOST_LINES = 10_000
LINES = "application/x-ndjson"
NEXT = OpenApiParameter(
    "Link", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200], description='`rel="next"`; absent at the end'
)
SEARCH = OpenApiParameter(
    "search",
    OpenApiTypes.STR,
    description="annotations of items whose case or outputs have these words, as for cases; `total` is null",
)
QUESTION = OpenApiParameter("question", OpenApiTypes.STR, description="key of a question that they answer")


KEY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="not needed: each annotation is stored once by its submission_id",
)
ROWS = OpenApiExample(
    "Two annotations",
    request_only=True,
    value={
        "annotations": [
            {
                "item_id": "17",
                "submission_id": "0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22",
                "labels": {"verdict": "wrong"},
                "justifications": {"verdict": "The sum is 4."},
            },
            {
                "item_id": "18",
                "submission_id": "0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c23",
                "labels": {"verdict": "correct"},
            },
        ]
    },
)


class TaskAnnotations(TaskView):
    access = {"GET": "read", "POST": "annotate"}
    most_values = ROWS_VALUES
    keeps_idempotency_keys = True  # each row has a submission id, for good

    @extend_schema(
        parameters=[*PAGES.parameters, QUESTION, SEARCH, *filters.parameters(FILTERS)],
        responses=AnnotationListOut,
        extensions=errors("bad_cursor", "bad_filter", "bad_search", "not_indexed_yet", "unknown_question"),
    )
    def get(self, request, task_id):
        """List the current annotations of people, models and programs, oldest first."""
        judged = Prefetch("judgements", Judgement.objects.select_related("question").order_by("pk"), to_attr="judged")
        found = _chosen(self, request, task_id).select_related("annotator").prefetch_related(judged)
        found = found.annotate(external_id=F("item__test_case__external_id"))
        is_counted = not request.query_params.get("search", "").strip()
        page = PAGES.page(found, request.query_params, is_counted=is_counted)
        return Response(AnnotationListOut.of(page))

    @extend_schema(
        request=BulkSubmissionDocument,
        responses=BulkSubmittedOut,
        parameters=[KEY],
        extensions=errors(),
        examples=[ROWS],
    )
    def post(self, request, task_id):
        """Submit up to 1,000 annotations of the caller at once.

        Each is checked and stored by itself, as a submission of one would be: it takes a free slot of its item, and
        the same submission id and content again is stored once. The answer says what became of each; sent again after
        a failure, the request does what is left.
        """
        task, annotator = self.task(request, task_id), self.annotator(request)
        given = BulkSubmissionIn.read(request.data)["annotations"]
        items = _items_of_cases(task, given)
        read = [_read_row(task, row, items) for row in given]
        valid = {place: row for place, row in enumerate(read) if isinstance(row, bulk_submissions.Row)}
        stored = bulk_submissions.submit_many(task=task, annotator=annotator, rows=list(valid.values()))
        found = dict(enumerate(read)) | dict(zip(valid, stored, strict=True))
        results = [_result(place, row, found[place]) for place, row in enumerate(given)]
        counted = Counter(result["status"] for result in results)
        counts = {status: counted[status] for status in ("created", "existing", "refused")}
        return Response(BulkSubmittedOut.of(counts | {"results": results}))


class TaskAnnotationLines(TaskView):
    access = {"GET": "read"}

    def perform_content_negotiation(self, request, force=False):
        """The answer is what the address says; errors are JSON."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        parameters=[limit_of(MOST_LINES, MOST_LINES), CURSOR, NEXT, QUESTION, SEARCH, *filters.parameters(FILTERS)],
        responses={(200, LINES): OpenApiTypes.STR},
        extensions=errors("bad_cursor", "bad_filter", "bad_search", "not_indexed_yet", "unknown_question"),
    )
    def get(self, request, task_id):
        """Read the current annotations as JSON lines, up to 10,000 at once, for data frames.

        A line is an annotation as the list has it, oldest first. The header Link leads on to the next page.
        """
        query, ids = request.query_params, _chosen(self, request, task_id).values_list("pk", named=True)
        page = list_page(ids, query, keys=("pk",), default=MOST_LINES, maximum=MOST_LINES, is_counted=False)
        response = HttpResponse(annotation_lines.of([row.pk for row in page.rows]), content_type=LINES)
        if page.next is not None:
            onward = query.copy()
            onward["cursor"] = page.next
            response["Link"] = f'<{request.path}?{onward.urlencode()}>; rel="next"'
        return response


def _chosen(view, request, task_id):
    """The current annotations of a task that the filters of the address let through."""
    task, query = view.task(request, task_id), request.query_params
    found = Annotation.objects.current().filter(task=task)
    if "annotator_id" in query:
        annotators = Annotator.objects.for_organization(request.organization)
        view.get_or_404(annotators, "annotator", pk=query["annotator_id"])
    if "kind" in query:  # by the ids, of which Postgres knows how many annotations each has
        same = Annotator.objects.for_organization(request.organization).filter(kind__in=KIND.value(query["kind"]))
        found = found.filter(annotator__in=list(same.values_list("pk", flat=True)))
    if "item_id" in query:
        view.get_or_404(TaskItem.objects.filter(task=task), "item in this task", pk=query["item_id"])
    if "question" in query:
        found = found.filter(Exists(_answers_to(task, query["question"])))
    if query.get("search", "").strip():
        found = found.filter(item_search.matches(task, query["search"], path="item__").condition)
    return filters.narrowed(found, FILTERS, query)


def _items_of_cases(task, rows):
    """{external id that a row names: ids of the task's items of that case}; one statement, or none."""
    named = {row["external_id"] for row in rows if isinstance(row, dict) and isinstance(row.get("external_id"), str)}
    found = defaultdict(list)
    if named:
        items = TaskItem.objects.filter(task=task, test_case__external_id__in=named)
        for external_id, item_id in items.values_list("test_case__external_id", "pk"):
            found[external_id].append(item_id)
    return found


def _item_id(body, items):
    """The item that a row names by its id or by its case."""
    if ("item_id" in body) == ("external_id" in body):
        raise InvalidInput("Name the item by item_id or by external_id, by one of them.")
    if "item_id" in body:
        return submissions.item_number(body["item_id"])
    found = items.get(body["external_id"], [])
    if len(found) > 1:
        raise InvalidInput(f"{len(found)} items are of the case {body['external_id'][:60]!r}. Name one by item_id.")
    if not found:
        raise NotFound(f"There is no item of a case {body['external_id'][:60]!r} in this task.")
    return found[0]


def _read_row(task, row, items):
    """A bulk_submissions.Row, or the error that refuses it; `items` are those of `_items_of_cases`."""
    try:
        if not isinstance(row, dict):
            raise InvalidInput(f"An annotation is a JSON {type(row).__name__}. Valid: an object.")
        body = BulkRowIn.read(row)
        submission = submission_of(task, body, submission_id=body["submission_id"], revises=body.get("revision"))
        return bulk_submissions.Row(_item_id(body, items), submission)
    except EvalHubError as error:
        return error


def _result(place, row, found):
    """What BulkResultOut is written from."""
    sent = row.get("submission_id") if isinstance(row, dict) else None
    result = {"index": place, "submission_id": sent if isinstance(sent, str) else None}
    if isinstance(found, EvalHubError):
        return result | {"status": "refused", "error": found}
    return result | {"status": "existing" if found.replayed else "created", "stored": found}


def _answers_to(task, key):
    """The judgements of an outer annotation on a question that a form of the task has or had."""
    asked = Question.objects.filter(schema_version__task=task, key=key[: filters.LONGEST].replace("\0", ""))
    if not asked.exists():
        raise InvalidInput(f"question is {key[:60]!r}, which no form of the task has.", code="unknown_question")
    return Judgement.objects.filter(annotation=OuterRef("pk"), question__in=asked.values("pk"), abstained=False)
