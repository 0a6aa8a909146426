"""Widgets as HTML: names, ids, labels, descriptions, keys; hostile texts stay text."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template import Context, Engine
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations import schema
from annotations.labels.widgets import widget

ENGINE = Engine(dirs=[Path(__file__).parents[3] / "templates"])
HOSTILE = "\"><script>alert(1)</script> ' {{ x }}"
OPTIONS = [{"value": "good", "label": "Good", "description": "As asked."}, {"value": "bad"}]
FIELDS = {
    "single_choice": {"options": OPTIONS},
    "multiple_choice": {"options": OPTIONS},
    "rating": {"scale": {"min": 1, "max": 5, "labels": {"1": "poor", "5": "excellent"}}},
    "number": {"unit": "minutes", "min": 0},
    "text": {"max_length": 500},
}


class Page(HTMLParser):
    """The elements of a page as dicts of their attributes, `tag` included."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append({"tag": tag, **dict(attrs)})

    def having(self, **attributes):
        return [e for e in self.elements if all(e.get(key) == value for key, value in attributes.items())]

    @property
    def controls(self):
        return [e for e in self.elements if e["tag"] in ("input", "textarea")]


def make_question(label_type, **overrides):
    field = {"key": "tone", "type": label_type, "title": "Tone", **FIELDS[label_type], **overrides}
    return schema.parse({"fields": [field]})[0]


def draw(question, value=None, error="", **options):
    context = widget(question, value, error, **options)
    return ENGINE.get_template(context["template"]).render(Context({"widget": context}))


@pytest.mark.parametrize("label_type", FIELDS)
@pytest.mark.parametrize("required", [True, False])
def test_every_control_is_named_labelled_and_described(label_type, required):
    question = make_question(label_type, help="Think of the reader.", required=required)

    page = Page(draw(question, error="This question needs an answer.", autofocus_first=True))

    ids = [element["id"] for element in page.elements if "id" in element]
    assert len(ids) == len(set(ids))
    (fieldset,) = page.having(tag="fieldset")
    assert fieldset["data-question"] == "tone"
    assert fieldset["aria-describedby"].split()[:2] == ["q-tone-help", "q-tone-error"]
    assert page.controls and all(control["name"] == "q-tone" for control in page.controls)
    for control in page.controls:
        assert page.having(tag="label", **{"for": control["id"]})
    pointed_at = " ".join(element.get("aria-describedby", "") for element in page.elements).split()
    assert set(pointed_at) <= set(ids)
    assert [element["id"] for element in page.elements if "autofocus" in element] == [widget(question)["control_id"]]


@pytest.mark.parametrize("label_type", FIELDS)
def test_nothing_inline_and_nothing_hostile(label_type):
    question = make_question(label_type, title=HOSTILE, help=HOSTILE)

    html = draw(question, value=HOSTILE, error=HOSTILE)

    page = Page(html)
    assert not page.having(tag="script")
    assert not [name for element in page.elements for name in element if name == "style" or name.startswith("on")]
    assert html.count("&lt;script&gt;") >= 3


def test_hostile_options_are_text():
    question = make_question("single_choice", options=[{"value": HOSTILE, "description": HOSTILE}, {"value": "b"}])

    page = Page(draw(question, value=HOSTILE))

    assert not page.having(tag="script")
    assert page.controls[0]["value"] == HOSTILE
    assert "checked" in page.controls[0]


def test_choices_are_rows_with_their_digit():
    html = draw(make_question("single_choice"), value="bad")

    page = Page(html)
    assert [control["data-key"] for control in page.controls] == ["1", "2"]
    assert ["checked" in control for control in page.controls] == [False, True]
    assert page.controls[0]["aria-describedby"] == "q-tone-0-description"
    assert '<kbd aria-hidden="true">1</kbd>' in html
    assert page.having(tag="fieldset", role="radiogroup", **{"aria-required": "true"})


