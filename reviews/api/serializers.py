"""Bodies that the API of machine annotators reads."""

from rest_framework import serializers

from annotations.api.serializers import StrictObject
from evalhub.accounts.api.fields import StrictSerializer, StrictText


class AnnotatorIn(StrictSerializer):
    model = StrictText(max_length=200)
    kind = serializers.ChoiceField(choices=["llm"], required=False)
    name = StrictText(max_length=200, required=False)
    prompt_version = StrictText(max_length=100, required=False)
    parameters = StrictObject(required=False)
    task_id = StrictText(required=False)


class AnnotatorChangeIn(StrictSerializer):
    status = serializers.ChoiceField(choices=["active", "paused"])


class RunIn(StrictSerializer):
    annotator_id = StrictText()


class RunChangeIn(StrictSerializer):
    desired_state = serializers.ChoiceField(choices=["run", "pause", "cancel"], required=False)
    retry_failed = serializers.BooleanField(required=False)
