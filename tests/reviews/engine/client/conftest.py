"""The simulated provider, and an environment in which every model leads to it: real names by their addresses."""

import pytest

from tests.demo.provider.provider import running


@pytest.fixture(scope="module")
def provider():
    with running() as started:
        yield started


@pytest.fixture
def environment(monkeypatch, provider):
    provider.fail()
    for name in ("OPENAI", "ANTHROPIC", "GEMINI", "GOOGLE"):
        monkeypatch.delenv(f"{name}_API_KEY", raising=False)
        monkeypatch.setenv(f"{name}_API_BASE", provider.url)
    monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)
    return monkeypatch
