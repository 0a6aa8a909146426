"""JSON shapes that the annotation API answers with."""


def task_shape(task, form=None):
    """One annotation task; the form is included when given."""
    shape = {
        "task_id": str(task.pk),
        "name": task.name,
        "description": task.description,
        "instructions": task.instructions,
        "dataset_version_id": str(task.dataset_version_id),
        "output_name": task.output_name or None,
        "compared_outputs": task.compared_outputs,
        "required_annotations_per_item": task.required_annotations_per_item,
        "blind_mode": task.blind_mode,
        "allow_skip": task.allow_skip,
        "allow_flag": task.allow_flag,
        "lease_seconds": task.lease_seconds,
        "time_limit_seconds": task.time_limit_seconds,
        "audit_sample_share": task.audit_sample_share,
        "audit_sample_mode": task.audit_sample_mode,
        "audit_risk_mode": task.audit_risk_mode,
        "consensus_threshold": task.consensus_threshold,
        "sampling_config": task.sampling_config,
        "status": task.status,
        "preparation": task.preparation,
        "total_items": task.total_items,
        "created_at": task.created_at.isoformat(),
    }
    if form is not None:
        shape |= {"annotation_schema": form.dump(), "schema_version": form.number}
    return shape


def test_case_shape(content):
    """What an annotator may see of a case: never the expected output."""
    shape = {"input": content.input}
    if content.output is not None:
        shape["output"] = content.output
    return shape


def annotation_shape(annotation):
    """One annotation with its labels; needs `judgements.question`, `annotator` loaded."""
    judgements = list(annotation.judgements.all())
    return {
        "annotation_id": str(annotation.pk),
        "item_id": str(annotation.item_id),
        "annotator_id": str(annotation.annotator_id),
        "annotator_kind": annotation.annotator.kind,
        "simulated": annotation.annotator.simulated,
        "labels": {row.question.key: row.value for row in judgements if not row.abstained},
        "justifications": {row.question.key: row.justification for row in judgements if row.justification},
        "confidences": {row.question.key: row.confidence for row in judgements if row.confidence is not None},
        "abstained": [row.question.key for row in judgements if row.abstained],
        "origin": annotation.origin,
        "exposure": annotation.exposure,
        "revision": annotation.revision,
        "flagged": annotation.flagged,
        "flag_reason": annotation.flag_reason or None,
        "time_spent_seconds": annotation.time_spent_seconds,
        "created_at": annotation.submitted_at.isoformat(),
    }
