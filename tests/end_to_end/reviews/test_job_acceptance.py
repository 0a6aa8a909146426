"""A job's whole way against the simulated provider: over the API from inbox to sign-off, and on the command line."""

import json
import time

import pytest
from django.core.management import call_command

from annotations.agreement.actions import snapshots
from annotations.models import AgreementSnapshot, AnnotationTask
from evalhub import invariants
from reviews.engine.requests.actions.dispatcher import Dispatcher
from reviews.engine.runs.actions import supervisor
from reviews.jobs.actions import inbox as job_inbox
from reviews.jobs.actions import review_runs
from reviews.models import Job
from tests.reviews.batch_world import serving
from tests.reviews.jobs_directories import KEYS, REPORT, make_directory, written

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
MODELS = ["simulated-careful", "simulated-hasty"]


@pytest.fixture
def inbox(monkeypatch, settings, tmp_path):
    """The watched folder, beside a provider that answers."""
    settings.JOB_INBOX, settings.JOB_ORGANIZATION = str(tmp_path / "inbox"), "acme"
    settings.JOB_MODELS = MODELS
    with serving(monkeypatch):
        yield tmp_path / "inbox"


def work_until_ended(job, seconds=60):
    end = time.monotonic() + seconds
    while job.run.status not in ("completed", "failed") and time.monotonic() < end:
        Dispatcher().run(5)
        supervisor.RUNS.round()
        job.run.refresh_from_db()
    review_runs.REVIEWS.round()


def test_over_the_api_from_the_inbox_to_the_sign_off(bob, alice, rita, api_of, inbox):
    path = make_directory(inbox)
    assert job_inbox.INBOX.round(lambda: job_inbox.due(now=time.time() + 60)).done == 1
    work_until_ended(Job.objects.get())
    admin, annotator, reviewer = api_of(bob), api_of(alice), api_of(rita)

    (listed,) = admin.get("/v1/reviews/jobs?state=reviewed").json()["jobs"]
    job = admin.get(f"/v1/reviews/jobs/{listed['job_id']}").json()
    assert [member["model"] for member in job["panel"]] == MODELS and all(each["simulated"] for each in job["panel"])
    assert list(job["result"]) == KEYS
    before = job["confidence"]
    assert before == pytest.approx(sum(each["overall_reported"] for each in job["panel"]) / 2)

    answered = review_as_person(annotator, job)
    assert answered.status_code == 200
    refused = reviewer.post(f"/v1/reviews/jobs/{job['job_id']}/sign-off", {"verdict": "trust"})
    assert refused.status_code == 409 and refused.json()["error"]["code"] == "not_audited"

    first, second = job["panel"]
    audit(reviewer, first, {"overall": {"verdict": "override", "value": 0.5, "reason_code": "misread_source"}})
    audit(reviewer, second, {})
    said = {"verdict": "caution", "note": "Small sample."}
    signed = reviewer.post(f"/v1/reviews/jobs/{job['job_id']}/sign-off", said)

    assert signed.status_code == 200 and signed.json()["state"] == "signed_off"
    after = (0.5 + second["overall_reported"]) / 2
    assert signed.json()["result"]["confidence"] == pytest.approx(after)
    files = written(path)
    assert set(files) == {"evaluate_result.json", "review_result.json"}
    assert files["evaluate_result.json"]["confidence"] == pytest.approx(after)
    assert files["review_result.json"]["sign_off"]["note"] == "Small sample."
    assert invariants.broken() == []


def review_as_person(api, job):
    """The same job on the same form, by somebody who has seen no machine."""
    task = f"/v1/annotations/tasks/{job['task_id']}"
    taken = api.post(f"{task}/next").json()
    names = [dimension["name"] for dimension in job["panel"][0]["dimensions"]]
    return api.post(
        f"{task}/items/{taken['item_id']}",
        {
            "lease_token": taken["lease_token"],
            "labels": dict.fromkeys([*names, "overall"], 0.7),
            "justifications": dict.fromkeys(names, "The files say so."),
            "quotes": {names[0]: ["all standardized differences are below 0.1"]},
        },
    )


def audit(api, member, changes):
    """Accept what a member of the panel said, quotes that were not found looked at, but for the changes."""
    keys = [*(dimension["name"] for dimension in member["dimensions"]), "overall"]
    decisions = {key: {"verdict": "accept", "without_quote": True} for key in keys} | changes
    answer = api.post(f"/v1/annotations/{member['annotation_id']}/audits", {"decisions": decisions})
    assert answer.status_code == 201, answer.json()


def test_people_and_panel_agree_as_everywhere(bob, alice, api_of, inbox):
    for number in range(2):
        make_directory(inbox, f"job-{number}", files={"balance.md": f"{REPORT} {number} left."})
    job_inbox.INBOX.round(lambda: job_inbox.due(now=time.time() + 60))
    for job in Job.objects.all():
        work_until_ended(job)
    for job in Job.objects.order_by("item_id"):
        shown = api_of(bob).get(f"/v1/reviews/jobs/{job.pk}").json()
        assert review_as_person(api_of(alice), shown).status_code == 200

    task = AnnotationTask.objects.get()
    snapshots.compute(task=task)

    found = AgreementSnapshot.objects.filter(task=task, question__key="overall", metric="krippendorff_alpha")
    scopes = {row.scope: row for row in found}
    assert scopes["machines"].n_items == 2 and scopes["people"].value is None and scopes["people"].reason


def test_on_the_command_line(bob, inbox, capsys):
    path = make_directory(inbox)

    call_command("evaluate", str(path), model=MODELS, organization="acme")

    result = json.loads(capsys.readouterr().out)
    assert list(result) == KEYS and 0 <= result["confidence"] <= 1
    assert [member["model"] for member in written(path)["review_result.json"]["panel"]] == MODELS
    assert Job.objects.get().origin == "command" and invariants.broken() == []
