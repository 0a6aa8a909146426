"""Whether the judge says the same when it is asked again."""

from evalhub.lib.charts import numbers
from evalhub.lib.statistics import proportions
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality import pass_rule
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.people import FAILED, PASSED, UNDECIDED, PeopleTestKind, Rule
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import measured

LEAST_SAME = 0.90


@kinds.register("consistency")
class Consistency(PeopleTestKind):
    """The share of items with one verdict in every round; no people are needed for it."""

    place = 12
    main = "same_verdict"
    figures = (
        Figure(
            "same_verdict",
            gettext_noop("Repetition"),
            gettext_noop("same verdict in every round"),
            LEAST_SAME,
            is_least=True,
        ),
    )

    def measure(self, cases):
        repeated = [each for each in cases.answers if each.again]
        if not repeated:
            return {"same_verdict": Measure(None, None, None, 0, "NOT_REPEATED")}
        same = [len({cases.verdict(value) for value in (each.value, *each.again)}) == 1 for each in repeated]
        return {"same_verdict": measured(proportions.wilson_of_clusters(same, [each.case for each in repeated]))}

    def details(self, labels):
        return {"rounds": max((1 + len(each.again) for each in labels.answers), default=0)}

    def rules(self, found, details):
        same, rounds = found["same_verdict"], max(details["rounds"], 2)
        title = _("Same verdict in %(n)s of %(n)s rounds, at least %(bound)s")
        title %= {"n": rounds, "bound": numbers.point(LEAST_SAME)}
        if same.value is None:
            return [Rule(title, pass_rule.label(same.reason), UNDECIDED)]
        told = {"value": numbers.point(same.value), "interval": numbers.interval(same.low, same.high), "n": same.n}
        state = PASSED if same.value >= LEAST_SAME else FAILED
        state = state if same.n >= pass_rule.LEAST_CASES else UNDECIDED
        return [Rule(title, _("%(value)s, %(interval)s, %(n)s answers") % told, state, same.n)]
