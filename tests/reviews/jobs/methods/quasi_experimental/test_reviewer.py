"""The shipped method `quasi_experimental`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("quasi_experimental", (0.60, 0.85))
