"""Signing a job off needs every machine answer audited, rewrites the files, and ends the matter."""

import pytest

from annotations.models import Annotation
from annotations.tasks.actions.annotators import of_member
from evalhub import invariants
from evalhub.lib.errors import Conflict, InvalidInput
from reviews.audits.actions import decisions as audits
from reviews.jobs.actions import intake, panels, review_runs, sign_off
from reviews.models import Job
from tests.reviews.jobs_directories import make_directory, reviewing, written
from tests.reviews.machine import failing, finish, play

pytestmark = pytest.mark.django_db
MODELS = ["simulated-careful", "simulated-hasty"]


@pytest.fixture
def job(bob, tmp_path, settings, monkeypatch):
    """A job that two models have reviewed: 0.75 overall, 0.8 in each dimension."""
    settings.JOB_ROOTS = [("acme", tmp_path)]
    play(monkeypatch, reviewing())
    job = intake.register(organization=bob.organization, location=make_directory(tmp_path), models=MODELS, by=bob.user)
    finish(job.run)
    review_runs.REVIEWS.round()
    job.refresh_from_db()
    return job


def audit(job, member, **overrides):
    """Accept all that the machines said, but for the scores in `overrides`."""
    auditor = of_member(member)
    for annotation in Annotation.objects.current().filter(item=job.item, origin="llm").select_related("task"):
        decisions = {
            row.question.key: audits.Decision(
                "override",
                value=overrides[row.question.key],
                reason_code="wrong_value",
                note="Attrition was not looked at.",
            )
            if row.question.key in overrides
            else audits.Decision("accept")
            for row in annotation.judgements.select_related("question")
        }
        audits.decide(annotation=annotation, decisions=decisions, auditor=auditor, task=annotation.task)


INVALID = [
    ("maybe", "", "Valid: trust, caution, reject"),
    ("caution", " ", "Enter a note"),
    ("trust", "\0", "without NUL"),
]


def test_what_is_invalid_or_not_yet_audited_is_refused(job, rita, django_assert_max_num_queries):
    for verdict, note, wanted in INVALID:
        with pytest.raises(InvalidInput, match=wanted):
            sign_off.sign_off(job=job, verdict=verdict, note=note, by=rita.user)
    with pytest.raises(Conflict) as raised:
        sign_off.sign_off(job=job, verdict="trust", by=rita.user)

    assert raised.value.code == "not_audited" and raised.value.details["models"] == MODELS
    with django_assert_max_num_queries(9):  # as for one model
        panels.panel_of(Job.objects.select_related("run", "method_task").get(pk=job.pk))


def test_accepted_answers_keep_the_confidence_and_end_the_matter(job, rita, bob):
    audit(job, rita)

    signed = sign_off.sign_off(job=job, verdict="trust", by=rita.user)

    assert (signed.state, signed.confidence) == ("signed_off", 0.75)
    review = written(job.location)["review_result.json"]
    assert review["sign_off"]["verdict"] == "trust" and review["sign_off"]["by"] == "rita@example.org"
    assert invariants.broken() == []
    with pytest.raises(Conflict, match="already signed off"):
        sign_off.sign_off(job=job, verdict="trust", by=rita.user)
    with pytest.raises(Conflict):
        review_runs.review_again(job=job, by=bob.user)


def test_overridden_values_take_the_machines_place(job, rita):
    audit(job, rita, overall=0.25, threats_to_validity=0.3)

    signed = sign_off.sign_off(job=job, verdict="reject", note="Half of the treated have left.", by=rita.user)

    assert signed.confidence == 0.25 and signed.result["confidence"] == 0.25
    files = written(job.location)
    assert files["evaluate_result.json"]["confidence"] == 0.25
    scores = {each["name"]: each["score"] for each in files["review_result.json"]["dimensions"]}
    assert scores["threats_to_validity"] == 0.3 and scores["statistical_inference"] == 0.8
    member = panels.panel_of(signed).members[0]
    assert member.overall.score == 0.75 and member.overall.effective_score == 0.25


def test_asked_again_the_panel_answers_anew(job, bob, monkeypatch):
    play(monkeypatch, reviewing(overall=0.5))

    review_runs.review_again(job=job, by=bob.user)
    job.refresh_from_db()
    assert (job.state, job.confidence) == ("reviewing", None)
    finish(job.run)
    review_runs.REVIEWS.round()

    job.refresh_from_db()
    assert (job.state, job.confidence) == ("reviewed", 0.5)
    assert Annotation.objects.current().filter(item=job.item).count() == 2
    assert Annotation.objects.filter(item=job.item).count() == 4
    assert invariants.broken() == []


def test_directory_that_is_gone_fails_the_job(bob, tmp_path, settings, monkeypatch):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    play(monkeypatch, reviewing())
    path = make_directory(tmp_path)
    job = intake.register(organization=bob.organization, location=path, models=MODELS[:1], by=bob.user)
    path.rename(tmp_path / "elsewhere")
    finish(job.run)

    review_runs.REVIEWS.round()

    job.refresh_from_db()
    assert (job.state, job.error_category) == ("failed", "directory_invalid")


def test_files_are_written_while_the_critic_fails(bob, tmp_path, settings, monkeypatch):
    settings.JOB_ROOTS = [("acme", tmp_path)]

    def say(call):
        is_critic = "expert_agreement" in call.response_format.model_fields
        return failing("fatal", "refused", "No.")(call) if is_critic else reviewing()(call)

    play(monkeypatch, say)
    job = intake.register(organization=bob.organization, location=make_directory(tmp_path), models=MODELS, by=bob.user)
    finish(job.run)
    review_runs.REVIEWS.round()

    job.refresh_from_db()
    panel = panels.panel_of(job)
    assert job.state == "reviewed" and [member.critique for member in panel.members] == [None, None]
    assert Job.objects.under_review().count() == 0


@pytest.mark.django_db(transaction=True)
def test_files_and_what_is_kept_of_them_have_one_author(bob, tmp_path, settings, monkeypatch, together):
    settings.JOB_ROOTS = [("acme", tmp_path)]
    play(monkeypatch, reviewing())
    path = make_directory(tmp_path)
    job = intake.register(organization=bob.organization, location=path, models=MODELS, by=bob.user)
    finish(job.run)

    assert together(*[lambda: review_runs.finish(job=job)] * 4) == [True] * 4

    job.refresh_from_db()
    assert (path / "evaluate_result.json").read_text() == job.evaluate_text
