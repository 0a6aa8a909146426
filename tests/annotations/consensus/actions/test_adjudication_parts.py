"""Answers that are settled part by part: how they reach the queue, what is published, and when a note is due."""

import pytest

from annotations.agreement.actions import disagreement
from annotations.consensus.actions import adjudication, adjudication_queue
from annotations.consensus.actions.adjudication_queue import Filters
from annotations.models import Annotation, Disagreement, GroundTruth, Question
from evalhub.lib.errors import InvalidInput
from tests.annotations.disputed import item_of, sheet_of
from tests.annotations.disputed_parts import FAMILY, HEBREW, SPANS, TURNS, make_disputed_parts, spans
from tests.annotations.panel import settle
from tests.undoing import undone

AGREED = {"helps": {"2": 4, "4": 2, "6": 5}, "errors": spans(("Monday", "fact"))}
SETTLED = {"helps": {"2": 4, "4": 5, "6": 5}, "errors": spans(("Monday", "fact"), (f"{FAMILY} family", "style"))}


@pytest.fixture
def task(acme):
    return make_disputed_parts(acme)


def scores(task):
    return dict(Disagreement.objects.filter(task=task).values_list("question__key", "score"))


def publish(task, member, values, notes=None):
    decisions = {key: adjudication.Decision(value, note=(notes or {}).get(key, "")) for key, value in values.items()}
    seen = sheet_of(task, member).seen
    return adjudication.publish(item=item_of(task), decisions=decisions, seen=seen, by=member)


def refusal(task, member, values):
    with pytest.raises(InvalidInput) as refused:
        publish(task, member, values)
    return refused.value.details["fields"]


def test_disputed_turns_and_passages_reach_the_queue(task):
    task.items.update(open_slots=0)

    (due,) = adjudication_queue.queue(task=task)

    assert dict(due.scores) == {
        TURNS["title"]: pytest.approx((0 + 2 / 3 * 3 / 4 + 2 / 3) / 3),
        SPANS["title"]: pytest.approx(4 * 2 / 3 / 5),
    }
    for question in Question.objects.filter(schema_version=task.schema_version):
        assert adjudication_queue.count(task=task, filters=Filters(question=question)) == 1


def test_agreed_turns_and_passages_do_not(acme):
    task = make_disputed_parts(acme, said=[AGREED] * 3)
    task.items.update(open_slots=0)

    assert scores(task) == {} and adjudication_queue.count(task=task) == 0


def test_rows_follow_the_answers_and_spans_of_items_make_no_difference(acme, monkeypatch):
    task = make_disputed_parts(acme, rows=3)
    before = sorted(Disagreement.objects.values_list("item", "question", "score"))
    assert len(before) == 6
    monkeypatch.setattr(disagreement, "SPAN_OF_VALUES", 1)

    disagreement.refresh(task=task)
    assert sorted(Disagreement.objects.values_list("item", "question", "score")) == before

    Annotation.objects.filter(task=task).exclude(annotator__name="Abe").update(withdrawn_at="2026-01-01T00:00Z")
    disagreement.refresh(task=task)
    assert not Disagreement.objects.exists()


def test_only_blind_unflagged_answers_are_compared_and_sheet_says_that_they_differ(task, rita):
    for change in ({"exposure": "saw_people"}, {"flagged": True, "flag_reason": "Odd."}):
        with undone():
            Annotation.objects.filter(task=task).exclude(annotator__name="Abe").update(**change)
            settle(task)
            assert scores(task) == {}, change

    assert {row.spec.key: row.state for row in sheet_of(task, rita).rows} == {"helps": "differs", "errors": "differs"}


def test_parts_of_several_annotators_make_one_whole_answer_without_a_note(task, rita):
    publish(task, rita, SETTLED)

    found = GroundTruth.objects.filter(item__task=task, is_current=True, source="adjudicated")
    assert dict(found.values_list("question__key", "value")) == SETTLED
    assert found.get(question__key="helps").details["same"] == 1


def test_a_part_that_nobody_gave_needs_a_note(task, rita):
    cases = [
        ("helps", {"2": 4, "4": 3, "6": 5}),
        ("errors", spans((FAMILY, "style"))),
        ("errors", spans(("Monday", "fact"), ("twice", "style"))),
        ("errors", spans(("Monday", "fact"), (HEBREW, "fact"))),
    ]
    for key, value in cases:
        with undone():
            assert list(refusal(task, rita, SETTLED | {key: value})) == [key]

            publish(task, rita, SETTLED | {key: value}, notes={key: "So it is."})

            assert GroundTruth.objects.get(item__task=task, question__key=key, is_current=True).value == value


def test_an_answer_of_which_nothing_is_left_is_refused(task, rita):
    assert refusal(task, rita, SETTLED | {"errors": []}) == {
        "errors": "This answer is empty. Keep or add at least one part."
    }


def test_a_mistake_in_one_question_does_not_ask_for_the_others_again_and_an_undecided_question_is_asked_for(task, rita):
    assert list(refusal(task, rita, SETTLED | {"helps": {"2": 4}})) == ["helps"]

    assert refusal(task, rita, {"helps": SETTLED["helps"]}) == {"errors": "Decide this question."}
