"""The shipped method `metrics_approximation`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("metrics_approximation", (0.20, 0.39))
