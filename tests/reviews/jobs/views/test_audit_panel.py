"""The audit page of a job: its files, each dimension's scores, what is out of step, and what stays hidden."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from annotations.models import AnnotationTask
from reviews.jobs.actions import validation
from reviews.models import Job
from tests import factories
from tests.reviews.jobs_world import DIMENSIONS, QUOTE, make_job, write_folder
from tests.statements import at_most

MODELS = ("simulated-careful", "simulated-hasty")


def said_by(job, model="simulated-careful"):
    return job.item.annotations.get(annotator__model=model)


def page_of(client, annotation, **query):
    return client.get(reverse("reviews:audit_item", args=[annotation.pk]), query).content.decode()


@pytest.fixture
def job(bob, tmp_path):
    folder = write_folder(tmp_path, manifest={})
    return make_job(bob, models=MODELS, overall=(0.8, 0.5), location=str(folder))


def answer_as(member, job, score):
    labels = dict.fromkeys([*DIMENSIONS, "overall"], score)
    return factories.make_annotation(job.item, factories.make_annotator(member), labels, justification="I looked.")


def test_page_has_the_files_and_the_score_beside_those_of_the_other_model_and_of_people(
    rita, bob, alice, job, client_of
):
    answer_as(alice, job, 0.35)
    again = reverse("reviews:job_again", args=[job.pk])

    page, of_admin = (page_of(client_of(member), said_by(job)) for member in (rita, bob))

    assert "job-impact-engine-0001" in page and 'href="#file-2" data-file-link' in page
    assert "notes.md" in page and page.count("1 quote") >= 1
    assert f'data-letters="A">{QUOTE}</mark>' in page and 'data-first="file-2"' in page
    assert '<progress class="score-bar" max="1" value="0.9000"' in page
    assert "simulated-hasty (experiment)" in page and '<strong class="peer-value">0.35</strong>' in page
    assert "1 person" in page and alice.user.name not in page and alice.user.name in of_admin
    assert again in of_admin and again not in page and "An admin can rerun the review." in page
    assert 'id="gap"' not in page  # .8 beside a mean of .8
    other = page_of(client_of(rita), said_by(job, "simulated-hasty"))
    assert 'id="gap"' in other and "The overall score is 0.50" in other
    assert "but the mean of dimensions is 0.80" in other


def test_blind_page_shows_the_files_and_nothing_that_was_said(rita, alice, job, client_of):
    answer_as(alice, job, 0.35)
    AnnotationTask.objects.update(audit_risk_mode="blind_first", audit_sample_mode="blind_first")

    page = page_of(client_of(rita), said_by(job), view="source")

    assert "notes.md" in page and QUOTE in page
    for telling in ("score-bar", "peer-value", 'class="evidence', "1 quote", "simulated-hasty", 'id="gap"'):
        assert telling not in page


def test_directory_that_changed_leads_to_the_job(rita, bob, tmp_path, client_of):
    job = make_job(bob, location=str(write_folder(tmp_path, notes="Rewritten since.")))

    page = page_of(client_of(rita), said_by(job))

    assert 'id="directory-changed"' in page and "the directory again" in page and job.get_absolute_url() in page
    assert "Rewritten since." not in page


def test_directory_as_it_was_reviewed_needs_no_words(rita, bob, tmp_path, client_of):
    folder = write_folder(tmp_path)
    job, found = make_job(bob, location=str(folder)), validation.read(str(folder))
    Job.objects.update(content_sha256=found.payload.content_sha256, event=found.event.as_json())

    assert 'id="directory-changed"' not in page_of(client_of(rita), said_by(job))


def test_other_pages_of_the_item_draw_its_files_too(bob, alice, job, client_of):
    answer_as(alice, job, 0.35)
    client = client_of(bob)
    for name in ("annotations:adjudicate", "annotations:task_item"):
        page = client.get(reverse(name, args=[job.method_task.task_id, job.item_id]))

        assert page.status_code == 200 and b"data-item-files" in page.content, name
        assert b"impact_results.json" in page.content, name


def test_panels_are_of_jobs_at_fixed_statements(rita, bob, client_of):
    task = factories.make_task(factories.make_version(factories.make_dataset(bob.organization)))
    machine = factories.make_llm_annotator(bob.organization)
    said = factories.make_annotation(task.items.first(), machine, {"verdict": "correct"})
    factories.make_annotation(task.items.first(), factories.make_annotator(bob), {"verdict": "wrong"})
    page = page_of(client_of(rita), said)
    assert "data-item-files" not in page and "score-bar" not in page and 'id="job"' not in page
    assert "Answers of people" in page

    few, many = make_job(bob), make_job(bob, models=("simulated-a", "simulated-b", "simulated-c"))
    client = client_of(rita)
    page_of(client, said_by(few))
    page_of(client, said_by(many, "simulated-a"))
    with CaptureQueriesContext(connection) as captured:
        page_of(client, said_by(few))
    with at_most(len(captured)):
        page_of(client, said_by(many, "simulated-a"))
