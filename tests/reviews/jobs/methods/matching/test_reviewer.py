"""The shipped method `matching`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("matching", (0.60, 0.84))
