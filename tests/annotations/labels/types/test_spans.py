"""Spans: passages that stand where they are said to stand, in code points, from the form to the stored value."""

import json

import pytest

from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from tests.annotations.labels.types.beside import OPTIONS, Posted, make_content
from tests.annotations.tasks.forms.editing import CHOICES, through_fields

spans = registry["spans"]
EXAMPLE = ({"options": OPTIONS}, [{"field": "output.1", "start": 4, "end": 8, "quote": "moon", "label": "bad"}])
MACHINE_ANSWER = [{"quote": "moon", "label": "bad"}]
CONFIG = spans.clean_config({"options": [{"value": "error", "label": "Error"}, {"value": "style", "label": "Style"}]})
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
TEXT = f"\U0001f600 {FAMILY} said:\r\ncafe\u0301 &amp; שלום <b>twice</b> and twice"
ITEM = make_content(input={"chat": TEXT, "note": "Nothing here."}, outputs=["The moon is made of cheese."])


def span(words, *, field="input.chat", text=TEXT, label="error", start=None):
    start = text.index(words) if start is None else start
    return {"field": field, "start": start, "end": start + len(words), "quote": words, "label": label}


def refusal(value, config=CONFIG):
    with pytest.raises(InvalidInput) as failure:
        spans.clean_beside(config, value, ITEM)
    return failure.value.message


WORDS = ["\U0001f600", FAMILY, "cafe\u0301", "&amp;", "שלום", "<b>twice</b>", "said:\r\ncafe\u0301"]


@pytest.mark.parametrize("words", WORDS)
def test_from_the_form_to_the_stored_value_nothing_changes(words):
    posted = Posted({"q-x": [json.dumps(span(words), ensure_ascii=False)]})

    (stored,) = spans.clean_beside(CONFIG, spans.read(CONFIG, posted, "q-x"), ITEM)

    assert stored == span(words)
    assert TEXT[stored["start"] : stored["end"]] == stored["quote"] == words


@pytest.mark.parametrize("words", WORDS)
def test_a_typed_quote_is_looked_up(words):
    posted = Posted({"q-x.quote": [words], "q-x.label": ["style"]})

    (stored,) = spans.clean_beside(CONFIG, spans.read(CONFIG, posted, "q-x"), ITEM)

    assert stored == span(words, label="style")


def test_of_equal_words_the_marked_ones_count_and_passages_come_in_reading_order_once_each_and_may_overlap():
    second = span("twice", start=TEXT.rindex("twice"))
    assert spans.clean_beside(CONFIG, [second], ITEM) == [second]

    inner, outer = span("cafe\u0301", label="style"), span("cafe\u0301 &amp;")
    last = span("moon", field="output", text=ITEM.outputs[0].text)
    assert spans.clean_beside(CONFIG, [last, outer, inner, outer], ITEM) == [inner, outer, last]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"start": 0, "end": 4}, "does not match input.chat at 0 to 4"),
        ({"end": 9_999}, "does not match"),
        ({"start": 5, "end": 5}, "Passage 1 is at 'input.chat', 5 to 5"),
        ({"start": True}, "Passage 1 is at"),
        ({"start": None}, "Passage 1 is at"),
        ({"field": "output.2"}, "Passage 1 lies in 'output.2'. Valid: input.chat, input.note, output."),
        ({"label": "tone"}, "Passage 1 has the label 'tone'. Valid: one of error, style."),
        ({"quote": " "}, "Passage 1 has the quote ' '."),
        ({"quote": "\ud83d"}, "Passage 1 has the quote"),
        ({"colour": "red"}, "Passage 1 is an object"),
    ],
)
def test_what_is_wrong_is_named(wrong, message):
    assert message in refusal([span("twice") | wrong])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([{"quote": "the sun is made of ham", "label": "error"}], "is not in the item verbatim"),
        ([{"quote": "The moon is made of green cheese", "label": "error"}], "The nearest is 'The moon is made of ch"),
        ("moon", "Valid: a list of passages"),
        (["moon"], "Passage 1 is 'moon'"),
        ([span("twice")] * 201, "201 passages. Valid: 1 to 200."),
    ],
)
def test_what_cannot_be_found_is_refused(value, message):
    assert message in refusal(value)


def test_only_the_named_texts_are_marked_and_nothing_to_mark_is_an_answer_where_the_form_says_so():
    config = spans.clean_config({"options": [{"value": "error"}], "texts": ["output"]})
    assert "is not in the item" in refusal([{"quote": "Nothing here.", "label": "error"}], config)
    assert spans.clean_beside(config, [{"quote": "moon", "label": "error"}], ITEM)[0]["field"] == "output"

    config = spans.clean_config({"options": [{"value": "error"}], "min_spans": 0, "max_spans": 2})
    assert spans.read(config, Posted(), "q-x") == []
    assert not spans.is_empty(config, []) and spans.is_empty(CONFIG, [])
    assert spans.display(config, []) == "No passage"
    assert spans.hint(config) == "Mark 0 to 2 passages."


def test_a_draft_keeps_what_cannot_be_read_and_conditions_may_ask_for_a_label():
    value = spans.read(CONFIG, Posted({"q-x": ["{broken", json.dumps(span("twice"))]}), "q-x")
    assert value == ["{broken", span("twice")]
    assert spans.control(CONFIG, value, name="q-x", required=True)["spans"][0]["text"] == "twice"

    assert spans.clean_part(CONFIG, "style") == "style"
    assert spans.contains(CONFIG, [span("twice", label="style")], "style")
    assert not spans.contains(CONFIG, [span("twice")], "style")


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({}, "options"),
        ({"options": [{"value": "a"}], "min_spans": -1}, "min_spans"),
        ({"options": [{"value": "a"}], "min_spans": 3, "max_spans": 2}, "max_spans"),
        ({"options": [{"value": "a"}], "texts": []}, "texts"),
        ({"options": [{"value": "a"}], "texts": ["output", 3]}, "texts[1]"),
    ],
)
def test_mistakes_are_named_with_their_path(config, path):
    with pytest.raises(InvalidInput) as failure:
        spans.clean_config(config)

    assert failure.value.details["path"] == path


@pytest.mark.parametrize("more", [{}, {"min_spans": 0, "max_spans": 3, "texts": ["output", "input.context"]}])
def test_config_survives_its_fields(more):
    before, after = through_fields("spans", {"options": CHOICES} | more)

    assert after == before
