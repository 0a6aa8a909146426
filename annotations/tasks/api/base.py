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
TASK = "LEFT JOIN annotations_annotationtask t ON t.organization_id = m.organization_id AND t.id = %s"
KEY_AND_TASK = live_key(TASK, t=AnnotationTask)
# What work on items hardly ever needs of them: to read a column takes as long as to fetch it.
NOT_FOR_WORK = {
    "k": ("name", "prefix", "key_hash"),
    "o": ("slug", "time_zone", "keep_raw_days", "default_model", "consensus_threshold", "audit_sample_share"),
    "t": (
        "dataset_version_id",
        "description",
        "output_name",
        "compared_outputs",
        "time_limit_seconds",
        "audit_sample_share",
        "audit_sample_mode",
        "audit_risk_mode",
        "consensus_threshold",
        "sampling_config",
        "origin",
        "is_listed",
        "required_skills",
        "required_languages",
        "due_on",
        "created_at",
        "updated_at",
        "created_by_id",
    ),
}
KEY_AND_WORK = live_key(
    TASK,
    deferred=[f"{alias}.{column}" for alias, columns in NOT_FOR_WORK.items() for column in columns],
    t=AnnotationTask,
)


class TaskView(ApiView):
    """A view below /annotations/tasks/{task_id}."""

    read_by_key = KEY_AND_TASK
    _task = None

    def read_with_key(self):
        try:
            return self.read_by_key, [uuid.UUID(self.kwargs["task_id"])]
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
