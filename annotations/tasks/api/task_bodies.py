"""Bodies of annotation tasks that the API reads and answers with."""

from rest_framework import serializers

from annotations.tasks.models.annotation_task import AUDIT_MODES
from evalhub.api.fields import (
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictObject,
    StrictSerializer,
    StrictText,
    optional,
)


class AuditMode(StrictText):
    """What an auditor sees before answering."""

    def __init__(self, **options):
        super().__init__(help_text=f"One of {', '.join(AUDIT_MODES)}.", **options)


class _Settings(StrictSerializer):
    """What a new task may say and a task may change."""

    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    required_annotations_per_item = StrictInteger(min_value=1, max_value=100, required=False)
    sampling_config = StrictObject(required=False)
    output_name = StrictText(max_length=200, required=False)
    compared_outputs = serializers.ListField(
        child=StrictText(max_length=200),
        max_length=9,
        required=False,
        help_text="Further outputs, shown beside output_name; cases that lack one of them are left out.",
    )
    blind_mode = StrictBoolean(required=False)
    allow_skip = StrictBoolean(required=False)
    allow_flag = StrictBoolean(required=False)
    lease_seconds = StrictInteger(min_value=1, max_value=604_800, required=False)
    time_limit_seconds = StrictInteger(
        min_value=1, max_value=86_400, required=False, allow_null=True, help_text="Shown to annotators, not enforced."
    )
    audit_sample_share = StrictNumber(
        min_value=0, max_value=1, required=False, help_text="Share of machine answers drawn for audit by chance."
    )
    audit_sample_mode = AuditMode(required=False)
    audit_risk_mode = AuditMode(required=False)
    consensus_threshold = StrictNumber(min_value=0, max_value=1, required=False)


class TaskIn(_Settings):
    name = StrictText(max_length=255)
    dataset_version_id = StrictText()
    instructions = StrictText(max_length=100_000, trim_whitespace=False)
    annotation_schema = StrictObject()


class TaskChangeIn(_Settings):
    name = StrictText(max_length=255, required=False)
    instructions = StrictText(max_length=100_000, trim_whitespace=False, required=False)
    annotation_schema = StrictObject(required=False)
    status = StrictText(required=False)


class TaskOut(serializers.Serializer):
    task_id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    instructions = serializers.CharField(help_text="Markdown")
    dataset_version_id = serializers.UUIDField()
    output_name = optional(serializers.CharField)
    compared_outputs = serializers.ListField(
        child=serializers.CharField(), help_text="shown beside output_name, in this order"
    )
    required_annotations_per_item = serializers.IntegerField()
    blind_mode = serializers.BooleanField()
    allow_skip = serializers.BooleanField()
    allow_flag = serializers.BooleanField()
    lease_seconds = serializers.IntegerField()
    time_limit_seconds = optional(serializers.IntegerField)
    audit_sample_share = serializers.FloatField(help_text="share of machine answers drawn for audit by chance")
    audit_sample_mode = serializers.CharField(help_text="blind_first, assisted or critic_hidden")
    audit_risk_mode = serializers.CharField(help_text="blind_first, assisted or critic_hidden")
    consensus_threshold = serializers.FloatField()
    sampling_config = serializers.DictField()
    status = serializers.CharField(help_text="DRAFT, ACTIVE, PAUSED or COMPLETED")
    preparation = serializers.CharField(help_text="PENDING until the items are drawn, then READY")
    total_items = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    annotation_schema = serializers.DictField(required=False, help_text="absent in lists")
    schema_version = serializers.IntegerField(required=False, help_text="absent in lists")


class TaskListOut(serializers.Serializer):
    tasks = TaskOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


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
