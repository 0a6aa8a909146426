"""Rating: scales, their points and the values on them."""

import math

import pytest

from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.tasks.forms.editing import from_blank, through_fields

rating = registry["rating"]
EXAMPLE = ({"scale": {"min": 1, "max": 5, "labels": {"1": "poor", "5": "excellent"}}}, 4)


def make_config(low=1, high=5, **overrides):
    return rating.clean_config({"scale": {"min": low, "max": high, **overrides}})


def test_config_is_filled_in_and_labels_follow_the_scale_and_fractional_steps_are_exact():
    config = make_config(labels={"5": "excellent", "1": "poor"})
    assert config == {"scale": {"min": 1, "max": 5, "step": 1, "labels": {"1": "poor", "5": "excellent"}}}
    assert list(config["scale"]["labels"]) == ["1", "5"]
    assert rating.clean_config(config) == config

    config = make_config(0, 1, step=0.1, labels={"0.3": "some"})
    assert rating.domain(config) == (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    assert rating.clean(config, 0.3) == 0.3
    assert rating.display(config, 0.3) == "0.3 (some)"


@pytest.mark.parametrize(
    ("scale", "path"),
    [
        (None, "scale"),
        ([1, 5], "scale"),
        ({"min": 1}, "scale.max"),
        ({"min": "1", "max": 5}, "scale.min"),
        ({"min": True, "max": 5}, "scale.min"),
        ({"min": 1, "max": math.inf}, "scale.max"),
        ({"min": 5, "max": 5}, "scale.max"),
        ({"min": 5, "max": 1}, "scale.max"),
        ({"min": 1, "max": 5, "step": 0}, "scale.step"),
        ({"min": 1, "max": 5, "step": -1}, "scale.step"),
        ({"min": 1, "max": 5, "step": 3}, "scale.step"),
        ({"min": 0, "max": 101}, "scale"),
        ({"min": 0, "max": 1, "step": 1e-300}, "scale"),
        ({"min": 1, "max": 5, "labels": {"6": "superb"}}, "scale.labels"),
        ({"min": 1, "max": 5, "labels": {"1": 1}}, "scale.labels.1"),
        ({"min": 1, "max": 5, "anchors": {}}, "scale"),
    ],
)
def test_impossible_scales_are_refused(scale, path):
    with pytest.raises(InvalidInput) as failure:
        rating.clean_config({"scale": scale})

    assert failure.value.details["path"] == path


@pytest.mark.parametrize("value", [0, 6, 2.5, "3", True, None, [3], math.nan, math.inf, 10**400])
def test_only_points_of_the_scale_are_answers(value):
    with pytest.raises(InvalidInput, match="Valid: a number among 1, 2, 3, 4, 5."):
        rating.clean(make_config(), value)


def test_a_whole_float_is_the_same_number_and_ratings_are_ordinal_numbers():
    assert repr(rating.clean(make_config(), 4.0)) == "4"

    config = make_config(-1, 1)
    assert rating.level(config) == "ordinal"
    assert rating.consensus == "median"
    assert rating.domain(config) == (-1.0, 0.0, 1.0)
    assert rating.number(config, -1) == -1.0


@pytest.mark.parametrize(
    ("values", "expected"), [([], None), ([""], None), (["4"], 4), (["0.5"], 0.5), (["-1"], -1), (["four"], "four")]
)
def test_posted_values(values, expected):
    assert rating.from_form(make_config(), values) == expected


def test_schema_has_bounds_and_says_what_points_mean_and_what_is_no_number_stays_for_the_label_type_to_refuse():
    whole, halves = make_config(labels={"1": "poor", "5": "excellent"}), make_config(0, 1, step=0.5)
    assert rating.json_schema(whole) == {
        "type": "integer",
        "minimum": 1,
        "maximum": 5,
        "description": "1: poor\n5: excellent",
    }
    assert rating.json_schema(halves) == {
        "type": "number",
        "minimum": 0,
        "maximum": 1,
        "description": "In steps of 0.5.",
    }

    assert from_blank("rating", scale_min="one", scale_max="5") == {"scale": {"min": "one", "max": 5}}


@pytest.mark.parametrize(
    "scale", [{"min": 1, "max": 5, "labels": {"1": "Poor", "5": "Good = great"}}, {"min": -1, "max": 1, "step": 0.5}]
)
def test_config_survives_its_fields(scale):
    before, after = through_fields("rating", {"scale": scale})

    assert after == before
