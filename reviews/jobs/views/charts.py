"""Charts of a job: its estimated effect with the interval, what the models of a panel say, and both drawn small."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import Estimate, dot_intervals, numbers, small
from evalhub.lib.charts.single_interval import single_interval

SMALLEST, LARGEST = 1e-6, 1e12  # of what an axis is drawn for


def effect(event):
    """The Chart of the results' estimate on its own scale, zero included; how sure the interval is, no file says.

    None for figures that no axis holds.
    """
    low, value, high = event["ci_lower"], event["effect_estimate"], event["ci_upper"]
    largest = max(abs(low), abs(value), abs(high))
    if largest and not SMALLEST <= largest <= LARGEST:
        return None
    words = {"effect": figure(value), "low": figure(low), "high": figure(high)}
    words["n"] = numbers.count(event["sample_size"])
    finding = _("Estimated effect: %(effect)s (interval %(low)s to %(high)s), n = %(n)s.")
    return single_interval(
        Estimate(_("Estimated effect"), value, low, high, event["sample_size"]),
        finding=finding % words,
        write=figure,
        note="" if min(low, high) > 0 or max(low, high) < 0 else _("The interval includes zero: inconclusive."),
        columns=("", _("estimate"), _("lower end"), _("upper end"), _("cases")),
    )


def overalls(panel, people):
    """The Chart of each model's and person's overall score, the panel's mean as a line; None for fewer than two."""
    said = [
        Estimate(member.annotator.model, member.overall.effective_score, n=len(member.dimensions), kind="llm")
        for member in panel.answered
    ]
    said += [
        Estimate(person.name, person.overall, n=len(person.scores), kind="human")
        for person in people
        if person.overall is not None
    ]
    if len(said) < 2:
        return None
    words = {
        "low": numbers.point(min(each.value for each in said)),
        "n": len(said),
        "high": numbers.point(max(each.value for each in said)),
        "mean": numbers.point(panel.confidence or 0),
    }
    finding = ngettext(
        "Overall scores range from %(low)s to %(high)s. The line is the model's score, %(mean)s.",
        "Overall scores range from %(low)s to %(high)s. The line is the mean of models, %(mean)s.",
        len(panel.answered),
    )
    return dot_intervals(
        said, title=_("Overall scores"), finding=finding % words, unit=_("dimensions"), reference=panel.confidence
    )


def strip(confidence, scores, spread):
    """A confidence with each model's own score, drawn small."""
    words = _("Confidence %(value)s") % {"value": numbers.point(confidence)}
    if spread is not None:
        words = _("%(first)s; distance between models %(spread)s") % {"first": words, "spread": numbers.point(spread)}
    return small.strip(confidence, scores, words)


def figure(value):
    """A figure of a results file, as short as it can be said without hiding what is small: 1,234.5, 0.0012."""
    text = f"{value:,.0f}" if 1e6 <= abs(value) < 1e15 else f"{value:,.6g}"
    return numbers.MINUS + text[1:] if text.startswith("-") else text
