"""Gemini's generateContent, and its embeddings of several texts at once."""

import json
import re

from reviews.engine.client.exchange import Usage
from reviews.engine.client.json_bodies import mapping
from reviews.engine.client.wires import registry
from reviews.engine.client.wires.base import (
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
from reviews.engine.client.wires.schemas import inlined, plain

_NAMES = {
    "temperature": "temperature",
    "top_p": "topP",
    "seed": "seed",
    "frequency_penalty": "frequencyPenalty",
    "presence_penalty": "presencePenalty",
    "top_k": "topK",
}
_REFUSALS = frozenset(
    {
        "SAFETY",
        "RECITATION",
        "LANGUAGE",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "SPII",
        "IMAGE_SAFETY",
        "IMAGE_PROHIBITED_CONTENT",
        "IMAGE_RECITATION",
    }
)
_STOPS = {"STOP": STOP, "MAX_TOKENS": LENGTH} | dict.fromkeys(_REFUSALS, REFUSED)
_WITH_SCHEMA = re.compile(r"gemini-(?!1\.|pro)|simulated")
_BY_LEVEL = re.compile(r"gemini-[3-9]")
_NO_EFFORT = re.compile(r"gemini-(1|2\.0)|gemma")


@registry.register("gemini")
class GeminiWire(Wire):
    base = "https://generativelanguage.googleapis.com/v1beta"
    parameters = frozenset({*_NAMES, "reasoning_effort", "stop", "thinking"})

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
            text="".join(text(each.get("text")) for each in parts if not each.get("thought")),
            finish=finish,
            refusal=refusal,
            thinking="".join(text(each.get("text")) for each in parts if each.get("thought")),
            usage=_usage(body.get("usageMetadata")),
            model=text(body.get("modelVersion")),
            is_empty=candidate is None and not refusal,
            raw=body,
        )

    def read_vectors(self, body):
        found = body.get("embeddings")
        rows = (
            [{"index": number, "embedding": part(each, "values")} for number, each in enumerate(found)]
            if isinstance(found, list)
            else []
        )
        return Answer(raw={"object": "list", "data": rows})


def _settings(call, model):
    """(generationConfig, the names of parameters that are not in it)."""
    given = dict(call.parameters)
    settings = {"maxOutputTokens": call.max_tokens}
    settings |= {_NAMES[name]: value for name, value in given.items() if name in _NAMES}
    if "stop" in given:
        settings["stopSequences"] = [given["stop"]] if isinstance(given["stop"], str) else given["stop"]
    said = [name for name in ("thinking", "reasoning_effort") if given.get(name) is not None]
    taken = None
    if said and not _NO_EFFORT.match(model):
        taken = _THINKING_OF[said[0]](given[said[0]], by_level=bool(_BY_LEVEL.match(model)))
    if taken:
        settings["thinkingConfig"] = taken
    return settings, tuple(sorted(said if taken is None else said[1:]))


def _of_effort(effort, *, by_level):
    """The thinkingConfig, an empty one to leave it out, or None for what the model does not take."""
    if effort in THINKING_TOKENS and by_level:
        return {"thinkingLevel": "low" if effort in ("minimal", "low") else "high", "includeThoughts": True}
    if effort in THINKING_TOKENS:
        return {"thinkingBudget": THINKING_TOKENS[effort], "includeThoughts": True}
    if effort in NO_THINKING:
        return {} if by_level else {"thinkingBudget": 0}
    return None


def _of_thinking(thinking, *, by_level):
    """The same; models that think by levels cannot be kept from thinking."""
    if thinking["type"] == "disabled":
        return None if by_level else {"thinkingBudget": 0}
    if thinking["type"] == "adaptive":
        return {"includeThoughts": True} if by_level else {"thinkingBudget": -1, "includeThoughts": True}
    budget = {"thinkingBudget": thinking["budget_tokens"]} if "budget_tokens" in thinking else {}
    return {**budget, "includeThoughts": True}


_THINKING_OF = {"reasoning_effort": _of_effort, "thinking": _of_thinking}


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
        prompt_tokens=prompt,
        cached=count(part(usage, "cachedContentTokenCount")) or 0,
        reasoning=thought,
        completion_tokens=None if said is None and prompt is None else (said or 0) + thought,
    )
