"""Bodies of work on items that the API reads and answers with."""

from rest_framework import serializers

from evalhub.api.fields import (
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictObject,
    StrictSerializer,
    StrictText,
    optional,
)


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


class ShownCaseOut(serializers.Serializer):
    input = serializers.JSONField()
    output = serializers.CharField(required=False, help_text="the model output under judgement, when the task has one")


class NextOut(serializers.Serializer):
    """The item in hand; without one `item_id` is null, `reason` says why and the rest is absent."""

    item_id = optional(serializers.CharField)
    lease_token = serializers.CharField(required=False)
    lease_expires_at = serializers.DateTimeField(required=False)
    test_case = ShownCaseOut(required=False)
    annotation_schema = serializers.DictField(required=False)
    schema_version = serializers.IntegerField(required=False, help_text="send it back with the answer")
    instructions = serializers.CharField(required=False)
    position = serializers.IntegerField(required=False)
    note = optional(
        serializers.CharField, required=False, help_text="why the item was returned or assigned to the caller"
    )
    total_remaining = serializers.IntegerField()
    reason = serializers.CharField(required=False)
    leased_items = serializers.IntegerField(required=False)
    next_free_at = optional(serializers.DateTimeField, required=False)
    skipped_items = serializers.IntegerField(required=False, help_text="of the caller")
    returned_items = serializers.IntegerField(
        required=False, help_text="of the caller; they come first when work goes on"
    )


class HistoryRowOut(serializers.Serializer):
    item_id = serializers.CharField()
    position = serializers.IntegerField()
    external_id = optional(serializers.CharField)
    state = serializers.CharField(help_text="submitted, skipped, returned or late")
    ended_at = optional(serializers.DateTimeField, help_text="null for returned items, which wait for the caller")
    note = optional(serializers.CharField, help_text="the reason of a skip, or what an item was returned with")
    labels = serializers.DictField(help_text="the answer that stands, by question key")


class HistoryOut(serializers.Serializer):
    """The caller's own work, newest first, returned items before all."""

    items = HistoryRowOut(many=True)
    before = optional(serializers.CharField, help_text="send it for the page after this one; null on the last one")


class SubmittedOut(serializers.Serializer):
    annotation_id = optional(serializers.CharField, help_text="null for a skip")
    next_item_id = optional(serializers.CharField)
    revision = serializers.IntegerField(required=False)


class DraftOut(serializers.Serializer):
    version = serializers.IntegerField()
    lease_ended = serializers.BooleanField()


class LeaseOut(serializers.Serializer):
    lease_expires_at = serializers.DateTimeField()


class ItemOut(serializers.Serializer):
    item_id = serializers.CharField()


def test_case_shape(content):
    """What an annotator may see of a case: never the expected output."""
    shape = {"input": content.input}
    if content.output is not None:
        shape["output"] = content.output
    return shape
