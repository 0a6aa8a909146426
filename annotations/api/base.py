"""What views of one annotation task share."""

import uuid

from annotations.actions import annotators
from annotations.models import AnnotationTask
from evalhub.accounts.api.base import ApiView
from evalhub.lib.errors import InvalidInput, NotFound
from evalhub.lib.joined import Joined

OWN_TASK = Joined(
    "SELECT {columns} FROM annotations_annotationtask t WHERE t.organization_id = %s AND t.id = %s", t=AnnotationTask
)


class TaskView(ApiView):
    """A view below /annotations/tasks/{task_id}."""

    def task(self, request, task_id):
        """The task of the caller's organization; drafts exist only for those who may read."""
        found = OWN_TASK.first(request.organization.pk, _uuid(task_id))
        if found is None or (found[0].status == "DRAFT" and not (self.may("read") or self.may("manage"))):
            raise NotFound("There is no such annotation task.")
        return found[0]

    def annotator(self, request):
        return annotators.of_member(request.membership)


def idempotency_key(request):
    """What the header Idempotency-Key says, "" without it."""
    key = request.headers.get("Idempotency-Key", "")
    if len(key) > 200:
        raise InvalidInput("Idempotency-Key is longer than 200 characters.", code="bad_key")
    return key


def _uuid(text):
    try:
        return uuid.UUID(text)
    except ValueError:
        raise NotFound("There is no such annotation task.") from None
