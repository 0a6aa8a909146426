"""Environment, source and defaults of a review, and what may not be configured."""

import os

import pytest

from reviews.jobs.config import ReviewConfig
from tests.reviews.jobs.folders import refused


def refused_config(field, source, environ=None):
    return refused("config_invalid", field, ReviewConfig.load, source, environ or {})


@pytest.fixture
def yaml_file(tmp_path):
    def write(content):
        path = tmp_path / "review.yaml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def test_defaults():
    for source in [None, {}, {"backend": None, "methods": None}]:
        config = ReviewConfig.load(source, {})

        assert config == ReviewConfig("claude-sonnet-4-5-20250929", 0.0, 4096, {}, {}), source


def test_environment_comes_before_source_before_default(yaml_file):
    path = yaml_file("backend: {model: from-file, temperature: 0.5}")

    config = ReviewConfig.load(path, {"REVIEW_BACKEND_MODEL": "from-environment", "REVIEW_BACKEND_TEMPERATURE": ""})

    assert (config.model, config.temperature, config.max_tokens) == ("from-environment", 0.5, 4096)


def test_numbers_of_the_environment_are_read():
    config = ReviewConfig.load(None, {"REVIEW_BACKEND_TEMPERATURE": "1", "REVIEW_BACKEND_MAX_TOKENS": "900"})

    assert (config.temperature, config.max_tokens) == (1.0, 900) and isinstance(config.temperature, float)


def test_environment_is_read_anew(monkeypatch):
    monkeypatch.setenv("REVIEW_BACKEND_MODEL", "set-later")

    assert ReviewConfig.load().model == "set-later"


def test_other_keys_stay_flat_and_the_source_alone():
    source = {"backend": {"model": "m", "top_p": 0.9, "reasoning_effort": "low", "seed": 7, "stop": ["x"]}}
    config = ReviewConfig.load(source, {})
    assert config.parameters == {"top_p": 0.9, "reasoning_effort": "low", "seed": 7, "stop": ["x"]}

    source = {"backend": {"stop": ["x"]}, "methods": {"experiment": {"prompt": "p"}}}
    config = ReviewConfig.load(source, {})
    config.parameters["stop"].append("y")
    assert source == {"backend": {"stop": ["x"]}, "methods": {"experiment": {"prompt": "p"}}}


def test_methods_name_their_prompt_and_knowledge(yaml_file):
    path = yaml_file("methods:\n  experiment: {prompt: strict, knowledge_base: trials}\n  matching: {}\n")

    assert ReviewConfig.load(str(path), {}).methods == {
        "experiment": {"prompt": "strict", "knowledge_base": "trials"},
        "matching": {},
    }


def test_addresses_keys_and_mock_answers_are_refused():
    for name in [
        "api_base",
        "base_url",
        "api_key",
        "API_KEY",
        "extra_headers",
        "headers",
        "callbacks",
        "success_callback",
        "mock_response",
        "aws_secret_access_key",
        "azure_ad_token",
        "extra_query",
        "custom_llm_provider",
        "vertex_credentials",
    ]:
        message = refused_config(f"backend.{name}", {"backend": {name: "x"}})

        assert "OPENAI_API_BASE" in message and "not read from a configuration" in message, name


def test_extras_are_checked_and_keys_refused_at_any_depth():
    extras = {"top_k": 40, "thinking": {"type": "enabled", "budget_tokens": 2048}, "extra_body": {"min_p": 0.1}}
    assert ReviewConfig.load({"backend": extras}, {}).parameters == extras
    for name, value in [
        ("extra_body", {"api_base": "x"}),
        ("extra_body", {"a": {"extra_headers": {}}}),
        ("extra_body", {"messages": []}),
        ("thinking", "yes"),
        ("top_k", 0),
    ]:
        refused_config(f"backend.{name}", {"backend": {name: value}})

    refused_config("backend.options.api_key", {"backend": {"options": {"api_key": "x"}}})

    for name in ["messages", "response_format", "stream"]:
        refused_config(f"backend.{name}", {"backend": {name: []}})


def test_value_that_is_not_valid():
    for field, source in [
        ("backend", {"backend": "model"}),
        ("backend.model", {"backend": {"model": " "}}),
        ("backend.model", {"backend": {"model": None}}),
        ("backend.temperature", {"backend": {"temperature": -0.1}}),
        ("backend.temperature", {"backend": {"temperature": True}}),
        ("backend.temperature", {"backend": {"temperature": "0.5"}}),
        ("backend.temperature", {"backend": {"temperature": 10**400}}),
        ("backend.max_tokens", {"backend": {"max_tokens": 0}}),
        ("backend.max_tokens", {"backend": {"max_tokens": 10.5}}),
        ("backends", {"backends": {}}),
        ("methods", {"methods": ["experiment"]}),
        ("methods.experiment", {"methods": {"experiment": "strict"}}),
        ("methods.experiment.prompt", {"methods": {"experiment": {"prompt": 5}}}),
        ("template", {"methods": {"experiment": {"template": "x"}}}),
        ("config", {"backend": {"temperature": float("nan")}}),
        ("config", {"backend": {"stop": {1, 2}}}),
        ("config", [1]),
        ("config", 5),
    ]:
        refused_config(field, source)


def test_variable_that_is_not_valid_is_named():
    for variable, value in [
        ("REVIEW_BACKEND_TEMPERATURE", "warm"),
        ("REVIEW_BACKEND_TEMPERATURE", "nan"),
        ("REVIEW_BACKEND_TEMPERATURE", "-1"),
        ("REVIEW_BACKEND_MAX_TOKENS", "4e3"),
        ("REVIEW_BACKEND_MAX_TOKENS", "0"),
        ("REVIEW_BACKEND_MODEL", " "),
    ]:
        assert variable in refused_config(variable, None, {variable: value}), (variable, value)


@pytest.mark.parametrize(
    "content",
    [
        "a: [",
        b"\xff",
        "- 1",
        "backend: &a {x: *a}",
        "a: &a [1]\nb: *a",
        "backend: {model: a, model: b}",
        "[" * 1000,
        "backend: {stop: 2020-01-01}",
        "backend: {stop: 2020-99-99}",
        "!!python/object/apply:os.system [ls]",
        "backend: {seed: " + "9" * 5000 + "}",
        "backend: {? [1] : 2}",
        "backend: {? {a: 1} : 2}",
        " " * 64_001,
    ],
)
def test_yaml_that_cannot_be_used(yaml_file, content):
    refused_config("config", yaml_file(content))


def test_empty_yaml_is_an_empty_configuration(yaml_file):
    assert ReviewConfig.load(yaml_file("# nothing\n"), {}) == ReviewConfig()


def test_path_that_is_no_file_is_refused(tmp_path):
    os.mkfifo(tmp_path / "pipe")

    for name in ("missing.yaml", "", "pipe", "a\0b"):
        assert "cannot be read" in refused_config("config", str(tmp_path / name))
