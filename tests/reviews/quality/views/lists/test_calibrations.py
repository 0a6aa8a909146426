"""The list of calibrations: those that wait for a worker or have failed too; search and filters, also over the API."""

import pytest
from django.urls import reverse

from evalhub.lib.reasons import TEXT, WORKER_CRASH
from reviews.models import JudgeTest
from tests.lists.walks import Walk, shown
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
    refused = calibrate(client, grading, reference="exact_match|")
    assert refused.status_code == 422 and "does not use an embedding model" in refused.content.decode()
    assert JudgeTest.objects.count() == 0

    answer = calibrate(client, grading)

    page = answer.content.decode()
    assert (JudgeTest.objects.get().state, JudgeTest.objects.get().reference) == ("waiting", REFERENCE)
    assert "Calibrating the judge" in page and "Waiting" in page and "every 5s" in page
    assert answer.context["list"].is_live
    assert "The judge is being calibrated against" in client.get(grading.get_absolute_url()).content.decode()
    JudgeTest.objects.update(state="done")
    assert not client.get(URL).context["list"].is_live


def results(member, query=""):
    return [(line.row.judge, line.row.has_passed) for line in shown("calibrations", member, f"?{query}").lines]


def test_searched_filtered_and_sorted(bob, api_of, grading):
    make_calibration(bob, judge="v1:old", passed=False)
    make_calibration(bob, grading=grading, simulated=True)
    make_calibration(bob, state="failed", last_error=TEXT("No."), reference=REFERENCE)
    every = [(JUDGE, False), (JUDGE, True), ("v1:old", False)]
    api = api_of(bob)

    assert results(bob) == every == results(bob, "sort=-created_at")
    assert results(bob, "passed=true") == [(JUDGE, True)] == results(bob, f"q={grading.name}")
    assert results(bob, "passed=false") == [("v1:old", False)] == results(bob, "grader_id=v1:old")
    assert results(bob, "state=failed") == [(JUDGE, False)] == results(bob, f"reference={REFERENCE}")
    assert results(bob, "simulated=true") == [(JUDGE, True)]
    for query in ("passed=true", "passed=false", "state=failed", "simulated=false"):
        told = api.get(f"/v1/quality/calibrations?{query}").json()["calibrations"]
        assert [each["grader_id"] for each in told] == [judge for judge, _ in results(bob, query)], query


def test_list_alone_is_sent_for_a_filter_of_ones_own(bob, mallory, client):
    make_calibration(bob)
    found = client.get(f"{URL}?passed=true", headers={"HX-Request": "true", "HX-Target": "list"}).content.decode()

    assert "<html" not in found and "All calibrations" not in found and "Passed" in found
    assert results(mallory) == []


def test_failed_one_says_why_and_the_one_before_holds(bob, client, grading):
    make_calibration(bob)
    failed = make_calibration(bob, state="failed", reference=REFERENCE)
    make_calibration(bob, judge="v1:other", state="waiting", last_error=TEXT("Slow down."))
    for error, words in [
        (TEXT("It has no key."), "It has no key."),
        (WORKER_CRASH(), "The worker crashed five times."),
    ]:
        JudgeTest.objects.filter(pk=failed.pk).update(last_error=error)

        page, of_grading = client.get(URL).content.decode(), client.get(grading.get_absolute_url()).content.decode()

        assert words in page and "All calibrations" in page and "Passed" in page
        assert words in of_grading and ", failed." in of_grading and "Its scores count" in of_grading
    assert "Will be retried: Slow down." in page


def walk(organization, member):
    for number in range(7):
        make_calibration(member, reference=f"program-{number}", passed=number % 2 == 0)
    return Walk(URL, search="program-3", filter="passed", value="true")
