"""The report of a job: verdict, figures, dimensions, decisions, provenance."""

from django.urls import reverse

from tests.reviews.jobs_world import audit_all, make_job, make_score_job
from tests.statements import at_most

ARABIC, CHINESE = "العينة صغيرة", "样本量足够"


def page(client, job):
    return client.get(reverse("reviews:job_report", args=[job.pk])).content.decode()


def test_signed_report_says_verdict_person_and_note_in_their_own_direction(bob, client_of):
    job = make_job(bob, state="signed_off", sign_off_note=f"{ARABIC} {CHINESE}")

    words = page(client_of(bob), job)

    assert "Use with caution" in words and "Signed off by" in words
    assert "Not signed off" not in words and f'<p dir="auto">{ARABIC} {CHINESE}</p>' in words


def test_report_says_what_it_rests_on_and_what_was_estimated(bob, rita, client_of):
    job = make_job(bob, models=("simulated-careful", "openai/gpt-4o-mini"), overall=(0.8, 0.5))
    audit_all(job, rita)

    answer = client_of(bob).get(reverse("reviews:job_report", args=[job.pk]))

    words = answer.content.decode()
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
        "Not signed off",
    ):
        assert shown in words
    estimates = answer.context["report"].estimates
    assert estimates == [("Estimate", "10"), ("Interval", "5 to 15"), ("Cases", "50"), ("Cost to scale", "100")]


def test_reports_of_jobs_at_the_same_cost_for_many_models(bob, client_of):
    assert "not reviewed by a model or a person" in page(client_of(bob), make_score_job(bob))
    client = client_of(bob)
    for state in ("reviewing", "failed"):
        assert client.get(reverse("reviews:job_report", args=[make_job(bob, state=state).pk])).status_code == 404, state

    jobs = [make_job(bob), make_job(bob, models=[f"simulated-{n}" for n in range(3)], overall=(0.1, 0.9))]
    client = client_of(bob)
    page(client, jobs[0])
    for job in jobs:
        with at_most(18):
            page(client, job)
