"""What the dataset API answers with."""

from rest_framework import serializers

from datasets import row_errors
from datasets.actions.import_progress import progress_of
from datasets.actions.stored_files import uri_of
from datasets.columns import TYPES as COLUMN_TYPES
from datasets.forms import ROLES
from datasets.models.dataset import TYPES as DATASET_TYPES
from datasets.models.dataset_version import STATUSES, VALIDATIONS
from datasets.readers import registry as readers
from evalhub.api.fields import Answer, KeyField, TextOrNull
from evalhub.api.paging import MOST_COUNTED, NEXT_HELP, ListOut
from evalhub.lib.translation import gettext as _


class DatasetOut(Answer):
    dataset_id = serializers.UUIDField(source="pk")
    name = serializers.CharField()
    description = serializers.CharField()
    type = serializers.ChoiceField(choices=DATASET_TYPES)
    tags = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class ListedDatasetOut(DatasetOut):
    latest_version_number = serializers.IntegerField(allow_null=True)

    def read_latest_version_number(self, dataset):
        return dataset.latest.version_number if dataset.latest else None


class DatasetListOut(ListOut):
    datasets = ListedDatasetOut(source="rows", many=True)


class UploadedOut(Answer):
    version_id = serializers.UUIDField(source="pk")
    dataset_id = serializers.UUIDField()
    version_number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["validating"])
    row_count = serializers.IntegerField()
    file_uri = serializers.CharField(help_text="an opaque name")
    created_at = serializers.DateTimeField()

    def read_status(self, version):
        return "validating"

    def read_file_uri(self, version):
        return uri_of(version)


class ColumnOut(Answer):
    name = serializers.CharField()
    type = serializers.ChoiceField(choices=COLUMN_TYPES)
    role = serializers.ChoiceField(list(ROLES), help_text="empty: the column is not used")

    def read_role(self, column):
        return column.get("role", "")  # versions from before roles were noted have none


class SchemaOut(Answer):
    columns = ColumnOut(many=True)


class RowErrorOut(Answer):
    row = serializers.IntegerField(allow_null=True, help_text="from 1; null: the file as a whole")
    column = serializers.CharField(allow_null=True)
    reason = serializers.CharField()


class ProgressOut(Answer):
    done = serializers.IntegerField()
    total = serializers.IntegerField(allow_null=True)
    unit = serializers.ChoiceField(choices=["bytes", "rows"])
    rows = serializers.IntegerField()
    errors = serializers.IntegerField()


class VersionOut(Answer):
    """One version; `progress` costs a look into the cache while its file is being checked."""

    version_id = serializers.UUIDField(source="pk")
    dataset_id = serializers.UUIDField()
    version_number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES)
    is_open = serializers.BooleanField(help_text="whether cases can be added, until it is published")
    description = serializers.CharField()
    row_count = serializers.IntegerField()
    validation_status = serializers.ChoiceField(choices=VALIDATIONS)
    validation_errors = serializers.ListField(child=serializers.CharField(), help_text="the first 100, in words")
    errors = RowErrorOut(many=True, help_text="the same, in parts")
    error_count = serializers.IntegerField()
    rows_read = serializers.IntegerField(help_text="of the file, with those that have errors")
    leaves_out_bad_rows = serializers.BooleanField(help_text="rows with an error are no cases, the others are")
    progress = ProgressOut(allow_null=True, help_text="while the file is being checked")
    schema = SchemaOut(source="*")
    schema_hash = TextOrNull(help_text="SHA-256 of names and types")
    mapping = serializers.JSONField()
    file_format = KeyField(lambda: ["", *readers], help_text="empty: its cases came over the API")
    file_name = serializers.CharField()
    file_uri = serializers.CharField(help_text="an opaque name")
    size_bytes = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)

    def read_validation_errors(self, version):
        return [in_words(error) for error in self.read_errors(version)]

    def read_errors(self, version):
        return row_errors.worded(version.validation_errors)

    def read_progress(self, version):
        return None if version.is_finished else progress_of(version)

    def read_file_uri(self, version):
        return uri_of(version)


class VersionListOut(ListOut):
    versions = VersionOut(many=True, source="rows")


