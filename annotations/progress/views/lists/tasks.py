"""The list of annotation tasks."""

from dataclasses import replace
from html import unescape

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.html import strip_tags
from django.utils.translation import gettext_lazy as _

from annotations.agreement import figures
from annotations.agreement.models import AgreementSnapshot
from annotations.progress.actions import completion
from annotations.tasks.api import annotation_tasks
from annotations.tasks.models import AnnotationTask
from evalhub.lib import markdown
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List

NOTE = 400  # characters of the guideline that the note is made from
FILTERS = [replace(each, default="person") if each.name == "origin" else each for each in annotation_tasks.FILTERS]
VERSION = "dataset_version__version_number"
CELLS = "annotations/progress/task_cells.html"


@register("tasks")
class TaskList(List):
    title = _("Tasks")
    in_palette = True
    columns = (
        Column("name", _("Name"), "name", sort="name"),
        Column("status", _("State"), "status", kind="state", sort="status"),
        Column(
            "items_complete", _("Items complete"), "counts.complete", template=f"{CELLS}#progress", figure="complete"
        ),
        Column("agreement", _("Agreement"), "agreement.value", template=f"{CELLS}#agreement", figure="task_agreement"),
        Column("dataset", _("Dataset"), "dataset_version.dataset.name", sort="dataset_version__dataset__name"),
        Column("version", _("Version"), "dataset_version.version_number", "number", sort=VERSION, default=False),
        Column("total_items", _("Items"), "counts.total", "number", sort="total_items", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    sorts = {
        "items_complete": completion.complete_share(),
        "agreement": Subquery(AgreementSnapshot.objects.filter(task=OuterRef("pk")).headlines().values("value")[:1]),
    }
    filters = FILTERS
    search = ("name", "instructions", "dataset_version__dataset__name")
    search_label = _("Name, instructions or dataset")
    links = (Link(_("New task"), "annotations:task_create", primary=True),)
    empty = Empty(
        "list-checks",
        _("No tasks yet"),
        _("In a task, people and models answer your questions about the cases of a published dataset version."),
        links[0],
        _("They appear here once an admin creates one."),
    )

    def rows(self):
        found = AnnotationTask.objects.for_organization(self.organization).listed()
        return found.select_related("dataset_version__dataset")

    def load(self, rows):
        counts = completion.counts_of(rows)
        for task in rows:
            task.counts = counts[task.pk]
        _add_agreement(rows)

    def note(self, row):
        return row.description or unescape(strip_tags(markdown.render(row.instructions[:NOTE])))

    def href(self, row):
        return reverse("annotations:task_detail", args=[row.pk])


def _add_agreement(rows):
    """Set `agreement`, a Figure or None, and `agreement_of`, the title of its question."""
    found = AgreementSnapshot.objects.filter(task__in=[task.pk for task in rows]).headlines().defer("details")
    known = {row.task_id: row for row in found}
    for task in rows:
        row = known.get(task.pk)
        task.agreement, task.agreement_of = (figures.figure(row), row.question.title) if row else (None, "")
