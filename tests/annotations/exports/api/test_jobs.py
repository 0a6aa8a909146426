"""Exports over the API: ask, wait, download; and what is refused."""

import json

import pytest
from django.core import signing
from django.db import connection

from annotations.exports.actions import jobs as actions
from annotations.exports.api import jobs
from annotations.models import ExportJob, GroundTruth
from evalhub.lib.reasons import TEXT
from tests.annotations.panel import answer_all, make_panel, settle
from tests.api_caller import ApiCaller

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_wait(monkeypatch):
    monkeypatch.setattr(jobs, "WAIT_SECONDS", 0.0)


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=2)
    answer_all(task, missing=0)
    return task


def ask(caller, task, **body):
    return caller.post(f"/v1/annotations/tasks/{task.pk}/export", body)


def followed(caller, url):
    return caller.client.get(url.removeprefix("http://testserver"))


def test_ask_watch_download(task, bob, api_of):
    caller = api_of(bob)
    asked = ask(caller, task, consensus_threshold=0.5, format="JSON")
    waiting = followed(caller, asked.json()["download_url"])
    actions.run_next()

    done = caller.get(f"/v1/exports/{asked.json()['export_id']}").json()
    file = followed(ApiCaller(), done["download_url"])

    assert (asked.status_code, asked.json()["item_count"], waiting.status_code) == (202, None, 202)
    rows = json.loads(b"".join(file.streaming_content))
    assert (done["status"], done["item_count"], done["manifest"]["item_count"]) == ("completed", len(rows), len(rows))
    assert file["Content-Disposition"].startswith("attachment; filename=")
    assert (file["Cache-Control"], file["X-Content-Type-Options"]) == ("no-store", "nosniff")
    assert file["X-Content-SHA256"] == done["manifest"]["sha256"]


def test_small_export_is_answered_finished(task, bob, api_of, monkeypatch):
    monkeypatch.setattr(jobs, "WAIT_SECONDS", 2.0)
    monkeypatch.setattr(jobs.export_due, "delay_on_commit", actions.run_next)

    answer = ask(api_of(bob), task)

    assert (answer.status_code, answer.json()["status"]) == (201, "completed")
    assert answer.json()["item_count"] == ExportJob.objects.get().rows_written


def test_export_with_a_key_waits_once_the_transaction_of_the_key_is_over(task, bob, api_of, monkeypatch):
    outside, depths = len(connection.savepoint_ids), []

    def work(_seconds):
        depths.append(len(connection.savepoint_ids))
        actions.run_next()

    monkeypatch.setattr(jobs, "WAIT_SECONDS", 60.0)
    monkeypatch.setattr(jobs.time, "sleep", work)

    answers = [api_of(bob).post(f"/v1/annotations/tasks/{task.pk}/export", {}, idempotency_key="k") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201] and depths == [outside]
    assert answers[1].json()["export_id"] == answers[0].json()["export_id"] == str(ExportJob.objects.get().pk)


def test_bad_bodies_are_refused_and_old_links_and_failed_exports_are_gone(task, bob, api_of, monkeypatch):
    bodies = [
        '{"consensus_threshold": NaN}',
        '{"consensus_threshold": 1e999}',
        '{"consensus_threshold": true}',
        '{"consensus_threshold": "0.8"}',
        '{"consensus_threshold": 1.01}',
        '{"consensus_threshold": -0.01}',
        '{"consensus_threshold": 1%s}' % ("0" * 400),
        '{"consensus_threshold": null}',
        '{"format": "XML"}',
        '{"format": 1}',
        '{"kind": "gold"}',
        '{"file": "/etc/passwd"}',
        "[]",
        '"x"',
        "{",
    ]
    api = api_of(bob)
    for body in bodies:
        answer = api.raw("post", f"/v1/annotations/tasks/{task.pk}/export", body)
        assert (answer.status_code, set(answer.json())) == (400, {"error"}), body[:40]
    assert not ExportJob.objects.exists()
    assert api.raw("post", f"/v1/annotations/tasks/{task.pk}/export", "").status_code in (202, 400)

    url = ask(api_of(bob), task).json()["download_url"]
    ExportJob.objects.update(state="failed", last_error=TEXT("The disk of the server is full."))
    assert followed(ApiCaller(), url).status_code == 410
    now = signing.time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now + 901)
    assert followed(ApiCaller(), url).status_code == 410
    assert followed(ApiCaller(), url[:-3] + "x/").status_code == 404


def test_choices_cancel_and_run_again_and_counts_by_source_before_an_export(task, bob, api_of):
    caller = api_of(bob)
    asked = ask(caller, task, kind="annotations", format="JSONL", annotator_kinds=["human"], pseudonymise=True).json()
    path = f"/v1/exports/{asked['export_id']}"
    cancelled, late = (caller.post(f"{path}/cancel", {}) for _ in range(2))
    again = caller.post(f"{path}/rerun", {}).json()
    actions.run_next()
    done = caller.get(f"/v1/exports/{again['export_id']}").json()
    assert (cancelled.json()["status"], late.status_code) == ("cancelled", 409)
    assert done["manifest"]["options"]["annotator_kinds"] == ["human"] and done["manifest"]["options"]["pseudonymise"]
    assert ask(caller, task, policy=["wish"]).status_code == 400

    settle(task)
    path = f"/v1/annotations/tasks/{task.pk}/export"
    body = api_of(bob).get(path).json()
    sources = {source["source"]: source for source in body["ground_truth"]["sources"]}
    stored = GroundTruth.objects.filter(is_current=True)
    assert sources["consensus"]["values"] == stored.filter(source="consensus").count() > 0
    assert sources["mixed"]["simulated"] == sources["mixed"]["values"] == stored.filter(source="mixed").count()
    assert [name for name, source in sources.items() if source["usual"]] == ["adjudicated", "consensus"]
    assert body["ground_truth"]["consensus_threshold"] == task.consensus_threshold
    assert body["ground_truth"]["rows"] == stored.by_people().values("item").distinct().count()
