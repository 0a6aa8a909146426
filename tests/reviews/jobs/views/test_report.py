"""The report of a job, as a page and as a PDF: verdict, figures, dimensions, decisions, provenance."""

import re

import pytest
from django.urls import reverse

from reviews.jobs.views import report_pdf
from tests.reviews.jobs_world import audit_all, make_job, make_score_job
from tests.statements import at_most

ARABIC, CHINESE, HIEROGLYPH = "العينة صغيرة", "样本量足够", "\U00013080"


def page(client, job):
    return client.get(reverse("reviews:job_report", args=[job.pk])).content.decode()


def pdf(client, job):
    response = client.get(reverse("reviews:job_report_pdf", args=[job.pk]))
    assert response.headers["Content-Type"] == "application/pdf" and response.content.startswith(b"%PDF-")
    return response.content


def spoken(monkeypatch):
    """A list that gets the report of every PDF, so that its words can be looked at."""
    reports = []
    monkeypatch.setattr(report_pdf, "document", lambda report: reports.append(report) or b"%PDF-")
    return reports


def words_of(report):
    found = report_pdf._Collecting()
    report_pdf._write(found, report)
    return found.words


def test_unsigned_report_says_so_everywhere(vera, bob, client_of, monkeypatch):
    job = make_job(bob)
    reports = spoken(monkeypatch)

    pdf(client_of(vera), job)

    assert "Not signed off" in page(client_of(vera), job) and "Not signed off" in words_of(reports[0])


def test_signed_report_says_verdict_person_and_note(bob, client_of, monkeypatch):
    job = make_job(bob, state="signed_off")
    reports = spoken(monkeypatch)

    pdf(client_of(bob), job)

    for words in (page(client_of(bob), job), words_of(reports[0])):
        assert "Use with caution" in words and "Signed off by" in words and "The sample is small." in words
        assert "Not signed off" not in words


def test_report_says_what_it_rests_on(bob, rita, client_of, monkeypatch):
    job = make_job(bob, models=("simulated-careful", "openai/gpt-4o-mini"), overall=(0.8, 0.5))
    audit_all(job, rita)
    reports = spoken(monkeypatch)

    pdf(client_of(bob), job)

    for words in (page(client_of(bob), job), words_of(reports[0])):
        for said in (
            "openai/gpt-4o-mini",
            "Randomization integrity",
            "The arms look alike.",
            "Accepted",
            "Simulated",
            "Arms were drawn by a computer.",
            job.content_sha256,
            str(job.pk),
            "experiment p",
            ".30 apart",
        ):
            assert said in words


def test_score_report_says_that_nobody_has_read_the_job(bob, client_of, monkeypatch):
    job = make_score_job(bob)
    reports = spoken(monkeypatch)

    pdf(client_of(bob), job)

    for words in (page(client_of(bob), job), words_of(reports[0])):
        assert "no model and no person has read the job" in words


def test_pdf_embeds_a_font_for_every_script_and_names_what_it_cannot_show(bob, client_of):
    job = make_job(bob, state="signed_off", sign_off_note=f"{ARABIC} {CHINESE} {HIEROGLYPH}", models=("openai/gpt-4o",))

    content = pdf(client_of(bob), job)

    fonts = {name.decode() for name in re.findall(rb"/BaseFont /[A-Z]+\+([A-Za-z0-9-]+)", content)}
    assert any("FiraGO" in name for name in fonts) and any("NotoSansSC" in name for name in fonts), fonts


@pytest.mark.parametrize("state", ["reviewing", "failed"])
def test_job_without_a_result_has_no_report(bob, client_of, state):
    job, client = make_job(bob, state=state), client_of(bob)

    for name in ("job_report", "job_report_pdf"):
        assert client.get(reverse(f"reviews:{name}", args=[job.pk])).status_code == 404


def test_report_takes_no_more_statements_for_many_models(bob, client_of):
    jobs = [make_job(bob), make_job(bob, models=[f"simulated-{n}" for n in range(7)], overall=(0.1, 0.9))]
    client = client_of(bob)
    page(client, jobs[0])

    for job in jobs:
        with at_most(18):
            page(client, job)


def test_other_organization_gets_404(bob, mallory, client_of):
    job = make_job(bob)

    for name in ("job_report", "job_report_pdf"):
        assert client_of(mallory).get(reverse(f"reviews:{name}", args=[job.pk])).status_code == 404
