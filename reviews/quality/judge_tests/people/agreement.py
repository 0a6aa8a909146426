"""How often the judge says what most people say: counts of each pair of values, and the rates for passes and fails."""

from itertools import combinations

from evalhub.lib.charts import numbers
from evalhub.lib.statistics import proportions
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality import pass_rule
from reviews.quality.judge_tests import NOT_FIT, Figure, kinds
from reviews.quality.judge_tests.people import PASSED, PeopleTestKind, Rule, state_of
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import TEST, measured

# Ours: people who rely on a pass must find it right more often than on a fail, which somebody reads again.
LEAST_TRUE_PASSES, LEAST_TRUE_FAILS = 0.90, 0.70
MOST_VALUES = 12
MOST_NEEDED = 20_000


@kinds.register("people_agreement")
class PeopleAgreement(PeopleTestKind):
    """Over the test half; items on which people are split count nowhere."""

    place = 11
    without = NOT_FIT
    main = "agreement"
    figures = (
        Figure("agreement", gettext_noop("Agreement"), gettext_noop("same verdict as most people")),
        Figure(
            "true_passes",
            gettext_noop("True positive rate"),
            gettext_noop("passed by people, and by the judge"),
            LEAST_TRUE_PASSES,
            is_least=True,
        ),
        Figure(
            "true_fails",
            gettext_noop("True negative rate"),
            gettext_noop("failed by people, and by the judge"),
            LEAST_TRUE_FAILS,
            is_least=True,
        ),
        Figure(
            "among_people", gettext_noop("People among themselves"), gettext_noop("pairs of people with one verdict")
        ),
    )

    def measure(self, cases):
        pairs = cases.pairs(TEST)
        found = {"agreement": _share([(each, own == said) for each, own, said in pairs])}
        for key, verdict in (("true_passes", 1.0), ("true_fails", 0.0)):
            hits = [(each, own == said) for each, own, said in pairs if said == verdict]
            is_known = cases.passing is not None
            found[key] = _share(hits) if is_known else Measure(None, None, None, 0, "NO_PASS_VALUE")
        return found | {"among_people": _share(list(_among_people(cases)))}

    def details(self, labels):
        values = [1.0, 0.0] if labels.passing is not None else list(labels.domain or ())
        if not 0 < len(values) <= MOST_VALUES:
            return {}
        counts = [[0] * len(values) for _value in values]
        for _each, own, said in labels.pairs(TEST):
            counts[values.index(said)][values.index(own)] += 1
        return {"values": values, "counts": counts, "is_verdict": labels.passing is not None}

    def rules(self, found, details):
        return [_rule(figure, found[figure.key]) for figure in self.figures if figure.bound is not None]


def _among_people(labels):
    for each in labels.labelled(TEST):
        for one, other in combinations(each.people.values(), 2):
            yield each, labels.verdict(one) == labels.verdict(other)


def _share(hits):
    return measured(proportions.wilson_of_clusters([hit for _each, hit in hits], [each.case for each, _hit in hits]))


def _rule(figure, found):
    title = _("%(name)s, lower end at least %(bound)s") % {
        "name": _(figure.title),
        "bound": numbers.point(figure.bound),
    }
    if found.value is None:
        return Rule(title, pass_rule.label(found.reason), "undecided", found.n)
    told = {
        "value": numbers.point(found.value),
        "interval": numbers.interval(found.low, found.high),
        "n": numbers.count(found.n),
    }
    state = state_of(found, figure.bound)
    needs = None if state == PASSED else needed(found.value, figure.bound)
    return Rule(title, _("%(value)s, %(interval)s, %(n)s answers") % told, state, found.n, needs)


def needed(rate: float, bound: float) -> int | None:
    """How many answers have an interval above the bound at this rate; None where none do or more than anybody reads."""
    low, high = 1, MOST_NEEDED
    if proportions.wilson(rate * high, high).low < bound:
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if proportions.wilson(rate * middle, middle).low >= bound else (middle + 1, high)
    return low
