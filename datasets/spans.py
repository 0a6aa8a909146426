"""Read spans of model calls, by OpenTelemetry's conventions for generative AI, as rows of outputs; no database."""

import base64
import datetime

from evalhub.lib import strict_json

CONVENTIONS = "1.38.0"  # of OpenTelemetry; those for generative AI are in development
OPERATIONS = ("chat", "generate_content", "text_completion")
DETAILS = "gen_ai.client.inference.operation.details"
PARAMETERS = ("temperature", "top_p", "top_k", "max_tokens", "frequency_penalty", "presence_penalty", "stop_sequences")
UNNAMED_SERVICE = "unknown_service"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
TRACE_ID_BYTES, SPAN_ID_BYTES = 16, 8
STATUS_ERROR = 2
NO_INFERENCE = f"The span is no model call: gen_ai.operation.name is none of {', '.join(OPERATIONS)}."
NO_CONTENT = "The span has no {name}. Let the instrumentation record contents."


class NotReadable(Exception):
    """Why no output is made of a span."""


def attributes_of(pairs):
    """{name: plain value} of OTLP attributes."""
    return {pair.key: _plain(pair.value) for pair in pairs}


def row_of(span, resource):
    """The row, as `arrivals.receive` takes it, of an OTLP span of a resource with these attributes.

    NotReadable for a span that is no inference, records no contents, or breaks the conventions.
    """
    facts = attributes_of(span.attributes)
    for event in span.events:
        if event.name == DETAILS:
            facts = attributes_of(event.attributes) | facts
    if facts.get("gen_ai.operation.name") not in OPERATIONS:
        raise NotReadable(NO_INFERENCE)
    if (len(span.trace_id), len(span.span_id)) != (TRACE_ID_BYTES, SPAN_ID_BYTES):
        raise NotReadable("The span has no valid trace id and span id.")
    # The model that answered is of the case: failures do not know it, and belong to the same system.
    known = {
        "trace_id": span.trace_id.hex(),
        "span_id": span.span_id.hex(),
        "response_model": facts.get("gen_ai.response.model"),
        "conversation_id": facts.get("gen_ai.conversation.id"),
    }
    row = {
        "external_id": facts.get("gen_ai.response.id") or own_id(span.trace_id.hex(), span.span_id.hex()),
        "system": _system(facts, resource),
        "metadata": {name: value for name, value in known.items() if value is not None},
        "tokens_in": facts.get("gen_ai.usage.input_tokens"),
        "tokens_out": facts.get("gen_ai.usage.output_tokens"),
        **_times(span),
        **_answer(span, facts),
    }
    try:
        row |= _input(facts)
        strict_json.dumps(row)
    except strict_json.BadJson as problem:
        raise NotReadable(problem.message) from None
    return {name: value for name, value in row.items() if value is not None}


def own_id(trace_id, span_id):
    """The external id of a span whose response has none."""
    return f"{trace_id}-{span_id}"


def _plain(value):
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_plain(each) for each in value.array_value.values]
    if kind == "kvlist_value":
        return attributes_of(value.kvlist_value.values)
    found = getattr(value, kind) if kind else None
    return base64.b64encode(found).decode() if isinstance(found, bytes) else found


def _system(facts, resource):
    """The application of the resource with its model and settings; whatever differs makes another system."""
    model = facts.get("gen_ai.request.model") or facts.get("gen_ai.response.model")
    service = resource.get("service.name")
    is_named = isinstance(service, str) and service and not service.startswith(UNNAMED_SERVICE)
    parameters = {name: facts.get(f"gen_ai.request.{name}") for name in PARAMETERS}
    return {
        "name": service if is_named else model,
        "model": model,
        "provider": facts.get("gen_ai.provider.name"),
        "parameters": {name: value for name, value in parameters.items() if value is not None} or None,
    }


def _times(span):
    started, ended = span.start_time_unix_nano, span.end_time_unix_nano
    if not ended:
        return {}
    moment = EPOCH + datetime.timedelta(microseconds=ended // 1000)
    return {"occurred_at": moment.isoformat()} | ({"latency_ms": (ended - started) / 1e6} if started else {})


def _answer(span, facts):
    """{text, error, finish_reason} of the only message that was answered, or of what went wrong."""
    messages = _messages(facts, "gen_ai.output.messages")
    if len(messages) > 1:
        raise NotReadable("The span has several answers (choices). Valid: one.")
    if span.status.code == STATUS_ERROR or facts.get("error.type"):
        error = span.status.message or facts.get("error.type") or "error"
        return {"error": error, "text": messages[0]["content"] if messages else None}
    if not messages:
        raise NotReadable(NO_CONTENT.format(name="gen_ai.output.messages"))
    reasons = facts.get("gen_ai.response.finish_reasons")
    reason = messages[0]["finish_reason"] or (reasons[0] if isinstance(reasons, list) and reasons else "")
    return {"text": messages[0]["content"], "finish_reason": reason}


def _input(facts):
    """The parts of a case's input: a prompt where one message of a user is all, else the conversation."""
    messages = [
        {name: each[name] for name in ("role", "content")} for each in _messages(facts, "gen_ai.input.messages")
    ]
    instructions = _text(_structured(facts, "gen_ai.system_instructions"), "gen_ai.system_instructions")
    if messages and not instructions and messages[0]["role"] == "system":
        instructions, messages = messages[0]["content"], messages[1:]
    if not messages:
        raise NotReadable(NO_CONTENT.format(name="gen_ai.input.messages"))
    is_single = len(messages) == 1 and messages[0]["role"] == "user"
    given = {"prompt": messages[0]["content"]} if is_single else {"conversation": messages}
    return given | ({"system_prompt": instructions} if instructions else {})


def _messages(facts, name):
    """[{role, content, finish_reason}] of an attribute with messages."""
    found = _structured(facts, name)
    if not all(isinstance(each, dict) and isinstance(each.get("role"), str) for each in found):
        raise NotReadable(f"{name} is no list of messages with role and parts.")
    return [
        {
            "role": each["role"],
            "content": _text(each.get("parts"), name),
            "finish_reason": each.get("finish_reason") or "",
        }
        for each in found
    ]


def _structured(facts, name):
    """The list that an attribute holds, itself or as JSON text; empty where it is missing."""
    value = facts.get(name)
    if isinstance(value, str):
        try:
            value = strict_json.loads(value)
        except strict_json.BadJson as problem:
            raise NotReadable(f"{name}: {problem.message}") from None
    if value is not None and not isinstance(value, list):
        raise NotReadable(f"{name} is no list.")
    return value or []


def _text(parts, name):
    """Texts of parts, one below the other; tool calls and what else is no text as their JSON, reasoning not at all."""
    if not (isinstance(parts, list) and all(isinstance(part, dict) for part in parts)):
        raise NotReadable(f"{name} has a message without a list of parts.")
    told = [part for part in parts if part.get("type") != "reasoning"]
    return "\n".join(_text_of(part) for part in told)


def _text_of(part):
    content = part.get("content")
    return content if part.get("type") == "text" and isinstance(content, str) else strict_json.dumps(part)
