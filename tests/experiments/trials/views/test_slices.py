"""Slices on the page of results: what each says, where it leads, and as many statements for many as for few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from experiments.trials.actions import looks
from experiments.trials.actions.experiments import Config
from experiments.trials.api.shapes import results_of
from experiments.trials.views import results
from tests import factories
from tests.experiments.evaluations_world import RIGHT, WRONG
from tests.experiments.trials_world import make_experiment, run
from tests.kept_people import acme

__all__ = ["acme"]
pytestmark = pytest.mark.django_db
V4, V5 = "0110" * 30, "1110" * 15 + "1101" * 15


def make_sliced(organization, topics):
    """A running experiment over cases whose topic is that of their place in `topics`, again and again."""
    said = {"1": RIGHT, "0": WRONG}
    rows = [
        {
            "input": {"prompt": f"question {place}"},
            "expected_output": RIGHT,
            "metadata": {"topic": topics[place % len(topics)]},
            "outputs": {"v4": said[V4[place]], "v5": said[V5[place]]},
        }
        for place in range(len(V4))
    ]
    columns = [{"name": "topic", "type": "string", "role": "metadata"}]
    version = factories.make_version(factories.make_dataset(organization), rows=rows, columns=columns)
    return run(make_experiment(version, "v4", "v5", config=Config(planned_n=200)))


@pytest.fixture(scope="module")
def two(acme):
    return make_sliced(acme, ["sums", "terms"])


@pytest.fixture(scope="module")
def twenty(acme):
    return make_sliced(acme, [f"topic {n}" for n in range(20)])


def shown(client, experiment, name="experiment_detail"):
    return client.get(reverse(f"experiments:{name}", args=[experiment.pk])).content.decode()


def test_each_slice_says_what_it_shows_and_leads_to_its_cases(two, client_of, vera):
    client, cases = client_of(vera), reverse("experiments:experiment_cases", args=[two.pk])

    for name in ("experiment_detail", "experiment_report"):
        text = shown(client, two, name)
        assert f'href="{cases}?treatment=1&amp;slice=topic%3Dterms"' in text, name
        assert "Exact match by slice" in text and "none of them changes the verdict" in text, name
        assert "2 slices were tested" in text and "better" in text and "inconclusive" in text, name


def test_few_cases_are_said_and_many_slices_open_with_as_many_statements(two, twenty, client_of, vera):
    client, counts = client_of(vera), []
    for experiment in (two, twenty):
        text = shown(client, experiment)
        with CaptureQueriesContext(connection) as found:
            shown(client, experiment)
        counts.append(len(found))

    assert counts[0] == counts[1]
    assert text.count("few cases") == 20 and "more slice" not in text
    assert "No slice was tested." in text


def test_a_look_without_slices_has_none_to_show(two):
    look = looks.look(experiment=two)
    del look.figures["slices"]

    assert results_of(two, look)["slices"] == []
    assert results.shown(two, look)["slices"] == []
