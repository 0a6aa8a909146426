"""Bodies of work on items that the API reads and answers with."""

from dataclasses import dataclass

from rest_framework import serializers
from rest_framework.fields import empty

from annotations.queue.actions import own_history
from annotations.queue.actions.claims import REASONS, Lease
from annotations.tasks.actions.form import Form
from annotations.tasks.actions.item_content import ItemContent
from evalhub.api.fields import (
    Answer,
    DescribedText,
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictObject,
    StrictSerializer,
    StrictText,
    TextOrNull,
    optional,
)
from evalhub.api.paging import NEXT_HELP


class SubmissionIn(StrictSerializer):
    example = {"labels": {"verdict": "correct"}, "time_spent_seconds": 12.5}

    labels = StrictObject(required=False, help_text="answers by question key, as the form declares them")
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
    skipped = StrictBoolean(required=False, help_text="give the item back for good, without labels")
    lease_token = DescribedText(
        {"format": "uuid"}, required=False, allow_null=True, help_text="of `next`; a free slot is taken without it"
    )
    submission_id = serializers.UUIDField(
        required=False, allow_null=True, help_text="of your own: the same id and body again is stored once"
    )


class DraftIn(StrictSerializer):
    example = {"version": 0, "answers": {"verdict": "correct"}}

    version = StrictInteger(min_value=0, max_value=2_000_000_000, help_text="the one last seen; 0 for the first")
    answers = StrictObject(help_text="by question key; not checked against the form yet")


class LeaseIn(StrictSerializer):
    lease_token = DescribedText({"format": "uuid"})


class ShownCaseOut(Answer):
    """What an annotator may see of a case: never the expected output."""

    input = serializers.JSONField(help_text="the case's input: an object, or a text")
    output = serializers.CharField(required=False, help_text="the model output under judgement, when the task has one")

    def read_output(self, shown):
        return empty if shown.output is None else shown.output


@dataclass(frozen=True)
class NextItem:
    """What NextOut is written from when there is an item; a `claims.NothingFree` when there is none."""

    lease: Lease
    shown: ItemContent
    form: Form
    instructions: str
    total_remaining: int


class NextOut(Answer):
    """The item in hand; without one `item_id` is null, `reason` says why, and what is about the item is absent."""

    item_id = optional(serializers.CharField, source="lease.item_id")
    lease_token = serializers.UUIDField(source="lease.token", required=False, help_text="send it with the answer")
    lease_expires_at = serializers.DateTimeField(source="lease.lease_until", required=False)
    test_case = ShownCaseOut(source="shown", required=False)
    annotation_schema = serializers.DictField(source="form.dump", required=False, help_text="the form to answer")
    schema_version = serializers.IntegerField(
        source="form.number", required=False, help_text="send it back with the answer"
    )
    instructions = serializers.CharField(required=False, help_text="Markdown")
    position = serializers.IntegerField(source="shown.position", required=False, help_text="in the task, from 0")
    note = TextOrNull(
        source="lease.note", required=False, help_text="why the item was returned or assigned to the caller"
    )
    total_remaining = serializers.IntegerField(help_text="items of the task with a free slot")
    reason = serializers.ChoiceField(REASONS, required=False, help_text="why there is no item")
    leased_items = serializers.IntegerField(required=False, help_text="held by others, who may give them back")
    next_free_at = optional(serializers.DateTimeField, required=False, help_text="when the first of them may be free")
    skipped_items = serializers.IntegerField(required=False, help_text="of the caller")
    returned_items = serializers.IntegerField(
        required=False, help_text="of the caller; they come first when work goes on"
    )


class HistoryRowOut(Answer):
    item_id = serializers.CharField()
    position = serializers.IntegerField(help_text="in the task, from 0")
    external_id = optional(serializers.CharField, help_text="of the case, as the dataset's file has it")
    state = serializers.ChoiceField(own_history.STATES)
    ended_at = optional(serializers.DateTimeField, help_text="null for returned items, which wait for the caller")
    note = TextOrNull(help_text="the reason of a skip, or what an item was returned with")
    labels = serializers.DictField(source="answers", help_text="the answer that stands, by question key")


class HistoryOut(Answer):
    """The caller's own work, newest first, returned items before all."""

    items = HistoryRowOut(source="rows", many=True)
    has_more = serializers.BooleanField(source="before")
    next = TextOrNull(source="before", help_text=NEXT_HELP)
    before = TextOrNull(help_text="the same, for the former `before`")


class SubmittedOut(Answer):
    annotation_id = optional(serializers.CharField, source="annotation.pk", help_text="null for a skip")
    next_item_id = optional(serializers.CharField, help_text="what `next` would hand out now; it is not held yet")
    revision = serializers.IntegerField(
        source="annotation.revision", required=False, help_text="send it as If-Match to correct the answer"
    )


class DraftOut(Answer):
    version = serializers.IntegerField(help_text="send it with the next draft")
    lease_ended = serializers.BooleanField(help_text="the draft is kept, but the item may go to somebody else")


class LeaseOut(Answer):
    lease_expires_at = serializers.DateTimeField()


class ItemOut(Answer):
    item_id = serializers.CharField()
