"""The list of calibrations: those that wait for a worker or have failed too; search and filters, also over the API."""

import pytest
from django.urls import reverse

from evalhub.lib.reasons import TEXT, WORKER_CRASH
from reviews.models import JudgeTest
from tests.lists.walks import Walk
from tests.reviews.gradings_world import JUDGE, make_calibration, make_grading
from tests.statements import at_most

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
    assert "Calibrating the judge" in page and "Waiting" in page and "every 5s" in page
    assert "The judge is being calibrated against" in client.get(grading.get_absolute_url()).content.decode()


def results(client, query=""):
    return [(line.row.judge, line.row.has_passed) for line in client.get(f"{URL}?{query}").context["list"].lines]


def test_rows_are_read_again_until_the_last_one_is_done(client, grading):
    calibrate(client, grading)
    assert client.get(URL).context["list"].is_live

    JudgeTest.objects.update(state="done")

    assert not client.get(URL).context["list"].is_live


def test_searched_filtered_and_sorted(bob, client, api_of, grading):
    make_calibration(bob, judge="v1:old", passed=False)
    make_calibration(bob, grading=grading, simulated=True)
    make_calibration(bob, state="failed", last_error=TEXT("No."), reference=REFERENCE)
    every = [(JUDGE, False), (JUDGE, True), ("v1:old", False)]

    assert results(client) == every == results(client, "sort=-created_at")
    assert results(client, "passed=true") == [(JUDGE, True)] == results(client, f"q={grading.name}")
    assert results(client, "passed=false") == [("v1:old", False)] == results(client, "grader_id=v1:old")
    assert results(client, "state=failed") == [(JUDGE, False)] == results(client, f"reference={REFERENCE}")
    assert results(client, "simulated=true") == [(JUDGE, True)]
    for query in ("passed=true", "passed=false", "state=failed", "simulated=false"):
        told = api_of(bob).get(f"/v1/quality/calibrations?{query}").json()["calibrations"]
        assert [each["grader_id"] for each in told] == [judge for judge, _ in results(client, query)], query


def test_list_alone_is_sent_for_a_filter(bob, client):
    make_calibration(bob)
    found = client.get(f"{URL}?passed=true", headers={"HX-Request": "true", "HX-Target": "list"}).content.decode()

    assert "<html" not in found and "All calibrations" not in found and "Passed" in found


def test_page_costs_the_same_for_twenty(bob, client):
    make_calibration(bob)
    client.get(URL)
    for _ in range(19):
        make_calibration(bob)

    with at_most(13):
        assert len(results(client)) == 20


def test_other_organizations_find_nothing(bob, mallory, client_of):
    make_calibration(bob)

    assert results(client_of(mallory)) == [] == results(client_of(mallory), f"grader_id={JUDGE}")


@pytest.mark.parametrize(
    "error, words",
    [(TEXT("It has no key."), "It has no key."), (WORKER_CRASH(), "The worker crashed five times.")],
)
def test_failed_one_says_why_and_the_one_before_holds(bob, client, grading, error, words):
    make_calibration(bob)
    make_calibration(bob, state="failed", last_error=error, reference=REFERENCE)

    page, of_grading = client.get(URL).content.decode(), client.get(grading.get_absolute_url()).content.decode()

    assert words in page and "All calibrations" in page and "Passed" in page
    assert words in of_grading and ", failed." in of_grading and "Its scores count" in of_grading


def test_one_that_is_tried_again_says_why(bob, client):
    make_calibration(bob, state="waiting", last_error=TEXT("Slow down."))

    assert "Will be retried: Slow down." in client.get(URL).content.decode()


def test_model_without_need_is_refused(client, grading):
    page = calibrate(client, grading, reference="exact_match|")

    assert page.status_code == 422 and "does not use an embedding model" in page.content.decode()
    assert JudgeTest.objects.count() == 0


def walk(organization, member):
    for number in range(7):
        make_calibration(member, reference=f"program-{number}", passed=number % 2 == 0)
    return Walk(URL, search="program-3", filter="passed", value="true")
