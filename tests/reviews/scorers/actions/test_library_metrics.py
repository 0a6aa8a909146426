"""Metrics that are ready for every organization."""

import pytest

from annotations.models import Metric
from annotations.tasks.actions import metrics
from evalhub.lib.errors import UnknownKey
from reviews.scorers.actions import library_metrics
from reviews.scorers.metrics import metrics_of_answers
from tests import factories

pytestmark = pytest.mark.django_db


def test_ready_metrics_have_texts_and_newest_versions(bob):
    made = {key: library_metrics.ready(organization=bob.organization, key=key) for key in library_metrics.keys()}
    assert {metric.key for metric in made.values()} == set(made) >= {"faithfulness", "correctness", "exact_match"}
    for key, metric in made.items():
        assert metric.method == (key if key in metrics_of_answers else "questions"), key
        assert metric.direction == "higher" and metric.criteria["description"], key

    faithfulness = library_metrics.ready(organization=bob.organization, key="faithfulness", by=bob.user)
    assert [anchor["value"] for anchor in faithfulness.criteria["anchors"]] == ["1", "2", "3", "4", "5"]
    assert (faithfulness.label_type, faithfulness.pass_at, faithfulness.version) == ("rating", 4, 1)
    assert "every claim" in metrics.field_of(faithfulness)["help"].lower()

    first = library_metrics.ready(organization=bob.organization, key="fluency")
    newer = metrics.revise(metric=first, changes={"pass_at": 3}, by=bob.user)
    assert library_metrics.ready(organization=bob.organization, key="fluency") == newer
    assert Metric.objects.filter(key="fluency").count() == 2


def test_libraries_are_apart_and_unready_keys_refused(bob):
    mine = library_metrics.ready(organization=bob.organization, key="fluency")
    assert library_metrics.ready(organization=factories.make_organization(), key="fluency") != mine

    with pytest.raises(UnknownKey) as refused:
        library_metrics.ready(organization=bob.organization, key="vibes")
    assert "faithfulness" in refused.value.details["valid"]
