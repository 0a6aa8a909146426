"""What views of one annotation task share."""

from annotations.actions import annotators
from annotations.models import AnnotationTask
from evalhub.accounts.api.base import ApiView
from evalhub.lib.errors import NotFound


class TaskView(ApiView):
    """A view below /annotations/tasks/{task_id}."""

    def task(self, request, task_id):
        """The task of the caller's organization; drafts exist only for those who may read."""
        tasks = AnnotationTask.objects.for_organization(request.organization)
        task = self.get_or_404(tasks, "annotation task", pk=task_id)
        if task.status == "DRAFT" and not (self.may("read") or self.may("manage")):
            raise NotFound("There is no such annotation task.")
        return task

    def annotator(self, request):
        return annotators.of_member(request.membership)