class ModelOutputOut(Answer):
    system_id = serializers.UUIDField()
    name = serializers.CharField(help_text="of the system, under which `outputs` has the text")
    model = TextOrNull(source="system.model")
    model_version = TextOrNull(source="system.model_version")
    provider = TextOrNull(source="system.provider")
    repetition = serializers.IntegerField(help_text="of the same question, from 1; `outputs` has the first")
    text = serializers.CharField()
    error = TextOrNull(help_text="why there is no answer")
    finish_reason = TextOrNull()
    latency_ms = serializers.FloatField(allow_null=True)
    tokens_in = serializers.IntegerField(allow_null=True)
    tokens_out = serializers.IntegerField(allow_null=True)
    cost_usd = serializers.FloatField(allow_null=True, help_text="null: unknown")
    occurred_at = serializers.DateTimeField(allow_null=True, help_text="when a running system gave it")
    text_sha256 = serializers.CharField()
    simulated = serializers.BooleanField()


class CaseOut(Answer):
    """One case; needs `outputs` loaded."""

    test_case_id = serializers.CharField(source="pk")
    row_index = serializers.IntegerField(help_text="from 0, in file order")
    external_id = serializers.CharField(allow_null=True)
    input = serializers.JSONField(
        help_text="an object: prompt, conversation, context, system_prompt, or the keys of the file"
    )
    expected_output = serializers.CharField(allow_null=True)
    acceptable_answers = serializers.ListField(
        child=serializers.CharField(), help_text="texts that are as right as `expected_output`"
    )
    outputs = serializers.DictField(child=serializers.CharField(), help_text="model outputs by name of their system")
    answers = ModelOutputOut(
        many=True, source="outputs.all", help_text="the same outputs, repetitions too, with what is known of each"
    )
    metadata = serializers.JSONField()

    def read_outputs(self, case):
        return {output.name: output.text for output in case.outputs.all() if output.repetition == 1}


class CaseListOut(Answer):
    cases = CaseOut(many=True)
    total = serializers.IntegerField(
        allow_null=True,
        help_text=f"how many meet the filter; null above {MOST_COUNTED:,} of a search, or of fields together",
    )
    has_more = serializers.BooleanField()
    next = serializers.CharField(allow_null=True, help_text=NEXT_HELP)
    next_after = serializers.IntegerField(allow_null=True, help_text="the same, for the former `after`")


class AppendedOut(Answer):
    """What became of one row that was sent."""

    index = serializers.IntegerField(help_text="of the row in the request, from 0")
    status = serializers.ChoiceField(choices=["created", "existing", "refused"])
    reason = TextOrNull(help_text="why it was refused")


class AppendedCaseOut(AppendedOut):
    test_case_id = serializers.CharField(source="stored.pk", allow_null=True)
    external_id = serializers.CharField(source="stored.external_id", allow_null=True)
    row_index = serializers.IntegerField(source="stored.row_index", allow_null=True)


class AppendedListOut(Answer):
    created = serializers.IntegerField()
    existing = serializers.IntegerField()
    refused = serializers.IntegerField()

    def read_created(self, rows):
        return sum(row.status == "created" for row in rows)

    def read_existing(self, rows):
        return sum(row.status == "existing" for row in rows)

    def read_refused(self, rows):
        return sum(row.status == "refused" for row in rows)


class AppendedCasesOut(AppendedListOut):
    cases = AppendedCaseOut(many=True, source="*")


class AppendedOutputOut(AppendedOut):
    output_id = serializers.CharField(source="stored.pk", allow_null=True)
    test_case_id = serializers.CharField(source="stored.test_case_id", allow_null=True)
    system_id = serializers.UUIDField(source="stored.system_id", allow_null=True)


class AppendedOutputsOut(AppendedListOut):
    outputs = AppendedOutputOut(many=True, source="*")


class OutputOut(ModelOutputOut):
    """One output; needs `test_case` and `system` loaded."""

    output_id = serializers.CharField(source="pk")
    test_case_id = serializers.CharField()
    row_index = serializers.IntegerField(source="test_case.row_index")
    external_id = serializers.CharField(source="test_case.external_id", allow_null=True)


class OutputListOut(Answer):
    outputs = OutputOut(many=True)
    has_more = serializers.BooleanField()
    next = serializers.CharField(allow_null=True, help_text=NEXT_HELP)
    next_after = serializers.CharField(source="next", allow_null=True, help_text="the same, for the former `after`")


class SampleOut(Answer):
    cases = CaseOut(many=True)
    sample_size = serializers.IntegerField()
    seed = serializers.IntegerField(help_text="the same seed draws the same cases")

    def read_sample_size(self, drawn):
        return len(drawn.cases)


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
