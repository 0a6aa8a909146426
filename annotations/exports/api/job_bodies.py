"""Bodies of exports that the API reads and answers with."""

from rest_framework import serializers

from annotations.exports.actions.options import ANNOTATOR_KINDS, INCLUDES, ITEMS, POLICY, UNRESOLVED, ExportOptions
from annotations.exports.formats import registry
from evalhub.api.fields import StrictBoolean, StrictNumber, StrictSerializer, StrictText, one_of, optional


def _names(valid, usual=()):
    words = f"any of {', '.join(valid)}" + (f"; without it {', '.join(usual)}" if usual else "")
    return serializers.ListField(child=StrictText(), required=False, help_text=words)


class ExportIn(StrictSerializer):
    kind = StrictText(required=False, help_text="ground_truth or annotations")
    format = StrictText(required=False, help_text=one_of(registry))
    consensus_threshold = StrictNumber(required=False, help_text="a share from 0 to 1; the task's own without it")
    annotator_kinds = _names(ANNOTATOR_KINDS)
    blind_only = StrictBoolean(required=False, help_text="only answers given without seeing others")
    items = StrictText(required=False, help_text=f"one of {', '.join(ITEMS)}")
    include = _names(INCLUDES)
    policy = _names(POLICY, ExportOptions().policy)
    unresolved = StrictText(required=False, help_text=f"one of {', '.join(UNRESOLVED)}")
    pseudonymise = StrictBoolean(required=False, help_text="keyed hashes in place of people and programs")
    compress = StrictBoolean(required=False, help_text="gzip")


class WrittenOut(serializers.Serializer):
    written = serializers.IntegerField()
    total = optional(serializers.IntegerField)


class SourceCountOut(serializers.Serializer):
    source = serializers.CharField(help_text="a name of `policy`, or an annotator kind")
    items = serializers.IntegerField()
    values = serializers.IntegerField(help_text="of ground truth one per item and question; else annotations")
    simulated = serializers.IntegerField(help_text="values in which a simulated provider had a part")
    usual = serializers.BooleanField(help_text="whether an export that names no sources takes it")


class ExportKindCountsOut(serializers.Serializer):
    rows = serializers.IntegerField()
    items = serializers.IntegerField()
    items_without = serializers.IntegerField(help_text="items without a value from a source that is taken")
    consensus_threshold = optional(serializers.FloatField)
    stale = serializers.BooleanField(help_text="the newest answers are not counted yet")
    sources = SourceCountOut(many=True)


class ExportCountsOut(serializers.Serializer):
    ground_truth = ExportKindCountsOut()
    annotations = ExportKindCountsOut()


class ExportOut(serializers.Serializer):
    export_id = serializers.UUIDField()
    task_id = serializers.UUIDField()
    kind = serializers.CharField(help_text="ground_truth or annotations")
    format = serializers.CharField(help_text="JSON, JSONL, CSV, CSV_LONG, PARQUET or LABEL_STUDIO")
    status = serializers.CharField(help_text="queued, running, completed, failed or cancelled")
    progress = WrittenOut()
    item_count = optional(serializers.IntegerField)
    error = optional(serializers.CharField)
    manifest = optional(serializers.DictField)
    download_url = serializers.URLField(help_text="signed; answers 202 until the file is ready")
    expires_at = serializers.DateTimeField(help_text="when download_url stops working")
    status_url = serializers.URLField()
