"""Evaluations of several systems on the same cases are compared pair by pair."""

import pytest

from experiments.evaluations.actions import comparison
from tests.experiments.gates_world import systems

pytestmark = pytest.mark.django_db


def test_comparison_pairs_cases_and_lists_flips_and_slices(acme):
    baseline, better, other = systems(acme, 20, 36, 20)

    found = comparison.compare(baseline=baseline, evaluations=[better, other], slice_by=["topic"])

    (one,), (two,) = found.of(better), found.of(other)
    assert (one.n_pairs, one.baseline_mean, one.mean, one.difference.value) == pytest.approx((40, 0.5, 0.9, 0.4))
    assert (one.wins, one.ties, one.losses, len(one.gained), len(one.lost)) == (16, 24, 0, 16, 0)
    assert one.flip_p < 0.001 and one.p_corrected < 0.001 and one.standardized > 0
    assert [(each.value, each.difference.n) for each in one.slices] == [("sums", 20), ("terms", 20)]
    assert two.difference.value == 0 and two.difference.reason == "NO_VARIATION" and two.flip_p == 1
    assert two.standardized is None and two.p_corrected is None
