"""The shipped method `experiment`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("experiment", (0.85, 1.00))
