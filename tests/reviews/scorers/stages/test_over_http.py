"""Stages over HTTP: prompt, litellm, every wire, the simulated provider, parser; with and without a schema."""

from dataclasses import replace

import pytest

from experiments.studies.scorers.placement import ShownRubric
from reviews.engine.client.completion import complete
from reviews.engine.requests import repair
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry import registry
from reviews.scorers.registry.scorer import Asking, Case
from reviews.scorers.stages.scorer_stage import prepared
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
STAGES = [
    {"stage_number": number, "label": stage["label"], "criteria": stage["criteria"]}
    for number, stage in enumerate(staged.STAGES, start=1)
]
RUBRIC = ShownRubric("stage", "press freedom", staged.STAGES, staged.MAPPING, len(staged.MAPPING), True)
# By scorer: the prompt, the values of the case, and the question.
ASKED = {
    "rubric_gen": ("rubric_gen.v1", {}, {"concept": "press freedom", "scale_size": 3}),
    "rubric_critic": ("rubric_critic.v1", {"stages": STAGES}, {"concept": "press freedom"}),
    "study_score_gen_subset": ("score_gen.v1", {"evidence": [staged.FORCE, staged.CALM]}, RUBRIC),
    "evidence_view": ("evidence_cleaned.v1", {"title": "", "text": staged.CALM}, None),
}


def asked(key, model):
    """The Prepared of a scorer's question about one case."""
    version, values, question = ASKED[key]
    return prepared(registry[key].made(Asking(model, load_prompt(version))), Case((key, 7), values), question)


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
@pytest.mark.parametrize("name", ASKED)
def test_stage_is_answered_over_every_wire(name, model):
    question = asked(name, model)

    structured, text = complete(question.call), complete(replace(question.call, response_format=None))

    assert structured.text.startswith("{") and text.text.startswith("CASE: ") and structured.simulated
    for outcome in (structured, text):
        finding = question.read(outcome)
        assert finding.status == "ok", finding.message


def test_unreadable_answer_is_repaired(provider):
    """As a run does it: the answer and what was wrong with it follow the question."""
    provider.fail({"wrong_case": True, "times": 1})
    question = asked("evidence_view", "simulated-careful")
    outcome = complete(question.call)
    finding = question.read(outcome)
    assert finding.status == "unreadable"

    user = repair.message(finding.message.english)
    more = ({"role": "assistant", "content": outcome.text}, {"role": "user", "content": user})
    repaired = complete(question.call.with_messages((*question.call.messages, *more)))

    assert question.read(repaired).status == "ok"
