"""Bodies that the annotation API reads."""

import math

from rest_framework import serializers

from annotations.tasks.models.annotation_task import AUDIT_MODES
from evalhub.api.fields import StrictBoolean, StrictInteger, StrictSerializer, StrictText


class StrictObject(serializers.JSONField):
    """A JSON object."""

    def to_internal_value(self, data):
        if not isinstance(data, dict):
            raise serializers.ValidationError(f"Must be an object, met {type(data).__name__}.")
        return data


class StrictNumber(serializers.FloatField):
    """A finite JSON number; texts and booleans are refused."""

    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            raise serializers.ValidationError(f"Must be a finite number, met {data!r}.")
        try:
            number = float(data)
        except OverflowError:  # a whole number beyond every float
            number = math.inf
        if not math.isfinite(number):
            raise serializers.ValidationError("Must be a finite number.")
        return number


class AuditMode(StrictText):
    """What an auditor sees before answering."""

    def __init__(self, **options):
        super().__init__(help_text=f"One of {', '.join(AUDIT_MODES)}.", **options)


class TaskIn(StrictSerializer):
    name = StrictText(max_length=255)
    dataset_version_id = StrictText()
    instructions = StrictText(max_length=100_000, trim_whitespace=False)
    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    annotation_schema = StrictObject()
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


class TaskChangeIn(StrictSerializer):
    name = StrictText(max_length=255, required=False)
    instructions = StrictText(max_length=100_000, trim_whitespace=False, required=False)
    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    annotation_schema = StrictObject(required=False)
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
    status = StrictText(required=False)


class SubmissionIn(StrictSerializer):
    labels = StrictObject(required=False)
    justifications = StrictObject(required=False, help_text="the reason for an answer, by question key")
    confidences = StrictObject(required=False, help_text="how sure, from 0 to 1, by question key")
    quotes = StrictObject(
        required=False,
        help_text="lists of quotes by question key: a text, or {field, start, end, quote} with offsets "
        "in code points into that text of the item",
    )
    schema_version = StrictInteger(
        min_value=1,
        max_value=2_000_000_000,
        required=False,
        allow_null=True,
        help_text="the version of the form that was answered, as `next` gave it; the current one when absent",
    )
    time_spent_seconds = StrictNumber(min_value=0, max_value=604_800, required=False, allow_null=True)
    flagged = StrictBoolean(required=False)
    flag_reason = StrictText(max_length=2000, required=False, allow_blank=True, allow_null=True)
    skipped = StrictBoolean(required=False)
    lease_token = StrictText(required=False, allow_null=True)
    submission_id = serializers.UUIDField(required=False, allow_null=True)


class DraftIn(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=2_000_000_000)
    answers = StrictObject()


class LeaseIn(StrictSerializer):
    lease_token = StrictText()
