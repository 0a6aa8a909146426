"""Whether the order matters in which the judge is shown the answers."""

import numpy as np

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.quality.judge_tests import Figure, JudgeTestKind, kinds
from reviews.quality.judged_cases import mean, table
from reviews.quality.pass_rule import LEAST_CASES, bounded

# Ours: two scores of one pair, shown in both orders, are the same within less than half a step of the rubric ...
SWAP_TOLERANCE = 0.1
# ... in four of five cases. Zheng et al. 2023 found the same verdict in 65 % of GPT-4's pairs: too few to rely on.
LEAST_SWAP_CONSISTENCY = 0.8


@kinds.register("swap")
class Swap(JudgeTestKind):
    """The share of pairs with the same score in both orders, and the shift: candidate last less candidate first."""

    place = 2
    main = "swap_consistency"
    figures = (
        Figure(
            "swap_consistency",
            gettext_noop("Position consistency"),
            gettext_noop("share of pairs within 0.1"),
            LEAST_SWAP_CONSISTENCY,
            is_least=True,
        ),
        Figure("swap_shift", gettext_noop("Position bias"), gettext_noop("preference for the answer shown last")),
    )

    def measure(self, cases):
        rows = table([case for case in cases if case.swapped_score is not None], "swapped_score")
        return {"swap_consistency": mean(_same(rows)), "swap_shift": mean(rows[:, 0] - rows[:, 2], least=-1.0)}

    def problems(self, found):
        consistency = found["swap_consistency"]
        if consistency.n < LEAST_CASES:
            text = _("%(n)s cases were scored in both orders; %(least)s are needed.")
            return [text % {"n": consistency.n, "least": LEAST_CASES}]
        name = _("the share of cases with the same score in both orders")
        problem = bounded(name, consistency, least=LEAST_SWAP_CONSISTENCY)
        return [problem] if problem else []


def _same(table):
    # The rounding keeps 0.8 and 0.7, whose floats differ by more than 0.1, together.
    return (np.abs(table[:, 0] - table[:, 2]).round(9) <= SWAP_TOLERANCE).astype(float)
