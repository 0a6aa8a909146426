"""An annotator's work over the API: take the next item, answer, skip, draft, keep the lease, undo."""

import uuid

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, extend_schema
from rest_framework.response import Response

from annotations.queue.actions import claims, drafts, leases, own_history, submissions
from annotations.queue.api import justifications
from annotations.queue.api.work_bodies import (
    DraftIn,
    DraftOut,
    HistoryOut,
    ItemOut,
    LeaseIn,
    LeaseOut,
    NextItem,
    NextOut,
    SubmissionIn,
    SubmittedOut,
)
from annotations.tasks.actions import form as forms
from annotations.tasks.actions.item_content import content
from annotations.tasks.api.base import KEY_AND_WORK, TaskView
from annotations.tasks.models import SchemaVersion
from evalhub.accounts.api import idempotency
from evalhub.api.errors import errors
from evalhub.api.paging import CURSOR, former_cursor, read_cursor
from evalhub.lib import foreign_values
from evalhub.lib.errors import InvalidInput, MethodNotAllowed

HEADER = OpenApiParameter.HEADER
KEY = OpenApiParameter("Idempotency-Key", OpenApiTypes.STR, HEADER, description="as submission_id")
REVISION = OpenApiParameter("If-Match", OpenApiTypes.STR, HEADER, description="the revision to correct")
SUBMIT_ERRORS = (
    "labels_missing",
    "invalid_labels",
    "invalid_remark",
    "bad_time",
    "bad_token",
    "unknown_form",
    "already_answered",
    "idempotency_conflict",
    "lease_taken_over",
    "not_active",
    "slot_taken",
    "withdrawn",
    "blocked_annotator",
    "not_eligible",
    "cap_reached",
)
SKIP_ERRORS = ("skip_with_labels", "skip_not_allowed", "flag_not_allowed", "reason_missing")
TOKEN = "8f14e45f-ceea-467f-a0e6-5c3d6f1b2a90"
SUBMISSIONS = [
    OpenApiExample(
        "An answer",
        request_only=True,
        value={
            "labels": {"verdict": "wrong"},
            "justifications": {"verdict": "The sum is 4."},
            "lease_token": TOKEN,
            "schema_version": 1,
            "time_spent_seconds": 12.5,
            "submission_id": "0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22",
        },
    ),
    OpenApiExample(
        "A skip", request_only=True, value={"skipped": True, "flag_reason": "Empty text", "lease_token": TOKEN}
    ),
]


class Next(TaskView):
    read_by_key = KEY_AND_WORK
    access = {"GET": "annotate", "POST": "annotate"}

    @extend_schema(request=None, responses=NextOut, extensions=errors())
    def get(self, request, task_id):
        """Take the next item.

        It is the item in hand, else one returned to the caller, else a new one. `item_id` is null with a reason when
        nothing is free. POST does the same; a lease is taken, so GET is not for crawlers.
        """
        task, annotator = self.task(request, task_id), self.annotator(request)
        claimed = claims.claim(task=task, annotator=annotator, shows=True)
        if isinstance(claimed, claims.NothingFree):
            return Response(NextOut.of(claimed))
        item = NextItem(
            lease=claimed,
            shown=claimed.shown or content(claimed.item_id),
            form=forms.load(task.schema_version_id),
            instructions=task.instructions,
            total_remaining=claims.remaining(task),
        )
        return Response(NextOut.of(item))

    post = get

    def head(self, request, task_id):
        """Refused: whoever only looks takes no item."""
        raise MethodNotAllowed("HEAD takes no item. Valid: GET, POST.")


class Item(TaskView):
    read_by_key = KEY_AND_WORK
    access = {"POST": "annotate"}
    keeps_idempotency_keys = True  # as the submission's id, for good

    @extend_schema(
        request=SubmissionIn,
        responses=SubmittedOut,
        parameters=[KEY, REVISION],
        extensions=errors(*SUBMIT_ERRORS, "bad_revision", "stale_revision", *SKIP_ERRORS),
        examples=SUBMISSIONS,
    )
    def post(self, request, task_id, item_id):
        """Submit the answers to an item, or skip it.

        The same submission id and body again gives the same answer again.
        """
        task, annotator = self.task(request, task_id), self.annotator(request)
        body = SubmissionIn.read(request.data)
        if body.get("skipped"):
            if body.get("labels"):
                raise InvalidInput("A skip carries no labels. Leave labels out or send {}.", code="skip_with_labels")
            leases.skip(
                task=task,
                item_id=item_id,
                annotator=annotator,
                reason=body.get("flag_reason") or "",
                flag=body.get("flagged", False),
            )
            next_item = claims.peek(annotator=annotator, after=claims.item_of(task, item_id))
            return Response(SubmittedOut.of({"next_item_id": next_item}))
        if "labels" not in body:
            raise InvalidInput("labels is missing. Send the answers by question key.", code="labels_missing")
        submission = submission_of(task, body, submission_id=_submission_id(request, body), revises=_revision(request))
        stored = submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)
        next_id = stored.next_item_id or claims.peek(annotator=annotator, after=stored.item)
        return Response(SubmittedOut.of({"annotation": stored.annotation, "next_item_id": next_id}))


