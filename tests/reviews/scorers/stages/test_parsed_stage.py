"""Stages behind a parser: what is asked, and every way an answer is read or refused; no database."""

import json
from types import SimpleNamespace

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.engine.client.exchange import Outcome
from reviews.scorers.parsers.base import Context
from reviews.scorers.stages.parsed_stage import ParsedStage

CRITERIA = ["a closed paper", "a jailed editor", "a banned march"]


class Verdicts(ParsedStage):
    """Subjects are texts of evidence by target; target 13 is gone, and the text "broken" cannot be shown."""

    kind = "test_verdicts"
    name = "score_gen"
    parser = "score_gen_single"
    texts = {1: "The court ruled.", 2: "The court ruled.", 3: "broken", 4: "{{ 7 * 7 }}"}

    def load(self, requests):
        return {each.pk: self.texts[each.target] for each in requests if each.target in self.texts}

    def values(self, stage, subject):
        if subject == "broken":
            raise InvalidInput("This evidence is broken.")
        shown = [{"token": token, "label": "", "criteria": CRITERIA} for token in "AB"]
        return {"concept": "press", "evidence": [subject], "stages": shown, "subset": False, "abstain_enabled": True}

    def context(self, stage, subject):
        return Context(label_mapping={"A": 2, "B": 1}, scale_size=2)


def prepared(target=1, *, prompt_version="score_gen.v1", parameters=None):
    stage = SimpleNamespace(model="openai/m", prompt_version=prompt_version, parameters=parameters or {})
    request = SimpleNamespace(pk=900 + target, target=target, stage=stage)
    return Verdicts().prepare([request])[request.pk]


def case_ref(question):
    return question.call.messages[1]["content"].partition("Case reference: ")[2][:12]


def read(question, text):
    return question.read(Outcome("ok", text=text))


def answer(question, **parts):
    given = {"reasoning": "It fits A.", "verdict": "A", "case_ref": case_ref(question)} | parts
    return json.dumps({name: value for name, value in given.items() if value is not ...})


def test_call_has_the_prompt_the_schema_and_the_parameters():
    call = prepared(parameters={"temperature": None, "seed": 7}).call

    assert call.model == "openai/m" and call.text_allowed and call.parameters == {"seed": 7}
    assert list(call.response_format.model_fields) == ["reasoning", "verdict", "case_ref"]
    schema = call.response_format.model_json_schema()
    assert schema["additionalProperties"] is False and set(schema["required"]) == set(schema["properties"])
    assert [message["role"] for message in call.messages] == ["system", "user"]
    assert prepared().call.parameters == {"temperature": 0}


def test_same_evidence_is_the_same_system_prompt_of_another_case():
    one, two = prepared(1), prepared(2)

    assert one.call.messages[0] == two.call.messages[0]
    assert case_ref(one) != case_ref(two)
    assert prepared(1).call == one.call


def test_judged_text_is_no_template():
    assert "{{ 7 * 7 }}" in prepared(4).call.messages[0]["content"]


def test_accepted_answer_has_the_values_of_the_gate():
    for is_json in [True, False]:
        question = prepared()
        text = answer(question) if is_json else f"CASE: {case_ref(question)}\nIt fits A.\nVERDICT: A"

        finding = read(question, text)

        assert finding.status == "ok", is_json
        assert finding.values == {"abstained": False, "decoded": [2], "reasoning": "It fits A."}, is_json
        assert question.parser_version == "score_gen_single.2", is_json


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
        assert reason in finding.message, (parts, error_class, reason)


def test_text_without_the_echo_is_about_another_case():
    for text in ["", "It fits A.\nVERDICT: A", "VERDICT: A", "{", "Sure: {}"]:
        assert read(prepared(), text).error_class == "wrong_case", text


def test_check_word_in_the_answer_spoils_it():
    question = prepared()
    canary = question.call.messages[1]["content"].partition("Check word: ")[2].partition(".")[0]

    assert canary.startswith("kestrel-")
    assert read(question, answer(question, reasoning=f"It says {canary}.")).error_class == "canary_leaked"


def test_failure_of_the_provider_is_passed_on():
    outcome = Outcome("retryable", error_class="server_error", error_message="It failed.")

    finding = prepared().read(outcome)

    assert (finding.status, finding.error_class, finding.message) == ("retryable", "server_error", "It failed.")


def test_what_cannot_be_asked_is_an_error_of_its_own():
    for target, prompt_version, reason in [
        (13, "score_gen.v1", "13 is gone"),
        (3, "score_gen.v1", "evidence is broken"),
        (1, "score_gen.v0", r"Valid: score_gen\.v1"),
        (1, "questions.v1", r"Valid: score_gen\.v1"),
        (1, "rubric_gen.v1", r"Valid: score_gen\.v1"),
    ]:
        error = prepared(target, prompt_version=prompt_version)

        with pytest.raises(type(error), match=reason):
            raise error
