"""The critic answers the form by itself, without a look at what the judge has said."""

import pytest

from annotations.models import Annotation
from reviews.engine.stages import registry
from reviews.models import Critique, LLMRequest
from tests import factories
from tests.reviews import criticism
from tests.reviews.machine import CRITIC, answer, make_run, outcome_of, play, work_until_quiet
from tests.statements import at_most

STAGE = registry["critic_answer"]


@pytest.fixture
def annotations(acme):
    """Answers of a machine to two items."""
    machine = factories.make_llm_annotator(acme)
    task = factories.make_task(factories.make_version(factories.make_dataset(acme), rows=2))
    return [
        factories.make_annotation(item, machine, {"verdict": "wrong"}, justification="It is far off.", confidence=0.71)
        for item in task.items.all()
    ]


@pytest.fixture
def requests_(annotations):
    stage = criticism.make_stage(annotations[0], prompt_version=STAGE.default_prompt)
    stage.kind = STAGE.kind
    stage.save()
    return [criticism.make_request(annotation, stage) for annotation in annotations]


def test_material_is_shown_and_answers_are_no_annotations(requests_):
    call = STAGE.prepare(requests_)[requests_[0].pk].call
    text = "\n".join(message["content"] for message in call.messages)
    assert "What is 0 plus 0?" in text and "Is the answer correct?" in text and call.model == "simulated-critic"
    assert not [said for said in ("It is far off.", "0.71", "judgement.1") if said in text]

    question = STAGE.prepare(requests_)[requests_[0].pk]
    finding = question.read(outcome_of(answer(question.call, value="partly")))
    assert finding.values["verdict"].value == "partly"
    assert STAGE.store(requests_[0], finding, None) == {"result": requests_[0].target}
    assert question.read(outcome_of(answer(question.call, value="maybe"))).status == "unreadable"
    assert Annotation.objects.count() == 2


def test_follows_a_done_score_and_needs_an_answer_to_criticize(requests_, annotations):
    score = LLMRequest.objects.get(annotation=annotations[0])
    assert STAGE.follow(score) == (annotations[0].pk, annotations[0].item_id)
    score.annotation = None
    assert STAGE.follow(score) is None

    requests_[0].target = 10**12
    assert STAGE.prepare(requests_[:1])[requests_[0].pk].code == "target_missing"


def test_many_answers_take_the_same_statements(requests_):
    for request in requests_:
        assert request.stage.model
    for some in (requests_[:1], requests_):
        with at_most(6):
            STAGE.prepare(some)


def test_critic_gives_its_own_value_and_only_then_sees_the_judgement(bob, monkeypatch):
    asked = []

    def say(call):
        asked.append(call)
        return outcome_of(
            answer(
                call,
                value="partly" if call.model == CRITIC else "wrong",
                justification="Half of it." if call.model == CRITIC else "It is far off.",
            )
        )

    play(monkeypatch, say)
    run = make_run(bob, critic=True)
    work_until_quiet(run)

    _judge, alone, beside = (call.messages[1]["content"] for call in asked)
    assert "It is far off." not in alone and "It is far off." in beside
    own, judged = beside.index("Answer: Partly correct"), beside.index("begin judgement.1]]\nAnswer: Wrong")
    assert beside.index("begin output]]") < own < judged and "Justification: Half of it." in beside
    critique = Critique.objects.get()
    assert critique.own_answers == {"verdict": "partly"}
    assert list(run.stages.values_list("name", flat=True)) == ["score_gen", "critic_answer", "score_critic"]


def test_a_critic_without_an_answer_of_its_own_is_missing(bob, monkeypatch):
    def say(call):
        is_own = call.model == CRITIC and "expert_agreement" not in call.response_format.model_fields
        return outcome_of(answer(call, value="nothing" if is_own else "wrong"))

    play(monkeypatch, say)
    run = make_run(bob, critic=True)
    work_until_quiet(run)

    assert not Critique.objects.exists() and not run.requests.filter(stage__name="score_critic").exists()
    assert run.requests.get(stage__name="critic_answer").state == "failed"
    assert run.requests.get(stage__name="score_gen").state == "done"
