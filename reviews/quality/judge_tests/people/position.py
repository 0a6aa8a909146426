"""Whether the judge prefers the same of two outputs in whichever order it is shown them."""

from evalhub.lib.statistics import proportions
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, kinds
from reviews.quality.judge_tests.people import PeopleTestKind
from reviews.quality.judge_tests.swap import LEAST_SWAP_CONSISTENCY
from reviews.quality.judged_cases import Measure
from reviews.quality.judged_labels import SAME, measured

MOST_FLIPS = 20


@kinds.register("position")
class Position(PeopleTestKind):
    """Over all pairs that it was asked about in both orders; no people are needed for it."""

    place = 17
    is_needed = False
    main = "same_winner"
    figures = (
        Figure(
            "same_winner",
            gettext_noop("Position consistency"),
            gettext_noop("same output preferred in both orders"),
            LEAST_SWAP_CONSISTENCY,
            is_least=True,
        ),
        Figure("always_first", gettext_noop("Always first"), gettext_noop("preferred what was shown first, twice")),
        Figure("always_second", gettext_noop("Always second"), gettext_noop("preferred what was shown second, twice")),
    )

    def measure(self, cases):
        asked = [each for each in cases.answers if each.orders]
        if not asked:
            return {each.key: Measure(None, None, None, 0, "NOT_IN_BOTH_ORDERS") for each in self.figures}
        of_case = [each.case for each in asked]
        places = (("same_winner", SAME), ("always_first", "first"), ("always_second", "second"))
        return {
            key: measured(proportions.wilson_of_clusters([each.orders == place for each in asked], of_case))
            for key, place in places
        }

    def details(self, labels):
        flips = [each.item for each in labels.answers if each.orders and each.orders != SAME]
        return {"flips": flips[:MOST_FLIPS]}
