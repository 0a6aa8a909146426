"""The versions of a dataset."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from datasets.models.dataset_version import STATUSES, VALIDATIONS
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List

CELLS = "datasets/version_cells.html"
MOST_TASKS = 3
LIGHT = ("columns", "mapping", "validation_errors")
FILTERS = (
    filters.choice("status", "status", STATUSES, "versions in one of these states", title=_("State")),
    filters.choice("validation_status", "validation_status", VALIDATIONS, "validated so", title=_("Validation")),
    filters.since("created_at", "versions made then or later", title=_("Created from")),
)


def _used_by(version):
    return ", ".join(task.name for task in version.used_by)


@register("versions")
class VersionList(List):
    title = _("Versions")
    columns = (
        Column("version_number", _("Version"), "version_number", template=f"{CELLS}#number", sort="version_number"),
        Column("status", _("State"), "status", template=f"{CELLS}#state", sort="status"),
        Column("row_count", _("Rows"), "row_count", kind="number", template=f"{CELLS}#rows", sort="row_count"),
        Column("file_name", _("File"), "file_name", sort="file_name"),
        Column("description", _("Changes"), "description"),
        Column("used_by", _("Used by"), _used_by, template=f"{CELLS}#used_by"),
        Column("created_by", _("Person"), "created_by.display_name", kind="person", sort="created_by__name"),
        Column("created_at", _("Uploaded"), "created_at", kind="time", sort="created_at"),
        Column("published_at", _("Published"), "published_at", kind="time", sort="published_at", default=False),
    )
    filters = FILTERS
    search, search_label = ("file_name", "description"), _("File or changes")
    order = "-version_number"
    empty = Empty("database", _("No file yet"), _("Versions appear here once an admin uploads a file."))
    template = "datasets/dataset_detail.html"

    def rows(self):
        return self.parent.versions.defer(*LIGHT).select_related("created_by").with_tasks(MOST_TASKS)

    def href(self, row):
        return reverse("datasets:version_detail", args=[self.parent.pk, row.version_number])
