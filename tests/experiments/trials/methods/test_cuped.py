"""The method cuped: equal to known values, and clear where data do not tell."""

import pytest

from evalhub.lib.errors import InvalidInput
from experiments.trials.methods import Rules, methods
from tests.experiments.trials.samples import A, C, separate

NAN = float("nan")


def test_equals_the_published_figures_with_covariates():
    y0, x0 = [2.75, 2.88, 2.89, 2.51, 2.68, 2.07, 2.92, 3.86, 9.0], [3, 3.21, 2.81, 2.38, 2.68, 2.31, 3.04, 3.94, NAN]
    y1, x1 = [2.5, 2.89, 1.38, 2.32, 2.15, 3.11, 2.03, 3.21], [2.06, 2.68, 1.67, 2.1, 1.71, 2.84, 2.11, 3.19]
    found = methods["cuped"].compare(separate(y0, y1, covariates=(x0, x1)), Rules()).estimate
    assert (found.value, found.p) == pytest.approx((0.171130913, 0.149733456))

    with pytest.raises(InvalidInput, match="covariate"):
        methods["cuped"].compare(separate(A, C), Rules())
