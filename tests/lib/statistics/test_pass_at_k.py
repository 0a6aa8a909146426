"""pass@k against known values and against counting all choices of k."""

from itertools import combinations

import numpy as np
import pytest

from evalhub.lib.statistics.pass_at_k import of_counts, pass_at_k


@pytest.mark.parametrize(
    ("n", "c", "k", "value"),
    [(5, 0, 1, 0.0), (5, 2, 1, 0.4), (5, 5, 3, 1.0), (5, 1, 5, 1.0), (4, 2, 2, 5 / 6), (200, 10, 100, 0.9992290)],
)
def test_known_values(n, c, k, value):
    found = pass_at_k(n, c, k)

    assert (found.value, found.n, found.reason) == (pytest.approx(value, abs=1e-7), n, "")


def test_it_is_the_unbiased_share_of_choices_of_k():
    for n, c, k in [(6, 2, 3), (7, 1, 2), (5, 3, 4)]:
        passing = [any(place < c for place in chosen) for chosen in combinations(range(n), k)]

        assert pass_at_k(n, c, k).value == pytest.approx(sum(passing) / len(passing))

    rng, p, k = np.random.default_rng(3), 0.3, 3
    c = rng.binomial(8, p, 20_000)
    assert of_counts(np.full(len(c), 8), c, k).mean() == pytest.approx(1 - (1 - p) ** k, abs=0.006)

    assert [pass_at_k(n, 0, 3).reason for n in (0, 2, 3)] == ["NOTHING", "TOO_FEW", ""]
    assert np.isnan(of_counts(np.array([2, 3]), np.array([2, 1]), 3)).tolist() == [True, False]
    assert of_counts(np.array([], dtype=int), np.array([], dtype=int), 3).size == 0
    with pytest.raises(ValueError, match="n=2, c=3, k=1"):
        pass_at_k(2, 3, 1)
