"""Gemini's generateContent and embeddings."""

import pytest
from pydantic import BaseModel

from reviews.engine.client.exchange import LLMCall, Usage
from reviews.engine.client.wires import registry


class Part(BaseModel):
    right: bool


class Judged(BaseModel):
    parts: list[Part]


WIRE = registry["gemini"]
MESSAGES = (
    {"role": "system", "content": "Judge."},
    {"role": "user", "content": "It."},
    {"role": "assistant", "content": "No."},
    {"role": "user", "content": "Again."},
)


def chat(model="gemini-2.5-flash", **overrides):
    return WIRE.chat(LLMCall(model, MESSAGES, **{"max_tokens": 90, **overrides}), model)


def answer(*parts, finish="STOP", **overrides):
    return {"candidates": [{"content": {"parts": list(parts)}, "finishReason": finish}], **overrides}


def test_body_holds_the_schema_as_it_is():
    found = chat(response_format=Judged, parameters={"temperature": 0.2, "top_p": 0.9, "seed": 7, "stop": "X"})

    assert (found.path, found.dropped) == ("/models/gemini-2.5-flash:generateContent", ())
    assert found.body["systemInstruction"] == {"parts": [{"text": "Judge."}]}
    assert [each["role"] for each in found.body["contents"]] == ["user", "model", "user"]
    assert found.body["generationConfig"] == {
        "maxOutputTokens": 90,
        "temperature": 0.2,
        "topP": 0.9,
        "seed": 7,
        "stopSequences": ["X"],
        "responseMimeType": "application/json",
        "responseJsonSchema": Judged.model_json_schema(),
    }


@pytest.mark.parametrize("model", ["gemini-1.5-flash", "gemini-pro", "gemma-3-27b-it"])
def test_models_that_know_no_schema_are_shown_it(model):
    found = chat(model, response_format=Judged)
    first, last = found.body["contents"][0]["parts"], found.body["contents"][-1]["parts"]

    assert "systemInstruction" not in found.body and [each["text"] for each in first] == ["Judge.", "It."]
    assert "Use this JSON schema" in last[1]["text"] and "$ref" not in last[1]["text"]
    assert "responseJsonSchema" not in found.body["generationConfig"]


def test_effort_is_said_in_the_models_own_way():
    effort = {"reasoning_effort": "low"}

    assert chat(parameters=effort).body["generationConfig"]["thinkingConfig"]["thinkingBudget"] == 1024
    level = chat("gemini-3-pro-preview", parameters=effort).body["generationConfig"]["thinkingConfig"]
    assert level["thinkingLevel"] == "low"
    assert chat(parameters={"reasoning_effort": "none"}).body["generationConfig"]["thinkingConfig"] == {
        "thinkingBudget": 0,
    }
    assert chat("gemini-2.0-flash", parameters=effort).dropped == ("reasoning_effort",)


def test_thinking_and_top_k_have_names_of_their_own():
    def settings(model="gemini-2.5-flash", **thinking):
        return chat(model, parameters={"thinking": thinking, "top_k": 40}).body["generationConfig"]

    assert settings(type="enabled", budget_tokens=2000) == {
        "maxOutputTokens": 90,
        "topK": 40,
        "thinkingConfig": {"thinkingBudget": 2000, "includeThoughts": True},
    }
    assert settings(type="enabled")["thinkingConfig"] == {"includeThoughts": True}
    assert settings(type="adaptive")["thinkingConfig"]["thinkingBudget"] == -1
    assert settings("gemini-3-pro-preview", type="adaptive")["thinkingConfig"] == {"includeThoughts": True}
    assert settings(type="disabled")["thinkingConfig"] == {"thinkingBudget": 0}
    off = {"thinking": {"type": "disabled"}, "reasoning_effort": "low"}
    assert chat("gemini-3-pro-preview", parameters=off).dropped == ("reasoning_effort", "thinking")
    assert chat(parameters=off).dropped == ("reasoning_effort",)


def test_answers_and_refusals_are_read():
    usage = {"promptTokenCount": 9, "candidatesTokenCount": 4, "thoughtsTokenCount": 2, "cachedContentTokenCount": 3}
    found = WIRE.read(
        answer(
            {"text": "Hm.", "thought": True},
            {"text": "Ye"},
            {"text": "s."},
            usageMetadata=usage,
            modelVersion="gemini-x",
        )
    )
    assert (found.text, found.finish, found.thinking, found.model) == ("Yes.", "stop", "Hm.", "gemini-x")
    assert found.usage == Usage(9, 6, cached=3, reasoning=2)

    for body, words in [
        ({"promptFeedback": {"blockReason": "PROHIBITED_CONTENT", "blockReasonMessage": "Not this."}}, "Not this."),
        ({"promptFeedback": {"blockReason": "SAFETY"}}, "The provider's safety filter stopped the answer (SAFETY)."),
        (answer(finish="SAFETY"), "The provider's safety filter stopped the answer (SAFETY)."),
        ({"candidates": [{"finishReason": "RECITATION", "finishMessage": "From a book."}]}, "From a book."),
    ]:
        found = WIRE.read(body)

        assert (found.finish, found.refusal, found.is_empty) == ("content_filter", words, False), body


def test_stops_odd_answers_and_vectors():
    assert WIRE.read(answer(finish="MAX_TOKENS")).finish == "length"
    assert WIRE.read(answer(finish="OTHER")).finish == "OTHER"

    for body in [{}, {"candidates": 3}, {"candidates": []}, {"candidates": [3]}]:
        assert WIRE.read(body).is_empty, body
    for body in [{"candidates": [{}]}, {"candidates": [{"content": {"parts": "Yes."}}]}, answer(3, {"text": 7})]:
        found = WIRE.read(body | {"usageMetadata": 3, "modelVersion": 4})

        assert (found.text, found.model, found.usage, found.is_empty) == ("", "", Usage(), False), body

    found = WIRE.embeddings(LLMCall("m", MESSAGES[:2], embeds=True), "embedder")
    read = WIRE.read_vectors({"embeddings": [{"values": [1.0]}, {"values": [2.0]}]})
    assert found.path == "/models/embedder:batchEmbedContents"
    assert [each["content"]["parts"][0]["text"] for each in found.body["requests"]] == ["Judge.", "It."]
    assert read.raw["data"] == [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [2.0]}]
    assert read.usage == Usage() and WIRE.read_vectors({"embeddings": 3}).raw["data"] == []
