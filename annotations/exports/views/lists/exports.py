"""The exports of an organization: what each holds, how far it is, its file."""

from dataclasses import dataclass

from django.db.models import Case, When
from django.db.models.functions import NullIf
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.exports.actions import jobs as exports
from annotations.exports.actions.options import ExportOptions
from annotations.exports.formats import registry as formats
from annotations.exports.models import ExportJob
from annotations.exports.models.export_job import KINDS, SHOWN_STATES
from annotations.exports.views.choices import ExportChoices
from annotations.tasks.models import AnnotationTask
from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List

CELLS = "annotations/exports/export_cells.html"
LISTED_TASKS = 200
TITLES = {"ground_truth": gettext_lazy("Ground truth"), "annotations": gettext_lazy("All annotations")}
FILTERS = (
    filters.identifier("task", "task_id", "exports of this task", title=gettext_lazy("Task")),
    filters.choice("kind", "kind", KINDS, "of this content", title=gettext_lazy("Content"), labels=TITLES),
    filters.text("file_format", "format", "files of this format", title=gettext_lazy("Format")),
    filters.choice(
        "state",
        lambda jobs, states: jobs.in_states(states),
        SHOWN_STATES,
        "exports in one of these states",
        title=gettext_lazy("State"),
    ),
    filters.since("created_at", "exports of then or later", title=gettext_lazy("Requested from")),
)


@dataclass(frozen=True)
class ExportTexts:
    """What a row says of an export; `choices` are the words of what differs from the usual."""

    title: str
    written: int
    total: int | None
    threshold: float | None
    choices: list


def _rows(job):
    return job.rows_written if job.state == "done" else None


def _size(job):
    return job.size_bytes or None


@register("exports")
class ExportList(List):
    title = gettext_lazy("Exports")
    capability = "export"
    columns = (
        Column("task", gettext_lazy("Export"), "task.name", template=f"{CELLS}#name", sort="task__name"),
        Column("kind", gettext_lazy("Content"), lambda job: TITLES[job.kind], sort="kind", default=False),
        Column("format", gettext_lazy("Format"), "format", sort="format", default=False),
        Column("state", gettext_lazy("State"), "shown_state", template=f"{CELLS}#state"),
        Column("rows_written", gettext_lazy("Rows"), _rows, kind="number", template=f"{CELLS}#rows"),
        Column("size_bytes", gettext_lazy("Size"), _size, kind="number", template=f"{CELLS}#size"),
        Column("sha256", gettext_lazy("SHA-256"), "sha256", template=f"{CELLS}#hash", default=False),
        Column("created_by", gettext_lazy("Person"), "created_by.display_name", kind="person", default=False),
        Column("created_at", gettext_lazy("Requested"), "created_at", kind="time", sort="created_at"),
        Column("expires_at", gettext_lazy("Expires"), "expires_at", kind="time", sort="expires_at", default=False),
        Column("file", gettext_lazy("File"), template=f"{CELLS}#file"),
    )
    sorts = {"rows_written": Case(When(state="done", then="rows_written")), "size_bytes": NullIf("size_bytes", 0)}
    filters = FILTERS
    search, search_label = ("task__name",), gettext_lazy("Task")
    empty = Empty(
        "download",
        gettext_lazy("No exports yet"),
        gettext_lazy("Choose a task above to export its ground truth or all of its annotations."),
    )
    template = "annotations/exports/list.html"

    def rows(self):
        return ExportJob.objects.for_organization(self.organization).select_related("task", "created_by")

    def load(self, rows):
        for row in rows:
            written, total = exports.progress_of(row)
            options, is_truth = ExportOptions.of_job(row), row.kind == "ground_truth"
            threshold = None
            if is_truth:  # it decided what is in the file, or will
                threshold = row.manifest.get("options", {}).get("consensus_threshold", options.threshold_of(row.task))
            row.texts = ExportTexts(
                title=TITLES[row.kind],
                written=written,
                total=total,
                threshold=threshold,
                choices=ExportChoices.description_of(options, is_truth=is_truth),
            )

    def is_live(self, rows):
        return any(not row.is_finished for row in rows)

    def labels(self, filter):
        if filter.name == "file_format":
            return {name: _(form.title) for name, form in formats.items()}
        return self._tasks if filter.name == "task" else super().labels(filter)

    @cached_property
    def _tasks(self):
        tasks = (
            AnnotationTask.objects.for_organization(self.organization).listed().exclude(status="DRAFT").people_first()
        )
        return {str(pk): name for pk, name in tasks.values_list("pk", "name")[:LISTED_TASKS]}
