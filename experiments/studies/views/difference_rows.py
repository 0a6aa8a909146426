"""Paired differences of a study in words: which one scores higher, how sure that is, or why nothing can be said."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from evalhub.lib.charts import numbers
from experiments.studies.analysis import differences
from experiments.studies.analysis.scores import Rubric

LEVEL = 0.05
MOST_PAIRS = 200
LEAST_SHOWN = 0.001
REASONS = {
    differences.NOTHING_SHARED: gettext_lazy("Not defined: no model scored with both"),
    differences.FEW_GROUPS: gettext_lazy("Not tested: at least %(least)s evidence groups are needed"),
    differences.ALL_ALIKE: gettext_lazy("Not tested: all evidence groups differ alike"),
}


@dataclass(frozen=True)
class DifferenceRow:
    """`tone` is a class of a chip; `reason` stands in place of the finding where there is none."""

    first: str
    second: str
    value: str
    interval: str
    p: str
    n: str
    finding: str
    tone: str
    reason: str


@dataclass(frozen=True)
class DifferenceTable:
    """The first of `total` pairs; `kind` is "rubrics" or "models"."""

    kind: str
    rows: list
    total: int


def tables(scores, *, most=MOST_PAIRS):
    """The DifferenceTables of StudyScores that have a pair, the first `most` of each."""
    pairs = {"rubrics": differences.between_rubrics(scores), "models": differences.between_models(scores)}
    return [
        DifferenceTable(kind, [_row(each) for each in found[:most]], len(found))
        for kind, found in pairs.items()
        if found
    ]


def _row(each):
    value = "" if each.value is None else numbers.point(each.value)
    bounds = ""
    if each.low is not None:
        bounds = _("%(low)s to %(high)s") % {"low": numbers.point(each.low), "high": numbers.point(each.high)}
    if each.p is None:
        finding, tone = "", ""
    elif each.p >= LEVEL:
        finding, tone = _("Inconclusive"), ""
    else:
        finding, tone = _("Scores higher") if each.value > 0 else _("Scores lower"), "info"
    return DifferenceRow(
        first=_name(each.first),
        second=_name(each.second),
        value=value,
        interval=bounds,
        p="" if each.p is None else "< 0.001" if each.p < LEAST_SHOWN else numbers.point(each.p, 3),
        n=numbers.count(each.n),
        finding=finding,
        tone=tone,
        reason=str(REASONS[each.reason]) % {"least": differences.LEAST_GROUPS} if each.reason else "",
    )


def _name(thing):
    if isinstance(thing, Rubric):
        return _("Rubric %(n)s, %(model)s") % {"n": thing.ordinal, "model": thing.model}
    return thing
