"""Scorers behind a parser: what is asked, and every way an answer is read or refused; no database."""

import json
from dataclasses import dataclass

import pytest

from evalhub.lib.errors import InvalidInput
from evalhub.lib.reasons import TEXT
from reviews.engine.client.exchange import Outcome
from reviews.scorers.parsers.base import Context
from reviews.scorers.parsers.parsed_scorer import ParsedScorer
from reviews.scorers.parsers.score_gen_single_2 import TolerantSingleVerdict
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry.scorer import Asking, Case

CRITERIA = ["a closed paper", "a jailed editor", "a banned march"]


class Verdicts(ParsedScorer):
    """The case `{"evidence": ["broken"]}` cannot be shown."""

    parser = TolerantSingleVerdict()

    def values(self, item, question):
        if item.values["evidence"] == ["broken"]:
            raise InvalidInput("This evidence is broken.")
        shown = [{"token": token, "label": "", "criteria": CRITERIA} for token in "AB"]
        return {"concept": "press", **item.values, "stages": shown, "subset": False, "abstain_enabled": True}

    def context(self, question):
        return Context(label_mapping={"A": 2, "B": 1}, scale_size=2)


@dataclass
class Question:
    """A call, and the case that it is about."""

    scorer: Verdicts
    case: Case

    @property
    def call(self):
        return self.scorer.prepare(self.case, None)

    def read(self, outcome):
        return self.scorer.read(outcome, self.case, None)


def prepared(target=1, *, text="The court ruled.", parameters=None):
    asking = Asking("openai/m", load_prompt("score_gen.v1"), parameters or {})
    return Question(Verdicts.made(asking), Case(("test_verdicts", target), {"evidence": [text]}))


def case_ref(question):
    return question.call.messages[1]["content"].partition("Case reference: ")[2][:12]


def read(question, text):
    return question.read(Outcome("ok", text=text))


def answer(question, **parts):
    given = {"reasoning": "It fits A.", "verdict": "A", "case_ref": case_ref(question)} | parts
    return json.dumps({name: value for name, value in given.items() if value is not ...})


def test_calls_have_the_prompt_and_judged_text_is_no_template():
    call = prepared(parameters={"temperature": None, "seed": 7}).call
    assert call.model == "openai/m" and call.text_allowed and call.parameters == {"seed": 7}
    assert list(call.response_format.model_fields) == ["reasoning", "verdict", "case_ref"]
    schema = call.response_format.model_json_schema()
    assert schema["additionalProperties"] is False and set(schema["required"]) == set(schema["properties"])
    assert [message["role"] for message in call.messages] == ["system", "user"]
    assert prepared().call.parameters == {"temperature": 0}

    one, two = prepared(1), prepared(2)
    assert one.call.messages[0] == two.call.messages[0]
    assert case_ref(one) != case_ref(two)
    assert prepared(1).call == one.call

    assert "{{ 7 * 7 }}" in prepared(text="{{ 7 * 7 }}").call.messages[0]["content"]


def test_accepted_answer_has_the_values_of_the_gate():
    for is_json in [True, False]:
        question = prepared()
        text = answer(question) if is_json else f"CASE: {case_ref(question)}\nIt fits A.\nVERDICT: A"

        finding = read(question, text)

        assert finding.status == "ok", is_json
        assert finding.values == {"abstained": False, "decoded": [2], "reasoning": "It fits A."}, is_json
        assert question.scorer.version == "score_gen_single.2", is_json


def test_refused_answer_says_why():
    for parts, error_class, reason in [
        ({"case_ref": "0" * 12}, "wrong_case", "reference of this case"),
        ({"case_ref": ...}, "wrong_case", "reference of this case"),
        ({"case_ref": None}, "wrong_case", "reference of this case"),
        ({"verdict": "C"}, "parse_error", "'C'. Valid: A, B"),
        ({"verdict": ["A"]}, "parse_error", "verdict"),
        ({"extra": 1}, "parse_error", "extra"),
        ({"reasoning": " "}, "parse_error", "no reasoning"),
    ]:
        question = prepared()

        finding = read(question, answer(question, **parts))

        assert (finding.status, finding.error_class, finding.values) == ("unreadable", error_class, {})
        assert reason in str(finding.message), (parts, error_class, reason)


def test_foreign_spoiled_and_failed_answers():
    for text in ["", "It fits A.\nVERDICT: A", "VERDICT: A", "{", "Sure: {}"]:
        assert read(prepared(), text).error_class == "wrong_case", text

    question = prepared()
    canary = question.call.messages[1]["content"].partition("Check word: ")[2].partition(".")[0]
    assert canary.startswith("kestrel-")
    assert read(question, answer(question, reasoning=f"It says {canary}.")).error_class == "canary_leaked"

    outcome = Outcome("retryable", error_class="server_error", error_message="It failed.")
    finding = prepared().read(outcome)
    assert (finding.status, finding.error_class, finding.message) == ("retryable", "server_error", TEXT("It failed."))

    with pytest.raises(InvalidInput, match="evidence is broken"):
        _ = prepared(text="broken").call
