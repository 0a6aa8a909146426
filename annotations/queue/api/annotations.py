"""The annotations of a task over the API: read them, and submit many at once."""

from collections import Counter

from django.db.models import Exists, OuterRef, Prefetch
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from annotations.queue.actions import bulk_submissions, submissions
from annotations.queue.api.bulk_bodies import BulkRowIn, BulkSubmissionDocument, BulkSubmissionIn, BulkSubmittedOut
from annotations.queue.api.work import submission_of
from annotations.queue.models import Annotation, Judgement
from annotations.queue.models.annotation import EXPOSURES, ORIGINS
from annotations.tasks.api.base import TaskView
from annotations.tasks.models import Annotator, Question, TaskItem
from datasets.api.base import LIMIT, OFFSET
from evalhub.api import filters
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, TextOrNull, optional
from evalhub.api.paging import CURSOR, ListOut, list_page
from evalhub.lib.errors import EvalHubError, InvalidInput


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
    keeps_idempotency_keys = True  # each row has a submission id, for good

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
        read = [_read_row(task, row) for row in given]
        valid = {place: row for place, row in enumerate(read) if isinstance(row, bulk_submissions.Row)}
        stored = bulk_submissions.submit_many(task=task, annotator=annotator, rows=list(valid.values()))
        found = dict(enumerate(read)) | dict(zip(valid, stored, strict=True))
        results = [_result(place, row, found[place]) for place, row in enumerate(given)]
        counted = Counter(result["status"] for result in results)
        counts = {status: counted[status] for status in ("created", "existing", "refused")}
        return Response(BulkSubmittedOut.of(counts | {"results": results}))


def _read_row(task, row):
    """A bulk_submissions.Row, or the error that refuses it."""
    try:
        if not isinstance(row, dict):
            raise InvalidInput(f"An annotation is a JSON {type(row).__name__}. Valid: an object.")
        body = BulkRowIn.read(row)
        submission = submission_of(task, body, submission_id=body["submission_id"], revises=body.get("revision"))
        return bulk_submissions.Row(submissions.item_number(body["item_id"]), submission)
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
