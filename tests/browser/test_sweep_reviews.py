"""Every page of reviews by models in both themes and at both widths: audits, runs, jobs, methods and quality."""

import pytest

from annotations.models import AnnotationTask
from evalhub.lib.reasons import TEXT
from reviews.audits.actions import leases
from reviews.models import EvaluationRun
from reviews.quality.actions import judged_labels, people_tests
from reviews.scorers.actions import task_runs
from tests import factories
from tests.access_world import make_trial, make_world
from tests.browser.audited import make_judged_task, said_by_model
from tests.browser.routed import make_quality
from tests.browser.sweep import address, sweep, unvisited
from tests.reviews import criticism, machine
from tests.reviews.jobs_world import make_failed_job, make_job, make_score_job
from tests.reviews.judged_world import make_judged
from tests.reviews.methods_world import OTHER, draft, published, url

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAIN = (
    "audit_accept",
    "audit_waiting",
    "audit_request",
    "run_list",
    "run_detail",
    "run_cancel",
    "run_policy",
    "run_requests",
    "costs",
    "provider_keys",
    "ledger",
    "attempts",
    "request_detail",
    "operations",
    "providers",
    "ready_metrics",
    "rate_limits",
    "rate_limits_new",
    "job_new",
    "grading_list",
    "grading_new",
    "observations",
    "judge_list",
)
# Visited with more in them than one of everything.
RICH = (
    "audit_list",
    "audit_item",
    "machine_trial",
    "task_machines",
    "job_list",
    "job_detail",
    "job_report",
    "method_list",
    "prompt_list",
    "prompt_detail",
    "prompt_draft",
    "prompt_publish",
    "prompt_diff",
    "prompt_preview",
    "prompt_dry_run",
    "prompt_trial",
    "quality",
    "routed_prompt_list",
    "calibration_list",
    "grading_detail",
    "judge_detail",
)
PAIR = {"models": ("simulated-careful", "openai/gpt-4o-mini"), "overall": (0.8, 0.5)}
LONG = "The source gives another sum in its second paragraph. " * 12


@pytest.fixture
def world(acme, bob):
    return make_world(acme, member=bob)


def test_every_page_is_visited(world, bob, client_of):
    visited = {f"reviews:{name}" for name in PLAIN + RICH}

    assert list(unvisited(client_of(bob), world, "reviews", visited=visited)) == []


def test_one_of_each(page_of, bob, world):
    sweep(page_of(bob), [address(f"reviews:{name}", world) for name in PLAIN])


def test_audits(page_of, bob, rita, acme, alice):
    task = make_judged_task(acme, alice)
    EvaluationRun.objects.update(held_reason=TEXT("Set OPENAI_API_KEY."))
    said = said_by_model(task)
    criticism.make_critique(said[0], 0.31, objections=LONG)
    leases.take(annotation=said[2], auditor=factories.make_annotator(bob))
    page = page_of(rita)

    sweep(page, ["/audit/?state=all", f"/audit/{said[0].pk}/", f"/audit/{said[2].pk}/", f"/tasks/{task.pk}/models/"])
    AnnotationTask.objects.update(audit_risk_mode="blind_first")
    sweep(page, [f"/audit/{said[1].pk}/"])
    assert "stolen" not in page.title()


def test_trials_of_a_model(page_of, bob, acme, monkeypatch):
    machine.play(monkeypatch, machine.Script(machine.saying(justification=LONG), machine.saying(value="unheard of")))
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    trial = make_trial(task, bob)
    machine.finish(trial)

    sweep(page_of(bob), [f"/tasks/{task.pk}/models/trials/{trial.pk}/"])


def test_jobs_and_methods(page_of, bob):
    published(bob, note="Closer to our own trials, without a word that is not needed: " + "longword" * 30)
    draft(bob, OTHER)
    reviewed = make_job(bob, initiative_id="tutoring-" + "pilot" * 20, **PAIR)
    signed, reviewing = make_job(bob, state="signed_off", **PAIR), make_job(bob, state="reviewing")
    failed = make_failed_job(bob)
    make_score_job(bob)

    sweep(
        page_of(bob),
        [
            "/jobs/",
            *(f"/jobs/{job.pk}/" for job in (reviewed, signed, reviewing, failed)),
            f"/jobs/{signed.pk}/report/",
            "/methods/",
            "/prompts/",
            "/prompts/judge/questions/",
            *(url(name) for name in ("detail", "draft", "publish", "diff", "preview", "dry_run", "trial")),
            url("detail", "knowledge"),
            url("draft", "knowledge"),
        ],
    )


def test_quality(page_of, bob):
    grading = make_quality(bob)

    sweep(
        page_of(bob),
        ["/quality/?task=support", "/quality/prompts/", "/quality/calibration/", grading.get_absolute_url()],
    )


def test_repetitions_and_reused_answers(page_of, bob, monkeypatch):
    machine.play(monkeypatch, machine.saying())
    version = factories.make_version(factories.make_dataset(bob.organization), rows=3)
    run = machine.make_run(bob, task=factories.make_task(version))
    machine.finish(run)
    again = task_runs.repeat(run=run, by=bob.user)
    again.stages.filter(kind__in=["critic_answer", "score_critic"]).delete()
    machine.finish(again)
    other = machine.make_run(bob, task=factories.make_task(version))
    EvaluationRun.objects.filter(pk=other.pk).update(policy={**other.policy, "reuse": True})
    machine.finish(other)
    asked = other.requests.exclude(reused_from=None).first()

    sweep(
        page_of(bob),
        [
            *(f"/tasks/{each.task_id}/models/" for each in (run, other)),
            *(f"/runs/{each.pk}/" for each in (again, other)),
            f"/runs/{other.pk}/requests/",
            f"/ledger/{asked.pk}/",
            "/runs/",
        ],
    )


def test_judges(page_of, bob):
    """One that was tested with disagreements, one that was not."""
    _task, judge = make_judged(bob, 120, wrong=tuple(range(0, 120, 5)))
    (criterion,) = judged_labels.criteria_of(judge)
    people_tests.measure(annotator=judge, criterion=criterion, passing=frozenset({1.0}), by=bob.user)
    _other, untested = make_judged(bob, 2)

    sweep(page_of(bob), [f"/quality/judges/{each.pk}/" for each in (judge, untested)])
