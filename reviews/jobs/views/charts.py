"""Pictures of a job: its estimated effect with the interval, what the models of a panel say, and both drawn small."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import Chart, Estimate, Table, dot_intervals, numbers
from evalhub.lib.charts.axis import axis_over
from evalhub.lib.charts.svg import drawing, element, label, mark, percent

MIDDLE, FOOT = 34, 52
STRIP = (104, 16)
SMALLEST, LARGEST = 1e-6, 1e12  # of what an axis is drawn for


def effect(event):
    """The Chart of the results' estimate on its own scale, zero included; how sure the interval is, no file says.

    None for figures that no axis holds.
    """
    low, value, high = event["ci_lower"], event["effect_estimate"], event["ci_upper"]
    largest = max(abs(low), abs(value), abs(high))
    if largest and not SMALLEST <= largest <= LARGEST:
        return None
    axis = axis_over([low, value, high])
    title = _("Estimated effect")
    words = {"effect": figure(value), "low": figure(low), "high": figure(high)}
    words["n"] = numbers.count(event["sample_size"])
    finding = _("Estimated effect: %(effect)s (interval %(low)s to %(high)s), n = %(n)s.")
    note = "" if min(low, high) > 0 or max(low, high) < 0 else _("The interval includes zero: inconclusive.")
    parts = axis.draw([(20, MIDDLE + 12)], FOOT - 4)
    ends = [
        element("line", x1=axis.at(x), x2=axis.at(x), y1=MIDDLE - 5, y2=MIDDLE + 5, class_="whisker")
        for x in (low, high)
    ]
    line = element("line", x1=axis.at(low), x2=axis.at(high), y1=MIDDLE, y2=MIDDLE, class_="whisker")
    parts += [
        line,
        *ends,
        mark("", axis.at(value), MIDDLE),
        label(title, 0, 14, "name start"),
        label(_("%(effect)s (%(low)s to %(high)s), n %(n)s") % words, "100%", 14, "value end"),
    ]
    svg = drawing(title, finding % words, FOOT + 18, *parts)
    rows = ((title, words["effect"], words["low"], words["high"], words["n"]),)
    columns = ("", _("estimate"), _("lower end"), _("upper end"), _("cases"))
    return Chart(title, finding % words, svg, Table(columns, rows), note=note)


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
    """A confidence on a line from 0 to 1, a fainter mark for each model's own score. Says itself in words."""
    words = _("Confidence %(value)s") % {"value": numbers.point(confidence)}
    if spread is not None:
        words = _("%(first)s; distance between models %(spread)s") % {"first": words, "spread": numbers.point(spread)}
    width, height = STRIP
    middle = height / 2
    parts = [element("line", x1="0%", x2="100%", y1=middle, y2=middle, class_="strip-track")]
    known = [score for score in scores if isinstance(score, int | float)]
    if len(known) > 1:
        parts.append(
            element("line", x1=percent(min(known)), x2=percent(max(known)), y1=middle, y2=middle, class_="strip-spread")
        )
        parts += [_small_mark(percent(score), middle) for score in known]
    place = percent(confidence)
    parts.append(element("line", x1=place, x2=place, y1=1, y2=height - 1, class_="strip-value"))
    return drawing(words, words, height, *parts, width=str(width))


def _small_mark(x, y):
    """The square of a machine, half as large as in a picture of its own."""
    square = element("rect", x=-2.5, y=-2.5, width=5, height=5, class_="strip-mark")
    return element("svg", square, x=x, y=y, overflow="visible")


def figure(value):
    """A figure of a results file, as short as it can be said without hiding what is small: 1,234.5, 0.0012."""
    text = f"{value:,.0f}" if 1e6 <= abs(value) < 1e15 else f"{value:,.6g}"
    return numbers.MINUS + text[1:] if text.startswith("-") else text
