"""A gate is passed, failed or undecided, and says from what."""

import math
from dataclasses import dataclass, field

import pytest

from evalhub.lib.statistics.estimate import Estimate
from experiments.gates.decision import FAILED, PASSED, UNDECIDED, Compared, Measured, Rules, decide
from experiments.gates.expression import read


@dataclass
class Known:
    """Figures by their text."""

    now: dict
    against: dict = field(default_factory=dict)
    has_baseline: bool = True

    def measured(self, figure):
        return self.now[str(figure)]

    def compared(self, figure):
        return self.against[str(figure)] if self.has_baseline else None


def of(value, low=None, high=None, n=300, total=300):
    return Measured(Estimate(value, n, "mean", low, high), total, n)


def pair(left, right, low=None, high=None, n=300):
    return Compared(left, right, Estimate(left - right, n, "paired t", low, high, 0.03), n)


NOW = {
    "a.mean": of(0.82, 0.79, 0.85),
    "failed_share": of(0.02, 0.01, 0.04),
    "few.mean": of(0.9, 0.7, 1, n=12, total=12),
    "half.mean": of(0.9, 0.8, 1, n=150),
    "none.mean": of(None, n=0),
    "bare.mean": of(0.9),
    "large.mean": of(1e300, 1e299, 1e301),
    "endless.mean": of(math.inf, math.nan, math.nan),
    "zero.mean": of(0.0, -1.0, 1.0),
}
AGAINST = {
    "a.mean": pair(0.82, 0.85, -0.05, -0.01),
    "large.mean": pair(1e300, 1e300, -1.0, 1.0),
    "few.mean": pair(0.9, 0.8, n=12),
}


@pytest.mark.parametrize("text, state, code", [
    ("a.mean >= 0.8", PASSED, None),
    ("a.mean lower >= 0.79", PASSED, None),
    ("a.mean lower >= 0.8", UNDECIDED, "gate_would_pass"),
    ("a.mean lower >= 0.84", UNDECIDED, "gate_would_fail"),
    ("a.mean lower >= 0.82", UNDECIDED, "gate_on_the_limit"),
    ("a.mean lower > 0.85", UNDECIDED, "gate_would_fail"),
    ("a.mean lower >= 0.86", FAILED, None),
    ("a.mean upper >= 0.85", PASSED, None),
    ("a.mean upper >= 0.86", FAILED, None),
    ("a.mean upper <= 0.84", UNDECIDED, "gate_would_pass"),
    ("a.mean upper <= 0.78", FAILED, None),
    ("a.mean lower == 0.8", UNDECIDED, "gate_would_fail"),
    ("failed_share <= 0.01", FAILED, None),
    ("a.mean >= baseline - 0.02", FAILED, None),
    ("a.mean >= baseline - 0.04", PASSED, None),
    ("a.mean lower >= baseline - 0.04", UNDECIDED, "gate_would_pass"),
    ("a.mean lower >= baseline", FAILED, None),
    ("a.mean >= baseline * 0.9", PASSED, None),
    ("few.mean >= 0.5", UNDECIDED, "gate_too_few_cases"),
    ("half.mean >= 0.5", UNDECIDED, "gate_too_few_scored"),
    ("none.mean >= 0.5", UNDECIDED, "gate_not_scored"),
    ("bare.mean lower >= 0.5", UNDECIDED, "gate_no_interval"),
    ("large.mean >= baseline * 1e308", UNDECIDED, "gate_too_large"),
    ("large.mean >= baseline * 1e308 - 1e308", UNDECIDED, "gate_too_large"),
    ("endless.mean >= 1", UNDECIDED, "gate_too_large"),
    ("zero.mean lower >= 1e-300", UNDECIDED, "gate_on_the_limit"),
])  # fmt: skip
def test_one_condition(text, state, code):
    found = decide(read(text), Known(NOW, AGAINST))

    figures = [value for value in vars(found.checked[0]).values() if isinstance(value, float)]
    assert (found.state, found.reason and found.reason.code) == (state, code)
    assert all(map(math.isfinite, figures))


def test_comparison_needs_a_baseline_and_enough_shared_cases():
    gate, shared = read("a.mean >= baseline"), pair(0.9, 0.8, n=3)

    assert decide(gate, Known(NOW, has_baseline=False)).reason.code == "gate_no_baseline"
    assert decide(gate, Known(NOW, {"a.mean": shared})).reason.code == "gate_too_few_pairs"
    assert decide(gate, Known(NOW, {"a.mean": shared}), Rules(least_cases=3)).state == PASSED


@pytest.mark.parametrize("text, state", [
    ("a.mean > 0 and few.mean > 0", UNDECIDED),
    ("a.mean > 1 and few.mean > 0", FAILED),
    ("a.mean > 0 or few.mean > 0", PASSED),
    ("a.mean > 1 or few.mean > 0", UNDECIDED),
    ("a.mean > 1 or a.mean > 2", FAILED),
])  # fmt: skip
def test_what_is_undecided_counts_only_where_it_matters(text, state):
    found = decide(read(text), Known(NOW))

    assert found.state == state and len(found.checked) == 2


def test_conditions_show_what_was_compared_or_from_how_many_cases_on():
    (checked,) = decide(read("a.mean lower >= baseline - 0.04"), Known(NOW, AGAINST)).checked
    assert (checked.left, checked.right, checked.n) == (0.82, pytest.approx(0.81), 300)
    assert (checked.low, checked.high, checked.p, checked.method) == (-0.05, -0.01, 0.03, "paired t")

    few = {"few.mean": of(0.9, 0.7, 1, n=12, total=12)}

    def needed(text, known=NOW):
        return decide(read(text), Known(known, AGAINST)).checked[0].cases_needed

    assert needed("a.mean lower >= 0.8") == 680  # 300 * (0.03 / 0.02)²
    assert needed("few.mean >= 0.8", few) == 30 and needed("few.mean lower >= 0.8", few) == 48
    assert needed("few.mean >= baseline", few) == 30
    assert needed("a.mean >= 0.8") is None and needed("half.mean >= 0.5") is None
    reason = decide(read("a.mean lower >= 0.8"), Known(NOW)).reason
    assert reason.english == (
        "The limit 0.8 lies in the 95 % CI from 0.79 to 0.85. The same value would pass from about 680 cases on."
    )
