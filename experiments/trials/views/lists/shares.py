"""The changes of a bandit's shares, the newest first: what was known of each variant, and the seed of the draws."""

from functools import partial

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.api import filters
from evalhub.lib.charts import numbers
from evalhub.lists import register
from evalhub.lists.declaration import Column, Empty, List
from experiments.trials.models.experiment_metric import PRIMARY
from experiments.trials.views import labels
from experiments.trials.views.frame import variants_of


@register("experiment_shares")
class VariantSharesList(List):
    """`parent` is the experiment."""

    title = _("Changes of shares")
    filters = (
        filters.number("number", "number", "the change of this number", title=_("Change")),
        filters.since("created_at", "changes of then or later", title=_("Changed from")),
    )
    order = "-number"
    empty = Empty(
        "split",
        _("No changes yet"),
        _("Shares change once every variant has 100 outcomes of the primary metric."),
    )

    def __init__(self, request, parent=None):
        super().__init__(request, parent)
        variants = variants_of(parent) if parent else []
        metric = next((each.key for each in parent.metrics.all() if each.role == PRIMARY), "") if parent else ""
        self.columns = (
            Column("number", _("Change"), lambda row: gettext("Change %(n)s") % {"n": row.number}, sort="number"),
            Column("created_at", _("Changed"), "created_at", kind="time", sort="created_at"),
            Column("n", _("Outcomes"), "n", kind="number", sort="n"),
            *(
                Column(f"variant_{each.position}", each.name, partial(_share, str(each.pk), metric), is_data=True)
                for each in variants
            ),
            Column("seed", _("Seed"), lambda row: str(row.seed), kind="mono"),
        )

    def rows(self):
        return self.parent.shares.all()


def _share(pk, metric, row):
    """The share of a variant and what it follows from, in words."""
    share, known = numbers.percent(row.shares[pk]), row.posteriors.get(pk)
    if known is None:
        return share
    text = gettext("%(share)s, best with %(chance)s, mean %(mean)s ± %(error)s")
    return text % {
        "share": share,
        "chance": labels.probability(known["chance"]),
        "mean": labels.number(known["mean"], metric),
        "error": labels.number(known["error"], metric),
    }
