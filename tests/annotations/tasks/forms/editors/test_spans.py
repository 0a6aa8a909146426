"""The fields of passages: labels, how many, and in which texts."""

import pytest

from tests.annotations.tasks.forms.editing import CHOICES, through_fields


@pytest.mark.parametrize("more", [{}, {"min_spans": 0, "max_spans": 3, "texts": ["output", "input.context"]}])
def test_config_survives_its_fields(more):
    before, after = through_fields("spans", {"options": CHOICES} | more)

    assert after == before
