"""Extras of a request: plain JSON of bounded size that replaces nothing and leads nowhere."""

from reviews.engine.client import extras


def test_what_may_be_said():
    for name, value in [
        ("top_k", 1),
        ("top_k", 10_000),
        ("thinking", {"type": "enabled", "budget_tokens": 1024}),
        ("thinking", {"type": "enabled"}),
        ("thinking", {"type": "adaptive"}),
        ("thinking", {"type": "disabled"}),
        ("extra_body", {}),
        ("extra_body", {"min_p": 0.1, "logit_bias": {"50256": -100}, "user": "é\n", "labels": None}),
        (
            "extra_body",
            {"chat_template_kwargs": {"enable_thinking": False}, "top_k": 5, "thinking": {"type": "enabled"}},
        ),
        ("extra_body", {"safetySettings": [{"category": "HARM", "threshold": "NONE"}], "reasoning": {"effort": "low"}}),
        ("extra_body", {"generationConfig": {"mediaResolution": "LOW"}}),
        ("extra_body", {"a": {"b": {"c": {"d": [1]}}}}),
    ]:
        assert extras.mistake(name, value) == "", (name, value)


def test_what_is_of_no_use():
    for name, value in [
        ("top_k", 0),
        ("top_k", 1.0),
        ("top_k", True),
        ("top_k", 10_001),
        ("top_k", "5"),
        ("thinking", None),
        ("thinking", {}),
        ("thinking", {"type": []}),
        ("thinking", {"type": "enabled", "tokens": 1}),
        ("thinking", {"type": "enabled", "budget_tokens": 1023}),
        ("thinking", {"type": "enabled", "budget_tokens": None}),
        ("thinking", {"type": "disabled", "budget_tokens": 1024}),
        ("thinking", {"type": "much"}),
        ("extra_body", None),
        ("extra_body", [1]),
        ("extra_body", "x"),
        ("extra_body", {1: 2}),
        ("extra_body", {"": 1}),
        ("extra_body", {"a b": 1}),
        ("extra_body", {"a.b": 1}),
        ("extra_body", {"x" * 61: 1}),
        ("extra_body", {"a": {1, 2}}),
        ("extra_body", {"a": float("nan")}),
        ("extra_body", {"a": 2**63}),
        ("extra_body", {"a": "x" * 4000}),
        ("extra_body", {"a": "\0"}),
        ("extra_body", {"a": "\ud800"}),
        ("extra_body", {"a": "\u2060evalhub-text-0\u2060"}),
        ("extra_body", {"a": [[[["https://evil.example"]]]]}),
        ("extra_body", {"a": {"b": {"c": {"d": [[1]]}}}}),
    ]:
        assert extras.mistake(name, value), (name, value)


DECIDED = """
model models messages contents system systemInstruction system_prompt prompt input n candidateCount
best_of max_tokens max_completion_tokens maxOutputTokens num_predict response_format
responseMimeType responseJsonSchema output_format guided_json format structured_outputs stream
stream_options tools tool_choice toolConfig functions mcp_servers plugins web_search_options
enable_search store background service_tier cachedContent seed temperature top_p topP stop
stopSequences chat_template timeout api_base apiKey base_url extra_headers extra-headers callbacks
webhook mock_response vertex_credentials litellm_params fallbacks provider Authorization
""".split()


def test_extras_are_added_refused_or_dropped():
    for name in DECIDED:
        for value in ({name: 1}, {"a": {name: 1}}, {"a": [{name: 1}]}):
            assert name in extras.mistake("extra_body", value), value

    body = {"model": "m", "settings": {"a": 1}, "top_k": 4}
    whole, dropped = extras.added(body, {"min_p": 0.1, "model": "x", "settings": {"a": 2, "b": 3}, "top_k": {"a": 1}})
    assert whole == {"model": "m", "settings": {"a": 1, "b": 3}, "top_k": 4, "min_p": 0.1}
    assert dropped == ["model", "settings.a", "top_k"] and body["settings"] == {"a": 1}

    parameters = {"top_k": 4, "seed": None, "stop": "X", "extra_body": {"top_k": 5, "a": {"b": 1, "c": 2}, "d": {}}}
    assert extras.sent(parameters, ("extra_body.a.b", "extra_body.top_k", "stop")) == {
        "top_k": 4,
        "extra_body": {"a": {"c": 2}, "d": {}},
    }
    assert extras.sent({"top_k": 4}, ()) == {"top_k": 4}
