"""Calibrations that wait for a worker, or have failed, on the pages of judges and of gradings."""

import pytest
from django.urls import reverse

from evalhub.lib.reasons import TEXT, WORKER_CRASH
from reviews.models import JudgeTest
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading

pytestmark = pytest.mark.usefixtures("no_broker")
URL = reverse("reviews:calibration_list")
REFERENCE = "embedding_similarity:openai/simulated-small"


@pytest.fixture
def grading(bob):
    return make_grading(bob, judge="llm_judge", judge_model="simulated-careful", grader=JUDGE)


@pytest.fixture
def client(bob, client_of):
    return client_of(bob)


def calibrate(client, grading, **fields):
    given = {"reference": "embedding_similarity|lexical", "embedding_model": "openai/simulated-small"} | fields
    return client.post(reverse("reviews:grading_calibrate", args=[grading.pk]), given, follow=True)


def test_model_of_a_provider_is_asked_by_the_worker(client, grading):
    page = calibrate(client, grading).content.decode()

    assert (JudgeTest.objects.get().state, JudgeTest.objects.get().reference) == ("waiting", REFERENCE)
    assert "Calibrating the judge" in page and "Running" in page and "every 3s" in page
    assert "The judge is being calibrated against" in client.get(grading.get_absolute_url()).content.decode()


def test_live_part_ends_with_the_last_one(client, grading):
    calibrate(client, grading)
    part = client.get(URL, headers={"HX-Request": "true"})
    assert "every 3s" in part.content.decode() and "<html" not in part.content.decode()

    JudgeTest.objects.update(state="done")

    assert client.get(URL, headers={"HX-Request": "true"})["HX-Refresh"] == "true"


@pytest.mark.parametrize(
    "error, words",
    [(TEXT("It has no key."), "It has no key."), (WORKER_CRASH(), "The worker crashed five times.")],
)
def test_failed_one_says_why_and_the_one_before_holds(bob, client, grading, error, words):
    make_calibration(bob)
    make_calibration(bob, state="failed", last_error=error, reference=REFERENCE)

    page, of_grading = client.get(URL).content.decode(), client.get(grading.get_absolute_url()).content.decode()

    assert words in page and "Earlier calibrations" in page and "Passed" in page
    assert words in of_grading and ", failed." in of_grading and "Its scores count" in of_grading


def test_one_that_is_tried_again_says_why(bob, client):
    make_calibration(bob, state="waiting", last_error=TEXT("Slow down."))

    assert "Will be retried: Slow down." in client.get(URL).content.decode()


def test_model_without_need_is_refused(client, grading):
    page = calibrate(client, grading, reference="exact_match|")

    assert page.status_code == 422 and "does not use an embedding model" in page.content.decode()
    assert JudgeTest.objects.count() == 0
