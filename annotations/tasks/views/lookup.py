"""What an address names, for the pages of every feature: rows of other organizations do not exist."""

from django.core.exceptions import ValidationError
from django.http import Http404
from django.shortcuts import get_object_or_404

from annotations.tasks.models import AnnotationTask, TaskItem


def task_of(request, task_id):
    """The task of the reader's organization; 404 for others, and for a posted text that is no id."""
    tasks = AnnotationTask.objects.for_organization(request.organization).select_related(
        "organization", "dataset_version__dataset"
    )
    try:
        return get_object_or_404(tasks, pk=task_id)
    except ValidationError:
        raise Http404("There is no such task.") from None


def item_of(request, task_id, item_id):
    """The item of a task of the reader's organization, both loaded; 404 for others."""
    found = TaskItem.objects.select_related("task__organization", "test_case")
    return get_object_or_404(found, pk=item_id, task_id=task_id, task__organization=request.organization)
