"""JSON shapes of requests to language models and their tries, and what their descriptions say."""

from rest_framework import serializers

from reviews.engine.runs.api.shapes import moment, money


class LLMRequestOut(serializers.Serializer):
    request_id = serializers.CharField()
    run_id = serializers.UUIDField()
    stage = serializers.CharField()
    model = serializers.CharField()
    item_id = serializers.CharField(allow_null=True)
    target = serializers.CharField(help_text="what is asked about, as the stage numbers it")
    request_version = serializers.IntegerField()
    replaced = serializers.BooleanField(help_text="a newer version was asked in its place")
    state = serializers.CharField()
    error_class = serializers.CharField(allow_null=True)
    error_message = serializers.CharField(allow_null=True)
    tries = serializers.IntegerField()
    cost_usd = serializers.CharField(allow_null=True)
    content_hash = serializers.CharField(
        allow_null=True,
        help_text="of model, prompt, parser, case with outputs, and repetition; null before it is asked",
    )
    reused_from = serializers.CharField(
        allow_null=True, help_text="the request whose answer it took: it made no call, and its cost is 0"
    )
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class LLMRequestListOut(serializers.Serializer):
    requests = LLMRequestOut(many=True)
    total = serializers.IntegerField()
    has_more = serializers.BooleanField()


class LLMMessagesOut(serializers.Serializer):
    system = serializers.CharField(allow_null=True)
    user = serializers.CharField()
    assistant = serializers.CharField()
    reasoning = serializers.CharField(allow_null=True)


class LLMAttemptOut(serializers.Serializer):
    number = serializers.IntegerField()
    status = serializers.CharField(help_text="sent, ok, retryable, fatal, blocked, unreadable, lost or late")
    error_class = serializers.CharField(allow_null=True)
    error_message = serializers.CharField(allow_null=True)
    started_at = serializers.DateTimeField()
    latency_ms = serializers.IntegerField(allow_null=True)
    prompt_tokens = serializers.IntegerField(allow_null=True)
    completion_tokens = serializers.IntegerField(allow_null=True)
    cached_tokens = serializers.IntegerField(allow_null=True)
    reasoning_tokens = serializers.IntegerField(allow_null=True)
    cost_usd = serializers.CharField(allow_null=True)
    cost_status = serializers.CharField(help_text="priced, unpriced (no known price) or unknown (no tokens reported)")
    price_source = serializers.CharField(allow_null=True)
    parameters = serializers.DictField(help_text="what was sent in effect")
    finish_reason = serializers.CharField(allow_null=True)
    parser_version = serializers.CharField(allow_null=True)
    model_returned = serializers.CharField(allow_null=True)
    simulated = serializers.BooleanField()
    batch_ref = serializers.CharField(allow_null=True)
    messages = LLMMessagesOut(allow_null=True)
    raw_response = serializers.JSONField(allow_null=True, help_text="null once it is not kept any more")


class LLMRequestDetailOut(LLMRequestOut):
    annotation_id = serializers.CharField(allow_null=True)
    question_failures = serializers.DictField(
        child=serializers.CharField(), help_text="why questions have no answer, by their key"
    )
    attempts = LLMAttemptOut(many=True)


def request_shape(line):
    """A `reviews.engine.requests.views.ledger.LedgerLine`."""
    row = line.request
    return {
        "request_id": str(row.pk),
        "run_id": str(row.run_id),
        "stage": row.stage.name,
        "model": row.stage.model,
        "item_id": None if row.item_id is None else str(row.item_id),
        "target": str(row.target),
        "request_version": row.request_version,
        "replaced": row.replaced,
        "state": row.state,
        "error_class": row.error_class or None,
        "error_message": row.error_message or (row.last_error and row.last_error.english),
        "tries": line.spent.tries,
        "cost_usd": "0" if row.reused_from_id else money(line.spent.cost_usd),
        "content_hash": row.content_hash or None,
        "reused_from": None if row.reused_from_id is None else str(row.reused_from_id),
        "created_at": moment(row.created_at),
        "finished_at": moment(row.finished_at),
    }


def request_detail_shape(line, attempts):
    """The same with its attempts, which come with their messages."""
    row = line.request
    return request_shape(line) | {
        "annotation_id": None if row.annotation_id is None else str(row.annotation_id),
        "question_failures": row.question_failures,
        "attempts": [attempt_shape(attempt) for attempt in attempts],
    }


def attempt_shape(attempt):
    plain = (
        "number",
        "status",
        "latency_ms",
        "prompt_tokens",
        "completion_tokens",
        "cached_tokens",
        "reasoning_tokens",
        "cost_status",
        "parameters",
        "simulated",
        "raw_response",
    )
    texts = ("error_class", "error_message", "finish_reason", "parser_version", "model_returned")
    batch = attempt.batch_item.batch if attempt.batch_item is not None else None
    return (
        {name: getattr(attempt, name) for name in plain}
        | {name: getattr(attempt, name) or None for name in texts}
        | {
            "started_at": moment(attempt.started_at),
            "cost_usd": money(attempt.cost_usd),
            "price_source": attempt.price.source if attempt.price is not None else None,
            "batch_ref": batch.batch_ref or None if batch is not None else None,
            "messages": _messages(getattr(attempt, "message", None)),
        }
    )


def _messages(said):
    if said is None:
        return None
    return {
        "system": said.system.text if said.system is not None else None,
        "user": said.user,
        "assistant": said.assistant,
        "reasoning": said.reasoning or None,
    }
