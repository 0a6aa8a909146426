"""The fields of a rating: its ends, its step and the names of points."""

import pytest

from tests.annotations.tasks.forms.editing import from_blank, through_fields


@pytest.mark.parametrize(
    "scale",
    [
        {"min": 1, "max": 5, "labels": {"1": "Poor", "5": "Good = great"}},
        {"min": -1, "max": 1, "step": 0.5},
    ],
)
def test_config_survives_its_fields(scale):
    before, after = through_fields("rating", {"scale": scale})

    assert after == before


def test_what_is_no_number_stays_for_the_label_type_to_refuse():
    assert from_blank("rating", scale_min="one", scale_max="5") == {"scale": {"min": "one", "max": 5}}
