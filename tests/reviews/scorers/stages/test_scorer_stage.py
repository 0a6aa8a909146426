"""Stages that put cases to a scorer: which one, and what cannot be asked; no database."""

from types import SimpleNamespace

import pytest

from evalhub.lib.errors import InvalidInput
from reviews.engine.client.exchange import Outcome
from reviews.scorers.registry.scorer import Case
from reviews.scorers.stages.scorer_stage import ScorerStage


class Views(ScorerStage):
    """Cases are texts of evidence by target; target 13 is gone, and what target 3 has cannot be asked about."""

    kind = "test_views"
    name = "evidence_cleaned"
    method = "evidence_view"

    def load(self, requests):
        texts = {1: "The court ruled.", 2: "The court sat."}
        found = {
            each.pk: (Case((self.kind, each.target), {"title": "", "text": texts[each.target]}), None)
            for each in requests
            if each.target in texts
        }
        return found | {each.pk: InvalidInput("It is broken.") for each in requests if each.target == 3}


def prepared(*targets, prompt_version="evidence_cleaned.v1", annotator=None):
    stage = SimpleNamespace(
        model="openai/m",
        prompt_version=prompt_version,
        parameters={},
        annotator=annotator,
        annotator_id=annotator and 1,
    )
    requests = [SimpleNamespace(pk=900 + target, target=target, stage=stage) for target in targets]
    found = Views().prepare(requests)
    return [found[request.pk] for request in requests]


def test_each_request_is_asked_and_read_as_its_own_case():
    first, second = prepared(1, 2)

    assert "The court ruled." in first.call.messages[1]["content"]
    assert first.parser_version == "evidence_view.1"
    case_ref = first.call.messages[1]["content"].partition("Case reference: ")[2][:12]
    answer = Outcome("ok", text=f"CASE: {case_ref}\nNothing is to be cut.\nTEXT: The court ruled.")
    assert first.read(answer).values == {"text": "The court ruled.", "reasoning": "Nothing is to be cut."}
    assert second.read(answer).error_class == "wrong_case"


def test_what_cannot_be_asked_is_an_error_of_its_own():
    gone = SimpleNamespace(method="gone")
    for target, options, reason in [
        (13, {}, "13 is gone"),
        (3, {}, "It is broken"),
        (1, {"prompt_version": "evidence_cleaned.v0"}, r"Valid: evidence_cleaned\.v1"),
        (1, {"prompt_version": "questions.v1"}, r"Valid: evidence_cleaned\.v1"),
        (1, {"annotator": gone}, "Unknown scorer 'gone'"),
    ]:
        (error,) = prepared(target, **options)

        with pytest.raises(type(error), match=reason):
            raise error


def test_annotator_decides_which_scorer_asks():
    (found,) = prepared(1, annotator=SimpleNamespace(method="evidence_view"))

    assert found.parser_version == "evidence_view.1"
