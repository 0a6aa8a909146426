"""Bodies of a submission of many annotations at once."""

from rest_framework import serializers

from annotations.queue.api.work_bodies import SubmissionIn
from evalhub.api.fields import Answer, StrictInteger, StrictObject, StrictSerializer, StrictText, optional

MOST_ROWS = 1_000


class BulkRowIn(SubmissionIn):
    """One annotation; the same as in a submission of one, with its item and an id of your own."""

    item_id = StrictText(required=False, help_text="or external_id")
    external_id = StrictText(required=False, max_length=1000, help_text="of the item's case, in place of item_id")
    labels = StrictObject(help_text="answers by question key, as the form declares them")
    submission_id = serializers.UUIDField(help_text="of your own: the same id and content again is stored once")
    revision = StrictInteger(
        min_value=1, max_value=32_767, required=False, allow_null=True, help_text="the one that is corrected"
    )
    skipped = None


class BulkSubmissionIn(StrictSerializer):
    annotations = serializers.ListField(child=serializers.JSONField(), min_length=1, max_length=MOST_ROWS)


class BulkSubmissionDocument(serializers.Serializer):
    """BulkSubmissionIn as the document shows it."""

    annotations = BulkRowIn(many=True, min_length=1, max_length=MOST_ROWS, help_text="each is stored by itself")


class BulkErrorOut(Answer):
    code = serializers.CharField(help_text="as of a submission of one annotation")
    message = serializers.CharField()
    details = serializers.DictField()


class BulkResultOut(Answer):
    index = serializers.IntegerField(help_text="in the request, from 0")
    status = serializers.ChoiceField(
        ["created", "existing", "refused"], help_text="existing: it was stored before, by the same submission id"
    )
    submission_id = optional(serializers.CharField, help_text="as it was sent")
    annotation_id = optional(serializers.CharField, source="stored.annotation.pk")
    revision = optional(serializers.IntegerField, source="stored.annotation.revision")
    error = BulkErrorOut(allow_null=True, help_text="why it was refused")


class BulkSubmittedOut(Answer):
    created = serializers.IntegerField()
    existing = serializers.IntegerField()
    refused = serializers.IntegerField()
    results = BulkResultOut(many=True, help_text="one for each annotation, in their order")
