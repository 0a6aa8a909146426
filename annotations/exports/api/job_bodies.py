"""Bodies of exports that the API reads and answers with."""

from django.urls import reverse
from rest_framework import serializers

from annotations.exports.actions import downloads, jobs
from annotations.exports.actions.options import ANNOTATOR_KINDS, INCLUDES, ITEMS, POLICY, UNRESOLVED, ExportOptions
from annotations.exports.formats import registry
from annotations.exports.models.export_job import KINDS
from evalhub.api.fields import (
    Answer,
    DescribedText,
    KeyField,
    StrictBoolean,
    StrictNumber,
    StrictSerializer,
    TextOrNull,
    optional,
)

# What the API calls the states of an export.
STATUS = {
    "waiting": "queued",
    "running": "running",
    "done": "completed",
    "failed": "failed",
    "cancelled": "cancelled",
}


def _names(valid, usual=()):
    words = f"any of {', '.join(valid)}" + (f"; without it {', '.join(usual)}" if usual else "")
    return serializers.ListField(child=DescribedText({"enum": list(valid)}), required=False, help_text=words)


class ExportIn(StrictSerializer):
    kind = DescribedText({"enum": KINDS}, required=False, help_text="ground_truth without it")
    format = DescribedText(lambda: {"enum": registry.keys()}, required=False, help_text="JSON without it")
    consensus_threshold = StrictNumber(required=False, help_text="a share from 0 to 1; the task's own without it")
    annotator_kinds = _names(ANNOTATOR_KINDS)
    blind_only = StrictBoolean(required=False, help_text="only answers given without seeing others")
    items = DescribedText({"enum": list(ITEMS)}, required=False, help_text="which items; all without it")
    include = _names(INCLUDES)
    policy = _names(POLICY, ExportOptions().policy)
    unresolved = DescribedText(
        {"enum": list(UNRESOLVED)}, required=False, help_text="items without a value; excluded without it"
    )
    pseudonymise = StrictBoolean(required=False, help_text="keyed hashes in place of people and programs")
    compress = StrictBoolean(required=False, help_text="gzip")


class WrittenOut(Answer):
    written = serializers.IntegerField(help_text="rows so far")
    total = optional(serializers.IntegerField, help_text="null until they are counted")


class SourceCountOut(Answer):
    source = serializers.CharField(source="name", help_text="a name of `policy`, or an annotator kind")
    items = serializers.IntegerField()
    values = serializers.IntegerField(help_text="of ground truth one per item and question; else annotations")
    simulated = serializers.IntegerField(help_text="values in which a simulated provider had a part")
    usual = serializers.BooleanField(source="is_chosen", help_text="whether an export that names no sources takes it")


class ExportKindCountsOut(Answer):
    rows = serializers.IntegerField()
    items = serializers.IntegerField()
    items_without = serializers.IntegerField(
        source="unresolved", help_text="items without a value from a source that is taken"
    )
    consensus_threshold = optional(serializers.FloatField, source="threshold", help_text="of ground truth")
    stale = serializers.BooleanField(source="is_stale", help_text="the newest answers are not counted yet")
    sources = SourceCountOut(many=True)


class ExportCountsOut(Answer):
    ground_truth = ExportKindCountsOut()
    annotations = ExportKindCountsOut()


class ExportOut(Answer):
    """One export; the context holds the `request`, whose host the addresses name."""

    export_id = serializers.UUIDField(source="pk")
    task_id = serializers.UUIDField()
    kind = serializers.ChoiceField(KINDS)
    format = KeyField(lambda: registry.keys())
    status = serializers.ChoiceField(list(STATUS.values()))
    progress = WrittenOut()
    item_count = optional(serializers.IntegerField, help_text="rows of the file; null until it is complete")
    error = TextOrNull(source="last_error.english")
    manifest = optional(serializers.DictField, help_text="what the file holds: snapshot, counts, sha256")
    download_url = serializers.URLField(help_text="signed; answers 202 until the file is ready")
    expires_at = serializers.DateTimeField(help_text="when download_url stops working")
    status_url = serializers.URLField()

    def read_status(self, job):
        return STATUS[job.state]

    def read_progress(self, job):
        written, total = jobs.progress_of(job)
        return {"written": written, "total": total}

    def read_item_count(self, job):
        return job.rows_written if job.state == "done" else None

    def read_manifest(self, job):
        return job.manifest or None

    def read_download_url(self, job):
        return self._url(reverse("annotations:export_download", args=[downloads.token_of(job=job)]))

    def read_expires_at(self, job):
        return downloads.link_expiry()

    def read_status_url(self, job):
        return self._url(reverse("api_export_detail", args=[job.pk]))

    def _url(self, path):
        return self.context["request"].build_absolute_uri(path)
