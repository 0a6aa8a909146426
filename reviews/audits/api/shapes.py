"""What the API of audits answers with."""

from rest_framework import serializers

from annotations.queue.models.annotation import EXPOSURES
from annotations.tasks.models.annotation_task import AUDIT_MODES
from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut
from reviews.audits.models.audit import VERDICTS


class AuditOut(Answer):
    """One audit; needs `judgement.question`, `judgement.annotation` and `own_judgement` loaded."""

    audit_id = serializers.CharField(source="pk")
    annotation_id = serializers.CharField(source="judgement.annotation_id")
    item_id = serializers.CharField(source="judgement.annotation.item_id")
    question = serializers.CharField(source="judgement.question.key")
    auditor_id = serializers.UUIDField()
    verdict = serializers.ChoiceField(VERDICTS)
    reason_code = TextOrNull()
    note = TextOrNull()
    blind = serializers.BooleanField(help_text="the auditor had answered before seeing the machine's answer")
    mode = serializers.ChoiceField(choices=AUDIT_MODES, help_text="what was in view")
    why = serializers.ListField(child=serializers.CharField(), help_text="what put the answer into the queue")
    inclusion_probability = serializers.FloatField(allow_null=True, help_text="of a random draw; null for other picks")
    machine_value = serializers.JSONField(source="judgement.value", allow_null=True)
    own_value = serializers.JSONField(
        source="own_judgement.value", allow_null=True, help_text="the auditor's own answer when they decided"
    )
    invalid_reason = TextOrNull(help_text="why no figure counts it: accepted_in_bulk")
    decided_at = serializers.DateTimeField()


class OwnAnswersOut(Answer):
    annotation_id = serializers.CharField(source="pk", help_text="of your own annotation")
    exposure = serializers.ChoiceField(choices=EXPOSURES, help_text="what you saw of the item before")


class AuditListOut(ListOut):
    audits = AuditOut(many=True, source="rows")


class DecidedOut(Answer):
    audits = AuditOut(many=True)
