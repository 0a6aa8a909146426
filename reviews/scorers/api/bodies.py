"""Bodies that the API of machine annotators reads."""

from rest_framework import serializers

from evalhub.api.fields import KeyField, StrictBoolean, StrictObject, StrictSerializer, StrictText
from evalhub.lib.errors import InvalidInput
from reviews.engine.models.evaluation_run import DESIRED_STATES
from reviews.scorers.actions.annotators import STATUSES
from reviews.scorers.registry import form_scorers


class AnnotatorIn(StrictSerializer):
    example = {"parameters": {"temperature": 0}}

    model = StrictText(max_length=200, help_text="provider and name, such as openai/gpt-4o-mini")
    kind = serializers.ChoiceField(choices=["llm"], required=False)
    name = StrictText(max_length=200, required=False)
    method = KeyField(lambda: form_scorers.keys(), required=False, help_text="key of the scorer; else the prompt's")
    prompt_version = StrictText(max_length=100, required=False)
    parameters = StrictObject(required=False, help_text="such as temperature and seed")
    task_id = StrictText(required=False, help_text="an annotation task to start on at once")
    policy = StrictObject(required=False, help_text="of the run on that task")
    critic_model = StrictText(max_length=200, required=False, help_text="of the run on that task")

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if "task_id" not in body and {"policy", "critic_model"} & set(body):
            raise InvalidInput("policy and critic_model are those of a run. Valid: beside a task_id.")
        return body


class AnnotatorChangeIn(StrictSerializer):
    status = serializers.ChoiceField(choices=STATUSES)


class RunIn(StrictSerializer):
    example = {"policy": {"budget_usd": 5}}

    annotator_id = StrictText()
    policy = StrictObject(required=False, help_text="completion_mode, min_batch_size, budget_usd, …; the rest standard")
    critic_model = StrictText(max_length=200, required=False, help_text="who criticizes the answers")
    repeat = StrictBoolean(
        required=False,
        help_text="answer every item once more, as a further round by the policy and with the critic of the first one",
    )

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if body.get("repeat") and {"policy", "critic_model"} & set(body):
            raise InvalidInput("A repetition has the policy and the critic of the first run. Valid: repeat alone.")
        return body


class RunEstimateIn(StrictSerializer):
    example = {"policy": {"budget_usd": 5}}

    model = StrictText(max_length=200, help_text="provider and name, such as openai/gpt-4o-mini")
    method = KeyField(lambda: form_scorers.keys(), required=False, help_text="key of the scorer; else the prompt's")
    prompt_version = StrictText(max_length=100, required=False)
    parameters = StrictObject(required=False, help_text="such as temperature and seed")
    policy = StrictObject(required=False, help_text="completion_mode, min_batch_size, budget_usd, …; the rest standard")
    critic_model = StrictText(max_length=200, required=False, help_text="who criticizes the answers")


class RunChangeIn(StrictSerializer):
    example = {"desired_state": "pause"}

    desired_state = serializers.ChoiceField(choices=DESIRED_STATES, required=False)
    retry_failed = StrictBoolean(required=False)

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if not body:
            raise InvalidInput("Nothing to change. Valid fields: desired_state, retry_failed.")
        return body
