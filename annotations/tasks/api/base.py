"""What views of one annotation task share."""

import uuid

from annotations.tasks.actions import annotators
from annotations.tasks.models import AnnotationTask
from evalhub.accounts.api.authentication import live_key
from evalhub.accounts.api.base import ApiView
from evalhub.lib.database.joined import Joined
from evalhub.lib.errors import NotFound

OWN_TASK = Joined(
    "SELECT {columns} FROM annotations_annotationtask t WHERE t.organization_id = %s AND t.id = %s", t=AnnotationTask
)
# Programs that label call with every answer: who calls and about which task is one statement.
KEY_AND_TASK = live_key(
    "LEFT JOIN annotations_annotationtask t ON t.organization_id = m.organization_id AND t.id = %s", t=AnnotationTask
)


class TaskView(ApiView):
    """A view below /annotations/tasks/{task_id}."""

    _task = None

    def read_with_key(self):
        try:
            return KEY_AND_TASK, [uuid.UUID(self.kwargs["task_id"])]
        except ValueError:  # refused once the caller is known
            return None

    def was_read_with_key(self, task):
        self._task = task

    def task(self, request, task_id):
        """The task of the caller's organization; drafts exist only for those who may read."""
        task, self._task = self._task, None  # asked for again, it is read again
        if task is None:
            task = next(iter(OWN_TASK.first(request.organization.pk, _uuid(task_id)) or ()), None)
        if task is None or (task.status == "DRAFT" and not (self.may("read") or self.may("manage"))):
            raise NotFound("There is no such annotation task.")
        return task

    def annotator(self, request):
        return annotators.of_member(request.membership)


def _uuid(text):
    try:
        return uuid.UUID(text)
    except ValueError:
        raise NotFound("There is no such annotation task.") from None
