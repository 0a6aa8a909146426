"""Bring existing annotations and prelabels into a task from a file: all of its rows, or none and the reasons."""

from dataclasses import dataclass

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy

from annotations.imports.actions import files
from annotations.imports.actions.rows import RowWriter
from annotations.imports.formats import registry as formats
from annotations.imports.models import ImportJob
from annotations.imports.models.import_job import IMPORT_KINDS
from datasets.row_errors import RowError
from evalhub.accounts.actions import audit
from evalhub.lib import progress
from evalhub.lib.database.errors import LOST
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput
from evalhub.lib.leases import LeaseLost, LeaseWatch
from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.reasons import define
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from evalhub.work.sweep import LeasedSweep

ROWS_AT_ONCE = 500
FILE_GONE = define("file_gone", gettext_noop("The file no longer exists. Upload it again."))
UNREADABLE = define(
    "import_unreadable", gettext_noop("The file could not be read: %(kind)s. EvalHub's log has the details.")
)
FILE_REFUSED = define(
    "file_refused",
    gettext_noop("The file has %(n)s error. Nothing was imported."),
    gettext_noop("The file has %(n)s errors. Nothing was imported."),
)
STATEMENT_SECONDS = 240


class _Refused(Exception):
    """The file has an error, so nothing of it is kept."""


@dataclass(frozen=True)
class Progress:
    """Rows read so far, and how much of the file that is: `done` of `total` bytes, total None while not begun."""

    rows: int = 0
    done: int = 0
    total: int | None = None


def receive(*, task, kind, upload, format="", by):
    """Store an uploaded file as an ImportJob that waits for its mapping. `format` "" goes by name and content.

    Raises InvalidInput (kind, format, empty file), UnsupportedMedia, TooLarge, Unavailable, Conflict when the task
    takes no answers.
    """
    if kind not in IMPORT_KINDS:
        raise InvalidInput(
            _("kind is %(value)s. Valid: %(valid)s.") % {"value": f"{kind!r}", "valid": ", ".join(IMPORT_KINDS)},
            code="unknown_kind",
        )
    _check_task(task)
    job = ImportJob(
        organization_id=task.organization_id, task=task, kind=kind, file_name=upload.name[-255:], created_by=by
    )
    stored = files.store(job, upload, format=format)
    try:
        with transaction.atomic():
            job.save(force_insert=True)
            audit.record(
                organization=task.organization,
                verb="import.uploaded",
                target=job,
                details={"file": job.file_name, "kind": kind, "bytes": upload.size},
                by=by,
            )
    except BaseException:
        stored.unlink(missing_ok=True)
        raise
    return job


def start(*, job, mapping, by):
    """Import the file with this mapping; a worker does it. A refused import may be started again.

    InvalidInput when the mapping does not fit, Conflict when the job is under way or done.
    """
    if not isinstance(mapping, dict):
        raise InvalidInput(
            _('A mapping is a JSON object such as {"item": "id", "item_by": "external_id"}.'), code="bad_mapping"
        )
    specs = files.specs_of(job)
    checked = formats[job.format].check(mapping, specs)
    _check_task(job.task)
    with transaction.atomic():
        mine = ImportJob.objects.filter(pk=job.pk, state__in=("waiting", "failed", "cancelled"))
        if job.state == "waiting":
            mine = mine.filter(mapping={})
        if not job.stored_path or not mine.update(
            mapping=checked,
            state="waiting",
            attempts=0,
            next_attempt_at=None,
            last_error=None,
            errors=[],
            error_count=0,
            rows_read=0,
            finished_at=None,
        ):
            raise Conflict(
                _("This import is running, or its file no longer exists. Upload the file again."), code="not_waiting"
            )
        audit.record(organization=job.organization, verb="import.started", target=job, by=by)
    job.refresh_from_db()
    return job


def cancel(*, job, by):
    """End an import that waits or goes on; nothing of it is kept. Conflict when it has ended."""
    with transaction.atomic():
        going = ImportJob.objects.filter(pk=job.pk, state__in=("waiting", "running"))
        if not going.update(state="cancelled", lease_until=None, finished_at=Now()):
            raise Conflict(_("This import has already ended."), code="already_ended")
        audit.record(organization=job.organization, verb="import.cancelled", target=job, by=by)
    job.refresh_from_db()
    return job


def _run(job, keeper):
    """Import the file of a claimed job."""
    path = settings.FILES / job.stored_path
    if not job.stored_path or not path.is_file():
        job.finish(state="failed", error=FILE_GONE())
        return
    reader = files.open_reader(path, formats[job.format])
    writer = RowWriter(job=job, format=formats[job.format], mapping=job.mapping, errors=reader.errors)
    passes = (_Refused, LeaseLost, IntegrityError, OSError, EvalHubError, *LOST)
    try:
        with Contained(f"Import {job.pk}", passes=passes) as work, transaction.atomic():
            _import(job, reader, writer)
    except _Refused:
        _refuse(job, reader)
    except IntegrityError as problem:
        if "annotation_one_current" not in str(problem):
            raise
        # Somebody answered an item meanwhile: another attempt sees their answer.
        job.retry_later(seconds=1, error=None)
        return
    if work.error is not None:  # other tries would come to the same
        job.finish(state="failed", error=UNREADABLE(kind=type(work.error).__name__))


def _import(job, reader, writer):
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_SECONDS}s'")
    watch, batch, count = LeaseWatch(job), [], 0
    for count, row in enumerate(reader, start=1):
        batch.append(row)
        if len(batch) == ROWS_AT_ONCE:
            writer.take(batch)
            batch = []
            progress.note(job, {"rows": count, "done": reader.done, "total": reader.total})
            watch.check()
    writer.take(batch)
    if reader.errors:
        raise _Refused
    writer.finish()
    kept = job.finish(
        rows_read=count,
        rows_stored=writer.tally.stored,
        rows_repeated=writer.tally.repeated,
        error_count=0,
        errors=_notes(writer),
    )
    if not kept:
        raise LeaseLost


def _notes(writer):
    """What people should know of a file that was taken; kept like errors, though none is counted."""
    text = _(
        "%(n)s results of this control do not answer a question of the form. They are kept unchanged and "
        "included in Label Studio exports."
    )
    return [
        RowError(None, name, text % {"n": f"{count:,}"}).as_json() for name, count in writer.tally.kept.most_common(100)
    ]


def _refuse(job, reader):
    errors = sorted(reader.errors.as_json(), key=lambda error: error["row"] or 0)
    count = reader.errors.count
    job.finish(
        state="failed",
        error=FILE_REFUSED(n=count),
        rows_read=reader.good_rows,
        rows_stored=0,
        rows_repeated=0,
        errors=errors,
        error_count=count,
    )


# A job without a mapping waits for people, not for a worker.
IMPORTS = LeasedSweep(
    "annotation_imports",
    title=gettext_lazy("Files of annotations"),
    rows=lambda: ImportJob.objects.exclude(mapping={}),
    work=_run,
    related=("task",),
)
run_next = IMPORTS.next


def _check_task(task):
    if task.status not in ("ACTIVE", "PAUSED") or task.preparation != "READY":
        raise Conflict(
            _("The task is %(status)s and does not accept answers. Activate it first.") % {"status": task.status},
            code="not_active",
        )


def progress_of(job):
    """The Progress of an import that goes on, as far as known."""
    return Progress(**(progress.read(job) or {}))
