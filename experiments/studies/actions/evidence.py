"""Bring evidence into a window: a text by hand, or a CSV or JSONL file, all of its rows or none."""

import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from datasets.actions.stored_files import file_limits
from datasets.limits import MEGABYTE, megabytes
from datasets.readers import format_of, open_reader
from datasets.row_errors import worded
from evalhub.accounts.actions import audit
from evalhub.lib.errors import InvalidInput, TooLarge, UnsupportedMedia
from experiments.models import Evidence, EvidenceView, EvidenceWindow
from experiments.studies import evidence_rows

FORMATS = ("CSV", "JSONL")
MOST_EVIDENCE = 5000  # of a window
LARGEST_FILE = 50 * MEGABYTE


@dataclass(frozen=True)
class Imported:
    """How many rows became evidence, and which columns of the file nobody looked at."""

    count: int
    ignored_columns: list


@transaction.atomic
def add(*, window, raw_content, title="", url="", by):
    """One more evidence at the end of the window; InvalidInput names the field that cannot be taken."""
    try:
        row = evidence_rows.read({"title": title, "url": url, evidence_rows.CONTENT: raw_content})
    except evidence_rows.BadCell as problem:
        raise InvalidInput(problem.reason, code="invalid_evidence", details={"field": problem.column}) from None
    stored = _store(window, [row])[0]
    audit.record(
        organization=window.organization,
        verb="evidence.added",
        target=window,
        details={"position": stored.position},
        by=by,
    )
    return stored


@transaction.atomic
def add_all(*, window, rows, by):
    """Add texts, {column: value} each, at the end of the window in their order: all of them or none.

    InvalidInput `invalid_evidence` names the first row, from 1, that cannot be taken, and its field.
    """
    read = []
    for number, row in enumerate(rows, 1):
        try:
            read.append(evidence_rows.read(row))
        except evidence_rows.BadCell as problem:
            words = _("Nothing was added. Text %(row)s: %(reason)s") % {"row": number, "reason": problem.reason}
            details = {"row": number, "field": problem.column}
            raise InvalidInput(words, code="invalid_evidence", details=details) from None
    stored = _store(window, read)
    details = {"position": stored[0].position, "rows": len(stored)}
    audit.record(organization=window.organization, verb="evidence.added", target=window, details=details, by=by)
    return stored


def read_file(*, window, upload, by):
    """Add all rows of an uploaded CSV or JSONL file, in order; returns what was Imported.

    Columns: raw_content, and if there are any title, url, cleaned_content, neutralized_content, abstracted_content.
    InvalidInput `bad_file` has the first 100 mistakes with their rows in `details`, and then nothing is stored.
    """
    file_format = format_of(upload.name)
    if file_format not in FORMATS:
        raise UnsupportedMedia(
            _("Evidence is read from .csv, .tsv, .jsonl and .ndjson files."), code="unknown_file_format"
        )
    if upload.size > LARGEST_FILE:
        words = _("The file has %(size)s. Valid: at most %(most)s.")
        raise TooLarge(
            words % {"size": megabytes(upload.size), "most": megabytes(LARGEST_FILE)},
            code="file_too_large",
            details={"max_bytes": LARGEST_FILE},
        )
    with _on_disk(upload) as path:
        rows, ignored = _rows(path, file_format)
    with transaction.atomic():
        _store(window, rows)
        audit.record(
            organization=window.organization,
            verb="evidence.imported",
            target=window,
            details={"file": upload.name[-255:], "rows": len(rows)},
            by=by,
        )
    return Imported(count=len(rows), ignored_columns=ignored)


class _on_disk:
    """The upload as a file with a path, for as long as it is read."""

    def __init__(self, upload):
        self._upload = upload

    def __enter__(self):
        handle, name = tempfile.mkstemp(prefix="evidence-")
        self._path = Path(name)
        with os.fdopen(handle, "wb") as out:
            for chunk in self._upload.chunks():
                out.write(chunk)
        return self._path

    def __exit__(self, *error):
        self._path.unlink(missing_ok=True)


def _rows(path, file_format):
    """([EvidenceRow], names of columns that were ignored); InvalidInput with all that is wrong."""
    limits = replace(file_limits(), file_bytes=LARGEST_FILE, rows=MOST_EVIDENCE)
    reader = open_reader(path, file_format=file_format, limits=limits)
    rows = []
    for number, values in reader:
        try:
            rows.append(evidence_rows.read(values))
        except evidence_rows.BadCell as problem:
            reader.refuse(number, problem.reason, column=problem.column)
    names = [column.name for column in reader.columns()]
    if names and evidence_rows.CONTENT not in names:
        reason = _("The column raw_content is missing. The file has %(names)s.") % {"names": ", ".join(names[:20])}
        raise _refused([{"row": None, "column": evidence_rows.CONTENT, "reason": reason}], 1)
    if reader.errors:
        raise _refused(worded(reader.errors.as_json()), reader.errors.count)
    return rows, [name for name in names if name not in evidence_rows.COLUMNS]


def _refused(errors, count):
    first = errors[0]
    words = _("Nothing was imported: the file has %(count)s errors. %(reason)s")
    if first["row"] is not None:
        words = _("Nothing was imported: the file has %(count)s errors. Row %(row)s: %(reason)s")
    return InvalidInput(
        words % {"count": count, "row": first["row"], "reason": first["reason"]},
        code="bad_file",
        details={"errors": errors, "error_count": count},
    )


def _store(window, rows):
    """The rows after what the window holds; its lock leaves no gap and no position twice."""
    EvidenceWindow.objects.select_for_update().get(pk=window.pk)
    last = Evidence.objects.filter(window=window).aggregate(last=Max("position"))["last"] or 0
    if last + len(rows) > MOST_EVIDENCE:
        words = _("The evidence set would contain %(n)s texts. Valid: at most %(most)s.")
        raise InvalidInput(words % {"n": last + len(rows), "most": MOST_EVIDENCE}, code="window_full")
    stored = Evidence.objects.bulk_create(
        (
            Evidence(window=window, position=position, title=row.title, url=row.url, raw_content=row.raw_content)
            for position, row in enumerate(rows, last + 1)
        ),
        batch_size=500,
    )
    EvidenceView.objects.bulk_create(
        (
            EvidenceView(evidence=evidence, view=view, text=text)
            for evidence, row in zip(stored, rows, strict=True)
            for view, text in row.views.items()
        ),
        batch_size=500,
    )
    return stored
