"""Endpoints of the language-model client."""

import pytest

from reviews.engine.client import endpoints
from reviews.engine.client.endpoints import VertexLocation, resolve

SIMULATED = "http://127.0.0.1:8099"
VARIABLES = [
    "OPENAI_API_BASE", "OPENAI_API_KEY", "ANTHROPIC_API_BASE", "ANTHROPIC_API_KEY", "GEMINI_API_BASE",
    "GEMINI_API_KEY", "GOOGLE_API_KEY", "EVALHUB_SIMULATED_URL", "EVALHUB_VERTEX_PROJECT", "EVALHUB_VERTEX_LOCATION",
    "EVALHUB_VERTEX_BUCKET",
]  # fmt: skip


@pytest.fixture(autouse=True)
def environment(monkeypatch):
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


def test_without_a_key_the_reason_names_the_variable():
    for model, variable in [
        ("openai/gpt-4o", "OPENAI_API_KEY"),
        ("gpt-4o-mini", "OPENAI_API_KEY"),
        ("o3", "OPENAI_API_KEY"),
        ("claude-sonnet-4-5", "ANTHROPIC_API_KEY"),
        ("gemini/gemini-2.5-flash", "GEMINI_API_KEY or GOOGLE_API_KEY"),
        ("simulated-careful", "EVALHUB_SIMULATED_URL"),
        ("vertex_ai/simulated-careful", "EVALHUB_SIMULATED_URL"),
        ("vertex_ai/gemini-2.5-flash", "EVALHUB_VERTEX_PROJECT and EVALHUB_VERTEX_LOCATION"),
    ]:
        endpoint = resolve(model)

        assert variable in endpoint.blocked_reason, (model, variable)
        assert not endpoint.api_key, (model, variable)


def test_a_key_of_either_name_goes_to_the_provider_itself(environment):
    environment.setenv("ANTHROPIC_API_KEY", "sk-ant-1")
    environment.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    endpoint = resolve("claude-sonnet-4-5")
    assert (endpoint.model, endpoint.api_base, endpoint.api_key) == ("anthropic/claude-sonnet-4-5", "", "sk-ant-1")
    assert not endpoint.simulated

    environment.setenv("GOOGLE_API_KEY", "AIza-2")
    assert resolve("gemini/gemini-2.5-flash").api_key == "AIza-2"


@pytest.mark.parametrize(
    ("model", "variable", "base", "expected"),
    [
        ("openai/x", "OPENAI_API_BASE", "http://host:1/v1/", "http://host:1/v1"),
        ("openai/x", "OPENAI_API_BASE", "http://host:1", "http://host:1/v1"),
        ("openai/x", "OPENAI_API_BASE", "https://host/proxy/openai", "https://host/proxy/openai"),
        ("anthropic/x", "ANTHROPIC_API_BASE", "http://host:1/v1/messages", "http://host:1"),
        ("anthropic/x", "ANTHROPIC_API_BASE", "http://host:1/v1", "http://host:1"),
        ("anthropic/x", "ANTHROPIC_API_BASE", "http://host:1", "http://host:1"),
        ("gemini/x", "GEMINI_API_BASE", "http://host:1", "http://host:1/v1beta"),
        ("gemini/x", "GEMINI_API_BASE", "http://host:1/v1", "http://host:1/v1"),
    ],
)
def test_a_base_wins_and_is_written_as_the_wire_needs_it(environment, model, variable, base, expected):
    environment.setenv(variable, base)

    endpoint = resolve(model)

    assert (endpoint.api_base, endpoint.api_key) == (expected, "no-key-needed")


@pytest.mark.parametrize("base", ["ftp://host", "host:8080", "http://user:secret@host", "http://host?x=1"])
def test_an_address_that_is_none_blocks_without_being_shown(environment, base):
    environment.setenv("OPENAI_API_BASE", base)

    reason = resolve("openai/x").blocked_reason

    assert "OPENAI_API_BASE" in reason
    assert base not in reason


@pytest.mark.parametrize(
    ("model", "expected", "base"),
    [
        ("simulated-careful", "openai/simulated-careful", f"{SIMULATED}/v1"),
        ("openai/simulated-hasty", "openai/simulated-hasty", f"{SIMULATED}/v1"),
        ("anthropic/simulated-harsh", "anthropic/simulated-harsh", SIMULATED),
        ("gemini/simulated-careful", "gemini/simulated-careful", f"{SIMULATED}/v1beta"),
        ("vertex_ai/simulated-careful", "vertex_ai/simulated-careful", f"{SIMULATED}/v1beta"),
    ],
)
def test_simulated_names_go_to_the_simulated_provider(environment, model, expected, base):
    environment.setenv("EVALHUB_SIMULATED_URL", SIMULATED)

    endpoint = resolve(model)

    assert (endpoint.model, endpoint.api_base, endpoint.simulated) == (expected, base, True)


@pytest.mark.parametrize(
    "model",
    [
        "gpt-4o",
        "openai/gpt-4o",
        "claude-sonnet-4-5",
        "gemini/gemini-2.5-flash",
        "vertex_ai/gemini-2.5-flash",
        "mistral/mistral-small-latest",
        "openai/simulated",
        "openai/simulatedly",
        "openai/my-simulated-mini",
    ],
)
def test_no_other_name_is_ever_simulated(environment, model):
    environment.setenv("EVALHUB_SIMULATED_URL", SIMULATED)

    endpoint = resolve(model)

    assert (endpoint.simulated, endpoints.is_simulated(model), endpoint.api_base) == (False, False, "")
    assert "Set " in endpoint.blocked_reason


