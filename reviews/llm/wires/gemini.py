"""Gemini's generateContent, and its embeddings of several texts at once."""

import json
import re

from reviews.judges.exchange import Usage
from reviews.llm.bodies import mapping
from reviews.llm.wires import registry
from reviews.llm.wires.base import (
    LENGTH,
    NO_THINKING,
    REFUSED,
    STOP,
    THINKING_TOKENS,
    Answer,
    Request,
    Wire,
    count,
    first_object,
    part,
    system_and_turns,
    text,
)
from reviews.llm.wires.schemas import inlined, plain

_NAMES = {
    "temperature": "temperature", "top_p": "topP", "seed": "seed", "frequency_penalty": "frequencyPenalty",
    "presence_penalty": "presencePenalty",
}
_REFUSALS = frozenset({
    "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY",
    "IMAGE_PROHIBITED_CONTENT", "IMAGE_RECITATION",
})
_STOPS = {"STOP": STOP, "MAX_TOKENS": LENGTH} | dict.fromkeys(_REFUSALS, REFUSED)
_WITH_SCHEMA = re.compile(r"gemini-(?!1\.|pro)|simulated")
_BY_LEVEL = re.compile(r"gemini-[3-9]")
_NO_EFFORT = re.compile(r"gemini-(1|2\.0)|gemma")


@registry.register("gemini")
class GeminiWire(Wire):
    base = "https://generativelanguage.googleapis.com/v1beta"
    parameters = frozenset({*_NAMES, "reasoning_effort", "stop"})

    def key_headers(self, key):
        return {"x-goog-api-key": key}

    def chat(self, call, model):
        knows_schemas = bool(_WITH_SCHEMA.match(model))
        system, turns = system_and_turns(call.messages)
        contents = [
            {"role": "model" if turn["role"] == "assistant" else "user", "parts": [{"text": turn["content"]}]}
            for turn in turns
        ]
        settings, dropped = _settings(call, model)
        body = {"contents": contents, "generationConfig": settings}
        if system and knows_schemas:
            body["systemInstruction"] = {"parts": [{"text": each} for each in system]}
        elif system:  # older models and those of others take no system prompt
            contents[0]["parts"] = [{"text": each} for each in system] + contents[0]["parts"]
        if call.response_format is not None:
            _form(settings, contents, call.response_format, knows_schemas)
        return Request(f"/models/{model}:generateContent", body, dropped=dropped)

    def embeddings(self, call, model):
        requests = [
            {"model": f"models/{model}", "content": {"parts": [{"text": message["content"]}]}}
            for message in call.messages
        ]
        return Request(f"/models/{model}:batchEmbedContents", {"requests": requests})

    def read(self, body):
        candidate = first_object(body.get("candidates"))
        blocked = mapping(body.get("promptFeedback"))
        reason = text(part(candidate, "finishReason"))
        finish, refusal = _STOPS.get(reason, reason), ""
        if candidate is None and blocked.get("blockReason"):
            finish, refusal = REFUSED, text(blocked.get("blockReasonMessage")) or _blocked(blocked["blockReason"])
        elif finish == REFUSED:
            refusal = text(part(candidate, "finishMessage")) or _blocked(reason)
        parts = part(candidate, "content", "parts")
        parts = [each for each in parts if isinstance(each, dict)] if isinstance(parts, list) else []
        return Answer(
            text="".join(text(each.get("text")) for each in parts if not each.get("thought")), finish=finish,
            refusal=refusal, thinking="".join(text(each.get("text")) for each in parts if each.get("thought")),
            usage=_usage(body.get("usageMetadata")), model=text(body.get("modelVersion")),
            is_empty=candidate is None and not refusal, raw=body,
        )

    def read_vectors(self, body):
        found = body.get("embeddings")
        rows = [{"index": number, "embedding": part(each, "values")} for number, each in enumerate(found)] \
            if isinstance(found, list) else []
        return Answer(raw={"object": "list", "data": rows})


def _settings(call, model):
    """(generationConfig, the names of parameters that are not in it)."""
    given = dict(call.parameters)
    settings = {"maxOutputTokens": call.max_tokens}
    settings |= {_NAMES[name]: value for name, value in given.items() if name in _NAMES}
    if "stop" in given:
        settings["stopSequences"] = [given["stop"]] if isinstance(given["stop"], str) else given["stop"]
    effort, dropped = given.get("reasoning_effort"), ()
    if effort is not None and (_NO_EFFORT.match(model) or effort not in (*THINKING_TOKENS, *NO_THINKING)):
        dropped = ("reasoning_effort",)
    elif effort in THINKING_TOKENS and _BY_LEVEL.match(model):
        settings["thinkingConfig"] = {"thinkingLevel": "low" if effort in ("minimal", "low") else "high",
                                      "includeThoughts": True}
    elif effort in THINKING_TOKENS:
        settings["thinkingConfig"] = {"thinkingBudget": THINKING_TOKENS[effort], "includeThoughts": True}
    elif effort in NO_THINKING and not _BY_LEVEL.match(model):
        settings["thinkingConfig"] = {"thinkingBudget": 0}
    return settings, dropped


def _form(settings, contents, answer, knows_schemas):
    """Models that know no schema are shown it behind the last text."""
    if knows_schemas:
        settings |= {"responseMimeType": "application/json", "responseJsonSchema": plain(answer)}
        return
    schema = json.dumps(inlined(answer), ensure_ascii=False, indent=1)
    contents[-1]["parts"].append({"text": f"Use this JSON schema:\n```json\n{schema}\n```"})


def _blocked(reason):
    return f"The provider's safety filter stopped the answer ({str(reason)[:60]})."


def _usage(usage):
    """Thinking is counted apart from the answer on this wire."""
    said, thought = count(part(usage, "candidatesTokenCount")), count(part(usage, "thoughtsTokenCount")) or 0
    prompt = count(part(usage, "promptTokenCount"))
    return Usage(
        prompt_tokens=prompt, cached=count(part(usage, "cachedContentTokenCount")) or 0, reasoning=thought,
        completion_tokens=None if said is None and prompt is None else (said or 0) + thought,
    )
