"""Agreement on published data sets, where a checkout has them beside it."""

import pytest

from annotations.agreement.comparisons.between import between
from annotations.agreement.comparisons.cohen import cohen_kappa
from annotations.agreement.comparisons.scopes import scopes
from annotations.agreement.metrics import registry
from annotations.agreement.metrics.alpha import point
from annotations.agreement.patterns import Patterns
from tests.annotations.agreement.examples import published_set

SETS = {"cebab_stars": None, "mtbench_votes": ["model_a", "tie", "model_b"], "snow_rte": None}


@pytest.fixture(params=sorted(SETS))
def published(request):
    return published_set(request.param, order=SETS[request.param])


def test_every_expected_figure(published):
    labels, expected = published
    parts = {"_humans": labels.people(), "_llms": labels.machines(), "_all": labels, "": labels}

    for suffix, part in parts.items():
        patterns = Patterns.from_labels(part)
        for name, figure in expected.get(f"agreement{suffix}", {}).items():
            assert figure_of(patterns, name) == pytest.approx(figure, abs=1e-6), (suffix, name)


def figure_of(patterns, name):
    if name == "items":
        return patterns.n_items
    if name == "labels":
        return patterns.n_labels
    if name.startswith("alpha_"):
        return point(patterns, level=name.removeprefix("alpha_"))
    return registry[name](patterns, level="nominal", resamples=0).value


def test_clear_majorities_are_counted_as_published():
    for name in ("cebab_stars", "mtbench_votes"):
        labels, expected = published_set(name, order=SETS[name])

        found = between(labels, level="nominal", resamples=0)

        assert found.combined.n_items == expected["llm_panel"]["items_with_clear_human_majority"]


def test_machines_agree_with_each_other_more_than_people_do():
    labels, _ = published_set("cebab_stars")

    found = scopes(labels, level="ordinal")

    assert found.machines.low > found.people.high


def test_alpha_of_ten_annotators_is_as_published():
    labels, expected = published_set("snow_rte")

    alpha = point(Patterns.from_labels(labels), level="nominal")

    assert alpha == pytest.approx(expected["agreement"]["alpha_nominal"], abs=1e-6)


def test_cohen_of_a_published_table():
    table = [[0, 4, 1], [0, 8, 0], [0, 1, 5]]

    assert cohen_kappa(table) == pytest.approx(0.484162895928, abs=1e-9)
    assert cohen_kappa(table, weights="linear") == pytest.approx(0.470119521912, abs=1e-9)
