"""Write one export file from one snapshot of the database, and the manifest that says what is in it."""

import contextlib
import gzip
import hashlib

from django.db import connection, transaction

from annotations.agreement.models import AgreementSnapshot
from annotations.exports.actions import query, sources
from annotations.exports.actions.rows import Written
from annotations.exports.formats import GENERATOR
from annotations.tasks.actions import form as forms

PROGRESS_EVERY = 2_000
PACKING_LEVEL = 5
STATEMENT_SECONDS = 280


def write(job, form, options, out, *, at_mark):
    """Stream one REPEATABLE READ snapshot into `out`; memory does not grow with the task.

    Inside of a caller's transaction that one's isolation holds. `at_mark(rows so far, rows in all or None)` is called
    every few thousand rows.
    """
    is_own = not connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if is_own:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_SECONDS}s'")
            cursor.execute("SELECT now()")
            snapshot_at = cursor.fetchone()[0]
        source = sources.source(job, options)
        count = 0
        with _packed(out, options) as target:
            writer = form.writer(target, source.columns)
            for count, row in enumerate(source.rows, start=1):
                writer.row(row)
                if count % PROGRESS_EVERY == 0:
                    at_mark(count, source.total)
            writer.close()
        # The same figures as SQL gives them in this snapshot, for whoever checks the file.
        items, annotations, annotators = query.counted(job.task, options)
        form_numbers, guidelines = query.versions_in(job.task, options)
        counts = {
            "items": items,
            "annotations": annotations,
            "annotators": annotators,
            "schema_versions": form_numbers,
            "guideline_versions": guidelines,
        } | source.counts
    return Written(rows=count, snapshot_at=snapshot_at, counts=counts)


def manifest(job, options, path, written):
    """What is in the file at `path`, as of when, by which choices, and its hash."""
    with path.open("rb") as source:
        digest = hashlib.file_digest(source, "sha256")
    newest = AgreementSnapshot.objects.filter(task=job.task).order_by("-computed_at").first()
    told = options.as_json()
    if job.kind == "ground_truth":
        told["consensus_threshold"] = options.threshold_of(job.task)
    return {
        "export_id": str(job.pk),
        "task_id": str(job.task_id),
        "task": job.task.name,
        "dataset_version_id": str(job.task.dataset_version_id),
        "kind": job.kind,
        "format": job.format,
        "options": told,
        "snapshot_at": written.snapshot_at.isoformat(),
        "schema_version": forms.load(job.task.schema_version_id).number,
        "guideline_version": job.task.guideline_version,
        "item_count": written.rows,
        "counts": written.counts,
        "agreement_computed_at": newest.computed_at.isoformat() if newest else None,
        "generator": GENERATOR,
        "size_bytes": path.stat().st_size,
        "sha256": digest.hexdigest(),
    }


@contextlib.contextmanager
def _packed(out, options):
    """`out`, or a gzip stream into it that holds no time and no name, so that equal rows make equal files."""
    if not options.compress:
        yield out
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=out, mtime=0, compresslevel=PACKING_LEVEL) as packed:
        yield packed
