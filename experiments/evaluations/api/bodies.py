"""What programs send to begin evaluations."""

from rest_framework import serializers as s

from evalhub.api.fields import (
    StrictBoolean,
    StrictInteger,
    StrictNumber,
    StrictObject,
    StrictRow,
    StrictSerializer,
    StrictText,
)
from evalhub.lib.errors import InvalidInput
from experiments.evaluations.actions.chosen_scorers import MOST_JUDGES, MOST_METRICS
from experiments.evaluations.actions.evaluations import STRATEGIES
from experiments.evaluations.models.evaluation import BATCH, MOST_REPETITIONS, TYPES
from reviews.engine.policy import MOST_PARALLEL

LONGEST_TEXT = 1_000_000
METRICS = "keys of metrics, or objects {metric, key, parameters}; a metric's newest version counts"
JUDGES = (
    "models that score what no program computes: names, or objects {model, method, prompt_version, parameters}, "
    "or {jury: {members: such names and objects, rule: mean, median or majority, minimum: how many have to score}}"
)
REDUCER = (
    "how the scores of a case's repetitions become one value: mean; majority, of passes or, without a threshold, of "
    "values; or pass@k for k up to the repetitions, the unbiased chance that one of k outputs passes"
)
METRIC = {"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]}


class NamedOrObject(s.JSONField):
    """A text, or an object."""

    def to_internal_value(self, data):
        if not isinstance(data, str | dict):
            raise s.ValidationError(f"Must be a text or an object, met {type(data).__name__}.")
        return data


class SingleConfigIn(StrictRow):
    sync = StrictBoolean(default=True, help_text="wait for the scores, for a limited time")
    evaluator_model = StrictText(
        max_length=200, required=False, help_text="asked about metrics that no program computes"
    )
    evaluator_models = s.ListField(child=NamedOrObject(), required=False, max_length=MOST_JUDGES, help_text=JUDGES)
    custom_rubrics = StrictObject(
        required=False,
        help_text="{key: text or {description, anchors, steps, title}}: metrics of your own, from 1 to 5",
    )


class EvaluationIn(StrictSerializer):
    example = {
        "input": "What is the capital of France?",
        "output": "Paris",
        "expected_output": "Paris",
        "metrics": ["exact_match"],
        "config": {"sync": True},
        "metadata": {"model_name": "model-a", "model_version": "2"},
    }

    input = NamedOrObject(help_text="the prompt, or an object with prompt, conversation, context, system_prompt")
    output = StrictText(max_length=LONGEST_TEXT, allow_blank=True, trim_whitespace=False)
    expected_output = StrictText(
        max_length=LONGEST_TEXT, allow_blank=True, trim_whitespace=False, required=False, allow_null=True
    )
    context = StrictText(
        max_length=LONGEST_TEXT, allow_blank=True, trim_whitespace=False, required=False, allow_null=True
    )
    metrics = s.ListField(child=NamedOrObject(), min_length=1, max_length=MOST_METRICS, help_text=METRICS)
    config = SingleConfigIn(required=False)
    metadata = StrictObject(
        required=False, help_text="model_name, model_version and prompt_version say who answered; others are kept"
    )


class BatchConfigIn(StrictRow):
    sample_rate = StrictNumber(default=1, help_text="above 0, up to 1: the share of the cases that is drawn")
    sample_strategy = s.ChoiceField(STRATEGIES, default="random")
    stratify_by = StrictText(max_length=200, required=False, help_text="a metadata field, for stratified")
    seed = StrictInteger(default=0, min_value=0, max_value=2**31 - 1)
    evaluator_model = StrictText(max_length=200, required=False)
    evaluator_models = s.ListField(child=NamedOrObject(), required=False, max_length=MOST_JUDGES, help_text=JUDGES)
    parallelism = StrictInteger(
        default=10, min_value=1, max_value=MOST_PARALLEL, help_text="calls of one model at the same time"
    )
    reuse = StrictBoolean(default=False, help_text="take answers of models to the same question again")
    cost_cap_usd = s.DecimalField(
        max_digits=18, decimal_places=10, min_value=0, required=False, help_text="shared by all runs of the evaluation"
    )


class BatchIn(StrictSerializer):
    example = {
        "metrics": ["exact_match"],
        "config": {"sample_rate": 1.0, "parallelism": 10},
        "output_name": "model-a",
    }

    dataset_version_id = s.UUIDField()
    name = StrictText(max_length=255, required=False)
    type = s.ChoiceField([kind for kind in TYPES if kind != "SINGLE"], default=BATCH)
    metrics = s.ListField(child=NamedOrObject(), min_length=1, max_length=MOST_METRICS, help_text=METRICS)
    config = BatchConfigIn(required=False)
    output_name = StrictText(
        max_length=200, required=False, help_text="which outputs of the version; by itself its first name"
    )
    system = StrictObject(
        required=False,
        help_text="{model, name, prompt, system_prompt, parameters}: gives the outputs now, in place of output_name; "
        "{input} in the prompt is where the case stands",
    )
    repetitions = StrictInteger(default=1, min_value=1, max_value=MOST_REPETITIONS, help_text="outputs of one case")
    reducer = StrictText(max_length=8, required=False, help_text=REDUCER)
    slice_by = s.ListField(
        child=StrictText(max_length=200),
        required=False,
        help_text="metadata fields by whose values scores are summed up; by itself those with few values",
    )
    baseline_id = s.UUIDField(required=False, help_text="an evaluation that this one is compared with")
    webhook_url = StrictText(
        max_length=500, required=False, help_text="told once the evaluation has ended, signed as all webhooks are"
    )
    metadata = StrictObject(required=False)


class OnlineIn(StrictSerializer):
    example = {
        "metrics": ["exact_match"],
        "sampling": {"rate": 0.1, "metadata": {"channel": "web"}, "per_day": 500},
    }

    dataset_version_id = s.UUIDField(help_text="an open version")
    name = StrictText(max_length=255, required=False)
    metrics = s.ListField(child=NamedOrObject(), min_length=1, max_length=MOST_METRICS, help_text=METRICS)
    judges = s.ListField(child=NamedOrObject(), required=False, max_length=MOST_JUDGES, help_text=JUDGES)
    sampling = StrictObject(
        required=False,
        help_text="{rate, seed, system_ids, metadata, per_day, usd_per_day}: the share that is drawn, of outputs of "
        "these systems whose case has this metadata; at most so many of one day, and at most this price a day",
    )
    parallelism = StrictInteger(default=10, min_value=1, max_value=MOST_PARALLEL)
    reuse = StrictBoolean(default=False, help_text="take answers of models to the same question again")
    cost_cap_usd = s.DecimalField(
        max_digits=18, decimal_places=10, min_value=0, required=False, help_text="it stops by itself when it is reached"
    )
    slice_by = s.ListField(child=StrictText(max_length=200), required=False, help_text="metadata fields, besides days")
    webhook_url = StrictText(max_length=500, required=False, help_text="told once it has ended")
    metadata = StrictObject(required=False)


class EvaluationChangeIn(StrictSerializer):
    example = {"desired_state": "cancel"}

    desired_state = s.ChoiceField(
        ["cancel", "pause", "collect", "stop"],
        required=False,
        help_text="cancel: the scores that there are stay; the others are for online evaluations: pause, collect again "
        "what arrives from now on, or stop, which scores what has arrived and then ends",
    )
    retry_failed = StrictBoolean(
        required=False,
        help_text="true: failed requests to models and failed scores of programs are tried again, once it has ended",
    )

    @classmethod
    def read(cls, data, **kwargs):
        body = super().read(data, **kwargs)
        if len(body) != 1:
            raise InvalidInput("Give one of desired_state and retry_failed.")
        return body
