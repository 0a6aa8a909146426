"""Ask for export files and make them: a file appears complete or not at all, and can be cancelled until then."""

import datetime
import os

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from annotations.exports.actions import counts as export_counts
from annotations.exports.actions import files
from annotations.exports.actions import options as export_options
from annotations.exports.actions.options import ExportOptions
from annotations.exports.formats import registry as formats
from annotations.exports.models import ExportJob
from annotations.exports.models.export_job import KINDS
from evalhub.accounts.actions import audit
from evalhub.lib import file_store, progress
from evalhub.lib.errors import Conflict, InvalidInput
from evalhub.lib.leases import LeaseWatch
from evalhub.work.sweep import LeasedSweep, Sweep

KEPT_FOR = datetime.timedelta(days=7)
FOLDER = "exports"


def request(*, task, kind="ground_truth", format="JSON", by, **options):
    """Ask for an export; a worker makes it. `options` are those of ExportOptions.

    InvalidInput for an unknown kind, format or option, a bad threshold, and a second compression of a packed file.
    """
    _check_kind(kind)
    if format not in formats:
        raise InvalidInput(f"format is {format!r}. Valid: {', '.join(formats)}.", code="unknown_format")
    chosen = export_options.parse(**options)
    if chosen.compress and formats[format].is_packed:
        raise InvalidInput(f"compress is true, but {format} is compressed already. Valid: false.", code="bad_option")
    with transaction.atomic():
        job = ExportJob.objects.create(
            organization_id=task.organization_id,
            task=task,
            kind=kind,
            format=format,
            created_by=by,
            options=chosen.as_json(),
            expires_at=timezone.now() + KEPT_FOR,
        )
        audit.record(
            organization=task.organization,
            verb="export.requested",
            target=job,
            details={"kind": kind, "format": format},
            by=by,
        )
    return job


def _check_kind(kind):
    if kind not in KINDS:
        raise InvalidInput(f"kind is {kind!r}. Valid: {', '.join(KINDS)}.", code="unknown_kind")


def rerun(*, job, by):
    """Ask for the same export again, as the task is now."""
    return request(task=job.task, kind=job.kind, format=job.format, by=by, **ExportOptions.of_job(job).as_json())


def cancel(*, job, by):
    """End an export that waits or is being written; the worker notices at its next progress mark and leaves no file.

    Conflict when it has ended already.
    """
    with transaction.atomic():
        going = ExportJob.objects.filter(pk=job.pk, state__in=("waiting", "running"))
        if not going.update(state="cancelled", lease_until=None, finished_at=Now()):
            raise Conflict("This export has ended already; there is nothing to cancel.", code="already_ended")
        audit.record(organization=job.organization, verb="export.cancelled", target=job, by=by)
    job.refresh_from_db()
    return job


def counts(*, task, kind, options):
    """The ExportCounts of what an export of this kind with these ExportOptions would hold now."""
    _check_kind(kind)
    return export_counts.OF_KIND[kind](task=task, options=options)


def _publish(job, keeper=None):
    """Write the file of a claimed job and end it; a job whose lease was lost meanwhile leaves no file."""
    folder = file_store.folder(FOLDER)
    form, options = formats[job.format], ExportOptions.of_job(job)
    # An attempt never touches the file of another.
    final = folder / f"{job.pk}-{job.attempts}.{form.extension}{'.gz' if options.compress else ''}"
    temporary = final.with_suffix(".part")
    try:
        with temporary.open("wb") as out:
            written = _write(job, form, options, out)
            out.flush()
            os.fsync(out.fileno())
        facts = files.manifest(job, options, temporary, written)
        temporary.replace(final)
    finally:
        temporary.unlink(missing_ok=True)
    counted = job.finish(
        rows_total=written.rows,
        rows_written=written.rows,
        size_bytes=facts["size_bytes"],
        sha256=facts["sha256"],
        stored_path=str(final.relative_to(settings.FILES)),
        manifest=facts,
    )
    if not counted:
        final.unlink(missing_ok=True)


def _write(job, form, options, out):
    """Stream the snapshot into `out`, showing how far it is; LeaseLost once the job was cancelled or taken over."""
    watch = LeaseWatch(job)

    def mark(done, total):
        progress.note(job, [done, total])
        watch.check()

    return files.write(job, form, options, out, at_mark=mark)


EXPORTS = LeasedSweep("exports", title=_("Exports"), rows=ExportJob.objects.all, work=_publish, related=("task",))
run_next = EXPORTS.next


FILES = Sweep(
    "old_exports",
    title=_("Files of exports"),
    rows=lambda: ExportJob.objects.filter(expires_at__lt=Now()).exclude(stored_path=""),
    work=file_store.release,
)


def progress_of(job):
    """(rows written, rows in all or None) as far as known."""
    if job.is_finished:
        return job.rows_written, job.rows_written
    return tuple(progress.read(job) or (0, None))
