"""A repeat of an experiment over the API."""

import pytest

from tests.experiments.trials.test_repeats import concluded, make_version, prompts
from tests.experiments.trials_world import make_experiment


@pytest.fixture
def first(acme):
    return concluded(make_experiment(make_version(acme, prompts(0, 40), "0110" * 10, "1110" * 10), "v4", "v5"))


@pytest.fixture
def later(acme, first):
    """A version of 10 cases that the first one has, and of 30 others."""
    return make_version(acme, prompts(30, 70), "0110" * 10, "0111" * 10, first.dataset_version.dataset)


def test_over_the_api(first, later, bob, api_of):
    body = {"dataset_version_id": str(later.pk), "only_new_cases": True}
    found = api_of(bob).post(f"/v1/experiments/{first.pk}/repeat", body)

    assert found.status_code == 201, found.json()
    answer = found.json()
    assert (answer["n_cases"], answer["n_shared_cases"]) == (40, 10)
    assert answer["experiment"]["repeats"] == str(first.pk)
    refused = api_of(bob).post(f"/v1/experiments/{answer['experiment']['experiment_id']}/repeat", body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not_concluded")
