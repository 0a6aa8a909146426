"""Whether the judge may take the place of one of the people who answered: the alternative annotator test."""

from evalhub.lib.charts import numbers
from evalhub.lib.statistics import alt_test
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality import pass_rule
from reviews.quality.judge_tests import NOT_FIT, Figure, kinds
from reviews.quality.judge_tests.people import FAILED, PASSED, UNDECIDED, PeopleTestKind, Rule
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import TEST


@kinds.register("alt_test")
class Alternative(PeopleTestKind):
    """On verdicts where it is said what passes, on distance where values are ordered, else on equal values."""

    place = 10
    without = NOT_FIT
    main = "winning_rate"
    figures = (
        Figure(
            "winning_rate",
            gettext_noop("Alt-test"),
            gettext_noop("share of people whom the judge may replace"),
            alt_test.LEAST_WINS,
            is_least=True,
        ),
        Figure("advantage", gettext_noop("Advantage"), gettext_noop("how often it is at least as near to the others")),
    )

    def measure(self, cases):
        found = _tested(cases)
        values = (("winning_rate", found.winning_rate), ("advantage", found.advantage))
        return {key: Measure(value, None, None, found.n, found.reason or None) for key, value in values}

    def details(self, labels):
        found = _tested(labels)
        return {
            "epsilon": found.epsilon,
            "contests": [
                {"person": each.person, "n": each.n, "is_won": each.is_won, "judge": each.judge_share, "p": each.p}
                for each in found.contests
            ],
        }

    def rules(self, found, details):
        rate, contests = found["winning_rate"], details["contests"]
        title = _("Alt-test, epsilon %(epsilon)s") % {"epsilon": numbers.point(details["epsilon"])}
        if rate.value is None:
            return [Rule(title, pass_rule.label(rate.reason), UNDECIDED, rate.n)]
        sizes = [contest["n"] for contest in contests]
        told = {
            "won": sum(contest["is_won"] for contest in contests),
            "people": len(contests),
            "rate": numbers.point(rate.value),
            "advantage": numbers.point(found["advantage"].value),
            "least": min(sizes),
            "most": max(sizes),
        }
        words = _("beats %(won)s of %(people)s people, winning rate %(rate)s, advantage %(advantage)s; %(least)s to "
                  "%(most)s answers each")  # fmt: skip
        return [Rule(title, words % told, PASSED if rate.value >= alt_test.LEAST_WINS else FAILED, rate.n)]


def _tested(labels):
    people, judge = {}, {}
    for each in labels.labelled(TEST):
        judge[each.item] = labels.verdict(each.value)
        for person, value in each.people.items():
            people.setdefault(person, {})[each.item] = labels.verdict(value)
    return alt_test.alt_test(people, judge, is_distance=labels.is_ordered and labels.passing is None)