class History(TaskView):
    access = {"GET": "annotate"}

    @extend_schema(
        responses=HistoryOut,
        extensions=errors("unknown_state", "bad_before", "bad_search", "not_indexed_yet"),
        parameters=[
            OpenApiParameter("state", OpenApiTypes.STR, enum=own_history.STATES),
            OpenApiParameter(
                "search", OpenApiTypes.STR, description="words, number or id of an item, or words of a label"
            ),
            CURSOR,
            former_cursor("before"),
        ],
    )
    def get(self, request, task_id):
        """List the caller's own work.

        What they have submitted, skipped, got back or sent too late, newest first, 50 at a time.
        """
        page = own_history.page(
            task=self.task(request, task_id),
            annotator=self.annotator(request),
            state=request.GET.get("state", ""),
            search=request.GET.get("search", ""),
            before=read_cursor(request.query_params, "before"),
        )
        return Response(HistoryOut.of(page))


class ItemDraft(TaskView):
    read_by_key = KEY_AND_WORK
    access = {"PUT": "annotate"}

    @extend_schema(
        request=DraftIn,
        responses=DraftOut,
        extensions=errors("already_answered", "draft_conflict", "too_large"),
        examples=[OpenApiExample("A first draft", request_only=True, value={"version": 0, "answers": {}})],
    )
    def put(self, request, task_id, item_id):
        """Save a draft of the answers over the version last seen."""
        body = DraftIn.read(request.data)
        saved = drafts.save(
            task=self.task(request, task_id),
            item_id=item_id,
            annotator=self.annotator(request),
            version=body["version"],
            answers=body["answers"],
        )
        return Response(DraftOut.of(saved))


class ItemLease(TaskView):
    read_by_key = KEY_AND_WORK
    access = {"POST": "annotate", "DELETE": "annotate"}

    @extend_schema(
        request=LeaseIn,
        responses=LeaseOut,
        extensions=errors("lease_ended", "lease_taken_over"),
        examples=[OpenApiExample("A heartbeat", request_only=True, value={"lease_token": TOKEN})],
    )
    def post(self, request, task_id, item_id):
        """Extend the lease on an item."""
        body = LeaseIn.read(request.data)
        task = self.task(request, task_id)
        claims.item_of(task, item_id)
        until = claims.heartbeat(
            task=task, annotator=self.annotator(request), item_id=item_id, token=body["lease_token"]
        )
        return Response(LeaseOut.of({"lease_expires_at": until}))

    @extend_schema(request=None, responses={204: None}, extensions=errors())
    def delete(self, request, task_id, item_id):
        """Give an item back unanswered."""
        leases.release(task=self.task(request, task_id), item_id=item_id, annotator=self.annotator(request))
        return Response(status=204)


class Undo(TaskView):
    access = {"POST": "annotate"}

    @extend_schema(
        request=None,
        responses=ItemOut,
        extensions=errors(
            "nothing_to_undo", "already_adjudicated", "already_reviewed", "late_waiting", "not_active", "slot_taken"
        ),
    )
    def post(self, request, task_id):
        """Take back the caller's last answer or skip; it becomes a draft again."""
        item_id = leases.undo(task=self.task(request, task_id), annotator=self.annotator(request))
        return Response(ItemOut.of({"item_id": item_id}))


def submission_of(task, body, *, submission_id, revises):
    """The Submission that a body with labels means."""
    return submissions.Submission(
        answers=body["labels"],
        submission_id=submission_id,
        lease_token=body.get("lease_token"),
        time_spent_seconds=body.get("time_spent_seconds"),
        flagged=body.get("flagged", False),
        flag_reason=body.get("flag_reason") or "",
        revises=revises,
        notes=justifications.read(body),
        schema_version_id=_form_id(task, body.get("schema_version")),
    )


def _submission_id(request, body):
    """The id from the body or the Idempotency-Key header; a header that is no UUID is one of this membership's."""
    if body.get("submission_id"):
        return body["submission_id"]
    key = idempotency.read_key(request)
    if not key:
        return None
    try:
        return uuid.UUID(key)
    except ValueError:
        return uuid.uuid5(request.membership.user_id, f"{request.membership.organization_id}:{key}")


def _form_id(task, number):
    """The id of the form's version `number`; None, the current one, costs nothing."""
    if number is None or number == forms.load(task.schema_version_id).number:
        return None
    found = SchemaVersion.objects.filter(task=task, number=number).values_list("pk", flat=True).first()
    if found is None:
        raise InvalidInput(f"The form has no version {number}. Send the one that `next` gave.", code="unknown_form")
    return found


def _revision(request):
    text = request.META.get("HTTP_IF_MATCH")
    if text is None:
        return None
    number = foreign_values.whole(text.strip().strip('"'))
    if number is None:
        raise InvalidInput(f"If-Match is {text[:40]!r}. Valid: the revision you saw, such as 1.", code="bad_revision")
    return number
