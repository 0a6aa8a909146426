"""Whether the judge favours answers of its own model family."""

import numpy as np

from evalhub.lib.statistics import bounded_mean
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, JudgeTestKind, kinds
from reviews.quality.judged_cases import Measure, table
from reviews.quality.pass_rule import bounded, unmeasured

# Ours: half of what the judge may be off at all.
MOST_SELF_PREFERENCE = 0.1
# Ours, and each side needs as many.
LEAST_OF_A_FAMILY = 10


@kinds.register("family")
class Family(JudgeTestKind):
    """How much more the judge is above the reference for its own family than for others.

    Where one family alone was scored that is a caution.
    """

    place = 4
    is_needed = False
    main = "self_preference"
    figures = (
        Figure(
            "self_preference",
            gettext_noop("Self-preference"),
            gettext_noop("for answers of the judge's own model family"),
            MOST_SELF_PREFERENCE,
        ),
    )

    def measure(self, cases):
        known = [case for case in cases if case.is_own_family is not None]
        return {"self_preference": _self_preference(known)}

    def problems(self, found):
        preference = found["self_preference"]
        if preference.value is None or preference.value <= 0:
            return []
        problem = bounded(_("the preference for its own model family"), preference, most=MOST_SELF_PREFERENCE)
        return [problem] if problem else []

    def cautions(self, found):
        return unmeasured(_("Self-preference"), found["self_preference"])


def _self_preference(cases):
    tables = [table([case for case in cases if case.is_own_family is own]) for own in (True, False)]
    own, other = (rows[:, 0] - rows[:, 1] for rows in tables)
    if min(len(own), len(other)) < LEAST_OF_A_FAMILY:
        return Measure(None, None, None, len(cases), "TOO_FEW_OF_A_FAMILY")
    found = bounded_mean.difference(
        *(
            (float(above.mean()), bounded_mean.of_counts(above, np.ones(len(above)), least=-1.0))
            for above in (own, other)
        )
    )
    return Measure(float(own.mean() - other.mean()), found.low, found.high, len(cases))
