"""Where the rows of an export come from: current annotations, or what the item's ground truth is."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection

from annotations import sql
from annotations.actions import forms

ANNOTATION_COLUMNS = [
    "annotation_id", "item_id", "external_id", "annotator_id", "annotator", "annotator_kind", "simulated", "origin",
    "exposure", "revision", "flagged", "flag_reason", "time_spent_seconds", "submitted_at",
]
FETCHED_AT_ONCE = 2_000


@dataclass(frozen=True)
class Source:
    """Rows to come, as mappings or as JSON texts, and the columns that a table needs.

    total: how many rows, None when not known. counts: for the manifest.
    """

    rows: Iterator
    columns: list
    total: int | None
    counts: dict


@dataclass(frozen=True)
class Written:
    rows: int
    snapshot_at: datetime.datetime
    counts: dict


def source(job):
    """The Source of a job; to be read inside one snapshot transaction."""
    keys = [spec.key for spec in forms.load(job.task.schema_version_id).specs]
    if job.kind == "annotations":
        columns = [*ANNOTATION_COLUMNS, *(f"labels.{key}" for key in keys),
                   *(f"justifications.{key}" for key in keys), *(f"confidences.{key}" for key in keys)]
        return Source(rows=_stream("export_annotations", job), columns=columns, total=None, counts={})
    return _ground_truth(job, keys)


def _stream(name, job):
    """The values of one column through a server-side cursor, a chunk at a time."""
    with connection.chunked_cursor() as cursor:
        cursor.itersize = FETCHED_AT_ONCE
        cursor.execute(sql.load(name), {"task": job.task_id})
        for (row,) in cursor:
            yield row


def _ground_truth(job, keys):
    """One row per item with a value that reaches the threshold; adjudicated values go before consensus."""
    from annotations.actions import consensus  # here: the web process asks for exports and needs no arithmetic

    decided = consensus.decide_all(task=job.task, threshold=job.options["consensus_threshold"])
    counts = {"items": job.task.total_items, "unresolved_items": job.task.total_items - len(decided)}
    columns = ["item_id", "external_id", "input", "output", "expected_output", *(f"value.{key}" for key in keys),
               *(f"confidence.{key}" for key in keys), *(f"source.{key}" for key in keys)]
    return Source(rows=_decided_rows(job, decided), columns=columns, total=len(decided), counts=counts)


def _decided_rows(job, decided):
    for row in _stream("export_items", job):
        values = decided.get(int(row["item_id"]))
        if values is None:
            continue
        yield row | {
            "value": {key: decision.value for key, decision in values.items()},
            "confidence": {key: decision.confidence for key, decision in values.items()},
            "source": {key: decision.source for key, decision in values.items()},
            "votes": {key: decision.n_votes for key, decision in values.items()},
        }
