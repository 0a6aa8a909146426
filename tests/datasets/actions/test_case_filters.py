"""Conditions of a metadata filter in the database."""

from datasets.actions import cases
from tests import factories


def test_field_without_a_value_is_one_that_is_missing_or_null(acme):
    columns = [{"name": "score", "type": "integer", "role": "metadata"}]
    rows = [{"metadata": {"score": 1}}, {"metadata": {"score": None}}, {"metadata": {}}]
    version = factories.make_version(factories.make_dataset(acme), rows=rows, columns=columns)

    found = cases.filtered(version.cases.all(), {"score": None}, version)

    assert sorted(found.values_list("row_index", flat=True)) == [1, 2]
