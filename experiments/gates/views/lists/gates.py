"""The list of gates: what each asks for, and what its newest result is."""

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, Link, List
from experiments.gates.decision import STATES
from experiments.gates.models import Gate, GateResult

NEWEST = GateResult.objects.filter(gate=OuterRef("pk")).order_by("-decided_at", "-pk")
CELLS = "experiments/gates/gate_cells.html"


@register("gates")
class GateList(List):
    title = _("Gates")
    lead = _("Conditions that evaluations must meet. A gate decides when an evaluation ends, or when CI asks.")
    in_palette = True
    columns = (
        Column("name", _("Gate"), "name", sort="name"),
        Column("state", _("Newest result"), "state", sort="state", template=f"{CELLS}#state"),
        Column("evaluation", _("Evaluation"), "evaluation_name", template=f"{CELLS}#evaluation"),
        Column("decided_at", _("Decided"), "decided_at", kind="time", sort="decided_at"),
        Column("dataset", _("Dataset"), "dataset.name", sort="dataset__name", template=f"{CELLS}#dataset"),
        Column("created_by", _("Created by"), "created_by.display_name", kind="person", default=False),
        Column("created_at", _("Created"), "created_at", kind="time", sort="created_at", default=False),
    )
    filters = (
        filters.choice("state", "state", STATES, "gates whose newest result is one of these", title=_("Newest result")),
        filters.identifier("dataset", "dataset", "gates of this dataset", title=_("Dataset")),
        filters.since("created_at", "gates made then or later", title=_("Created from")),
    )
    search, search_label = ("name", "expression"), _("Name or expression")
    order = "name"
    links = (Link(_("New gate"), "experiments:gate_create", primary=True),)
    empty = Empty(
        "shield-check",
        _("No gates yet"),
        _("A gate stops a regression: it says whether an evaluation is good enough, for people and for CI."),
        Link(_("Create gate"), "experiments:gate_create"),
        _("They appear here once an admin creates one."),
    )

    def rows(self):
        found = Gate.objects.for_organization(self.organization).select_related("dataset", "created_by")
        return found.annotate(
            state=Subquery(NEWEST.values("state")[:1]),
            decided_at=Subquery(NEWEST.values("decided_at")[:1]),
            evaluation_name=Subquery(NEWEST.values("evaluation__name")[:1]),
        )

    def note(self, row):
        return row.expression

    def href(self, row):
        return reverse("experiments:gate_detail", args=[row.pk])
