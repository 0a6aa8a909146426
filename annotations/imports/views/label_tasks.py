"""A task of the labels that a dataset file has, made with one button on the page of its version."""

from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from annotations.imports.actions import label_tasks
from annotations.imports.tasks import annotations_import_due
from datasets.models import DatasetVersion
from evalhub.accounts.access import requires
from evalhub.lib.errors import EvalHubError


@requires("manage")
@require_POST
def label_task_create(request, version_id):
    """Lead to the import of the labels, or back to the version with what is in the way."""
    versions = DatasetVersion.objects.for_organization(request.organization).select_related("dataset")
    version = get_object_or_404(versions, pk=version_id)
    try:
        job = label_tasks.create(version=version, by=request.user)
    except EvalHubError as problem:
        messages.error(request, problem.message)
        return redirect(version)
    annotations_import_due.delay_on_commit()
    return redirect("annotations:import_detail", job.pk)
