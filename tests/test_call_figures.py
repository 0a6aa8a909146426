"""Amounts of money far below a cent, and milliseconds, as people read them."""

import pytest

from evalhub.templatetags.call_figures import milliseconds, usd


@pytest.mark.parametrize(
    "value, words",
    [
        (None, ""),
        (0, "$0"),
        (0.0000123456, "$0.0000123"),
        (0.002, "$0.002"),
        (0.5, "$0.5"),
        (1.5, "$1.50"),
        (1234.567, "$1,234.57"),
        (0.1, "$0.1"),
    ],
)
def test_money_keeps_three_digits_and_unknown_is_nothing(value, words):
    assert usd(value) == words


@pytest.mark.parametrize("value, words", [(None, ""), (0.4, "0 ms"), (12.4, "12 ms"), (1440, "1.4 s")])
def test_latencies(value, words):
    assert milliseconds(value) == words
