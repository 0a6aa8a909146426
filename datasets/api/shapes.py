"""JSON shapes that the dataset API answers with, and their description for the OpenAPI document."""

from rest_framework import serializers

from datasets import row_errors
from datasets.actions.import_lease import progress_of
from datasets.actions.stored_files import uri_of
from datasets.readers import registry as readers
from evalhub.api.fields import one_of
from evalhub.lib.translation import gettext as _


class DatasetOut(serializers.Serializer):
    dataset_id = serializers.UUIDField()
    name = serializers.CharField()
    description = serializers.CharField()
    type = serializers.CharField()
    tags = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()
    latest_version_number = serializers.IntegerField(required=False, allow_null=True, help_text="in lists only")


class DatasetListOut(serializers.Serializer):
    datasets = DatasetOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class UploadedOut(serializers.Serializer):
    version_id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    version_number = serializers.IntegerField()
    status = serializers.CharField(help_text='"validating"')
    row_count = serializers.IntegerField()
    file_uri = serializers.CharField(help_text="an opaque name")
    created_at = serializers.DateTimeField()


class ColumnOut(serializers.Serializer):
    name = serializers.CharField()
    type = serializers.CharField(help_text="string, integer, number, boolean, object, array, null or mixed")
    role = serializers.CharField(
        help_text="input, expected_output, output, external_id, metadata; empty for a column that is not used"
    )


class SchemaOut(serializers.Serializer):
    columns = ColumnOut(many=True)


class RowErrorOut(serializers.Serializer):
    row = serializers.IntegerField(allow_null=True, help_text="from 1; null: the file as a whole")
    column = serializers.CharField(allow_null=True)
    reason = serializers.CharField()


class ProgressOut(serializers.Serializer):
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    unit = serializers.CharField(help_text="bytes or rows")
    rows = serializers.IntegerField()
    errors = serializers.IntegerField()


class VersionOut(serializers.Serializer):
    version_id = serializers.UUIDField()
    dataset_id = serializers.UUIDField()
    version_number = serializers.IntegerField()
    status = serializers.CharField(help_text="DRAFT, PUBLISHED or DEPRECATED")
    description = serializers.CharField()
    row_count = serializers.IntegerField()
    validation_status = serializers.CharField(help_text="PENDING, VALID or INVALID")
    validation_errors = serializers.ListField(child=serializers.CharField(), help_text="the first 100, in words")
    errors = RowErrorOut(many=True, help_text="the same, in parts")
    error_count = serializers.IntegerField()
    progress = ProgressOut(allow_null=True, help_text="while the file is being checked")
    schema = SchemaOut()
    schema_hash = serializers.CharField(allow_null=True, help_text="SHA-256 of names and types")
    mapping = serializers.JSONField()
    file_format = serializers.CharField(help_text=one_of(readers))
    file_name = serializers.CharField()
    file_uri = serializers.CharField(help_text="an opaque name")
    size_bytes = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)


class VersionListOut(serializers.Serializer):
    versions = VersionOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class ModelOutputOut(serializers.Serializer):
    system_id = serializers.UUIDField()
    name = serializers.CharField(help_text="of the system, under which `outputs` has the text")
    model = serializers.CharField(allow_null=True)
    model_version = serializers.CharField(allow_null=True)
    provider = serializers.CharField(allow_null=True)
    repetition = serializers.IntegerField(help_text="of the same question, from 1; `outputs` has the first")
    text = serializers.CharField()
    error = serializers.CharField(allow_null=True, help_text="why there is no answer")
    finish_reason = serializers.CharField(allow_null=True)
    latency_ms = serializers.FloatField(allow_null=True)
    tokens_in = serializers.IntegerField(allow_null=True)
    tokens_out = serializers.IntegerField(allow_null=True)
    cost_usd = serializers.FloatField(allow_null=True, help_text="null: unknown")
    text_sha256 = serializers.CharField()
    simulated = serializers.BooleanField()


