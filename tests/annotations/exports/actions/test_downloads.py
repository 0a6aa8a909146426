"""Signed links to export files, and how long files are kept."""

import datetime
import os
import time

import pytest
from django.conf import settings
from django.core import signing
from django.utils import timezone

from annotations.exports.actions import downloads, jobs
from annotations.exports.tasks import sweep_exports
from annotations.models import ExportJob
from evalhub.lib import file_store
from evalhub.lib.errors import Gone, NotFound
from evalhub.lib.reasons import TEXT
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=1))
    jobs.request(task=task, by=None)
    return jobs.run_next() and ExportJob.objects.get()


def path_of(job):
    return settings.FILES / job.stored_path


def test_link_opens_the_file_and_the_name_says_task_kind_format_and_day_and_link_ends_after_a_quarter_of_an_hour(
    job, monkeypatch
):
    download = downloads.open_file(token=downloads.token_of(job=job))
    with download.file as file:
        assert file.read() == path_of(job).read_bytes()

    for name, shown in (
        ("Are they right?", "are-they-right"),
        ("  Überall / 日本語.csv ", "überall-日本語csv"),
        ("../../etc", "etc"),
        ('"; rm -rf', "rm-rf"),
        ("?!", str(job.task_id)),
        ("x" * 255, "x" * 80),
    ):
        type(job.task).objects.filter(pk=job.task_id).update(name=name)
        download = downloads.open_file(token=downloads.token_of(job=job))
        download.file.close()
        assert download.file_name == f"{shown}_ground-truth_json_{job.manifest['snapshot_at'][:10]}.json"
    ExportJob.objects.update(kind="annotations", format="CSV_LONG")
    assert "_annotations_csv-long_" in downloads.name_of(job=ExportJob.objects.get())

    now = time.time()
    monkeypatch.setattr(signing.time, "time", lambda: now)
    token = downloads.token_of(job=job)
    monkeypatch.setattr(signing.time, "time", lambda: now + 899)
    downloads.open_file(token=token).file.close()
    monkeypatch.setattr(signing.time, "time", lambda: now + 901)
    with pytest.raises(Gone) as gone:
        downloads.open_file(token=token)
    assert gone.value.code == "link_expired"


def test_forged_links_do_not_exist_and_link_is_bound_to_the_organization(job, rival):
    token = downloads.token_of(job=job)
    for forged in (
        token[:-1] + ("a" if token[-1] != "a" else "b"),
        "",
        "x",
        f"{job.pk}:1:x",
        signing.dumps(["x", "y"]),
    ):
        with pytest.raises(NotFound):
            downloads.open_file(token=forged)

    job.organization_id = rival.pk
    with pytest.raises(NotFound):
        downloads.open_file(token=downloads.token_of(job=job))


def test_unfinished_and_failed_exports_have_no_file(job):
    ExportJob.objects.update(state="running")
    assert downloads.open_file(token=downloads.token_of(job=job)).file is None

    ExportJob.objects.update(state="failed", last_error=TEXT("The disk of the server is full."))

    with pytest.raises(Gone, match="disk"):
        downloads.open_file(token=downloads.token_of(job=job))


def test_expired_files_are_swept_and_say_so(job):
    path = path_of(job)
    ExportJob.objects.update(expires_at=timezone.now() - datetime.timedelta(seconds=1))
    with pytest.raises(Gone):
        downloads.open_file(token=downloads.token_of(job=job))

    assert jobs.FILES.round().done == 1

    assert not path.exists()
    with pytest.raises(Gone) as gone:
        downloads.open_file(token=downloads.token_of(job=job))
    assert gone.value.code == "file_removed"


def test_file_that_vanished_is_gone(job):
    path_of(job).unlink()

    with pytest.raises(Gone):
        downloads.open_file(token=downloads.token_of(job=job))


def test_sweep_takes_old_leftovers_and_nothing_else(job):
    folder = path_of(job).parent
    old, fresh = folder / "old.part", folder / "fresh.part"
    for path in (old, fresh):
        path.write_text("half")
    for path in (old, path_of(job)):
        os.utime(path, (0, time.time() - 2 * file_store.LEFTOVER_SECONDS))

    sweep_exports()

    assert (old.exists(), fresh.exists(), path_of(job).exists()) == (False, True, True)
    for path in (fresh, path_of(job)):
        path.unlink()  # the next sweep would count it
