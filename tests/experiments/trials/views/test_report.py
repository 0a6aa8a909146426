"""The report of an experiment: the same figures as the page, with what they come from."""

import pytest
from django.urls import reverse

from experiments.models import Experiment
from experiments.trials.actions import experiments, looks
from tests.experiments.trials_world import make_experiment, make_outputs, run
from tests.kept_people import acme
from tests.lib.pdf.letters import letters_of

__all__ = ["acme"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def kept(acme):
    version = make_outputs(acme, v4="1101001011" * 4, v5="1" * 40)
    return run(make_experiment(version, "v4", "v5", name="בדיקה · 比較", hypothesis="فرضية"))


@pytest.fixture
def experiment(kept, db):
    return Experiment.objects.get(pk=kept.pk)


def path_of(experiment):
    return reverse("experiments:experiment_report", args=[experiment.pk])


def test_it_says_what_the_look_says(experiment, client_of, vera, django_assert_max_num_queries):
    look = looks.look(experiment=experiment)
    experiments.conclude(experiment=experiment, winner=experiment.variants.get(name="v5"), notes="Ship.", look=look)
    client = client_of(vera)
    client.get(path_of(experiment))
    with django_assert_max_num_queries(20):
        shown = client.get(path_of(experiment)).content.decode()

    assert str(look.sentence) in shown and look.data_fingerprint in shown and "Decision record" in shown
    assert f"/v1/experiments/{experiment.pk}/results" in shown and "valid at every look" in shown


def file_of(client, experiment, **query):
    return client.get(reverse("experiments:experiment_report_file", args=[experiment.pk]), query)


def test_the_file_of_a_look_is_the_same_each_time(experiment, client_of, vera, django_assert_max_num_queries):
    look = looks.look(experiment=experiment)
    client = client_of(vera)
    first = file_of(client, experiment)
    with django_assert_max_num_queries(30):
        again = file_of(client, experiment)

    assert (first.status_code, first["Content-Type"]) == (200, "application/pdf") and first.content == again.content
    assert first.content == file_of(client, experiment, look=look.number).content
    assert f"experiment-{experiment.pk}-look-1.pdf" in first["Content-Disposition"]
    assert set("בדיקה比較فرض") <= letters_of(first.content)
    winner = experiment.variants.get(name="v5")
    experiments.conclude(experiment=experiment, winner=winner, notes="Ship. Žluťoučký", look=look)
    decided = file_of(client, experiment).content
    assert (
        decided != first.content
        and set("Žťý") <= letters_of(decided)
        and decided == file_of(client, experiment).content
    )


def test_degenerate_data_have_a_file_too(acme, client_of, vera):
    client = client_of(vera)

    for right in ({"v4": "1" * 12, "v5": "1" * 12}, {"v4": "1", "v5": "0"}, {"v4": "10" * 20, "v5": "1-" * 20}):
        experiment = run(make_experiment(make_outputs(acme, **right), "v4", "v5"))
        answer = file_of(client, experiment)
        assert answer.status_code == 200 and answer.content.startswith(b"%PDF-"), right


def test_a_draft_shows_its_plan_and_there_is_no_file_of_what_is_not_there(acme, experiment, client_of, vera):
    client = client_of(vera)
    draft = make_experiment(make_outputs(acme, v4="1", v5="1"), "v4", "v5")
    plan = reverse("experiments:experiment_plan", args=[draft.pk])

    assert [client.get(path_of(draft)).url, file_of(client, draft).url] == [plan, plan]
    assert [file_of(client, experiment, look=n).status_code for n in ("7", "x", "-1")] == [404, 404, 404]
