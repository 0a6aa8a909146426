"""Whether the judge agrees with people less than it did, the last weeks against those before."""

from collections import defaultdict

from evalhub.lib.statistics import bounded_mean, proportions
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.people import PASSED, UNDECIDED, PeopleTestKind, Rule
from reviews.quality.judged_cases import FEWEST_FOR_INTERVAL, Measure
from reviews.quality.judged_labels import TEST

WEEKS = 4
MOST_WEEKS = 26


@kinds.register("drift")
class Drift(PeopleTestKind):
    """By the week of the judge's answer, weeks without labels left out."""

    place = 15
    is_needed = False
    main = "change"
    figures = (
        Figure("change", gettext_noop("Drift"), gettext_noop("agreement of the last 4 weeks less the 4 before")),
    )

    def measure(self, cases):
        weeks = _weeks(cases)
        sides = [
            [hit for week in part for hit in weeks[week]]
            for part in (sorted(weeks)[-WEEKS:], sorted(weeks)[-2 * WEEKS : -WEEKS])
        ]
        n = sum(map(len, sides))
        if min(map(len, sides)) < FEWEST_FOR_INTERVAL:
            return {"change": Measure(None, None, None, n, "FEW_WEEKS")}
        (last, before), sizes = ([sum(side) / len(side) for side in sides], [len(side) for side in sides])
        found = bounded_mean.difference(
            (last, bounded_mean.share(last, sizes[0])), (before, bounded_mean.share(before, sizes[1]))
        )
        return {"change": Measure(last - before, found.low, found.high, n)}

    def details(self, labels):
        weeks = _weeks(labels)
        shown = []
        for week in sorted(weeks)[-MOST_WEEKS:]:
            found = proportions.wilson(sum(weeks[week]), len(weeks[week]))
            shown.append(
                {"week": week.isoformat(), "value": found.value, "low": found.low, "high": found.high, "n": found.n}
            )
        return {"weeks": shown}

    def rules(self, found, details):
        change = found["change"]
        if change.value is None or change.high is None or change.high >= 0:
            return [Rule(_("No drift found"), "", PASSED, change.n)]
        return [Rule(_("No drift found"), _("agreement with people has fallen"), UNDECIDED, change.n)]


def _weeks(labels):
    found = defaultdict(list)
    for each, own, said in labels.pairs(TEST):
        found[each.week].append(own == said)
    return found
