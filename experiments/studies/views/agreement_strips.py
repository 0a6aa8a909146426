"""How likely critics think that experts agree with a lane's scores: a small histogram with its median."""

import statistics
from collections import Counter
from dataclasses import dataclass

from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers
from evalhub.lib.charts.small import histogram, tenth_of
from evalhub.lib.charts.svg import Svg
from experiments.studies.views.verdict_grid import LaneShown, lane_shown

HEIGHT = 36


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
    title = _("Expert agreement of %(name)s, rubric %(n)s") % {"name": lane.name, "n": lane.ordinal}
    return histogram(Counter(map(tenth_of, values)), title=title, height=HEIGHT, median=median)
