"""The list of jobs: what each came to, search and filters on the page and over the API, the ways to submit one."""

import pytest
from django.urls import reverse

from tests.lists.walks import Walk, shown
from tests.reviews.jobs_world import make_failed_job, make_job, make_score_job

PATH = reverse("reviews:job_list")


def read(client, query=""):
    return client.get(f"{PATH}?{query}").content.decode()


def names(member, **query):
    return {str(line.row) for line in shown("jobs", member, query).lines}


@pytest.fixture
def jobs(bob):
    make_job(bob, initiative_id="Refunds")
    make_score_job(bob)
    make_failed_job(bob)


def test_empty_list_tells_every_way_in(bob, vera, client_of, settings):
    settings.JOB_ROOTS, settings.JOB_INBOX = [("acme", "/srv/jobs")], "/srv/inbox"

    page, of_viewer = read(client_of(bob)), read(client_of(vera))

    for words in ("/srv/jobs", ".tar.gz", "manage.py evaluate", "/srv/inbox", reverse("reviews:job_new")):
        assert words in page
    assert "once an admin submits a job" in of_viewer and "/srv/jobs" not in of_viewer


def test_row_says_what_the_job_came_to(bob, client_of):
    make_job(
        bob,
        models=("simulated-careful", "simulated-hasty"),
        overall=(0.8, 0.5),
        initiative_id="pilot-7",
        warnings=["The sample size is 12. Usual: at least 30."],
    )

    page = read(client_of(bob))

    assert "pilot-7" in page and ">0.65<" in page and "distance 0.30" in page and "1 warning" in page
    assert "Simulated" in page and "Experiment" in page and 'title="The sample size is 12.' in page
    assert page.count('class="strip-mark"') == 2  # the score of each model, drawn small
    assert 'hx-trigger="every 5s"' not in page

    for state in ("reviewing", "signed_off"):
        make_job(bob, state=state)
    make_failed_job(bob)
    make_score_job(bob)
    page = read(client_of(bob))
    for words in ("Under review</span>", "Signed off</span>", "Use with caution", "Failed</span>", "Scored</span>"):
        assert words in page, words
    assert "job-impact-engine-0003" in page and "not known" in page and 'hx-trigger="every 5s"' in page


def test_searched_and_filtered_on_the_page_and_in_the_api(bob, mallory, client_of, api_of, jobs):
    api = api_of(bob)

    def told(query):
        return [job["initiative_id"] for job in api.get(f"/v1/reviews/jobs?{query}").json()["jobs"]]

    assert names(bob, state="failed") == {"job-impact-engine-0003"} == names(bob, q="ENGINE-0003")
    assert names(bob, model_type="experiment") == {"Refunds", "tutoring-pilot"}
    assert names(bob, q="refu") == {"Refunds"} == names(bob, q="engine-0001")
    assert "state is &#x27;unheard&#x27;" in read(client_of(bob), "state=unheard")
    assert told("q=refu") == ["Refunds"] == told("q=engine-0001")
    assert told("state=reviewed&model_type=experiment") == ["tutoring-pilot", "Refunds"]
    assert names(mallory) == set()


def walk(organization, member):
    for number in range(7):
        make_score_job(member, initiative_id=f"Pilot number {number}")
    for _ in range(2):
        make_failed_job(member)
    return Walk(PATH, search="number 3", filter="state", value="failed")
