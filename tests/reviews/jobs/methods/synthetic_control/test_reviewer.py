"""The shipped method `synthetic_control`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("synthetic_control", (0.60, 0.84))
