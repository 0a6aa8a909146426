"""The report of a job: verdict, figures, dimensions, decisions, provenance."""

import pytest
from django.urls import reverse

from tests.reviews.jobs_world import audit_all, make_job, make_score_job
from tests.statements import at_most

ARABIC, CHINESE = "العينة صغيرة", "样本量足够"


def page(client, job):
    return client.get(reverse("reviews:job_report", args=[job.pk])).content.decode()


def test_unsigned_report_says_so(vera, bob, client_of):
    assert "Not signed off" in page(client_of(vera), make_job(bob))


def test_signed_report_says_verdict_person_and_note(bob, client_of):
    words = page(client_of(bob), make_job(bob, state="signed_off"))

    assert "Use with caution" in words and "Signed off by" in words and "The sample is small." in words
    assert "Not signed off" not in words


def test_report_says_what_it_rests_on(bob, rita, client_of):
    job = make_job(bob, models=("simulated-careful", "openai/gpt-4o-mini"), overall=(0.8, 0.5))
    audit_all(job, rita)

    words = page(client_of(bob), job)

    for shown in (
        "openai/gpt-4o-mini",
        "Randomization integrity",
        "The arms look alike.",
        "Accepted",
        "Simulated",
        "Arms were drawn by a computer.",
        job.content_sha256,
        str(job.pk),
        "experiment p",
        "models: 0.30",
    ):
        assert shown in words


def test_report_says_what_was_estimated(bob, client_of):
    job = make_job(bob)

    report = client_of(bob).get(reverse("reviews:job_report", args=[job.pk])).context["report"]

    assert report.estimates == [("Estimate", "10"), ("Interval", "5 to 15"), ("Cases", "50"), ("Cost to scale", "100")]


def test_score_report_says_that_nobody_has_read_the_job(bob, client_of):
    assert "not reviewed by a model or a person" in page(client_of(bob), make_score_job(bob))


def test_notes_in_any_script_stand_in_their_own_direction(bob, client_of):
    job = make_job(bob, state="signed_off", sign_off_note=f"{ARABIC} {CHINESE}")

    assert f'<p dir="auto">{ARABIC} {CHINESE}</p>' in page(client_of(bob), job)


@pytest.mark.parametrize("state", ["reviewing", "failed"])
def test_job_without_a_result_has_no_report(bob, client_of, state):
    job = make_job(bob, state=state)

    assert client_of(bob).get(reverse("reviews:job_report", args=[job.pk])).status_code == 404


def test_report_takes_no_more_statements_for_many_models(bob, client_of):
    jobs = [make_job(bob), make_job(bob, models=[f"simulated-{n}" for n in range(7)], overall=(0.1, 0.9))]
    client = client_of(bob)
    page(client, jobs[0])

    for job in jobs:
        with at_most(18):
            page(client, job)


def test_other_organization_gets_404(bob, mallory, client_of):
    job = make_job(bob)

    assert client_of(mallory).get(reverse("reviews:job_report", args=[job.pk])).status_code == 404
