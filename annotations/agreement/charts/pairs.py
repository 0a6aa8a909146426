"""Annotator by annotator: alpha of every two, with the items they share, which each cell leads to."""

from annotations.agreement import reasons
from annotations.agreement.bands import written
from evalhub.lib.charts import registry
from evalhub.lib.charts.heat_grid import Cell, Head, heat_grid
from evalhub.lib.charts.page import PageChart
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

LEAST_SHARED = 20  # items that two annotators must share for their figure to be shaded


@registry.register("agreement_pairs")
class Pairs(PageChart):
    page = "task_agreement"
    title = gettext_noop("Pairs")
    order = 20

    def chart(self, subject):
        people = subject.matrix["annotators"] if subject.matrix else []
        if len(people) < 2:
            return None
        values = {}
        for pair in subject.matrix["pairs"]:
            values[pair["first"], pair["second"]] = values[pair["second"], pair["first"]] = pair
        heads = [Head(person["name"], person["kind"]) for person in people]
        cells = [[_cell(values, one["id"], other["id"], subject.href_of_pair) for other in people] for one in people]
        return heat_grid(
            heads,
            heads,
            cells,
            title=_("Pairs of annotators: %(title)s") % {"title": subject.title},
            finding=finding(subject.matrix),
            least_n=LEAST_SHARED,
        )


def _cell(values, one, other, href):
    pair = values.get((one, other))
    if pair is None:
        return None
    reason = reasons.text(pair["reason"]).show if pair["reason"] else ""
    address = href(one, other) if pair["n_items"] else ""
    return Cell(value=pair["alpha"], n=pair["n_items"], reason=reason, href=address)


def finding(matrix):
    """Which two differ most."""
    known, people = [pair for pair in matrix["pairs"] if pair["alpha"] is not None], matrix["annotators"]
    if not known:
        return _("No two annotators share enough items yet.")
    names = {person["id"]: person["name"] for person in people}
    low = min(known, key=lambda pair: pair["alpha"])
    first, second = sorted((names[low["first"]], names[low["second"]]))
    found = {"first": first, "second": second, "alpha": written(low["alpha"]), "n": low["n_items"]}
    if len(known) > 1:
        return _("%(first)s and %(second)s differ most: alpha %(alpha)s on %(n)s shared items.") % found
    return _("%(first)s and %(second)s: alpha %(alpha)s on %(n)s shared items.") % found
