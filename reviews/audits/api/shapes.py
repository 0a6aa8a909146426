"""JSON shapes that the API of audits answers with, and their descriptions."""

from rest_framework import serializers


class AuditOut(serializers.Serializer):
    audit_id = serializers.CharField()
    annotation_id = serializers.CharField()
    item_id = serializers.CharField()
    question = serializers.CharField()
    auditor_id = serializers.UUIDField()
    verdict = serializers.CharField()
    reason_code = serializers.CharField(allow_null=True)
    note = serializers.CharField(allow_null=True)
    blind = serializers.BooleanField(help_text="the auditor had answered before seeing the machine's answer")
    mode = serializers.CharField(help_text="what was in view: blind_first, assisted or critic_hidden")
    why = serializers.ListField(child=serializers.CharField(), help_text="what put the answer into the queue")
    inclusion_probability = serializers.FloatField(allow_null=True, help_text="of a random draw; null for other picks")
    machine_value = serializers.JSONField(allow_null=True)
    own_value = serializers.JSONField(allow_null=True, help_text="the auditor's own answer when they decided")
    invalid_reason = serializers.CharField(allow_null=True, help_text="why no figure counts it: accepted_in_bulk")
    decided_at = serializers.DateTimeField()


class OwnAnswersOut(serializers.Serializer):
    annotation_id = serializers.CharField(help_text="of your own annotation")
    exposure = serializers.CharField(help_text="blind, or what you saw of the item before: saw_machine, saw_people")


class AuditListOut(serializers.Serializer):
    audits = AuditOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class DecidedOut(serializers.Serializer):
    audits = AuditOut(many=True)


def audit_shape(audit):
    """One audit; needs `judgement.question`, `judgement.annotation` and `own_judgement` loaded."""
    judgement = audit.judgement
    return {
        "audit_id": str(audit.pk),
        "annotation_id": str(judgement.annotation_id),
        "item_id": str(judgement.annotation.item_id),
        "question": judgement.question.key,
        "auditor_id": str(audit.auditor_id),
        "verdict": audit.verdict,
        "reason_code": audit.reason_code or None,
        "note": audit.note or None,
        "blind": audit.blind,
        "mode": audit.mode,
        "why": audit.why,
        "inclusion_probability": audit.inclusion_probability,
        "machine_value": judgement.value,
        "own_value": audit.own_judgement.value if audit.own_judgement else None,
        "invalid_reason": audit.invalid_reason or None,
        "decided_at": audit.decided_at.isoformat(),
    }
