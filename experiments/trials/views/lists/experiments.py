"""The list of experiments: what each came to at its newest look."""

from django.db.models import OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from experiments.trials.analysis.plan import interval_of
from experiments.trials.analysis.verdict import VERDICTS
from experiments.trials.models import Experiment, ExperimentLook, Variant
from experiments.trials.models.experiment import ARCHIVED, STATUSES, TYPES
from experiments.trials.views import history, labels

CELLS = "experiments/trials/experiment_cells.html"
NEWEST = ExperimentLook.objects.filter(experiment=OuterRef("pk")).order_by("-number")


def _with_variant(rows, text):
    named = Variant.objects.filter(Q(name__icontains=text) | Q(system__name__icontains=text))
    return rows.filter(pk__in=named.values("experiment"))


@register("experiments")
class ExperimentList(List):
    """Archived ones are shown where they are asked for."""

    title = _("Experiments")
    lead = _("Which variant is better, how certain that is, and whether the data can be trusted.")
    in_palette = True
    columns = (
        Column("name", _("Experiment"), "name", sort="name"),
        Column("status", _("State"), "status", kind="state", sort="status"),
        Column("verdict", _("Verdict"), "verdict", sort="verdict", template=f"{CELLS}#verdict"),
        Column("n", _("Pairs or units"), "n", kind="number", sort="n"),
        Column("difference", _("Primary difference"), "difference", template=f"{CELLS}#difference"),
        Column("type", _("Type"), lambda row: labels.TYPE_LABELS[row.type], sort="type", default=False),
        Column("dataset", _("Dataset"), "dataset_version.dataset.name", template=f"{CELLS}#dataset"),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at"),
    )
    filters = (
        filters.choice("status", "status", STATUSES, "experiments in one of these states", title=_("State")),
        filters.choice("verdict", "verdict", VERDICTS, "experiments with one of these verdicts", title=_("Verdict")),
        filters.choice(
            "type", "type", TYPES, "experiments of one of these types", title=_("Type"), labels=labels.TYPE_LABELS
        ),
        filters.part_of(
            "dataset", "dataset_version__dataset__name", "a part of the dataset's name", title=_("Dataset")
        ),
        filters.text("metric", "metrics__key", "experiments with a metric of this key", title=_("Metric")),
        filters.text(
            "variant",
            _with_variant,
            "experiments with a part of this in a variant's or a system's name",
            title=_("Variant or system"),
        ),
        filters.since("created_at", "experiments made then or later", title=_("Created from")),
    )
    search, search_label = ("name", "hypothesis"), _("Name or hypothesis")
    links = (
        Link(_("New experiment"), "experiments:experiment_create", primary=True),
        Link(_("Plan an experiment"), "experiments:experiment_planner"),
    )
    empty = Empty(
        "flask-conical",
        _("No experiments yet"),
        _("An experiment compares variants on the same cases and says which one wins, with what certainty."),
        links[0],
        why_not=_("They appear here once an admin creates one."),
    )

    def rows(self):
        found = Experiment.objects.for_organization(self.organization)
        if ARCHIVED not in ",".join(self.request.GET.getlist("status")):
            found = found.exclude(status=ARCHIVED)
        return found.select_related("dataset_version__dataset", "created_by").annotate(
            verdict=Subquery(NEWEST.values("verdict")[:1]), n=Subquery(NEWEST.values("n")[:1])
        )

    def load(self, rows):
        """Set the difference of the primary metric; one statement."""
        known = history.looks_of(rows)
        for row in rows:
            look = known.get(row.pk)
            row.treatment, row.difference = ("", "") if look is None else difference_of(look)

    def note(self, row):
        return row.hypothesis

    def href(self, row):
        return reverse("experiments:experiment_detail", args=[row.pk])


def difference_of(look):
    """(treatment, its difference of the primary metric in words) of a look."""
    chosen = history.primary_of(look)
    estimate = chosen[interval_of(look.experiment.method)]
    return chosen["treatment"], labels.difference(estimate, chosen["metric"]["key"])
