"""The imports of annotations and prelabels."""

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from annotations.imports.api.jobs import FILTERS
from annotations.imports.models import ImportJob
from annotations.imports.models.import_job import IMPORT_KINDS
from annotations.tasks.models import AnnotationTask
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List

LISTED_TASKS = 200
KINDS = dict(zip(IMPORT_KINDS, (_("Annotations"), _("Prelabels")), strict=True))


@register("imports")
class ImportList(List):
    title = _("Imports")
    capability = "manage"
    columns = (
        Column("file_name", _("File"), "file_name", sort="file_name"),
        Column("state", _("State"), "state", template="annotations/imports/import_cells.html", sort="state"),
        Column("kind", _("Content"), lambda job: KINDS[job.kind], sort="kind"),
        Column("task", _("Task"), "task.name", sort="task__name"),
        Column("rows_stored", _("Imported"), "rows_stored", kind="number", sort="rows_stored"),
        Column("rows_repeated", _("Repeated"), "rows_repeated", "number", sort="rows_repeated", default=False),
        Column("created_by", _("Person"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Uploaded"), "created_at", kind="time", sort="created_at"),
    )
    filters = (filters.identifier("task", "task_id", "imports into this task", title=_("Task")), *FILTERS)
    search, search_label = ("file_name", "task__name"), _("File or task")
    empty = Empty("upload", _("No imports yet"), _("Files of annotations that you upload appear here."))

    def rows(self):
        jobs = ImportJob.objects.for_organization(self.organization)
        return jobs.select_related("task", "created_by").defer("errors")

    def labels(self, filter):
        if filter.name == "task":
            return self._tasks
        return KINDS if filter.name == "kind" else super().labels(filter)

    @cached_property
    def _tasks(self):
        tasks = (
            AnnotationTask.objects.for_organization(self.organization).listed().exclude(status="DRAFT").people_first()
        )
        return {str(pk): name for pk, name in tasks.values_list("pk", "name")[:LISTED_TASKS]}

    def href(self, row):
        return reverse("annotations:import_detail", args=[row.pk])
