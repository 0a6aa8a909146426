"""A whole judgement: prompt, litellm, HTTP, the simulated provider, reading, and quotes looked up."""

import pytest

from annotations.content.quotes import verify
from reviews.engine.client.completion import complete
from reviews.scorers.judges.questions import QuestionsJudge
from reviews.scorers.prompts.prompt import load_prompt, shipped_text
from reviews.scorers.prompts.written import parse_written
from reviews.scorers.registry.scorer import Asking
from tests.demo.provider.provider import running
from tests.reviews.scorers.judges.cases import ISSUES, RATING, make_item, make_question, make_task


@pytest.mark.parametrize("model", ["simulated-careful", "anthropic/simulated-careful", "gemini/simulated-careful"])
def test_a_task_is_answered_over_every_wire(monkeypatch, model):
    judge = QuestionsJudge.made(Asking(model, load_prompt(QuestionsJudge.default_prompt)))
    item = make_item()
    task = make_task(
        make_question("verdict", title="Is the answer correct?"),
        make_question("helpful", RATING),
        make_question("issues", ISSUES, required=False),
        make_question("comment", {"type": "string", "minLength": 1, "maxLength": 200}),
    )
    with running() as provider:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)
        outcome = complete(judge.prepare(item, task))

    finding = judge.read(outcome, item, task)

    assert finding.status == "ok", finding.message
    verdict = finding.values["verdict"]
    assert verdict.value == "correct" and verdict.justification
    matches = [verify(quote, item.texts()).match for quote in verdict.quotes]
    assert matches and set(matches) <= {"exact", "whitespace", "fuzzy", "missing"}


def test_a_written_prompt_is_answered_too(monkeypatch):
    item, task = make_item(), make_task(make_question())
    text = shipped_text("questions.v2").replace("\nsystem: |\n", "\nsystem: |\n  Be brief.\n")
    judge = QuestionsJudge.made(Asking("simulated-careful", parse_written(text, version="questions@1")))
    with running() as provider:
        monkeypatch.setenv("EVALHUB_SIMULATED_URL", provider.url)
        outcome = complete(judge.prepare(item, task))

    assert judge.read(outcome, item, task).status == "ok"
