"""OpenAI's chat completions and embeddings."""

from pydantic import BaseModel

from reviews.engine.client.exchange import LLMCall, Usage
from reviews.engine.client.wires import registry


class Judged(BaseModel):
    right: bool


WIRE = registry["openai"]
MESSAGES = ({"role": "system", "content": "Judge."}, {"role": "user", "content": "It."})
SAID = {"temperature": 0.2, "top_p": 0.9, "seed": 7, "reasoning_effort": "low", "verbosity": "low", "stop": ["X"]}


def chat(model, **overrides):
    return WIRE.chat(LLMCall(model, MESSAGES, **{"max_tokens": 90, **overrides}), model)


def answer(message=None, finish="stop", **overrides):
    message = {"role": "assistant", "content": "Yes.", **(message or {})}
    choice = {"index": 0, "finish_reason": finish, "message": message}
    return {"choices": [choice], "model": "gpt-x-0601", **overrides}


def test_body_asks_for_the_form_strictly():
    found = chat("gpt-4o", response_format=Judged, parameters={"temperature": 0.2})
    schema = {
        "additionalProperties": False,
        "properties": {"right": {"title": "Right", "type": "boolean"}},
        "required": ["right"],
        "title": "Judged",
        "type": "object",
    }

    assert (found.path, found.headers, found.dropped) == ("/chat/completions", {}, ())
    assert found.body == {
        "model": "gpt-4o",
        "messages": list(MESSAGES),
        "max_tokens": 90,
        "temperature": 0.2,
        "response_format": {"type": "json_schema", "json_schema": {"name": "Judged", "schema": schema, "strict": True}},
    }


def test_models_are_told_what_they_take():
    assert chat("gpt-4o", top_logprobs=20).body.items() >= {"logprobs": True, "top_logprobs": 20}.items()
    assert "logprobs" not in chat("gpt-4o").body and "logprobs" not in chat("gpt-5", top_logprobs=20).body

    for model in ("o3", "gpt-5-mini", "gpt-5"):
        found = chat(model, parameters=SAID)

        assert found.dropped == ("stop", "temperature", "top_p"), model
        assert found.body["max_completion_tokens"] == 90 and "max_tokens" not in found.body
        assert found.body["reasoning_effort"] == "low" and "temperature" not in found.body
    assert chat("gpt-5", parameters={"temperature": 1}).body["temperature"] == 1

    assert chat("gpt-4o", parameters=SAID).dropped == ("reasoning_effort", "verbosity")
    assert chat("some-model-of-a-server", parameters=SAID).dropped == ()

    said = {"thinking": {"type": "disabled"}, "top_k": 40}
    found = chat("some-model-of-a-server", parameters=said)
    assert found.dropped == () and found.body.items() >= said.items()
    for model in ("gpt-4o", "gpt-5"):
        assert chat(model, parameters=said).dropped == ("thinking", "top_k"), model


def test_answers_and_refusals_are_read():
    usage = {
        "prompt_tokens": 9,
        "completion_tokens": 4,
        "prompt_tokens_details": {"cached_tokens": 3},
        "completion_tokens_details": {"reasoning_tokens": 2},
    }
    found = WIRE.read(answer({"reasoning_content": "Hm."}, usage=usage))
    assert (found.text, found.finish, found.thinking, found.model) == ("Yes.", "stop", "Hm.", "gpt-x-0601")
    assert found.usage == Usage(9, 4, cached=3, reasoning=2)

    found = WIRE.read(answer({"content": None, "refusal": "I will not."}))
    assert (found.finish, found.refusal, found.text) == ("content_filter", "I will not.", "")


def test_odd_answers_unknown_counts_and_vectors():
    for body in [{}, {"choices": {}}, {"choices": []}, {"choices": [3]}]:
        assert WIRE.read(body).is_empty, body
    for message in [{"content": 7}, {"content": None}, {"content": [{"image": 1}, 3]}]:
        found = WIRE.read(answer(message, model=5, usage=[1]))

        assert (found.text, found.model, found.usage, found.is_empty) == ("", "", Usage(), False), message
    parts = [{"type": "text", "text": "Ye"}, {"type": "text", "text": "s."}]
    assert WIRE.read(answer({"content": parts})).text == "Yes."

    for count in ["many", -1, 1.5, True, None, [3], 10**15, 1e300]:
        usage = WIRE.read(answer(usage={"prompt_tokens": count, "completion_tokens": 4})).usage

        assert usage.prompt_tokens is None and usage.completion_tokens == 4, count

    found = WIRE.embeddings(LLMCall("m", MESSAGES, embeds=True), "m")
    read = WIRE.read_vectors({"data": [], "usage": {"prompt_tokens": 3}, "model": "m"})
    assert found.path == "/embeddings" and found.body["input"] == ["Judge.", "It."]
    assert read.usage == Usage(3, 0)


def test_organization_of_the_account_is_named(monkeypatch):
    monkeypatch.setenv("OPENAI_ORGANIZATION", "org-1")

    assert WIRE.key_headers("sk") == {"authorization": "Bearer sk", "openai-organization": "org-1"}
