"""The list of jobs: what each came to, filters, pages, and the ways in while there is none."""

import pytest
from django.urls import reverse

from reviews.models import Job
from tests import factories
from tests.reviews.jobs_world import make_failed_job, make_job, make_score_job
from tests.statements import at_most
from tests.undoing import undone

URL = reverse("reviews:job_list")


def read(client, query=""):
    return client.get(f"{URL}?{query}").content.decode()


def test_empty_list_tells_every_way_in(bob, vera, client_of, settings):
    settings.JOB_ROOTS, settings.JOB_INBOX = [("acme", "/srv/jobs")], "/srv/inbox"

    page = read(client_of(bob))

    for words in ("/srv/jobs", ".tar.gz", "manage.py evaluate", "/srv/inbox", reverse("reviews:job_new")):
        assert words in page
    assert "once an admin submits a job" in read(client_of(vera)) and "/srv/jobs" not in read(client_of(vera))


def test_line_says_what_the_job_came_to(bob, client_of):
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


def test_filters(bob, client_of):
    cases = [
        ("state=failed", {"job-impact-engine-0003"}),
        ("method=experiment", {"Refunds", "tutoring-pilot"}),
        ("text=refu", {"Refunds"}),
        ("text=ENGINE-0003", {"job-impact-engine-0003"}),
        ("state=unheard", {"Refunds", "tutoring-pilot", "job-impact-engine-0003"}),
        ("text=%00absent", set()),
    ]
    client = client_of(bob)
    for query, names in cases:
        with undone():
            make_job(bob, initiative_id="Refunds")
            make_score_job(bob)
            make_failed_job(bob)

            response = client.get(f"{URL}?{query}")

            assert {str(line.job) for line in response.context["lines"]} == names
            assert response.context["total"] == len(names)


def test_nothing_found_leads_back_to_all(bob, client_of):
    make_score_job(bob)

    assert "Show all result reviews" in read(client_of(bob), "state=signed_off")


def test_pages_by_key(bob, client_of):
    for number in range(51):
        make_score_job(bob, initiative_id=f"job {number}")
    client = client_of(bob)
    page = client.get(URL)

    older = client.get(URL + page.context["page"].after_query)

    shown = [str(line.job) for line in [*page.context["lines"], *older.context["lines"]]]
    assert len(page.context["lines"]) == 50 and sorted(shown) == sorted(f"job {number}" for number in range(51))
    assert older.context["page"].before_query and not older.context["page"].after_query


def test_list_is_polled_while_a_job_is_under_review(bob, client_of):
    make_job(bob, state="reviewing")
    fragment = client_of(bob).get(URL, headers={"HX-Request": "true"}).content.decode()
    assert "every 3s" in fragment and "<html" not in fragment

    Job.objects.update(state="reviewed", confidence=0.5)

    assert "every 3s" not in read(client_of(bob))


def test_twenty_jobs_cost_no_more_than_one(bob, client_of):
    make_job(bob)
    client = client_of(bob)
    client.get(URL)
    for _ in range(19):
        make_job(bob)

    with at_most(8):
        page = client.get(URL)

    assert len(page.context["lines"]) == 20


@pytest.mark.parametrize("role, status", [("reviewer", 200), ("viewer", 200), ("annotator", 403)])
def test_roles(bob, client_of, role, status):
    assert client_of(factories.make_member(bob.organization, role=role)).get(URL).status_code == status


def test_other_organizations_see_nothing_of_it(bob, mallory, client_of):
    job = make_job(bob)

    assert str(job.pk) not in read(client_of(mallory))
