"""Mean quality of each model against its mean cost per call."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop, ngettext


@charts.registry.register("quality_and_cost")
class QualityAndCost(charts.PageChart):
    """Models whose cost is known."""

    page = "quality"
    title = gettext_noop("Quality and cost")
    order = 10

    def chart(self, subject):
        known = [line for line in subject.models if line.cost_usd is not None]
        if not known:
            return None
        note = _("Lines are 95 % intervals of the mean. The ring marks the model the router chooses.")
        if subject.floor is not None:
            note = _("%(note)s The dashed line is the quality floor.") % {"note": note}
        return charts.scatter(
            [_dot(line, is_marked=line.model == subject.chosen) for line in known],
            title=_("Quality and cost"),
            finding=_finding(known),
            x_title=_("mean cost per call"),
            y_title=_("mean quality"),
            write_x=numbers.usd,
            unit=_("observations"),
            reference=subject.floor,
            note=note,
        )


def _dot(line, *, is_marked):
    quality = line.quality
    return charts.Dot(
        line.model, line.cost_usd, quality.value, quality.low, quality.high, quality.n, "llm", is_marked=is_marked
    )


def _finding(known):
    best = max(known, key=lambda line: line.quality.value)
    finding = ngettext(
        "One model has a known cost: %(best)s with a mean quality of %(quality)s at %(cost)s per call.",
        "Of %(n)s models, %(best)s is best: mean quality %(quality)s at %(cost)s per call.",
        len(known),
    ) % {"n": len(known), "best": best.model, **_values(best)}
    cheaper = [line for line in known if line.cost_usd < best.cost_usd]
    if not cheaper:
        return finding
    near = max(cheaper, key=lambda line: line.quality.value)
    return _("%(finding)s The best cheaper model is %(next)s") % {
        "finding": finding,
        "next": _("%(model)s: %(quality)s at %(cost)s.") % {"model": near.model, **_values(near)},
    }


def _values(line):
    return {"quality": numbers.point(line.quality.value), "cost": numbers.usd(line.cost_usd)}
