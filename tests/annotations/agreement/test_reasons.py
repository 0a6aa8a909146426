"""Reasons, bands and figures in words."""

import pytest

from annotations.agreement import reasons
from annotations.agreement.bands import band_key, interpretation, is_low, written
from annotations.agreement.estimate import Estimate
from annotations.agreement.figures import figure
from evalhub.lib.errors import UnknownKey


def make_estimate(value=0.74, low=0.61, high=0.84, **overrides):
    counts = {"n_items": 120, "n_annotators": 3, "n_labels": 360, "method": "krippendorff_alpha nominal"}
    return Estimate(value=value, low=low, high=high, **counts | overrides)


@pytest.mark.parametrize("code", reasons.codes())
def test_every_code_says_a_fact(code):
    found = reasons.text(code)

    assert found.show.endswith(".")
    assert str(found) == f"{found.show} {found.do}".rstrip()


def test_unknown_code_is_named():
    with pytest.raises(UnknownKey, match="'BAD_LUCK'. Valid: NO_PAIRS"):
        reasons.text("BAD_LUCK")


@pytest.mark.parametrize(
    ("low", "key"), [(0.8, "reliable"), (0.799, "tentative"), (0.667, "tentative"), (0.66, "unreliable")]
)
def test_band_follows_the_lower_bound(low, key):
    high = max(low, 0.79)

    assert band_key(make_estimate(value=low, low=low, high=high)) == key


def test_interval_from_low_to_high_agreement_is_not_enough_data():
    assert band_key(make_estimate(value=1.0, low=0.49, high=1.0)) == "unknown"
    assert band_key(make_estimate(value=1.0, low=0.67, high=1.0)) == "tentative"


def test_verdict_says_the_lower_end():
    low, wide, none = make_estimate(high=0.79), make_estimate(), make_estimate(low=None, high=None)
    undefined = make_estimate(value=None, low=None, high=None, reason="NO_PAIRS")

    assert [figure(each).band for each in (low, wide, none, undefined)] == [
        "at least 0.61: low agreement",
        "not enough data",
        "not enough data",
        "",
    ]
    assert [is_low(each) for each in (low, wide, none, undefined)] == [True, False, False, False]


def test_interpretation_needs_an_interval():
    assert interpretation(make_estimate(low=0.5)).startswith("Fair reliability")
    assert interpretation(make_estimate(low=0.1)).startswith("Poor reliability")
    assert interpretation(make_estimate(low=None, high=None)) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.744, "0.74"),
        (-0.021, "−0.02"),
        (1.0, "1.00"),
        (0.999, "0.99"),
        (-0.001, "0.00"),
        (0, "0.00"),
        (-1.0, "−1.00"),
    ],
)
def test_numbers_are_written_without_leading_zero(value, text):
    assert written(value) == text


def test_undefined_has_no_figure():
    assert figure(make_estimate(value=None, low=None, high=None, reason="NO_PAIRS")).value is None


def test_an_estimate_is_plain_json():
    found = make_estimate(notes=("FEW_ITEMS",)).as_dict()

    assert found["notes"] == ["FEW_ITEMS"]
    assert (found["value"], found["reason"], found["n_annotators"]) == (0.74, None, 3)