def test_whether_a_model_is_simulated_is_in_its_name_whatever_the_environment():
    for model in ("simulated-careful", "openai/simulated-mini", "vertex_ai/simulated-careful", "mistral/simulated-x"):
        assert endpoints.is_simulated(model) and resolve(model).simulated, model


def test_names_keys_and_addresses_are_those_that_litellm_reads(environment):
    environment.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    environment.setenv("MISTRAL_API_KEY", "a-key")
    assert "openai, anthropic, gemini, vertex_ai" in resolve("mistral/simulated-x").blocked_reason
    environment.setenv("OPENAI_API_KEY", "sk-real")
    environment.setenv("OPENAI_API_BASE", "http://elsewhere:1")
    environment.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    endpoint = resolve("openai/simulated-careful")
    assert (endpoint.api_base, endpoint.api_key) == (f"{SIMULATED}/v1", "no-key-needed")

    environment.delenv("MISTRAL_API_KEY", raising=False)
    reason = resolve("mistral/mistral-small-latest").blocked_reason
    ways = "Set MISTRAL_API_KEY, or MISTRAL_API_BASE, or add a key under Organization, Provider keys."
    assert reason == f"mistral/mistral-small-latest has no key. {ways}"
    environment.setenv("MISTRAL_API_KEY", "a-key")
    endpoint = resolve("mistral/mistral-small-latest")
    assert (endpoint.provider, endpoint.model) == ("mistral", "mistral/mistral-small-latest")
    assert (endpoint.api_base, endpoint.api_key, endpoint.blocked_reason) == ("", "a-key", "")
    from litellm import validate_environment

    for provider in endpoints.PROVIDERS.values():
        for name in provider.variables:
            environment.delenv(name, raising=False)
        missing = validate_environment(f"{provider.name}/x")["missing_keys"]
        assert provider.knows_machine or set(missing) <= set(provider.variables), (provider.name, missing)
    environment.delenv("AWS_REGION", raising=False)
    assert "AWS_REGION" in resolve("bedrock/anthropic.claude-v2").blocked_reason
    environment.setenv("AWS_REGION", "eu-west-1")
    endpoint = resolve("bedrock/anthropic.claude-v2")
    assert (endpoint.blocked_reason, endpoint.api_key, endpoint.api_base) == ("", "", "")


@pytest.mark.parametrize("model", ["nonsense-model", "nonsense/gpt-4o", "simulated"])
def test_name_without_a_known_provider_is_none(environment, model):
    environment.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    environment.setenv("OPENAI_API_KEY", "sk-real")

    endpoint = resolve(model)

    assert endpoint.is_unknown and "no known provider" in endpoint.blocked_reason
    assert "openai, " in endpoint.blocked_reason


def test_web_process_sees_no_key(environment):
    environment.setenv("EVALHUB_WORKER_VARIABLES", "OPENAI_API_KEY, EVALHUB_VERTEX_PROJECT, EVALHUB_SIMULATED_URL")
    for model in ("gpt-4o", "vertex_ai/gemini-2.5-flash", "simulated-careful"):
        assert (resolve(model).blocked_reason, resolve(model).api_key) == ("", ""), model
    assert "ANTHROPIC_API_KEY" in resolve("claude-sonnet-4-5").blocked_reason

    environment.setenv("OPENAI_API_KEY", "sk-very-secret")
    assert "secret" not in repr(resolve("gpt-4o"))


@pytest.fixture
def in_googles_cloud(environment):
    for name, value in (("PROJECT", "acme"), ("LOCATION", "europe-west4"), ("BUCKET", "acme-batches")):
        environment.setenv(f"EVALHUB_VERTEX_{name}", value)
    environment.setattr(endpoints, "_has_google_auth", lambda: True)
    return environment


def test_vertex_is_a_place_without_a_key(in_googles_cloud):
    endpoint = resolve("vertex_ai/gemini-2.5-flash")
    assert (endpoint.vertex, endpoint.blocked_reason) == (VertexLocation("acme", "europe-west4", "acme-batches"), "")
    assert endpoint.litellm_arguments(is_sent=True) == {
        "model": "vertex_ai/gemini-2.5-flash",
        "vertex_project": "acme",
        "vertex_location": "europe-west4",
    }

    in_googles_cloud.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    endpoint = resolve("vertex_ai/simulated-careful")
    assert endpoint.simulated and endpoint.vertex.project == "simulated"
    assert endpoint.litellm_arguments(is_sent=True)["api_base"] == f"{SIMULATED}/v1beta"


@pytest.mark.parametrize("missing", ["EVALHUB_VERTEX_PROJECT", "EVALHUB_VERTEX_LOCATION"])
def test_half_of_a_vertex_place_is_none_even_beside_the_simulated_provider(in_googles_cloud, missing):
    in_googles_cloud.setenv("EVALHUB_SIMULATED_URL", SIMULATED)
    in_googles_cloud.delenv(missing)

    assert missing in resolve("vertex_ai/gemini-2.5-flash").blocked_reason


def test_vertex_without_google_auth_says_what_to_install(in_googles_cloud):
    in_googles_cloud.setattr(endpoints, "_has_google_auth", lambda: False)

    assert "Install evalhub[vertex]" in resolve("vertex_ai/gemini-2.5-flash").blocked_reason
