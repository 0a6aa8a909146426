"""Numbers as people read them, and the ticks of an axis."""

import pytest

from evalhub.lib.charts import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.743, "0.74"),
        (-0.05, "−0.05"),
        (1.0, "1.00"),
        (0.999, "1.00"),
        (-0.001, "0.00"),
        (0.0, "0.00"),
        (-1.0, "−1.00"),
    ],
)
def test_coefficients_have_no_leading_zero(value, text):
    assert numbers.point(value) == text


def test_an_interval_needs_both_ends():
    assert numbers.interval(0.61, 0.84) == "95 % CI 0.61 to 0.84"
    assert numbers.interval(None, 0.84) == ""


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "0 %"), (0.001, "<1 %"), (0.614, "61 %"), (0.999, ">99 %"), (1.0, "100 %")]
)
def test_shares_do_not_round_something_to_nothing(value, text):
    assert numbers.share(value) == text


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1.0]),
        (-0.2, 1, [-0.25, 0, 0.25, 0.5, 0.75, 1.0]),
        (0, 7, [0, 2, 4, 6, 8]),
        (0, 1200, [0, 250, 500, 750, 1000, 1250]),
        (3, 3, [3.0, 3.2, 3.4, 3.6, 3.8, 4.0]),
    ],
)
def test_ticks_are_round_and_cover_both_ends(low, high, expected):
    assert numbers.ticks(low, high) == expected


@pytest.mark.parametrize(("value", "text"), [(0.25, "0.25"), (-0.5, "−0.5"), (0, "0"), (1.0, "1"), (1250, "1,250")])
def test_tick_labels_are_short(value, text):
    assert numbers.tick_label(value) == text


@pytest.mark.parametrize("value, text", [(-0.0, "0"), (0, "0"), (-1234.5, "−1,234.5"), (0.0012, "0.0012")])
def test_short_numbers_hide_nothing_small_and_give_nothing_no_sign(value, text):
    assert numbers.short(value) == text