class CaseOut(serializers.Serializer):
    test_case_id = serializers.CharField()
    row_index = serializers.IntegerField(help_text="from 0, in file order")
    external_id = serializers.CharField(allow_null=True)
    input = serializers.JSONField()
    expected_output = serializers.CharField(allow_null=True)
    outputs = serializers.DictField(child=serializers.CharField(), help_text="model outputs by name of their system")
    answers = ModelOutputOut(many=True, help_text="the same outputs, repetitions too, with what is known of each")
    metadata = serializers.JSONField()


class CaseListOut(serializers.Serializer):
    cases = CaseOut(many=True)
    total = serializers.IntegerField(help_text="how many meet the filter")
    has_more = serializers.BooleanField()
    next_after = serializers.IntegerField(allow_null=True, help_text="`after` of the next page")


class SampleOut(serializers.Serializer):
    cases = CaseOut(many=True)
    sample_size = serializers.IntegerField()
    seed = serializers.IntegerField(help_text="the same seed draws the same cases")


def dataset_shape(dataset):
    shape = {
        "dataset_id": str(dataset.pk),
        "name": dataset.name,
        "description": dataset.description,
        "type": dataset.type,
        "tags": dataset.tags,
        "created_at": dataset.created_at.isoformat(),
        "updated_at": dataset.updated_at.isoformat(),
    }
    if hasattr(dataset, "latest_versions"):
        shape["latest_version_number"] = dataset.latest.version_number if dataset.latest else None
    return shape


def uploaded_shape(version):
    return {
        "version_id": str(version.pk),
        "dataset_id": str(version.dataset_id),
        "version_number": version.version_number,
        "status": "validating",
        "row_count": version.row_count,
        "file_uri": uri_of(version),
        "created_at": version.created_at.isoformat(),
    }


def version_shape(version):
    """One version; `progress` costs a look into the cache while its file is being checked."""
    progress = None if version.is_finished else progress_of(version)
    errors = row_errors.told(version.validation_errors)
    return {
        "version_id": str(version.pk),
        "dataset_id": str(version.dataset_id),
        "version_number": version.version_number,
        "status": version.status,
        "description": version.description,
        "row_count": version.row_count,
        "validation_status": version.validation_status,
        "validation_errors": [in_words(error) for error in errors],
        "errors": errors,
        "error_count": version.error_count,
        "progress": progress
        and {
            "done": progress.done,
            "total": progress.total,
            "unit": progress.unit,
            "rows": progress.rows,
            "errors": progress.errors,
        },
        "schema": {"columns": version.columns},
        "schema_hash": version.schema_hash or None,
        "mapping": version.mapping,
        "file_format": version.file_format,
        "file_name": version.file_name,
        "file_uri": uri_of(version),
        "size_bytes": version.size_bytes,
        "created_at": version.created_at.isoformat(),
        "published_at": version.published_at.isoformat() if version.published_at else None,
    }


def in_words(error):
    """ "row 3, column input: The input is empty." """
    row, column = error["row"], error["column"]
    if row is None and column is None:
        return error["reason"]
    text = _("row %(row)s, column %(column)s: %(reason)s")
    if column is None:
        text = _("row %(row)s: %(reason)s")
    elif row is None:
        text = _("column %(column)s: %(reason)s")
    return text % error


def _answer_shape(output):
    system, cost = output.system, output.cost_usd
    return {
        "system_id": str(system.pk),
        "name": system.name,
        "model": system.model or None,
        "model_version": system.model_version or None,
        "provider": system.provider or None,
        "repetition": output.repetition,
        "text": output.text,
        "error": output.error or None,
        "finish_reason": output.finish_reason or None,
        "latency_ms": output.latency_ms,
        "tokens_in": output.tokens_in,
        "tokens_out": output.tokens_out,
        "cost_usd": None if cost is None else float(cost),
        "text_sha256": output.text_sha256,
        "simulated": output.simulated,
    }


def case_shape(case):
    """One case; needs `outputs` loaded."""
    return {
        "test_case_id": str(case.pk),
        "row_index": case.row_index,
        "external_id": case.external_id,
        "input": case.input,
        "expected_output": case.expected_output,
        "outputs": {output.name: output.text for output in case.outputs.all() if output.repetition == 1},
        "answers": [_answer_shape(output) for output in case.outputs.all()],
        "metadata": case.metadata,
    }
