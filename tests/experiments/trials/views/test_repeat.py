"""The page that repeats an experiment: what is shared, the draft, and the links of both."""

import pytest
from django.urls import reverse

from experiments.trials.actions import repeats
from tests.experiments.trials.test_repeats import concluded, make_version, prompts
from tests.experiments.trials_world import make_experiment


@pytest.fixture
def first(acme):
    return concluded(make_experiment(make_version(acme, prompts(0, 40), "0110" * 10, "1110" * 10), "v4", "v5"))


@pytest.fixture
def later(acme, first):
    """A version of 10 cases that the first one has, and of 30 others."""
    return make_version(acme, prompts(30, 70), "0110" * 10, "0111" * 10, first.dataset_version.dataset)


def test_repeat_on_its_page_and_why_not(first, later, bob, client_of):
    client, path = client_of(bob), reverse("experiments:experiment_repeat", args=[first.pk])
    text = client.get(path).content.decode()
    assert "Shared with this experiment: 10, new: 30." in text
    part = client.get(path, {"version": later.pk}, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<p id="sharing"') and "new: 30" in part
    made = client.post(path, {"version": later.pk, "only_new": "on", "name": ""}, follow=True)
    assert "v5 against v4, repeat 1 is a draft" in made.content.decode() and "Repeats" in made.content.decode()
    detail = client.get(reverse("experiments:experiment_detail", args=[first.pk])).content.decode()
    assert "Repeated by" in detail and "v5 against v4, repeat 1" in detail and "Repeat with new cases" in detail
    assert client.post(path, {"version": first.dataset_version_id}).status_code == 422

    draft = repeats.repeat(experiment=first, version=later)
    path = reverse("experiments:experiment_repeat", args=[draft.pk])
    text = client_of(bob).get(path).content.decode()
    assert "Only a concluded or an archived experiment is repeated." in text and "Create draft" not in text
