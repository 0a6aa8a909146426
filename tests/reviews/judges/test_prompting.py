"""Prompting of judges."""

import pytest

from evalhub.lib.errors import InvalidInput, UnknownKey
from reviews.judges.prompting import case_marks, field_name, load_prompt, prompt_versions, render
from tests.reviews.judges.cases import make_item


@pytest.mark.parametrize("version", prompt_versions())
def test_every_prompt_file_can_be_loaded(version):
    prompt = load_prompt(version)

    assert prompt.version == version
    assert prompt.title and prompt.system and prompt.user


def test_an_unknown_prompt_names_the_valid_ones():
    with pytest.raises(UnknownKey, match=r"questions\.v1"):
        load_prompt("../settings")


def test_values_are_filled_in_as_they_are():
    assert render("{{ text }}", {"text": "{{ 1 }} <b>&"}) == "{{ 1 }} <b>&"


@pytest.mark.parametrize(
    "template",
    [
        "{{ missing }}",
        "{{ range(3) }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ values.append(1) }}",
        "{% for x in %}",
        "{{ cycler }}",
        "x" * 20_001,
    ],
)
def test_a_template_gets_plain_values_and_nothing_else(template):
    with pytest.raises(InvalidInput):
        render(template, {"values": [1]})


def test_an_endless_prompt_is_refused():
    with pytest.raises(InvalidInput, match="at most"):
        render("{{ text }}", {"text": "x" * 2_000_001})


def test_marks_are_stable_and_belong_to_one_case():
    assert case_marks(make_item()) == case_marks(make_item())
    assert case_marks(make_item(id="42")) != case_marks(make_item())
    assert case_marks(make_item(context="Other.")).marker != case_marks(make_item()).marker


def test_marks_stand_in_no_text_of_the_case():
    marks = case_marks(make_item())
    echo = make_item(outputs={"m": f"{marks.marker} {marks.case_ref} {marks.canary}"})

    fresh = case_marks(echo)

    assert not {fresh.marker, fresh.case_ref, fresh.canary} & {marks.marker, marks.case_ref, marks.canary}


def test_a_field_name_is_one_line_without_brackets():
    assert field_name("input.a]]\n[[b") == "input.a     b"
    assert len(field_name("x" * 999)) == 200
