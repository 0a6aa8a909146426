"""The history of experiments with one primary metric: what each came to, who decided it, and its repeats."""

from functools import cached_property
from urllib.parse import quote

from django.db.models import Count
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty
from experiments.trials.models import ExperimentMetric
from experiments.trials.models.experiment_metric import PRIMARY
from experiments.trials.views import history, labels
from experiments.trials.views.lists.experiments import CELLS, ExperimentList, difference_of

MOST_METRICS, MOST_LINKS = 100, 8


@register("experiment_history")
class ExperimentHistory(ExperimentList):
    """Of the metric that is asked for; of a `parent`, an experiment, that of its own. Drafts have no part in it."""

    title = _("Compare experiments")
    lead = _("Experiments with the same primary metric, with their repeats and what these say together.")
    in_palette = False
    columns = (
        Column("name", _("Experiment"), "name", sort="name"),
        Column("verdict", _("Verdict"), "verdict", sort="verdict", template=f"{CELLS}#verdict"),
        Column("n", _("Pairs or units"), "n", kind="number", sort="n"),
        Column("picture", _("Better to the right"), template=f"{CELLS}#picture"),
        Column("difference", _("Primary difference"), "difference", template=f"{CELLS}#difference"),
        Column("decision", _("Decision"), "decision", template=f"{CELLS}#decision"),
        Column("concluded_by", _("Decided by"), "concluded_by.display_name", kind="person"),
        Column("concluded_at", _("Decided"), "concluded_at", kind="time", sort="concluded_at"),
        Column("repeats", _("Repeats"), "repeats.name", is_data=False, default=False),
        Column("dataset", _("Dataset"), "dataset_version.dataset.name", template=f"{CELLS}#dataset", default=False),
        Column("started_at", _("Started"), "started_at", kind="time", sort="started_at"),
    )
    order = "-started_at"
    links = ()
    summary = "experiments/trials/history.html"
    empty = Empty(
        "flask-conical",
        _("Nothing to compare yet"),
        _("An experiment appears here once somebody has looked at its results."),
    )

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        kept = tuple(each for each in ExperimentList.filters if each.name not in ("type", "metric"))
        self.filters = kept if parent else (self._of_metric, *kept)

    @cached_property
    def _of_metric(self):
        keys = {key: labels.MEASURE_LABELS.get(key, key) for key in self._metrics}
        usual = next(iter(keys), "")
        about = "experiments whose primary metric this is"
        return filters.one_of("metric", "", keys, about, title=_("Metric"), labels=keys, default=usual)

    @cached_property
    def _metrics(self):
        """Keys of the primary metrics, that of most experiments first."""
        found = ExperimentMetric.objects.filter(
            role=PRIMARY, experiment__organization=self.organization, experiment__started_at__isnull=False
        )
        counted = found.values("key").annotate(n=Count("pk")).order_by("-n", "key")[:MOST_METRICS]
        return [each["key"] for each in counted]

    @cached_property
    def metric(self):
        if self.parent is not None:
            return next(each.key for each in self.parent.metrics.all() if each.role == PRIMARY)
        return self.request.GET.get("metric") or next(iter(self._metrics), "")

    @property
    def choices(self):
        """Links to the other metrics; none on the page of one experiment."""
        if self.parent is not None or len(self._metrics) < 2:
            return []
        return [
            {
                "title": labels.MEASURE_LABELS.get(key, key),
                "href": f"?metric={quote(key)}",
                "current": key == self.metric,
            }
            for key in self._metrics[:MOST_LINKS]
        ]

    def rows(self):
        found = super().rows().filter(metrics__key=self.metric, metrics__role=PRIMARY, started_at__isnull=False)
        return found.filter(n__isnull=False).select_related(
            "dataset_version__dataset", "created_by", "concluded_by", "winner", "repeats"
        )

    def narrow(self, rows, filter, value):
        return rows if filter.name == "metric" else super().narrow(rows, filter, value)

    def load(self, rows):
        """Set what the look of each says, and whether somebody has decided; one statement."""
        looks = history.looks_of(rows)
        pictures = history.pictures(rows, looks)
        for row in rows:
            row.picture = pictures[row.pk]
            row.treatment, row.difference = difference_of(looks[row.pk])
            row.decision = row.winner.name if row.winner else gettext("No winner") if row.concluded_at else ""
        self.shown = rows

    def summarize(self, rows):
        return history.history(self.shown, self.metric)

    def scope(self):
        return str(self.parent.pk) if self.parent else ""

    def href(self, row):
        return reverse("experiments:experiment_detail", args=[row.pk])
