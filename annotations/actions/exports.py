"""Make export files: one snapshot of the database, a file that appears complete or not at all."""

import datetime
import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core import signing
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
from evalhub.lib.errors import Gone, InvalidInput, NotFound

LEASE_SECONDS = 300
LINK_SECONDS = 15 * 60
KEPT_FOR = datetime.timedelta(days=7)
SALT = "annotations.export-download"
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


def run(*, job):
    """Write the file of a claimed job and end it; a job whose lease was lost leaves no file."""
    folder = settings.FILES / "exports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    form = formats[job.format]
    final = folder / f"{job.pk}.{form.extension}"
    temporary = folder / f"{job.pk}.{os.getpid()}.part"
    try:
        with temporary.open("wb") as out:
            written = _write(job, form, out)
            out.flush()
            os.fsync(out.fileno())
        facts = _facts(job, temporary, written)
        temporary.replace(final)
    finally:
        temporary.unlink(missing_ok=True)
    return job.finish(
        rows_total=written.rows, rows_written=written.rows, size_bytes=facts["size_bytes"], sha256=facts["sha256"],
        stored_path=str(final.relative_to(settings.FILES)), manifest=facts, finished_at=Now(),
    )


def fail(*, job, reason):
    """End a job that cannot succeed, with the reason people see."""
    return job.finish(state="failed", error=reason, finished_at=Now())


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
    digest = hashlib.sha256()
    with path.open("rb") as source:
        while chunk := source.read(1 << 20):
            digest.update(chunk)
    return {
        "export_id": str(job.pk), "task_id": str(job.task_id), "task": job.task.name,
        "dataset_version_id": str(job.task.dataset_version_id), "kind": job.kind, "format": job.format,
        "options": job.options, "snapshot_at": written.snapshot_at.isoformat(),
        "schema_version": forms.load(job.task.schema_version_id).number,
        "guideline_version": job.task.guideline_version, "item_count": written.rows, "counts": written.counts,
        "size_bytes": path.stat().st_size, "sha256": digest.hexdigest(),
    }


def note_progress(job, done, total):
    """Live progress is only shown: it lives in the cache and may vanish."""
    try:
        cache.set(f"export-progress:{job.pk}", [done, total], 600)
    except (RedisError, OSError):
        return


def progress_of(job):
    """(rows written, rows in all or None) as far as known."""
    if job.state == "done":
        return job.rows_written, job.rows_written
    try:
        return tuple(cache.get(f"export-progress:{job.pk}") or (0, None))
    except (RedisError, OSError):
        return 0, None


def download_token(job):
    """A signed name of this file for one organization, good for a quarter of an hour."""
    return signing.dumps([str(job.pk), str(job.organization_id)], salt=SALT)


def link_expiry():
    """When a link signed now stops working."""
    return timezone.now() + datetime.timedelta(seconds=LINK_SECONDS)


@dataclass(frozen=True)
class Download:
    """A finished file and how to send it."""

    job: ExportJob
    path: Path
    file_name: str
    content_type: str


def open_download(token):
    """The job behind a signed link. NotFound for a bad link, Gone for an old one or a file that was removed."""
    try:
        job_id, organization_id = signing.loads(token, salt=SALT, max_age=LINK_SECONDS)
    except signing.SignatureExpired:
        raise Gone("This link has expired. Open the export again for a new one.", code="link_expired") from None
    except signing.BadSignature:
        raise NotFound("There is no such file.") from None
    job = ExportJob.objects.select_related("task").filter(pk=job_id, organization_id=organization_id).first()
    if job is None:
        raise NotFound("There is no such file.")
    if job.state != "done":
        return Download(job=job, path=None, file_name="", content_type="")
    form, path = formats[job.format], settings.FILES / job.stored_path
    if not path.is_file():
        raise Gone("This export was removed. Run it again.", code="file_removed")
    name = f"{job.kind}-{job.task_id}.{form.extension}"
    return Download(job=job, path=path, file_name=name, content_type=form.content_type)
