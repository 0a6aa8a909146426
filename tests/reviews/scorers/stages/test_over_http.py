"""Stages over HTTP: prompt, litellm, every wire, the simulated provider, parser; with and without a schema."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from reviews.engine.client.completion import complete
from reviews.engine.requests import repair
from reviews.scorers.stages.parsed_stage import ParsedStage
from tests.demo.provider import staged
from tests.demo.provider.provider import running

MODELS = [
    "simulated-careful",
    "openai/gpt-4o-mini",
    "anthropic/simulated-careful",
    "anthropic/claude-haiku-4-5",
    "gemini/simulated-careful",
    "gemini/gemini-2.5-flash",
]
VALUES = {
    "rubric_gen": {"concept": "press freedom", "scale_size": 3},
    "rubric_critic": {
        "concept": "press freedom",
        "stages": [
            {"stage_number": number, "label": stage["label"], "criteria": stage["criteria"]}
            for number, stage in enumerate(staged.STAGES, start=1)
        ],
    },
    "score_gen": {
        "concept": "press freedom",
        "evidence": [staged.FORCE, staged.CALM],
        "stages": staged.STAGES,
        "subset": True,
        "abstain_enabled": True,
    },
    "evidence_cleaned": {"title": "", "text": staged.CALM},
}
PARSERS = {"score_gen": "score_gen_subset", "evidence_cleaned": "evidence_view"}


def prepared(name, model):
    """The Prepared of one request of a stage with canned values."""

    class Canned(ParsedStage):
        def load(self, requests):
            return {1: VALUES[name]}

        def values(self, stage, subject):
            return subject

        def context(self, stage, subject):
            return staged.score_gen(staged.FORCE).context

    Canned.kind, Canned.name, Canned.parser = name, name, PARSERS.get(name, name)
    stage = SimpleNamespace(model=model, prompt_version=f"{name}.v1", parameters={})
    return Canned().prepare([SimpleNamespace(pk=1, target=7, stage=stage)])[1]


@pytest.fixture(scope="module")
def provider():
    with running() as started, pytest.MonkeyPatch.context() as environment:
        environment.setenv("EVALHUB_SIMULATED_URL", started.url)
        for name in ("OPENAI", "ANTHROPIC", "GEMINI"):
            environment.setenv(f"{name}_API_KEY", "key")
        environment.setenv("OPENAI_API_BASE", f"{started.url}/v1")
        environment.setenv("ANTHROPIC_API_BASE", started.url)
        environment.setenv("GEMINI_API_BASE", f"{started.url}/v1beta")
        yield started


@pytest.mark.usefixtures("provider")
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", VALUES)
def test_stage_is_answered_over_every_wire(name, model):
    question = prepared(name, model)

    structured, text = complete(question.call), complete(replace(question.call, response_format=None))

    assert structured.text.startswith("{") and text.text.startswith("CASE: ") and structured.simulated
    for outcome in (structured, text):
        finding = question.read(outcome)
        assert finding.status == "ok", finding.message


def test_unreadable_answer_is_repaired(provider):
    """As a run does it: the answer and what was wrong with it follow the question."""
    provider.fail({"wrong_case": True, "times": 1})
    question = prepared("evidence_cleaned", "simulated-careful")
    outcome = complete(question.call)
    finding = question.read(outcome)
    assert finding.status == "unreadable"

    user = repair.message(finding.message)
    more = ({"role": "assistant", "content": outcome.text}, {"role": "user", "content": user})
    repaired = complete(question.call.with_messages((*question.call.messages, *more)))

    assert question.read(repaired).status == "ok"
