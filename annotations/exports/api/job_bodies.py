"""Bodies and answers of exports and imports over the API."""

from rest_framework import serializers

from annotations.exports.actions.options import ANNOTATOR_KINDS, INCLUDES, ITEMS, POLICY, UNRESOLVED, ExportOptions
from annotations.tasks.api.request_bodies import StrictNumber, StrictObject
from evalhub.api.fields import StrictBoolean, StrictSerializer, StrictText


def _names(valid, usual=()):
    words = f"any of {', '.join(valid)}" + (f"; without it {', '.join(usual)}" if usual else "")
    return serializers.ListField(child=StrictText(), required=False, help_text=words)


class ExportIn(StrictSerializer):
    kind = StrictText(required=False, help_text="ground_truth or annotations")
    format = StrictText(required=False, help_text="JSON, JSONL, CSV, CSV_LONG, PARQUET or LABEL_STUDIO")
    consensus_threshold = StrictNumber(required=False, help_text="a share from 0 to 1; the task's own without it")
    annotator_kinds = _names(ANNOTATOR_KINDS)
    blind_only = StrictBoolean(required=False, help_text="only answers given without seeing others")
    items = StrictText(required=False, help_text=f"one of {', '.join(ITEMS)}")
    include = _names(INCLUDES)
    policy = _names(POLICY, ExportOptions().policy)
    unresolved = StrictText(required=False, help_text=f"one of {', '.join(UNRESOLVED)}")
    pseudonymise = StrictBoolean(required=False, help_text="keyed hashes in place of people and programs")
    compress = StrictBoolean(required=False, help_text="gzip")


class ImportIn(StrictSerializer):
    """A multipart form."""

    file = serializers.FileField(allow_empty_file=True, max_length=1_000, help_text=".jsonl, .json or .csv")
    kind = serializers.CharField(required=False, help_text="annotations (default) or prelabels")
    format = serializers.CharField(required=False, help_text="JSONL, JSON, CSV or LABEL_STUDIO; else as the file looks")
    mapping = serializers.CharField(required=False, help_text='JSON, or "guess"; without it the file waits for a start')


MAPPING_HELP = (
    "item, item_by; kinds: {name or e-mail of an annotator: human, llm or program}; and by format annotator, about"
    " ({annotator_kind, annotator_id, simulated, exposure, flagged, abstained: column}), questions, justifications"
)


class ImportStartIn(StrictSerializer):
    mapping = StrictObject(help_text=MAPPING_HELP)


class ImportErrorOut(serializers.Serializer):
    row = serializers.IntegerField(allow_null=True)
    column = serializers.CharField(allow_null=True)
    reason = serializers.CharField()


class ImportOut(serializers.Serializer):
    import_id = serializers.UUIDField()
    task_id = serializers.UUIDField()
    kind = serializers.CharField()
    format = serializers.CharField()
    file_name = serializers.CharField()
    status = serializers.CharField(help_text="needs_mapping, queued, running, completed, failed or cancelled")
    mapping = serializers.DictField(help_text="in force, or what the file suggests while none is")
    rows_read = serializers.IntegerField()
    rows_stored = serializers.IntegerField()
    rows_repeated = serializers.IntegerField(help_text="annotations that were here already")
    error_count = serializers.IntegerField()
    errors = ImportErrorOut(many=True, help_text="the first hundred; after a success, what was kept as it came")
    error = serializers.CharField(allow_null=True)


class ImportListOut(serializers.Serializer):
    imports = ImportOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()
