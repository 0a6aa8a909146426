"""Whether the judge agrees with its reference."""

import numpy as np

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import NOT_FIT, Figure, JudgeTestKind, kinds
from reviews.quality.judged_cases import correlation, mean, table
from reviews.quality.pass_rule import LEAST_CASES, bounded, undefined
from reviews.quality.rank_correlation import spearman

# About what GPT-4 reaches with people on summaries, 0.51: Liu et al. 2023 (G-Eval), table 1.
LEAST_SPEARMAN = 0.5
# Ours: a fifth of the scale, between two neighbouring steps of the judge's rubric.
MOST_DIFFERENCE = 0.2


@kinds.register("calibration")
class Calibration(JudgeTestKind):
    """Rank correlation with the reference, and the mean absolute difference from its scores."""

    place = 1
    without = NOT_FIT
    main = "spearman"
    figures = (
        Figure(
            "spearman",
            gettext_noop("Agreement"),
            gettext_noop("rank correlation with the reference"),
            LEAST_SPEARMAN,
            is_least=True,
        ),
        Figure(
            "mean_difference",
            gettext_noop("Distance"),
            gettext_noop("mean, from the reference's scores"),
            MOST_DIFFERENCE,
        ),
    )

    def measure(self, cases):
        rows = table(cases)
        return {
            "spearman": correlation(rows, lambda rows: spearman(rows[..., 0], rows[..., 1])),
            "mean_difference": mean(np.abs(rows[..., 0] - rows[..., 1])),
        }

    def problems(self, found):
        distance = bounded(_("the mean difference from the reference"), found["mean_difference"], most=MOST_DIFFERENCE)
        return [problem for problem in (_agreement(found["spearman"]), distance) if problem]


def _agreement(found):
    name = _("the rank correlation with the reference")
    if found.n < LEAST_CASES:
        return _("%(n)s cases were scored by both; %(least)s are needed.") % {"n": found.n, "least": LEAST_CASES}
    problem = undefined(name, found)
    if problem:
        return problem
    if found.reason != "PERFECT" and (found.low is None or found.low <= 0):
        return _("The interval of the rank correlation with the reference includes zero.")
    return bounded(name, found, least=LEAST_SPEARMAN)
