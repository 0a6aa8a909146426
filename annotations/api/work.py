"""An annotator's work over the API: take the next item, answer, skip, draft, keep the lease, undo."""

import uuid

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.response import Response

from annotations.actions import drafts, forms, leases, progress, queue, submissions
from annotations.api.answers import DraftOut, ItemOut, LeaseOut, NextOut, SubmittedOut
from annotations.api.base import TaskView
from annotations.api.serializers import DraftIn, LeaseIn, SubmissionIn
from annotations.api.shapes import test_case_shape
from annotations.items import content
from evalhub.lib.errors import InvalidInput

HEADER = OpenApiParameter.HEADER
KEY = OpenApiParameter("Idempotency-Key", OpenApiTypes.STR, HEADER, description="as submission_id")
REVISION = OpenApiParameter("If-Match", OpenApiTypes.STR, HEADER, description="the revision to correct")


class Next(TaskView):
    access = {"GET": "annotate", "POST": "annotate"}

    @extend_schema(request=None, responses=NextOut)
    def get(self, request, task_id):
        """The caller's live lease, else a new one; `item_id` is null with a reason when nothing is free."""
        task, annotator = self.task(request, task_id), self.annotator(request)
        claimed = queue.claim(task=task, annotator=annotator)
        if isinstance(claimed, queue.NothingFree):
            next_free = claimed.next_free_at.isoformat() if claimed.next_free_at else None
            return Response({
                "item_id": None, "reason": claimed.reason, "leased_items": claimed.leased_items,
                "next_free_at": next_free, "total_remaining": 0,
            })
        shown = content(claimed.item_id)
        return Response({
            "item_id": str(claimed.item_id),
            "lease_token": claimed.token,
            "lease_expires_at": claimed.lease_until.isoformat(),
            "test_case": test_case_shape(shown),
            "annotation_schema": forms.load(task.schema_version_id).dump(),
            "instructions": task.instructions,
            "position": shown.position,
            "total_remaining": progress.remaining(task),
        })

    post = get


class Item(TaskView):
    access = {"POST": "annotate"}

    @extend_schema(request=SubmissionIn, responses=SubmittedOut, parameters=[KEY, REVISION])
    def post(self, request, task_id, item_id):
        """Submit answers, or skip. The same key and body again gives the same answer again."""
        task, annotator = self.task(request, task_id), self.annotator(request)
        body = SubmissionIn.read(request.data)
        if body.get("skipped"):
            return self._skip(task, item_id, annotator, body)
        if "labels" not in body:
            raise InvalidInput("labels is missing. Send the answers by question key.", code="labels_missing")
        submission = submissions.Submission(
            answers=body["labels"], submission_id=_submission_id(request, body), lease_token=body.get("lease_token"),
            time_spent_seconds=body.get("time_spent_seconds"), flagged=body.get("flagged", False),
            flag_reason=body.get("flag_reason") or "", revises=_revision(request),
        )
        stored = submissions.submit(item_id=item_id, task=task, annotator=annotator, submission=submission)
        following = queue.peek(annotator=annotator, after=stored.item)
        return Response({
            "annotation_id": str(stored.annotation.pk),
            "next_item_id": str(following) if following else None,
            "revision": stored.annotation.revision,
        })

    def _skip(self, task, item_id, annotator, body):
        if body.get("labels"):
            raise InvalidInput("A skip carries no labels. Leave labels out or send {}.", code="skip_with_labels")
        leases.skip(task=task, item_id=item_id, annotator=annotator, reason=body.get("flag_reason") or "",
                    flag=body.get("flagged", False))
        following = queue.peek(annotator=annotator, after=queue.item_of(task, item_id))
        return Response({"annotation_id": None, "next_item_id": str(following) if following else None})


class ItemDraft(TaskView):
    access = {"PUT": "annotate"}

    @extend_schema(request=DraftIn, responses=DraftOut)
    def put(self, request, task_id, item_id):
        """Keep unfinished answers over the version last seen."""
        body = DraftIn.read(request.data)
        saved = drafts.save(task=self.task(request, task_id), item_id=item_id, annotator=self.annotator(request),
                            version=body["version"], answers=body["answers"])
        return Response({"version": saved.version, "lease_ended": saved.lease_ended})


class ItemLease(TaskView):
    access = {"POST": "annotate", "DELETE": "annotate"}

    @extend_schema(request=LeaseIn, responses=LeaseOut)
    def post(self, request, task_id, item_id):
        """Heartbeat: extend the lease."""
        body = LeaseIn.read(request.data)
        task = self.task(request, task_id)
        queue.item_of(task, item_id)
        until = queue.heartbeat(task=task, annotator=self.annotator(request), item_id=item_id,
                                token=body["lease_token"])
        return Response({"lease_expires_at": until.isoformat()})

    @extend_schema(request=None, responses={204: None})
    def delete(self, request, task_id, item_id):
        """Give the item back unanswered."""
        leases.release(task=self.task(request, task_id), item_id=item_id, annotator=self.annotator(request))
        return Response(status=204)


class Undo(TaskView):
    access = {"POST": "annotate"}

    @extend_schema(request=None, responses=ItemOut)
    def post(self, request, task_id):
        """Take the last answer or skip back; it becomes a draft again."""
        item_id = leases.undo(task=self.task(request, task_id), annotator=self.annotator(request))
        return Response({"item_id": str(item_id)})


def _submission_id(request, body):
    """The id from the body or the Idempotency-Key header; a header that is no UUID is hashed into one."""
    if body.get("submission_id"):
        return body["submission_id"]
    key = request.headers.get("Idempotency-Key")
    if not key:
        return None
    if len(key) > 200:
        raise InvalidInput("Idempotency-Key is longer than 200 characters.", code="bad_key")
    try:
        return uuid.UUID(key)
    except ValueError:
        return uuid.uuid5(uuid.UUID(int=request.membership.user_id.int), key)


def _revision(request):
    text = request.headers.get("If-Match")
    if text is None:
        return None
    number = text.strip().strip('"')
    if not number.isascii() or not number.isdigit():
        raise InvalidInput(f"If-Match is {text!r}. Valid: the revision you saw, such as 1.", code="bad_revision")
    return int(number)
