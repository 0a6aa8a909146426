"""A method reviewer is one folder: docs/adding-a-method-reviewer.md, walked to pages, API, annotation and result."""

import pytest
from django.urls import reverse

from annotations.models import Annotation
from reviews.evaluate import Evaluate
from reviews.jobs.methods import registry
from tests.extensions.documents import folder_followed
from tests.reviews.jobs_directories import make_directory, reviewing, written
from tests.reviews.machine import play

NAME = "stepped_wedge"
DIMENSIONS = {"rollout_integrity", "time_adjustment", "statistical_inference", "effect_size_plausibility"}


@pytest.fixture(autouse=True)
def folder(tmp_path):
    with folder_followed("adding-a-method-reviewer.md", registry, NAME, tmp_path) as files:
        yield files


def test_it_takes_one_folder(folder):
    assert {path.partition("/")[0] for path in folder} == {NAME}


def test_job_is_scored_within_its_range(tmp_path):
    path = make_directory(tmp_path, manifest={"model_type": NAME, "evaluate_strategy": "score"})

    result = Evaluate().execute(str(path))

    assert result["model_type"] == NAME and 0.70 <= result["confidence"] <= 0.90
    assert written(path)["evaluate_result.json"]["confidence_range"] == [0.7, 0.9]


@pytest.mark.django_db
def test_job_is_reviewed_by_its_dimensions_and_shown(bob, tmp_path, monkeypatch, client_of, api_of):
    play(monkeypatch, reviewing(score=0.8, overall=0.75))
    path = make_directory(tmp_path, manifest={"model_type": NAME})

    Evaluate(organization=bob.organization, models=["simulated-careful"], by=bob.user).execute(str(path))

    keys = set(Annotation.objects.get().judgements.values_list("question__key", flat=True))
    assert keys == {*DIMENSIONS, "overall"}
    assert {each["name"] for each in written(path)["review_result.json"]["dimensions"]} == DIMENSIONS
    client = client_of(bob)
    assert (
        '<option value="stepped_wedge" dir="auto">Stepped-wedge trial</option>' in client.get("/jobs/").content.decode()
    )
    assert "Stepped-wedge trial" in client.get(reverse("reviews:method_list")).content.decode()
    assert NAME in api_of(bob).get(reverse("api_method_list")).content.decode()
