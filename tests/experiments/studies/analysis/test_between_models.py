"""Distances between models: of what they pooled, each pair once."""

import pytest

from experiments.studies.analysis.between_models import between_models
from tests.experiments.studies.analysis.rows import lane, study


def test_each_pair_stands_once_at_its_distance():
    lanes = [lane("a", "one"), lane("b", "two"), lane("c", "")]
    found = between_models(study([[1, 3, 1]], lanes))
    assert [(apart.left, apart.right) for apart in found] == [("one", "two"), ("one", "people"), ("two", "people")]
    assert [apart.jensen_shannon for apart in found] == pytest.approx([1, 0, 1])
    assert [apart.total_variation for apart in found] == pytest.approx([1, 0, 1])

    (apart,) = between_models(study([[1, "failed"]], [lane("a", "one"), lane("b", "two")]))
    assert (apart.jensen_shannon, apart.total_variation) == (None, None)
