"""Whoever takes a file away stands in the audit log, whichever way the file goes out."""

import datetime

import pytest
from django.utils import timezone

from annotations.exports.actions import downloads, jobs
from annotations.models import ExportJob
from tests import factories


@pytest.fixture
def job(acme, bob, tmp_path, settings):
    settings.FILES = tmp_path
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2))
    job = jobs.request(task=task, kind="annotations", format="CSV", by=bob.user)
    (tmp_path / "a-file").write_bytes(b"item_id\n")
    ExportJob.objects.filter(pk=job.pk).update(
        state="done",
        stored_path="a-file",
        rows_written=0,
        sha256="0" * 64,
        manifest={"item_count": 0, "snapshot_at": "2026-11-24T09:00:00Z"},
        size_bytes=8,
        expires_at=timezone.now() + datetime.timedelta(days=1),
    )
    job.refresh_from_db()
    return job


def noted():
    return [(event.actor, event.details) for event in factories.audit_events("file.downloaded")]


def test_an_export_over_its_signed_link(client, client_of, bob, job):
    path = f"/exports/download/{downloads.token_of(job=job)}/"

    for response in (client.get(path), client_of(bob).get(path)):
        list(response.streaming_content)

    details = {"file": f"{downloads.name_of(job=job)}.csv", "page": "annotations:export_download"}
    assert noted() == [(None, details), (bob.user, details)]
    assert {event.organization for event in factories.audit_events("file.downloaded")} == {job.organization}


def test_a_file_over_the_api_and_one_over_a_page(client_of, api_of, bob, job):
    list(api_of(bob).get("/v1/audit-log/events.csv").streaming_content)
    client_of(bob).get(f"/exports/{job.pk}/manifest/")

    assert [(actor, details["page"]) for actor, details in noted()] == [
        (bob.user, "api_audit_log_csv"),
        (bob.user, "annotations:export_manifest"),
    ]


def test_a_file_that_is_refused_is_no_download(client_of, mallory, vera, job):
    client_of(mallory).get(f"/exports/{job.pk}/manifest/")
    client_of(vera).get(f"/exports/{job.pk}/manifest/")
    client_of(mallory).get("/exports/download/x/")

    assert noted() == []


def test_the_link_itself_is_not_written_down(client, job):
    token = downloads.token_of(job=job)
    list(client.get(f"/exports/download/{token}/").streaming_content)

    assert token not in str(noted())
