"""Marks that the simulation gives to reported figures."""

import re

from evalhub.demo.provider.judging.reported_results import Results

CHECKS = re.compile(r"\b\w*(?:balance|attrition)\w*", re.IGNORECASE)


def interval(lower, upper, effect=10.0):
    return Results(f'"effect_estimate": {effect}, "ci_lower": {lower}, "ci_upper": {upper}').interval()


def test_wider_intervals_are_worth_less():
    narrow, wide, zero = interval(9, 11), interval(2, 18), interval(-2, 22)

    assert narrow.quality > wide.quality > zero.quality > 0
    assert "zero" in zero.words and "1.6 times" in wide.words


def test_more_units_are_worth_more():
    few, many = (Results(f"sample_size: {size}").sample() for size in (20, 5000))

    assert few.quality < 0.35 < 0.7 < many.quality
    assert few.words == "Only 20 units were observed." and few.passage == "sample_size: 20"


def test_p_values():
    for value, good in [("0.001", True), ("0.4", False)]:
        assert (Results(f"p_value: {value}").significance().quality > 0.6) == good, (value, good)


def test_no_p_value_is_no_mark():
    for text in ["", "p_value: 7", "p_value: none"]:
        assert Results(text).significance() is None, text


def test_checks_count_and_failed_ones_count_against():
    none, good, bad = (
        Results(text).diagnostics(CHECKS).quality
        for text in ("", "balance: fine\nattrition: 2%", "balance: failed\nattrition: 2%")
    )

    assert good > bad > none


def test_passages_are_exact_parts_of_long_lines():
    text = '{"note": "' + "x" * 300 + '", "ci_lower": 5.0, "ci_upper": 6.0}'

    assert Results(text).interval().passage == '"ci_lower": 5.0'


def test_absence_is_said():
    assert "No interval" in Results("").interval().words and "not said" in Results("").sample().words
