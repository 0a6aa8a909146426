"""The rows of a ground truth export: per item the values that the policy lets count, decided a span at a time."""

import json

from annotations.consensus.actions import ground_truth
from annotations.consensus.models import GroundTruth
from annotations.exports.actions import query
from annotations.exports.actions.rows import WHOSE, Source, value_type
from annotations.exports.formats import Column
from annotations.labels.types import registry as label_types

PARTS = {name: name for name in ("value", *dict(WHOSE))} | {"votes": "n_votes"}
ITEM = [Column("item_id"), Column("external_id")]
CASE = [
    Column("input", "json"),
    Column("output"),
    Column("expected_output"),
    Column("acceptable_answers", "json"),
    Column("metadata", "json"),
]


def source(job, options, specs, *, is_long):
    """The Source of a job, with what `no_counts` names counted while it is read."""
    counts = no_counts()
    rows = decided_rows(job.task, options, specs, counts)
    if is_long:
        columns = [
            *ITEM,
            Column("question"),
            Column("value", "json"),
            *(Column(name, kind) for name, kind in WHOSE),
            Column("resolved", "boolean"),
        ]
        return Source(rows=_judgements(rows, specs), columns=columns, counts=counts)
    # A free text has a value only where an adjudicator wrote one.
    texts = {spec.key for spec in specs if label_types[spec.label_type].is_free_text}
    current = GroundTruth.objects.current().filter(question__schema_version=job.task.schema_version_id)
    texts -= set(current.filter(question__key__in=texts).values_list("question__key", flat=True))
    shown = [spec for spec in specs if spec.key not in texts]
    columns = [*ITEM, *CASE, *(Column(f"value.{spec.key}", value_type(spec)) for spec in shown)]
    for part, kind in WHOSE:
        columns += [Column(f"{part}.{spec.key}", kind) for spec in shown]
    columns.append(Column("unresolved", "json"))
    if "values" in options.include:
        columns.append(Column("annotations", "json"))
    total = query.counted(job.task, options)[0] if options.unresolved == "include" else None
    return Source(rows=rows, columns=columns, total=total, counts=counts)


def no_counts():
    """Items that were looked at, those without a value, and the values by source."""
    return {"items": 0, "unresolved_items": 0, "values_by_source": {}, "simulated_values": 0}


def decided_rows(task, options, specs, counts):
    """One mapping per item; without a value only where unresolved items are asked for, and then flagged by question.

    A free text, which nobody can decide by vote, is never unresolved.
    """
    spans = ground_truth.decide_spans(
        task=task,
        threshold=options.threshold_of(task),
        kinds=options.annotator_kinds,
        with_fixed="adjudicated" in options.policy,
    )
    decidable = [spec.key for spec in specs if not label_types[spec.label_type].is_free_text]
    decided, last = {}, -1
    for item in query.stream("export_items", task, options):
        row = json.loads(item) if isinstance(item, str) else item
        position = row.pop("position")
        while position > last:
            span = next(spans)
            decided, last = span.decided, span.positions.stop - 1
        found = decided.get(int(row["item_id"]), {})
        values = {key: decision for key, decision in found.items() if decision.source in options.sources}
        open_keys = [key for key in decidable if key not in values]
        counts["items"] += 1
        counts["unresolved_items"] += not values
        for decision in values.values():
            by_source = counts["values_by_source"]
            by_source[decision.source] = by_source.get(decision.source, 0) + 1
            counts["simulated_values"] += decision.simulated
        if values or options.unresolved == "include":
            parts = {
                part: {key: getattr(decision, name) for key, decision in values.items()} for part, name in PARTS.items()
            }
            yield row | parts | {"unresolved": open_keys}


def _judgements(rows, specs):
    """One mapping per item and question."""
    for row in rows:
        for spec in specs:
            if spec.key in row["value"] or spec.key in row["unresolved"]:
                yield {
                    "item_id": row["item_id"],
                    "external_id": row["external_id"],
                    "question": spec.key,
                    "value": row["value"].get(spec.key),
                    "resolved": spec.key in row["value"],
                } | {name: row[name].get(spec.key) for name, _kind in WHOSE}
