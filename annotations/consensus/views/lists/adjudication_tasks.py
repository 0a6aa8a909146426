"""The list of annotation tasks with items that wait for an adjudicator."""

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotations.consensus.actions import adjudication_queue
from annotations.tasks.models import AnnotationTask
from evalhub.api import filters
from evalhub.lib import orders
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from evalhub.templatetags.states import look_of

STATUSES = ("ACTIVE", "PAUSED", "COMPLETED")


@register("adjudication_tasks")
class AdjudicationTaskList(List):
    title = _("Adjudicate")
    capability = "audit"
    columns = (
        Column("name", _("Task"), "name", sort="name"),
        Column("waiting", _("Items to decide"), "waiting", kind="number", sort="waiting", figure="to_adjudicate"),
        Column("status", _("State"), "status", kind="state", sort="status"),
        Column("dataset", _("Dataset"), "dataset_version.dataset.name", sort="dataset_version__dataset__name"),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    filters = (
        filters.choice(
            "status",
            "status",
            STATUSES,
            "tasks in this state",
            title=_("State"),
            labels={status: look_of(status).label for status in STATUSES},
        ),
    )
    search = ("name", "dataset_version__dataset__name")
    search_label = _("Name or dataset")
    empty = Empty(
        "gavel",
        _("Nothing to adjudicate"),
        _("Tasks appear here when an item has all answers and no majority, or when someone requests a decision."),
        Link(_("Go to the tasks"), "annotations:task_list", capability="read", icon=""),
    )

    def rows(self):
        tasks = AnnotationTask.objects.for_organization(self.organization).listed()
        due = adjudication_queue.due_items(tasks.values("pk"))
        found = tasks.filter(pk__in=due.values("task")).select_related("dataset_version__dataset")
        return found.annotate(waiting=orders.summed(due, "task", Count("pk")))

    def href(self, row):
        return reverse("annotations:adjudication_list", args=[row.pk])
