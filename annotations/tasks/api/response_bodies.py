"""Bodies that the annotation API answers with, for its documentation."""

from rest_framework import serializers as s


def optional(kind, **options):
    """A field that may be null."""
    return kind(allow_null=True, **options)


class TaskOut(s.Serializer):
    task_id = s.UUIDField()
    name = s.CharField()
    description = s.CharField()
    instructions = s.CharField(help_text="Markdown")
    dataset_version_id = s.UUIDField()
    output_name = optional(s.CharField)
    compared_outputs = s.ListField(child=s.CharField(), help_text="shown beside output_name, in this order")
    required_annotations_per_item = s.IntegerField()
    blind_mode = s.BooleanField()
    allow_skip = s.BooleanField()
    allow_flag = s.BooleanField()
    lease_seconds = s.IntegerField()
    time_limit_seconds = optional(s.IntegerField)
    audit_sample_share = s.FloatField(help_text="share of machine answers drawn for audit by chance")
    audit_sample_mode = s.CharField(help_text="blind_first, assisted or critic_hidden")
    audit_risk_mode = s.CharField(help_text="blind_first, assisted or critic_hidden")
    consensus_threshold = s.FloatField()
    sampling_config = s.DictField()
    status = s.CharField(help_text="DRAFT, ACTIVE, PAUSED or COMPLETED")
    preparation = s.CharField(help_text="PENDING until the items are drawn, then READY")
    total_items = s.IntegerField()
    created_at = s.DateTimeField()
    annotation_schema = s.DictField(required=False, help_text="absent in lists")
    schema_version = s.IntegerField(required=False, help_text="absent in lists")


class TaskListOut(s.Serializer):
    tasks = TaskOut(many=True)
    total = s.IntegerField()
    has_more = s.BooleanField()


class AnnotationOut(s.Serializer):
    annotation_id = s.CharField()
    item_id = s.CharField()
    annotator_id = s.UUIDField()
    annotator_kind = s.CharField(help_text="human, llm or program")
    simulated = s.BooleanField()
    labels = s.DictField(help_text="answers by question key")
    justifications = s.DictField(child=s.CharField())
    confidences = s.DictField(child=s.FloatField())
    abstained = s.ListField(child=s.CharField())
    origin = s.CharField()
    exposure = s.CharField(help_text="blind, saw_machine or saw_people")
    revision = s.IntegerField()
    flagged = s.BooleanField()
    flag_reason = optional(s.CharField)
    time_spent_seconds = optional(s.FloatField)
    created_at = s.DateTimeField()


class AnnotationListOut(s.Serializer):
    annotations = AnnotationOut(many=True)
    total = s.IntegerField()
    has_more = s.BooleanField()


class ShownCaseOut(s.Serializer):
    input = s.JSONField()
    output = s.CharField(required=False, help_text="the model output under judgement, when the task has one")


class NextOut(s.Serializer):
    """The item in hand; without one `item_id` is null, `reason` says why and the rest is absent."""

    item_id = optional(s.CharField)
    lease_token = s.CharField(required=False)
    lease_expires_at = s.DateTimeField(required=False)
    test_case = ShownCaseOut(required=False)
    annotation_schema = s.DictField(required=False)
    schema_version = s.IntegerField(required=False, help_text="send it back with the answer")
    instructions = s.CharField(required=False)
    position = s.IntegerField(required=False)
    note = optional(s.CharField, required=False, help_text="why the item was returned or assigned to the caller")
    total_remaining = s.IntegerField()
    reason = s.CharField(required=False)
    leased_items = s.IntegerField(required=False)
    next_free_at = optional(s.DateTimeField, required=False)
    skipped_items = s.IntegerField(required=False, help_text="of the caller")
    returned_items = s.IntegerField(required=False, help_text="of the caller; they come first when work goes on")


class HistoryRowOut(s.Serializer):
    item_id = s.CharField()
    position = s.IntegerField()
    external_id = optional(s.CharField)
    state = s.CharField(help_text="submitted, skipped, returned or late")
    ended_at = optional(s.DateTimeField, help_text="null for returned items, which wait for the caller")
    note = optional(s.CharField, help_text="the reason of a skip, or what an item was returned with")
    labels = s.DictField(help_text="the answer that stands, by question key")


