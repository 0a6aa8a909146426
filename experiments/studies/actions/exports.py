"""Bundles of a study for analysis: five tables of one snapshot as files that appear together or not at all."""

import contextlib
import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from django.db import connection, transaction
from django.utils.translation import gettext as _

from evalhub.accounts.actions import audit
from evalhub.lib import file_store, parquet, strict_json
from evalhub.lib.errors import Gone, Unavailable
from experiments.models import Study
from experiments.studies.actions import export_rows
from experiments.studies.exporting import csv_file
from experiments.studies.exporting.tables import SCHEMA_VERSION, TABLES

FOLDER = "study-exports"
FORMATS = ("csv", "parquet")
MANIFEST = "manifest.json"
HALF_DONE = "half-"
KEPT = 3  # of a study: who has begun to download a snapshot can go on with it while the study moves
KEPT_SECONDS = 24 * 3600  # of any study, since somebody last asked; the next one that is built removes them
STATEMENT_SECONDS = 280


@dataclass(frozen=True)
class Bundle:
    """One snapshot on disk. `manifest`: what it is about, how many rows, and the hash of each file."""

    folder: Path
    manifest: dict

    @property
    def etag(self):
        return self.manifest["etag"]

    def path(self, table, suffix):
        return self.folder / f"{table}.{suffix}"


def etag_of(*, study):
    """The name of the study's bundle as it would be now: another one once anything in the bundle is another."""
    with snapshot():
        return export_rows.fingerprint(study=study, about=_about(study))


def bundle_of(*, study, etag):
    """The Bundle that `etag_of` has just named if it is on disk, else a new one of the study as it is by then.

    Unavailable while another request writes it, or when the disk is nearly full.
    """
    return _kept(study, etag) or _build(study)


def bundle_named(*, study, etag):
    """The Bundle of an earlier answer; Gone once it was removed."""
    known = len(etag) == 64 and etag.isascii() and etag.isalnum()
    found = _kept(study, etag) if known else None
    if found is None:
        raise _gone(etag)
    return found


def note_download(*, study, bundle, table, suffix, by):
    """Write into the audit trail who took a table."""
    audit.record(
        organization=study.organization,
        verb="study.exported",
        target=study,
        details={"table": table, "format": suffix, "snapshot": bundle.etag},
        by=by,
    )


def open_table(*, bundle, table, suffix):
    """The open file of a table; Gone when it was removed this very moment."""
    try:
        return bundle.path(table, suffix).open("rb")
    except FileNotFoundError:
        raise _gone(bundle.etag) from None


def _kept(study, etag):
    folder = _folder(study) / etag
    try:
        manifest = strict_json.loads((folder / MANIFEST).read_bytes())
        _note_asked(folder)
    except FileNotFoundError:
        return None
    return Bundle(folder=folder, manifest=manifest)


def _note_asked(folder):
    """Remember when somebody asked for this snapshot, finer than the clock that the file system keeps by itself."""
    now = time.time_ns()
    os.utime(folder / MANIFEST, ns=(now, now))


def _gone(etag):
    words = _("The snapshot %(etag)s of this study is no longer stored. Start again with the newest.")
    return Gone(words % {"etag": repr(etag[:70])}, code="snapshot_gone")


def _folder(study):
    return file_store.folder(f"{FOLDER}/{study.pk}")


