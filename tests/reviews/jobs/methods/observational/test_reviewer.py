"""The shipped method `observational`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("observational", (0.20, 0.39))
