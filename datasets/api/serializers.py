"""Bodies that the dataset API reads."""

from rest_framework import serializers

from datasets.actions.appending import MOST_ROWS
from datasets.actions.cases import MAX_SAMPLE, STRATEGIES
from datasets.models.dataset import TYPES
from datasets.sampling import MAX_SEED
from evalhub.api.fields import DescribedText, StrictBoolean, StrictInteger, StrictSerializer, StrictText


class StrictTexts(serializers.ListField):
    """A JSON list of texts."""

    child = StrictText(max_length=100)


class DatasetIn(StrictSerializer):
    example = {"type": "EVALUATION", "tags": ["support"]}

    name = StrictText(max_length=255)
    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    type = DescribedText({"enum": TYPES}, required=False)
    tags = StrictTexts(max_length=50, required=False)


class DatasetChangeIn(StrictSerializer):
    example = {"tags": ["support", "2026"]}

    name = StrictText(max_length=255, required=False)
    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    type = DescribedText({"enum": TYPES}, required=False)
    tags = StrictTexts(max_length=50, required=False)


class UploadIn(StrictSerializer):
    """A multipart form."""

    example = {"mapping": '{"input": "question", "outputs": {"model-a": "answer"}}'}

    file = serializers.FileField(allow_empty_file=True, max_length=1_000, help_text=".csv, .json, .jsonl or .parquet")
    description = StrictText(max_length=10_000, required=False, allow_blank=True)
    mapping = StrictText(
        max_length=100_000,
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text='JSON, such as {"input": "question", "expected_output": "gold", "acceptable_answers": "variants",'
        ' "outputs": {"gpt": "answer_gpt"}, "metadata": ["topic"], "external_id": "id"}; without it the usual column'
        " names are understood",
    )


class OpenVersionIn(StrictSerializer):
    example = {"description": "Answers of March, as they come in."}

    description = StrictText(max_length=10_000, required=False, allow_blank=True)


class CasesIn(StrictSerializer):
    example = {
        "cases": [{"input": "How do I get my money back?", "expected_output": "Within 14 days.", "external_id": "q-1"}]
    }

    cases = serializers.ListField(
        child=serializers.JSONField(),
        min_length=1,
        max_length=MOST_ROWS,
        help_text="objects with input (a text or an object) or its parts prompt, conversation, context and"
        " system_prompt; expected_output, acceptable_answers, metadata, external_id",
    )


class OutputsIn(StrictSerializer):
    example = {"outputs": [{"external_id": "q-1", "system": "model-a", "text": "You have 14 days.", "latency_ms": 812}]}

    outputs = serializers.ListField(
        child=serializers.JSONField(),
        min_length=1,
        max_length=MOST_ROWS,
        help_text="objects with the case (test_case_id, or external_id and dataset_version_id), the system (system_id;"
        " or system, its name or an object with name, model, model_version, provider, prompt, system_prompt and"
        " parameters), text or error, repetition (from 1), finish_reason, latency_ms, tokens_in, tokens_out, cost_usd,"
        " occurred_at",
    )


class ArrivedOutputsIn(OutputsIn):
    """Of a version that may be open."""

    example = {
        "dataset_version_id": "0199a3b2-7c10-7d3e-9b1a-2f6f0c1d8e45",
        "outputs": [
            {
                "external_id": "chat-7301",
                "input": "How do I get my money back?",
                "system": {"name": "support-bot", "model": "model-a"},
                "text": "You have 14 days.",
                "metadata": {"channel": "web"},
                "latency_ms": 812,
                "occurred_at": "2026-11-27T09:30:00Z",
            }
        ],
    }

    dataset_version_id = serializers.UUIDField(
        required=False,
        help_text="an open version: rows may have an input (or prompt, conversation, context, system_prompt) with"
        " metadata, expected_output and external_id, which makes a case of it; all rows are stored, or none",
    )


class MappingIn(StrictSerializer):
    example = {"mapping": {"input": "question", "outputs": {"model-a": "answer"}}}

    mapping = serializers.JSONField(required=False, help_text="an object as in the upload; null or absent: guess")
    leaves_out_bad_rows = StrictBoolean(default=False, help_text="rows with an error become no cases, the others do")


class SampleIn(StrictSerializer):
    example = {"size": 2, "strategy": "random", "seed": 7}

    size = StrictInteger(min_value=1, max_value=MAX_SAMPLE)
    strategy = serializers.ChoiceField(choices=STRATEGIES, default="random")
    stratify_by = StrictText(max_length=200, required=False, trim_whitespace=False, help_text="a metadata field")
    seed = StrictInteger(min_value=0, max_value=MAX_SEED, required=False, allow_null=True)