def _build(study):
    folder = _folder(study)
    with _alone(folder):
        if shutil.disk_usage(folder).free < file_store.SPARE_BYTES:
            raise Unavailable(
                _("The server does not have enough disk space for this file. Contact your operator."), code="disk_full"
            )
        # Make room for one more snapshot in a study's folder, and remove those of all studies that nobody asks for.
        for path in folder.glob(f"{HALF_DONE}*"):
            shutil.rmtree(path, ignore_errors=True)
        asked = sorted(folder.glob(f"*/{MANIFEST}"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        for path in asked[KEPT - 1 :]:
            shutil.rmtree(path.parent, ignore_errors=True)
        aged = time.time() - KEPT_SECONDS
        for path in folder.parent.glob(f"*/*/{MANIFEST}"):
            if path.stat().st_mtime < aged:
                shutil.rmtree(path.parent, ignore_errors=True)
        half = Path(tempfile.mkdtemp(prefix=HALF_DONE, dir=folder))
        try:
            manifest = _write(study, half)
            _note_asked(half)
            final = folder / manifest["etag"]
            if not final.exists():
                half.rename(final)
        finally:
            shutil.rmtree(half, ignore_errors=True)
    return Bundle(folder=final, manifest=manifest)


@contextlib.contextmanager
def _alone(folder):
    """Nobody else builds in this folder meanwhile; the lock ends with the process."""
    with (folder / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Unavailable(
                _("The export is being written. Try again in a moment."),
                code="bundle_in_progress",
                headers={"Retry-After": "2"},
            ) from None
        yield


def _write(study, folder):
    """Write all files of one snapshot into an empty folder, the manifest last; returns the manifest."""
    with snapshot() as snapshot_at:
        about = _about(study)
        etag = export_rows.fingerprint(study=study, about=about)
        written = {table: _write_lines(study, table, folder) for table in TABLES}
    with parquet.connected(folder, longest=max(longest for _count, longest in written.values())) as connection:
        for table, columns in TABLES.items():
            source, (_count, longest) = folder / f"{table}.jsonl", written[table]
            csv_file.write(source, folder / f"{table}.csv", columns)
            parquet.write(connection, source, folder / f"{table}.parquet", columns, longest=longest)
    tables = {}
    for table, columns in TABLES.items():
        count, _longest = written[table]
        tables[table] = {
            "rows": count,
            "columns": [{"name": column.name, "type": column.type} for column in columns],
            "files": {suffix: _facts(folder / f"{table}.{suffix}") for suffix in FORMATS},
        }
    manifest = {
        "export_schema_version": SCHEMA_VERSION,
        "etag": etag,
        "snapshot_at": snapshot_at.isoformat(),
        **about,
        "counts": {table: count for table, (count, _longest) in written.items()},
        "tables": tables,
    }
    with (folder / MANIFEST).open("xb") as out:
        out.write(strict_json.dumps(manifest).encode())
        _keep(out)
    return manifest


def _write_lines(study, table, folder):
    """Write the rows as JSON lines; returns (how many, bytes of the longest)."""
    count = longest = 0
    with (folder / f"{table}.jsonl").open("xb") as out:
        for row in export_rows.stream(table, study=study):
            size = out.write(row.encode() + b"\n")
            count, longest = count + 1, max(longest, size)
        _keep(out)
    return count, longest


def _keep(out):
    out.flush()
    os.fsync(out.fileno())


def _facts(path):
    with path.open("rb") as file:
        os.fsync(file.fileno())
        digest = hashlib.file_digest(file, "sha256")
    return {"size_bytes": path.stat().st_size, "sha256": digest.hexdigest()}


@contextlib.contextmanager
def snapshot():
    """One REPEATABLE READ snapshot and its time; inside of a caller's transaction, that one's isolation holds."""
    is_own = not connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if is_own:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_SECONDS}s'")
            cursor.execute("SELECT now()")
            snapshot_at = cursor.fetchone()[0]
        yield snapshot_at


def _about(study):
    """The study and its run, as the manifest tells of them."""
    found = Study.objects.select_related("window", "run").get(pk=study.pk)
    window, run = found.window, found.run
    return {
        "study": {
            "study_id": str(found.pk),
            "study_name": found.name,
            "created_at": found.created_at.isoformat(),
            "settings": found.settings,
            "evidence_to": found.evidence_to,
            "left_out": found.left_out,
            "dataset_version_id": found.dataset_version_id and str(found.dataset_version_id),
            "window": {
                "window_id": str(window.pk),
                "name": window.name,
                "concept": window.concept,
                "start_date": window.start_date and window.start_date.isoformat(),
                "end_date": window.end_date and window.end_date.isoformat(),
                "country": window.country or None,
            },
        },
        "run": {
            "run_id": str(run.pk),
            "status": run.status,
            "desired_state": run.desired_state,
            "created_at": run.created_at.isoformat(),
            "finished_at": run.finished_at and run.finished_at.isoformat(),
        },
    }
