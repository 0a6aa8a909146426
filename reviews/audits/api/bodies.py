"""Bodies of the API of audits, read strictly."""

from rest_framework import serializers

from evalhub.api.fields import StrictBoolean, StrictObject, StrictSerializer, StrictText
from reviews.audits.actions.decisions import LONGEST_NOTE, REASON_CODES
from reviews.audits.models.audit import VERDICTS


class DecisionIn(StrictSerializer):
    verdict = serializers.ChoiceField(choices=VERDICTS)
    value = serializers.JSONField(required=False, help_text="your own answer, for an override")
    reason_code = serializers.ChoiceField(choices=list(REASON_CODES), required=False, help_text="for an override")
    note = StrictText(max_length=LONGEST_NOTE, required=False, allow_blank=True)
    without_quote = StrictBoolean(required=False, help_text="you checked the value although a quote was not found")


class AuditIn(StrictSerializer):
    example = {"decisions": {"verdict": {"verdict": "accept"}}}

    decisions = StrictObject(help_text="by question key: verdict, value, reason_code, note, without_quote")


class OwnAnswersIn(StrictSerializer):
    example = {"labels": {"verdict": "correct"}}

    labels = StrictObject(help_text="your own answers by question key")