def test_an_optional_choice_can_be_taken_back():
    page = Page(draw(make_question("single_choice", required=False)))

    assert page.controls[-1]["value"] == ""
    assert not [control for control in page.controls if "checked" in control]


def test_several_boxes_can_be_ticked():
    page = Page(draw(make_question("multiple_choice"), value=["good", "bad"]))

    assert {control["type"] for control in page.controls} == {"checkbox"}
    assert all("checked" in control for control in page.controls)


def test_a_scale_names_its_ends():
    html = draw(make_question("rating"), value=4)

    page = Page(html)
    assert [control["value"] for control in page.controls] == ["1", "2", "3", "4", "5"]
    assert [control["data-key"] for control in page.controls] == ["1", "2", "3", "4", "5"]
    assert ["checked" in control for control in page.controls].index(True) == 3
    assert '<span dir="auto">poor</span><span dir="auto">excellent</span>' in html


@pytest.mark.parametrize(
    ("scale", "keys"),
    [
        ({"min": 0, "max": 3}, ["0", "1", "2", "3"]),
        ({"min": 8, "max": 10}, ["8", "9", "0"]),
        ({"min": 0, "max": 10}, [*"0123456789", None]),
        ({"min": -2, "max": 2}, ["1", "2", "3", "4", "5"]),
        ({"min": 0, "max": 1, "step": 0.5}, ["1", "2", "3"]),
    ],
)
def test_digits_of_a_scale_are_its_points_where_that_can_be(scale, keys):
    page = Page(draw(make_question("rating", scale=scale)))

    assert [control.get("data-key") for control in page.controls] == keys


def test_a_scale_with_named_points_is_drawn_as_rows():
    html = draw(make_question("rating", scale={"min": 1, "max": 3, "labels": {"2": "so so"}}), value=2)

    page = Page(html)
    assert "2 (so so)" in html and "scale-points" not in html
    assert ["checked" in control for control in page.controls] == [False, True, False]


def test_a_long_scale_is_typed():
    html = draw(make_question("rating", scale={"min": 0, "max": 100, "step": 5, "labels": {"100": "sure"}}), value=55)

    (control,) = Page(html).controls
    assert (control["value"], control["inputmode"]) == ("55", "numeric")
    assert "From 0 to 100 (sure) in steps of 5." in html


def test_a_number_has_its_unit_and_range():
    html = draw(make_question("number"), value=2.5)

    (control,) = Page(html).controls
    assert (control["value"], control["inputmode"]) == ("2.5", "decimal")
    assert control["aria-describedby"] == "q-tone-hint q-tone-unit"
    assert "A number of at least 0 minutes." in html


def test_what_was_typed_wrongly_is_shown_again_with_the_error_in_place_of_the_hint():
    html = draw(make_question("number"), value="ten", error="The answer is 'ten'.")

    (control,) = Page(html).controls
    assert control["value"] == "ten"
    assert control["aria-invalid"] == "true"
    assert "at least 0" not in html and "The answer is &#x27;ten&#x27;." in html


def test_text_keeps_its_first_line_end():
    html = draw(make_question("text"), value="\nfirst\n</textarea><b>")

    assert ">\n\nfirst\n&lt;/textarea&gt;&lt;b&gt;</textarea>" in html
    assert Page(html).controls[0]["maxlength"] == "500"


@settings(deadline=None)
@given(
    st.sampled_from(sorted(FIELDS)),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text() | st.lists(st.none())),
)
def test_any_draft_can_be_drawn(label_type, value):
    html = draw(make_question(label_type), value=value)

    assert Page(html).controls


def test_two_forms_on_one_page_take_two_prefixes():
    first, second = Page(draw(make_question("rating"))), Page(draw(make_question("rating"), prefix="mine"))

    assert not {e.get("id") for e in first.elements if "id" in e} & {e.get("id") for e in second.elements}
    assert second.controls[0]["name"] == "mine-tone"
