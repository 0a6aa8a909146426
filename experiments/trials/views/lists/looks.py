"""The looks at one experiment, the newest first: each as it was shown then."""

from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List
from experiments.trials.analysis.verdict import VERDICTS
from experiments.trials.models import ExperimentLook
from experiments.trials.views.lists.experiments import difference_of


@register("experiment_looks")
class ExperimentLookList(List):
    """`parent` is the experiment."""

    title = _("Looks")
    columns = (
        Column("number", _("Look"), lambda row: gettext("Look %(n)s") % {"n": row.number}, sort="number"),
        Column("looked_at", _("Looked at"), "looked_at", kind="time", sort="looked_at"),
        Column("n", _("Pairs or units"), "n", kind="number", sort="n"),
        Column("verdict", _("Verdict"), "verdict", kind="state", sort="verdict"),
        Column("difference", _("Primary difference"), "difference"),
        Column("looked_by", _("Looked by"), "looked_by.display_name", kind="person"),
        Column("data_fingerprint", _("Data"), lambda row: row.data_fingerprint[:12], kind="mono"),
        Column("code_version", _("Code"), "code_version", kind="mono", sort="code_version"),
    )
    filters = (
        filters.choice("verdict", "verdict", VERDICTS, "looks with one of these verdicts", title=_("Verdict")),
        filters.since("looked_at", "looks of then or later", title=_("Looked from")),
    )
    order = "-number"
    empty = Empty(
        "eye",
        _("No looks yet"),
        _("Opening the results takes a look. It is stored where the data have changed."),
    )

    def rows(self):
        return ExperimentLook.objects.filter(experiment=self.parent).select_related("looked_by", "experiment")

    def load(self, rows):
        for row in rows:
            row.treatment, row.difference = difference_of(row)

    def note(self, row):
        return str(row.sentence)

    def href(self, row):
        return f"{reverse('experiments:experiment_detail', args=[row.experiment_id])}?look={row.number}"