class HistoryOut(s.Serializer):
    """The caller's own work, newest first, returned items before all."""

    items = HistoryRowOut(many=True)
    before = optional(s.CharField, help_text="send it for the page after this one; null on the last one")


class SubmittedOut(s.Serializer):
    annotation_id = optional(s.CharField, help_text="null for a skip")
    next_item_id = optional(s.CharField)
    revision = s.IntegerField(required=False)


class DraftOut(s.Serializer):
    version = s.IntegerField()
    lease_ended = s.BooleanField()


class LeaseOut(s.Serializer):
    lease_expires_at = s.DateTimeField()


class ItemOut(s.Serializer):
    item_id = s.CharField()


class FigureOut(s.Serializer):
    """A value with its interval, or null with a reason."""

    value = optional(s.FloatField)
    low = optional(s.FloatField)
    high = optional(s.FloatField)
    reason = optional(s.CharField)
    n_items = s.IntegerField()
    n_annotators = s.IntegerField()
    n_labels = s.IntegerField()
    notes = s.ListField(child=s.CharField())
    interpretation = optional(s.CharField)


class MetricsOut(s.Serializer):
    """Figures of the first question among people; `questions` has all by question, scope and metric."""

    krippendorff_alpha = optional(s.FloatField)
    fleiss_kappa = optional(s.FloatField)
    percent_agreement = optional(s.FloatField)
    question = optional(s.CharField)
    scope = s.CharField()
    reasons = s.DictField(child=optional(s.CharField))
    questions = s.DictField(child=s.DictField(child=s.DictField(child=FigureOut())))


class AnnotatorStatOut(s.Serializer):
    annotator_id = s.UUIDField()
    name = s.CharField()
    kind = s.CharField()
    simulated = s.BooleanField()
    annotations_count = s.IntegerField()
    agreement_rate = optional(s.FloatField)
    average_time_seconds = optional(s.FloatField)


class TaskProgressOut(s.Serializer):
    total_items = s.IntegerField()
    completed_items = s.IntegerField(help_text="people have given every answer they need, and none was returned")
    withdrawn_items = s.IntegerField()
    items_with_consensus = s.IntegerField(help_text="people agreed, or one decided; machines do not count")
    status = s.CharField()
    agreement_metrics = MetricsOut()
    computed_at = optional(s.DateTimeField)
    stale = s.BooleanField(help_text="newer answers are not in the figures yet; they are being computed, so ask again")
    annotator_stats = AnnotatorStatOut(many=True)


class WrittenOut(s.Serializer):
    written = s.IntegerField()
    total = optional(s.IntegerField)


class SourceCountOut(s.Serializer):
    source = s.CharField(help_text="a name of `policy`, or an annotator kind")
    items = s.IntegerField()
    values = s.IntegerField(help_text="of ground truth one per item and question; else annotations")
    simulated = s.IntegerField(help_text="values in which a simulated provider had a part")
    usual = s.BooleanField(help_text="whether an export that names no sources takes it")


class ExportKindCountsOut(s.Serializer):
    rows = s.IntegerField()
    items = s.IntegerField()
    items_without = s.IntegerField(help_text="items without a value from a source that is taken")
    consensus_threshold = optional(s.FloatField)
    stale = s.BooleanField(help_text="the newest answers are not counted yet")
    sources = SourceCountOut(many=True)


class ExportCountsOut(s.Serializer):
    ground_truth = ExportKindCountsOut()
    annotations = ExportKindCountsOut()


class ExportOut(s.Serializer):
    export_id = s.UUIDField()
    task_id = s.UUIDField()
    kind = s.CharField(help_text="ground_truth or annotations")
    format = s.CharField(help_text="JSON, JSONL, CSV, CSV_LONG, PARQUET or LABEL_STUDIO")
    status = s.CharField(help_text="queued, running, completed, failed or cancelled")
    progress = WrittenOut()
    item_count = optional(s.IntegerField)
    error = optional(s.CharField)
    manifest = optional(s.DictField)
    download_url = s.URLField(help_text="signed; answers 202 until the file is ready")
    expires_at = s.DateTimeField(help_text="when download_url stops working")
    status_url = s.URLField()
