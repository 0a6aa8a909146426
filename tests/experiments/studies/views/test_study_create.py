"""Set up and clone studies over forms: what is kept, what is refused, and where the words stand."""

import pytest
from django.urls import reverse

from experiments.models import Study
from reviews.engine.tasks import request_due
from tests.experiments.studies_world import MODEL, make_study, make_window

NEW = reverse("experiments:study_create")


@pytest.fixture(autouse=True)
def woken(monkeypatch):
    """How often a worker was called."""
    calls = []
    monkeypatch.setattr(request_due, "delay_on_commit", lambda: calls.append(1))
    return calls


def fields(window, **changes):
    return {
        "name": "First",
        "window": window.pk,
        "rubric_models": f"{MODEL}\nopenai/simulated-mini",
        "samples_per_model": 2,
        "scale_size": 4,
        "method": "subset",
        "abstain_enabled": "on",
        "evidence_view": "raw",
        "bundle_strategy": "random_bundle",
        "evidence_bundle_size": 2,
        "people_per_bundle": 3,
        "seed": 7,
        "completion_mode": "best_effort",
        "min_batch_size": 10,
        "budget_usd": "1.50",
        "critic_model": "simulated-hasty",
        "start": "on",
    } | changes


def test_study_is_set_up_and_started(bob, client_of, woken):
    response = client_of(bob).post(NEW, fields(make_window(bob)))

    study = Study.objects.get()
    assert response.status_code == 302 and response.url == reverse("experiments:study_detail", args=[study.pk])
    assert study.design.rubric_models == (MODEL, "openai/simulated-mini") and study.design.scoring_models == ()
    assert (study.design.abstain_enabled, study.design.anonymize_stages) == (True, False)
    assert (study.design.seed, study.design.people_per_bundle, study.design.method) == (7, 3, "subset")
    rules = study.run.rules
    assert (rules.completion_mode, rules.min_batch_size, str(rules.budget_usd)) == ("best_effort", 10, "1.50")
    assert study.run.desired_state == "run" and woken == [1]


def test_study_may_wait_for_its_start(bob, client_of, woken):
    form = fields(make_window(bob))
    del form["start"]

    client_of(bob).post(NEW, form)

    assert Study.objects.get().run.desired_state == "pause" and not woken


WRONG = [
    ({"rubric_models": ""}, "rubric_models", "required"),
    ({"rubric_models": "two words!"}, "rubric_models", "a provider and a name"),
    ({"rubric_models": f"{MODEL} {MODEL}"}, "rubric_models", "each model once"),
    ({"scale_size": 10}, "scale_size", "less than or equal to 9"),
    ({"samples_per_model": 100, "scoring_models": "a b c"}, "samples_per_model", "at most 500"),
    ({"budget_usd": "0"}, "budget_usd", "an amount above 0"),
    ({"method": "all"}, "method", "not one of the available"),
    ({"window": ""}, "window", "required"),
]


def test_mistakes_stand_beside_their_fields(bob, client_of):
    client, window = client_of(bob), make_window(bob)
    for changes, field, words in WRONG:
        response = client.post(NEW, fields(window) | changes)

        errors = response.context["form"].errors
        assert response.status_code == 422 and words in errors[field][0], (changes, errors)
        assert not Study.objects.exists()

    window, client = make_window(bob, texts=["x" * 100_000, "y"]), client_of(bob)
    make_study(bob, name="First")
    taken, large = client.post(NEW, fields(make_window(bob))), client.post(NEW, fields(window, name="Other"))
    assert "already" in taken.context["form"].errors["name"][0]
    assert "too large" in large.context["form"].errors["evidence_bundle_size"][0]


def test_window_of_another_organization_cannot_be_chosen(bob, mallory, client_of):
    make_window(bob)

    response = client_of(bob).post(NEW, fields(make_window(mallory)))

    assert response.status_code == 422 and "window" in response.context["form"].errors and not Study.objects.exists()


def test_form_needs_evidence_and_clones_what_it_does_not_show(bob, client_of):
    make_window(bob, texts=0)
    client = client_of(bob)
    assert "No evidence sets with texts" in client.get(NEW).content.decode()
    window = make_window(bob)
    assert f'<option value="{window.pk}" selected>' in client.get(f"{NEW}?window={window.pk}").content.decode()

    study = make_study(bob, rubric_parameters={"temperature": 0.5}, policy={"max_attempts": 3})
    client, address = client_of(bob), reverse("experiments:study_clone", args=[study.pk])
    initial = client.get(address).context["form"].initial
    form = {name: value for name, value in initial.items() if value not in (None, False)} | {"seed": 9}
    response = client.post(address, form)
    made = Study.objects.exclude(pk=study.pk).get()
    assert response.status_code == 302 and made.name == f"{study.name} (copy)" and made.window == study.window
    assert made.settings == study.settings | {"seed": 9} and made.run.rules.max_attempts == 3
