"""What the API answers about requests to language models and their tries."""

from rest_framework import serializers

from evalhub.api.fields import Answer, TextOrNull
from evalhub.api.paging import ListOut
from reviews.engine.models import LLMRequest
from reviews.engine.models.llm_attempt import STATUSES


class LLMRequestOut(Answer):
    """A request with its `spent`."""

    request_id = serializers.CharField(source="pk")
    run_id = serializers.UUIDField()
    stage = serializers.CharField(source="stage.name")
    model = serializers.CharField(source="stage.model")
    prompt_version = serializers.CharField(
        source="stage.prompt_version", help_text="what asked; /v1/prompts/find gives the text of one of the library"
    )
    item_id = serializers.CharField(allow_null=True)
    target = serializers.CharField(help_text="what is asked about, as the stage numbers it")
    request_version = serializers.IntegerField()
    replaced = serializers.BooleanField(help_text="a newer version was asked in its place")
    state = serializers.ChoiceField(LLMRequest.STATES)
    error_class = TextOrNull()
    error_message = serializers.CharField(allow_null=True)
    tries = serializers.IntegerField(source="spent.tries")
    cost_usd = serializers.FloatField(allow_null=True)
    content_hash = TextOrNull(
        help_text="of model, prompt, parser, case with outputs, and repetition; null before it is asked",
    )
    reused_from = serializers.CharField(
        source="reused_from_id",
        allow_null=True,
        help_text="the request whose answer it took: it made no call, and its cost is 0",
    )
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)

    def read_error_message(self, row):
        reason = row.error_message or row.last_error
        return reason and reason.english


class LLMRequestListOut(ListOut):
    requests = LLMRequestOut(many=True, source="rows")


class LLMMessagesOut(Answer):
    system = serializers.CharField(source="system.text", allow_null=True)
    user = serializers.CharField()
    assistant = serializers.CharField()
    reasoning = TextOrNull()


class LLMAttemptOut(Answer):
    number = serializers.IntegerField()
    status = serializers.ChoiceField(choices=STATUSES)
    error_class = TextOrNull()
    error_message = TextOrNull(source="error_message.english")
    started_at = serializers.DateTimeField()
    latency_ms = serializers.IntegerField(allow_null=True)
    prompt_tokens = serializers.IntegerField(allow_null=True)
    completion_tokens = serializers.IntegerField(allow_null=True)
    cached_tokens = serializers.IntegerField(allow_null=True)
    reasoning_tokens = serializers.IntegerField(allow_null=True)
    cost_usd = serializers.FloatField(allow_null=True)
    cost_status = serializers.ChoiceField(
        choices=["priced", "unpriced", "unknown"], help_text="unpriced: no known price; unknown: no tokens reported"
    )
    price_source = serializers.CharField(source="price.source", allow_null=True)
    parameters = serializers.DictField(help_text="what was sent in effect")
    finish_reason = TextOrNull()
    parser_version = TextOrNull()
    model_returned = TextOrNull()
    simulated = serializers.BooleanField()
    batch_ref = TextOrNull(source="batch_item.batch.batch_ref")
    messages = LLMMessagesOut(source="message", allow_null=True)
    raw_response = serializers.JSONField(allow_null=True, help_text="null once it is not kept any more")


class LLMRequestDetailOut(LLMRequestOut):
    """The same with its tries, `attempts` of the context."""

    annotation_id = serializers.CharField(allow_null=True)
    question_failures = serializers.DictField(
        child=serializers.CharField(),
        help_text="why questions have no answer, by their key",
    )
    attempts = LLMAttemptOut(many=True)

    def read_attempts(self, row):
        """They come with their messages."""
        return self.context["attempts"]
