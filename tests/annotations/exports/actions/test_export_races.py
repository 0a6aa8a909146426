"""Exports on real connections: one snapshot, an end while they are written, sweeps beside each other."""

import json
import os
import time

import pytest
from django.conf import settings
from django.db import connection

from annotations.exports.actions import files as export_files
from annotations.exports.actions import jobs, sources
from annotations.models import Annotation, ExportJob
from evalhub.lib import file_store, leases, progress
from tests import factories
from tests.annotations.exports.jobs import files
from tests.annotations.panel import answer_all, make_panel

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=2, required=1)
    answer_all(task, missing=0)
    return task


def test_file_is_one_snapshot_while_labels_are_written(task, acme, together, monkeypatch):
    before = Annotation.objects.current().filter(task=task).count()
    zoe = factories.make_annotator(factories.make_member(acme, "zoe"))
    plain = sources.source

    def interrupted(job, options):
        source = plain(job, options)
        together(lambda: [factories.make_annotation(item, zoe) for item in task.items.all()] and None)
        return source

    monkeypatch.setattr(sources, "source", interrupted)

    job = jobs.request(task=task, by=None, kind="annotations")
    jobs.run_next()

    job.refresh_from_db()
    content = json.loads((settings.FILES / job.stored_path).read_bytes())
    assert job.manifest["item_count"] == len(content) == before
    assert Annotation.objects.current().filter(task=task).count() == before + 2


def test_failed_statement_leaves_the_connection_usable(task, monkeypatch):
    def fail(job, options):
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 / 0")

    monkeypatch.setattr(sources, "source", fail)
    job = jobs.request(task=task, by=None)

    jobs.run_next()

    job.refresh_from_db()
    assert job.state == "waiting"


def test_cancelling_while_it_is_written_leaves_no_file(task, together, monkeypatch):
    before, job = files(), jobs.request(task=task, kind="annotations", format="JSONL", by=None)
    monkeypatch.setattr(export_files, "PROGRESS_EVERY", 1)
    monkeypatch.setattr(leases, "WATCH_SECONDS", 0.0)
    marks = []

    def note(job, shown):
        marks.append(shown[0])
        if marks[-1] == 3:
            together(lambda: jobs.cancel(job=ExportJob.objects.get(pk=job.pk), by=None) and None)

    monkeypatch.setattr(progress, "note", note)
    jobs.run_next()

    job.refresh_from_db()
    assert (job.state, marks, files()) == ("cancelled", [1, 2, 3], before)


def test_sweeps_at_once_remove_each_leftover_once(together):
    many = [file_store.folder(jobs.FOLDER) / f"{number}.part" for number in range(200)]
    for path in many:
        path.write_text("half")
        os.utime(path, (0, time.time() - 2 * file_store.LEFTOVER_SECONDS))

    counts = together(*[lambda: file_store.remove_leftovers(jobs.FOLDER, ExportJob.objects.all())] * 3)

    assert sum(counts) == len(many)
    assert not any(path.exists() for path in many)
