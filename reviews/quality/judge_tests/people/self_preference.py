"""Whether the judge prefers outputs of its own model family where people do not."""

from evalhub.lib.statistics import bounded_mean
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.family import MOST_SELF_PREFERENCE
from reviews.quality.judge_tests.people import PeopleTestKind
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import TEST

LEAST_PAIRS = 50  # of each side


@kinds.register("self_preference")
class SelfPreference(PeopleTestKind):
    """How often it prefers its own family's output where people do, less how often the other one where they do that."""

    place = 18
    is_needed = False
    main = "preference"
    figures = (
        Figure(
            "preference",
            gettext_noop("Self-preference"),
            gettext_noop("own output preferred where people prefer it, less the same of the other"),
            MOST_SELF_PREFERENCE,
        ),
    )

    def measure(self, cases):
        own, other = [], []
        for each, judge, people in _compared(cases):
            (own if people == each.own else other).append(judge == people)
        n = len(own) + len(other)
        if min(len(own), len(other)) < LEAST_PAIRS:
            return {"preference": Measure(None, None, None, n, "TOO_FEW_PAIRS")}
        rates = [(sum(side) / len(side), len(side)) for side in (own, other)]
        found = bounded_mean.difference(*((rate, bounded_mean.share(rate, size)) for rate, size in rates))
        return {"preference": Measure(rates[0][0] - rates[1][0], found.low, found.high, n)}


def _compared(labels):
    """(answer, the judge's winner, people's) of pairs with one output of its family on whose winner people agree."""
    for each in labels.labelled(TEST):
        said = {labels.winners.get(value, "") for value in each.people.values()}
        if each.own and len(said) == 1 and said != {""}:
            yield each, labels.winners.get(each.value, ""), said.pop()
