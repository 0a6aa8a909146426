"""The shipped method `interrupted_time_series`."""

from tests.reviews.jobs.methods import shipped


def test_shipped_method_is_whole():
    shipped.check("interrupted_time_series", (0.40, 0.59))
