"""Where the rows of an export come from: current annotations or judgements, or what the item's ground truth is."""

from annotations.exports.actions import query
from annotations.exports.actions.rows import Source, value_type
from annotations.exports.formats import LONG, TASKS, Column
from annotations.exports.formats import registry as formats
from annotations.tasks.actions import form

WHO = [
    Column("annotation_id"),
    Column("item_id"),
    Column("external_id"),
    Column("annotator_id"),
    Column("annotator"),
    Column("annotator_kind"),
    Column("simulated", "boolean"),
]
HOW = [
    Column("origin"),
    Column("revision", "integer"),
    Column("flagged", "boolean"),
    Column("guideline_version", "integer"),
    Column("schema_version", "integer"),
]
TIMINGS = [Column("time_spent_seconds", "number"), Column("submitted_at", "time")]


def source(job, options):
    """The Source of a job; to be read inside one snapshot transaction."""
    specs = form.load(job.task.schema_version_id).specs
    shape = formats[job.format].shape
    if shape == TASKS:
        from annotations.exports.actions import label_studio_rows

        return label_studio_rows.source(job, options)
    if job.kind == "ground_truth":
        # Here: the web process asks for exports and needs no arithmetic.
        from annotations.exports.actions import ground_truth_rows

        return ground_truth_rows.source(job, options, specs, is_long=shape == LONG)
    name = "export_judgements" if shape == LONG else "export_annotations"
    columns = _judgement_columns(options) if shape == LONG else _annotation_columns(options, specs)
    total = None if shape == LONG else query.counted(job.task, options)[1]
    return Source(rows=query.stream(name, job.task, options), columns=columns, total=total)


def _annotation_columns(options, specs):
    columns = [*WHO, *HOW]
    if "exposure" in options.include:
        columns.append(Column("exposure"))
    if "timings" in options.include:
        columns += TIMINGS
    columns += [Column(f"labels.{spec.key}", value_type(spec)) for spec in specs]
    columns.append(Column("abstained", "json"))
    if "reasons" in options.include:
        columns += [Column(f"justifications.{spec.key}") for spec in specs]
        columns += [Column(f"confidences.{spec.key}", "number") for spec in specs]
        columns.append(Column("flag_reason"))
    for part in ("evidence", "audits"):
        if part in options.include:
            columns += [Column(f"{part}.{spec.key}", "json") for spec in specs]
    return columns


def _judgement_columns(options):
    columns = [
        *WHO,
        Column("question"),
        Column("label_type"),
        Column("value", "json"),
        Column("number", "number"),
        Column("abstained", "boolean"),
        *HOW,
    ]
    if "exposure" in options.include:
        columns.append(Column("exposure"))
    if "timings" in options.include:
        columns += TIMINGS
    if "reasons" in options.include:
        columns += [Column("justification"), Column("confidence", "number"), Column("flag_reason")]
    return columns + [Column(part, "json") for part in ("evidence", "audits") if part in options.include]
