"""The results of one gate, the newest first."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List
from experiments.gates.decision import PASSED, STATES
from experiments.gates.models import GateResult


@register("gate_results")
class GateResultList(List):
    """`parent` is the gate."""

    title = _("Results of gates")
    columns = (
        Column("evaluation", _("Evaluation"), "evaluation.name", sort="evaluation__name"),
        Column("state", _("Result"), "state", kind="state", sort="state"),
        Column("met", _("Conditions passed"), "met"),
        Column("baseline", _("Baseline"), "baseline.name", sort="baseline__name"),
        Column("decided_at", _("Decided"), "decided_at", kind="time", sort="decided_at"),
        Column("decided_by", _("Decided by"), "decided_by.display_name", kind="person", default=False),
        Column("expression", _("Expression"), "expression", kind="mono", default=False),
    )
    filters = (
        filters.choice("state", "state", STATES, "results in one of these states", title=_("Result")),
        filters.since("decided_at", "results of then or later", title=_("Decided from")),
    )
    search, search_label = ("evaluation__name",), _("Evaluation")
    order = "-decided_at"
    empty = Empty(
        "shield-check",
        _("No results yet"),
        _("The gate decides the next evaluation of its dataset that ends. You can also decide one under Result."),
    )

    def rows(self):
        found = GateResult.objects.for_organization(self.organization).filter(gate=self.parent)
        return found.select_related("evaluation", "baseline", "decided_by")

    def load(self, rows):
        """Set `met`, how many of the conditions passed."""
        for row in rows:
            passed = sum(each["state"] == PASSED for each in row.conditions)
            row.met = _("%(passed)s of %(n)s") % {"passed": passed, "n": len(row.conditions)}

    def note(self, row):
        return str(row.reason) if row.reason else ""

    def href(self, row):
        return reverse("experiments:gate_result", args=[row.gate_id, row.pk])
