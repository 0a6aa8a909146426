"""Pictures of the work in a task: items by state, answers by day, one annotator's last days."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.charts.svg import drawing, element

SMALL_WIDTH, SMALL_HEIGHT, GAP = 84, 24, 2


def item_chart(states):
    """Items by how they stand, as one bar; `states` is an ItemStates."""
    parts = [
        charts.State(_("Adjudicated"), states.adjudicated, "done"),
        charts.State(_("Complete, answers agree"), states.agreeing, "nearly"),
        charts.State(_("Complete, answers differ"), states.disagreeing, "attention"),
        charts.State(_("In progress"), states.in_work, "begun"),
        charts.State(_("Open"), states.open, "rest"),
    ]
    finding = _("%(done)s of %(total)s items have all the answers they need.") % {
        "done": numbers.count(states.complete),
        "total": numbers.count(states.total),
    }
    if states.disagreeing:
        finding += " " + ngettext(
            "On %(count)s of them the answers differ.", "On %(count)s of them the answers differ.", states.disagreeing
        ) % {"count": numbers.count(states.disagreeing)}
    return charts.progress_by_state(parts, title=_("Items by state"), finding=finding)


def day_chart(days):
    """People's answers on each day, from [(date, count)], the oldest first."""
    points = [charts.Estimate(label=f"{day:%m-%d}", value=float(count), n=count, kind="human") for day, count in days]
    total, busiest = sum(count for _day, count in days), max(days, key=lambda pair: pair[1])
    finding = _("%(total)s answers by people in %(days)s days. Most on %(day)s: %(most)s.") % {
        "total": numbers.count(total),
        "days": len(days),
        "day": f"{busiest[0]:%Y-%m-%d}",
        "most": numbers.count(busiest[1]),
    }
    return charts.line(points, title=_("Answers by day"), finding=finding, unit=_("answers"))


def small_days(days, kind="human"):
    """A small picture of counts per day; the tallest bar fills the height, a day without answers is a base line."""
    top, width = max([*days, 1]), (SMALL_WIDTH + GAP) / len(days) - GAP
    bars = []
    for i, count in enumerate(days):
        height = max(1.0, SMALL_HEIGHT * count / top)
        tone = kind if count else "rest"
        box = {"x": i * (width + GAP), "y": SMALL_HEIGHT - height, "width": width, "height": height}
        bars.append(element("rect", **box, class_=f"bar {tone}"))
    words = ", ".join(numbers.count(count) for count in days)
    title = _("Answers per day, the last %(days)s days") % {"days": len(days)}
    return drawing(title, words, SMALL_HEIGHT, *bars, width=SMALL_WIDTH)
