"""What an address names, for the pages of every feature: rows of other organizations do not exist."""

from django.shortcuts import get_object_or_404

from annotations.tasks.models import AnnotationTask, TaskItem


def task_of(request, task_id):
    """The task of the reader's organization; 404 for others."""
    tasks = AnnotationTask.objects.for_organization(request.organization).select_related(
        "organization", "dataset_version__dataset"
    )
    return get_object_or_404(tasks, pk=task_id)


def item_of(request, task_id, item_id):
    """The item of a task of the reader's organization, both loaded; 404 for others."""
    found = TaskItem.objects.select_related("task__organization", "test_case")
    return get_object_or_404(found, pk=item_id, task_id=task_id, task__organization=request.organization)
