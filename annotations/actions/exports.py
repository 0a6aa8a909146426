"""Make export files: one snapshot of the database, a file that appears complete or not at all."""

import datetime
import errno
import hashlib
import os
import time

from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone
from redis.exceptions import RedisError

from annotations.actions import export_rows, forms
from annotations.exporting import registry as formats
from annotations.models import ExportJob
from annotations.models.export_job import KINDS
from evalhub.accounts.actions import audit
from evalhub.lib import heartbeat
from evalhub.lib.errors import EvalHubError, InvalidInput
from evalhub.lib.leases import MAX_ATTEMPTS

RETRY_SECONDS = 15
KEPT_FOR = datetime.timedelta(days=7)
LEFTOVER_SECONDS = 24 * 3600
PROGRESS_EVERY = 2_000
DEFAULT_THRESHOLD = 0.8


def request(*, task, kind="ground_truth", format="JSON", consensus_threshold=DEFAULT_THRESHOLD, by):
    """Ask for an export; a worker makes it. InvalidInput for an unknown kind or format and a bad threshold."""
    if kind not in KINDS:
        raise InvalidInput(f"kind is {kind!r}. Valid: {', '.join(KINDS)}.", code="unknown_kind")
    if format not in formats:
        raise InvalidInput(f"format is {format!r}. Valid: {', '.join(formats)}.", code="unknown_format")
    number = isinstance(consensus_threshold, (int, float)) and not isinstance(consensus_threshold, bool)
    if not number or not 0 <= consensus_threshold <= 1:
        raise InvalidInput(f"consensus_threshold is {consensus_threshold!r}. Valid: a number from 0 to 1.",
                           code="bad_threshold")
    with transaction.atomic():
        job = ExportJob.objects.create(
            organization_id=task.organization_id, task=task, kind=kind, format=format, created_by=by,
            options={"consensus_threshold": float(consensus_threshold)}, expires_at=timezone.now() + KEPT_FOR,
        )
        audit.record(organization=task.organization, verb="export.requested", target=job,
                     details={"kind": kind, "format": format}, by=by)
    return job


def run_next():
    """Claim the export that waits longest and write it; returns it, or None when none is due."""
    claimed = ExportJob.objects.claim(seconds=heartbeat.LEASE_SECONDS)
    if not claimed:
        return None
    job = ExportJob.objects.select_related("task").get(pk=claimed[0].pk)
    with heartbeat.kept(job):
        run(job=job)
    return job


def run(*, job):
    """Write the file of a claimed job and end it; returns whether it counted.

    A job whose lease was lost meanwhile leaves no file. What the request itself makes impossible ends it as failed;
    any other failure gives it back for another attempt, the last one ends it.
    """
    try:
        return _publish(job)
    except EvalHubError as problem:
        job.finish(state="failed", error=problem.message, finished_at=Now())
        return False
    except Exception as problem:
        _give_back(job, problem)
        raise


def _publish(job):
    folder = _folder()
    form = formats[job.format]
    final = folder / f"{job.pk}-{job.attempts}.{form.extension}"  # an attempt never touches the file of another
    temporary = final.with_suffix(".part")
    try:
        with temporary.open("wb") as out:
            written = _write(job, form, out)
            out.flush()
            os.fsync(out.fileno())
        facts = _facts(job, temporary, written)
        temporary.replace(final)
    finally:
        temporary.unlink(missing_ok=True)
    counted = job.finish(
        rows_total=written.rows, rows_written=written.rows, size_bytes=facts["size_bytes"], sha256=facts["sha256"],
        stored_path=str(final.relative_to(settings.FILES)), manifest=facts, finished_at=Now(),
    )
    if not counted:
        final.unlink(missing_ok=True)
    return counted


def _give_back(job, problem):
    """Another attempt later; after the last one the job ends with the reason people see."""
    full = isinstance(problem, OSError) and problem.errno == errno.ENOSPC
    reason = "The disk of the server is full." if full else "Writing the file failed; the cause was logged."
    if job.attempts >= MAX_ATTEMPTS:
        job.finish(state="failed", error=reason, finished_at=Now())
    else:
        job.retry_later(seconds=RETRY_SECONDS * job.attempts, error=reason)


def _write(job, form, out):
    """Stream one REPEATABLE READ snapshot into `out`; memory does not grow with the task."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = '280s'")
            cursor.execute("SELECT now()")
            snapshot_at = cursor.fetchone()[0]
        source = export_rows.source(job)
        writer = form.writer(out, source.columns)
        count = 0
        for count, row in enumerate(source.rows, start=1):
            writer.row(row)
            if count % PROGRESS_EVERY == 0:
                note_progress(job, count, source.total)
        writer.close()
    return export_rows.Written(rows=count, snapshot_at=snapshot_at, counts=source.counts)


def _facts(job, path, written):
    """The manifest: what is in the file, as of when, by which rules, and its hash."""
    with path.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256")
    return {
        "export_id": str(job.pk), "task_id": str(job.task_id), "task": job.task.name,
        "dataset_version_id": str(job.task.dataset_version_id), "kind": job.kind, "format": job.format,
        "options": job.options, "snapshot_at": written.snapshot_at.isoformat(),
        "schema_version": forms.load(job.task.schema_version_id).number,
        "guideline_version": job.task.guideline_version, "item_count": written.rows, "counts": written.counts,
        "size_bytes": path.stat().st_size, "sha256": digest.hexdigest(),
    }


def sweep():
    """Remove the files of exports that expired, and what killed workers left behind; returns how many files went."""
    gone = 0
    for job in ExportJob.objects.filter(expires_at__lt=Now()).exclude(stored_path=""):
        (settings.FILES / job.stored_path).unlink(missing_ok=True)
        gone += ExportJob.objects.filter(pk=job.pk).update(stored_path="")
    kept = set(ExportJob.objects.exclude(stored_path="").values_list("stored_path", flat=True))
    old = time.time() - LEFTOVER_SECONDS
    for path in _folder().iterdir():
        if str(path.relative_to(settings.FILES)) not in kept and path.stat().st_mtime < old:
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def _folder():
    folder = settings.FILES / "exports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def note_progress(job, done, total):
    """Live progress is only shown: it lives in the cache and may vanish."""
    try:
        cache.set(f"export-progress:{job.pk}", [done, total], 600)
    except (RedisError, OSError):
        return


def progress_of(job):
    """(rows written, rows in all or None) as far as known."""
    if job.is_finished:
        return job.rows_written, job.rows_written
    try:
        return tuple(cache.get(f"export-progress:{job.pk}") or (0, None))
    except (RedisError, OSError):
        return 0, None
