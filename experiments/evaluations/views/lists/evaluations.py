"""The list of evaluations: how far each is, what it found, and what it cost."""

from django.db.models import Min, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib import orders
from evalhub.lib.charts import numbers
from evalhub.lists import register
from evalhub.lists.declaration import Bulk, BulkAction, Column, Empty, Link, List
from experiments.evaluations import summary_estimates
from experiments.evaluations.models import Evaluation, ScoreSummary
from experiments.evaluations.models.evaluation import ENDED, STATUSES, TYPES
from experiments.evaluations.views.labels import STATES, TYPE_LABELS, label_of

CELLS = "experiments/evaluations/evaluation_cells.html"
SUMMARIES = ScoreSummary.objects.filter(slice="").order_by("question__position", "pk")
MOST_FIGURES = 4  # of a row; all are on its page
FILTERS = (
    filters.choice(
        "status",
        lambda rows, values: rows.with_status().filter(found_status__in=values),
        STATUSES,
        "evaluations in one of these states",
        title=_("State"),
        labels={status: STATES[status].label for status in STATUSES},
    ),
    filters.choice("type", "type", TYPES, "evaluations of one of these types", title=_("Type"), labels=TYPE_LABELS),
    filters.part_of(
        "dataset", "task__dataset_version__dataset__name", "a part of the dataset's name", title=_("Dataset")
    ),
    filters.part_of("system", "system__name", "a part of the system's name", title=_("System")),
    filters.text(
        "metric",
        lambda rows, key: rows.filter(task__schema_version__questions__key=key),
        "evaluations with a metric of this key",
        title=_("Metric"),
    ),
    filters.since("created_at", "evaluations made then or later", title=_("Created from")),
)


@register("evaluations")
class EvaluationList(List):
    title = _("Evaluations")
    in_palette = True
    columns = (
        Column("name", _("Evaluation"), "name", sort="name"),
        Column("status", _("State"), "status", template=f"{CELLS}#state"),
        Column("figures", _("Mean scores"), "figures_text", template=f"{CELLS}#figures"),
        Column("scored", _("Scored"), "n_scored", kind="number", template=f"{CELLS}#scored"),
        Column(
            "dataset", _("Dataset"), "task.dataset_version.dataset.name", sort="task__dataset_version__dataset__name"
        ),
        Column("system", _("System"), "system.name", sort="system__name", default=False),
        Column("type", _("Type"), lambda row: TYPE_LABELS[row.type], sort="type", default=False),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    sorts = {
        "figures": Subquery(SUMMARIES.filter(evaluation=OuterRef("pk")).values("mean")[:1]),  # the first that is shown
        "scored": Coalesce(orders.summed(SUMMARIES, "evaluation", Min("n_scored")), 0),
    }
    filters = FILTERS
    search = ("name", "task__dataset_version__dataset__name", "system__name")
    search_label = _("Name, dataset or system")
    links = (
        Link(_("New evaluation"), "experiments:evaluation_create", primary=True),
        Link(_("Over time"), "experiments:evaluation_trends", "read", icon="activity"),
    )
    empty = Empty(
        "gauge",
        _("No evaluations yet"),
        _("An evaluation scores the outputs of a system over a dataset, with programs and with models as judges."),
        links[0],
        _("They appear here once an admin creates one."),
    )

    def rows(self):
        found = Evaluation.objects.for_organization(self.organization)
        return found.select_related("task__dataset_version__dataset", "system", "created_by")

    def load(self, rows):
        """Set the figures of a row; one statement."""
        known = {}
        summaries = SUMMARIES.filter(evaluation__in=[row.pk for row in rows])
        for summary in summaries.select_related("question", "annotator"):
            known.setdefault(summary.evaluation_id, []).append(summary)
        for row in rows:
            found = known.get(row.pk, [])
            row.n_scored = min((each.n_scored for each in found), default=0)
            row.n_failed = max((sum(each.failed.values()) for each in found), default=0)
            row.look = label_of(row, row.n_failed)
            row.figures = [_figure(each) for each in found[:MOST_FIGURES]]
            row.figures_text = "; ".join(f"{each['title']} {each['value']}" for each in row.figures)
            row.more_figures = len(found[MOST_FIGURES:])

    def bulk(self):
        return Bulk(reverse("experiments:evaluation_compare"), [BulkAction("compare", _("Compare"), "git-compare")])

    def is_live(self, rows):
        return any(row.state not in ENDED for row in rows)

    def note(self, row):
        return row.system.name if row.system else row.task.output_name

    def href(self, row):
        return reverse("experiments:evaluation_detail", args=[row.pk])


def _figure(summary):
    value = gettext("none yet") if summary.mean is None else numbers.point(summary.mean)
    return {
        "title": summary_estimates.titled(summary.question, summary.reducer),
        "kind": summary.annotator.kind,
        "value": value,
    }
