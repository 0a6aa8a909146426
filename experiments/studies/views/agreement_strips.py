"""How likely critics think that experts agree with a lane's scores: a small histogram with its median."""

import statistics
from dataclasses import dataclass

from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers
from evalhub.lib.charts.svg import Svg, drawing, element, percent
from experiments.studies.views.verdict_grid import LaneShown, lane_shown

BINS, HEIGHT, GAP = 10, 36, 0.008


@dataclass(frozen=True)
class Strip:
    """One lane; `n` of its `given` scores have a critic's word. `svg` is None without any."""

    lane: LaneShown
    n: int
    given: int
    median: str
    svg: Svg | None


def strips(scores, lanes):
    """A Strip of each of some lanes of StudyScores, over all bundles."""
    found = {lane.key: [] for lane in lanes}
    given = dict.fromkeys(found, 0)
    for (key, _bundle), score in scores.scores.items():
        if key in found and score.annotation:
            given[key] += 1
            if score.agreement is not None:
                found[key].append(score.agreement)
    return [_strip(lane, found[lane.key], given[lane.key]) for lane in lanes]


def _strip(lane, values, given):
    shown = lane_shown(lane)
    if not values:
        return Strip(shown, 0, given, "", None)
    median = statistics.median(values)
    return Strip(shown, len(values), given, numbers.point(median), _drawn(shown, values, median))


def _drawn(lane, values, median):
    counts = [0] * BINS
    for value in values:
        counts[min(BINS - 1, int(value * BINS))] += 1
    bars = [
        element(
            "rect",
            x=percent(place / BINS + GAP),
            width=percent(1 / BINS - 2 * GAP),
            y=HEIGHT - height,
            height=height,
            class_="bar",
        )
        for place, count in enumerate(counts)
        if (height := HEIGHT * 0.9 * count / max(counts))
    ]
    ground = element("line", x1="0%", x2="100%", y1=HEIGHT, y2=HEIGHT, class_="axis")
    middle = element("line", x1=percent(median), x2=percent(median), y1=0, y2=HEIGHT, class_="whisker")
    said = ", ".join(
        _("%(low)s to %(high)s: %(n)s")
        % {"low": numbers.point(place / BINS, 1), "high": numbers.point((place + 1) / BINS, 1), "n": count}
        for place, count in enumerate(counts)
        if count
    )
    title = _("Expert agreement of %(name)s, rubric %(n)s") % {"name": lane.name, "n": lane.ordinal}
    return drawing(title, said, HEIGHT, *bars, ground, middle)
