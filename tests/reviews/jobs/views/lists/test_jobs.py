"""The list of jobs: what each came to, search and filters on the page and over the API, the ways to submit one."""

import pytest
from django.urls import reverse

from reviews.models import Job
from tests import factories
from tests.lists.walks import Walk
from tests.reviews.jobs_world import make_failed_job, make_job, make_score_job
from tests.statements import at_most

PATH = reverse("reviews:job_list")


def read(client, query=""):
    return client.get(f"{PATH}?{query}").content.decode()


def names(client, **query):
    return {str(line.row) for line in client.get(PATH, query).context["list"].lines}


@pytest.fixture
def jobs(bob):
    make_job(bob, initiative_id="Refunds")
    make_score_job(bob)
    make_failed_job(bob)


def test_empty_list_tells_every_way_in(bob, vera, client_of, settings):
    settings.JOB_ROOTS, settings.JOB_INBOX = [("acme", "/srv/jobs")], "/srv/inbox"

    page = read(client_of(bob))

    for words in ("/srv/jobs", ".tar.gz", "manage.py evaluate", "/srv/inbox", reverse("reviews:job_new")):
        assert words in page
    assert "once an admin submits a job" in read(client_of(vera)) and "/srv/jobs" not in read(client_of(vera))


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


def test_states_are_told_apart(bob, client_of):
    for state in ("reviewing", "signed_off"):
        make_job(bob, state=state)
    make_failed_job(bob)
    make_score_job(bob)

    page = read(client_of(bob))

    for words in ("Under review</span>", "Signed off</span>", "Use with caution", "Failed</span>", "Scored</span>"):
        assert words in page
    assert "job-impact-engine-0003" in page and "not known" in page


def test_searched_and_filtered(bob, client_of, jobs):
    client = client_of(bob)

    assert names(client, state="failed") == {"job-impact-engine-0003"} == names(client, q="ENGINE-0003")
    assert names(client, model_type="experiment") == {"Refunds", "tutoring-pilot"}
    assert names(client, q="refu") == {"Refunds"} == names(client, q="engine-0001")
    assert "state is &#x27;unheard&#x27;" in read(client, "state=unheard")


def test_api_narrows_as_the_page_does(bob, api_of, jobs):
    def found(query):
        return [job["initiative_id"] for job in api_of(bob).get(f"/v1/reviews/jobs?{query}").json()["jobs"]]

    assert found("q=refu") == ["Refunds"] == found("q=engine-0001")
    assert found("state=reviewed&model_type=experiment") == ["tutoring-pilot", "Refunds"]


def test_rows_are_read_again_while_a_job_is_under_review(bob, client_of):
    make_job(bob, state="reviewing")
    assert 'hx-trigger="every 5s"' in read(client_of(bob))

    Job.objects.update(state="reviewed", confidence=0.5)

    assert 'hx-trigger="every 5s"' not in read(client_of(bob))


def test_twenty_jobs_cost_no_more_than_one(bob, client_of):
    make_job(bob)
    client = client_of(bob)
    client.get(PATH)
    for _ in range(19):
        make_job(bob)

    with at_most(9):
        page = client.get(PATH)

    assert len(page.context["list"].lines) == 20


@pytest.mark.parametrize("role, status", [("reviewer", 200), ("viewer", 200), ("annotator", 403)])
def test_roles(bob, client_of, role, status):
    assert client_of(factories.make_member(bob.organization, role=role)).get(PATH).status_code == status


def test_other_organizations_see_nothing_of_it(bob, mallory, client_of):
    job = make_job(bob)

    assert str(job.pk) not in read(client_of(mallory))


def walk(organization, member):
    for number in range(7):
        make_score_job(member, initiative_id=f"Pilot number {number}")
    for _ in range(2):
        make_failed_job(member)
    return Walk(PATH, search="number 3", filter="state", value="failed")
