"""The fields of a ranking: what is ranked, and shared ranks."""

import pytest

from tests.annotations.tasks.forms.editing import from_blank, through_fields


@pytest.mark.parametrize("config", [{}, {"ties": True, "options": [{"value": "a"}, {"value": "b", "label": "B"}]}])
def test_config_survives_its_fields(config):
    before, after = through_fields("ranking", config)

    assert after == before


def test_without_rows_the_answers_of_the_item_are_ranked():
    assert from_blank("ranking") == {"ties": False}
