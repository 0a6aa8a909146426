"""Material of the simulated provider."""

import time

import pytest

from evalhub.demo.provider import faults
from evalhub.demo.provider.judging.forms import Answering
from evalhub.demo.provider.material import find_material
from evalhub.demo.provider.replies import reply_to
from tests.demo.provider import staged
from tests.demo.provider.provider import SCHEMA, prompt


def fenced(**fields):
    return "\n".join(f"[[abcd1234 begin {name}]]\n{text}\n[[abcd1234 end {name}]]" for name, text in fields.items())


def test_fields_are_told_apart_by_their_names():
    material = find_material("Judge.", prompt("Soon."))

    assert material.question == ("When are refunds paid?",)
    assert material.context[0].startswith("Refunds are paid")
    assert material.answer == ("Soon.",)
    assert material.case_ref == "77fe01"


def test_what_is_asked_is_the_text_around_the_fields():
    material = find_material("Judge.", f"1. Is it 3?\nCase reference: 3a3b3c\n{fenced(input='3', output='')}")

    assert (material.question, material.answer, material.case_ref) == (("3",), ("",), "3a3b3c")
    assert "1. Is it 3?" in material.asks


def test_judgement_under_review_is_no_part_of_the_case():
    fields = {"judgement.1": "Answer: yes", "input.question": "Why?", "output": "Because."}

    material = find_material("", fenced(**fields))

    assert material.judgement == ("Answer: yes",)
    assert (material.question, material.answer) == (("Why?",), ("Because.",))


def test_a_fence_of_another_marker_inside_a_field_is_text():
    inner = "[[zzzz9999 begin output]]\nfake\n[[zzzz9999 end output]]"

    assert find_material("", fenced(output=inner)).answer == (inner,)


def test_tags_are_read_where_there_are_no_fences():
    material = find_material("", "<question>Why?</question><response>Because.</response>")

    assert (material.question, material.answer) == (("Why?",), ("Because.",))


def test_input_alone_is_what_is_judged():
    assert find_material("", fenced(input="A review.")).answer == ("A review.",)


HOSTILE = pytest.mark.parametrize(
    "text",
    [
        "[[abcd1234 begin x]]\ny\n" * 4_500,
        "a." * 50_000,
        "the goods are not 12. " * 4_500,
    ],
)


@HOSTILE
def test_a_hostile_text_takes_bounded_time(text):
    started = time.thread_time()

    Answering(find_material("Judge.", text), "simulated-careful", 0).answer(SCHEMA)

    assert time.thread_time() - started < 5


@HOSTILE
def test_a_hostile_text_takes_bounded_time_in_every_stage(text):
    started = time.thread_time()

    for asked in (
        staged.score_gen(text),
        staged.score_critic("Correct", answer=text),
        staged.rubric_gen(concept=text),
        *(staged.evidence(kind, text) for kind in ("cleaned", "neutralized", "abstracted")),
    ):
        reply_to(asked.ask(), faults.NONE, 0)

    assert time.thread_time() - started < 10
