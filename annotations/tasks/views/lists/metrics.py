"""The library of metrics: the newest version of each."""

from django.db.models import Count, OuterRef
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotations.labels.types import registry as label_types
from annotations.tasks.forms.metric import DIRECTIONS
from annotations.tasks.models import Metric, Question
from evalhub.api import filters
from evalhub.lib import orders
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List

IN_TASKS = Count("schema_version__task", distinct=True)
COPIED = Question.objects.filter(metric__organization=OuterRef("organization"))


@register("metrics")
class MetricList(List):
    title = _("Metrics")
    lead = _("Questions kept for use in many tasks, with their scale and criteria. A change creates a new version.")
    in_palette = True
    columns = (
        Column("title", _("Metric"), "title", sort="title"),
        Column("key", _("Key"), "key", kind="mono", sort="key"),
        Column("label_type", _("Type"), "kind", sort="label_type"),
        Column("direction", _("Direction"), "better", sort="direction"),
        Column("pass_at", _("Passes at"), "pass_at", sort="pass_at"),
        Column("version", _("Version"), "version", kind="number", sort="version"),
        Column("tasks", _("Tasks"), "tasks", kind="number"),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Changed"), "created_at", kind="time", sort="created_at"),
    )
    sorts = {"tasks": Coalesce(orders.summed(COPIED, "metric__key", IN_TASKS, "key"), 0)}
    filters = (filters.choice("label_type", "label_type", label_types, "metrics of these types", title=_("Type")),)
    search, search_label = ("key",), _("Key, question or description")
    order = "key"
    links = (Link(_("Ready metrics"), "reviews:ready_metrics", capability="read", icon="ruler"),)
    empty = Empty(
        "ruler",
        _("No metrics yet"),
        _("Add a ready metric, save a question of a task to the library, or create a metric over the API."),
        Link(_("Ready metrics"), "reviews:ready_metrics", icon="ruler"),
        _("They appear here once an admin saves a question to the library."),
    )

    def rows(self):
        return Metric.objects.for_organization(self.organization).newest().select_related("created_by")

    def searched(self, rows, text):
        return rows.matching(text)

    def load(self, rows):
        """Set `tasks`, in how many tasks a question copies some version of the metric, and what is said of it."""
        keys = [row.key for row in rows]
        copied = Question.objects.filter(metric__organization=self.organization, metric__key__in=keys)
        found = dict(copied.values_list("metric__key").annotate(n=IN_TASKS).order_by())
        for row in rows:
            row.tasks = found.get(row.key, 0)
            row.kind, row.better = gettext(label_types[row.label_type].title), DIRECTIONS[row.direction]

    def labels(self, filter):
        return {key: gettext(kind.title) for key, kind in label_types.items()}

    def note(self, row):
        return row.criteria.get("description", "")

    def href(self, row):
        return reverse("annotations:metric_detail", args=[row.pk])
