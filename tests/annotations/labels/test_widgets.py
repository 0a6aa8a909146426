"""Widgets as HTML: names, ids, labels, descriptions, keys; hostile texts stay text."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template import Context, Engine
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.labels import schema
from annotations.labels.types import registry
from annotations.labels.widgets import scripts, widget
from tests.annotations.labels.types.beside import EXAMPLE_ITEM, Posted, module_of

ENGINE = Engine(dirs=[Path(__file__).parents[3] / "templates"], libraries={"i18n": "django.templatetags.i18n"})
HOSTILE = "\"><script>alert(1)</script> ' {{ x }}"
EXAMPLES = {key: module_of(key).EXAMPLE for key in registry}


class Page(HTMLParser):
    """The elements of a page as dicts of their attributes, `tag` included, without what scripts may copy."""

    def __init__(self, html):
        super().__init__()
        self.elements = []
        self.feed(re.sub("<template.*?</template>", "", html, flags=re.DOTALL))

    def handle_starttag(self, tag, attrs):
        self.elements.append({"tag": tag, **dict(attrs)})

    def handle_data(self, data):
        if self.lasttag == "textarea":
            self.elements[-1]["value"] = self.elements[-1].get("value", "") + data

    def handle_endtag(self, tag):
        if tag == "textarea":
            self.elements[-1]["value"] = self.elements[-1].get("value", "").removeprefix("\n")
            self.lasttag = ""

    def having(self, **attributes):
        return [e for e in self.elements if all(e.get(key) == value for key, value in attributes.items())]

    @property
    def controls(self):
        """The fields of the answer itself, without those of reason and quotes."""
        fields = [e for e in self.elements if e["tag"] in ("input", "textarea")]
        return [field for field in fields if not field["name"].startswith(("r-", "e-"))]


def make_question(label_type, **overrides):
    field = {"key": "tone", "type": label_type, "title": "Tone", **EXAMPLES[label_type][0], **overrides}
    return schema.parse({"fields": [field]})[0]


def draw(question, value=None, error="", **options):
    context = widget(question, value, error, **options)
    return ENGINE.get_template(context["template"]).render(Context({"widget": context}))


@pytest.mark.parametrize("label_type", EXAMPLES)
@pytest.mark.parametrize("required", [True, False])
def test_every_control_is_named_labelled_and_described(label_type, required):
    question = make_question(label_type, help="Think of the reader.", required=required)

    page = Page(draw(question, error="This question needs an answer.", autofocus_first=True))

    ids = [element["id"] for element in page.elements if "id" in element]
    assert len(ids) == len(set(ids))
    (fieldset,) = page.having(tag="fieldset", **{"data-question": "tone"})
    assert fieldset["aria-describedby"].split()[:2] == ["q-tone-help", "q-tone-error"]
    assert page.controls
    assert all(control["name"] == "q-tone" or control["name"].startswith("q-tone.") for control in page.controls)
    for control in page.controls:
        assert page.having(tag="label", **{"for": control["id"]})
    pointed_at = " ".join(element.get("aria-describedby", "") for element in page.elements).split()
    assert set(pointed_at) <= set(ids)
    assert [element["id"] for element in page.elements if "autofocus" in element] == [widget(question)["control_id"]]


@pytest.mark.parametrize("label_type", EXAMPLES)
def test_nothing_inline_and_nothing_hostile(label_type):
    question = make_question(label_type, title=HOSTILE, help=HOSTILE)

    html = draw(question, value=HOSTILE, error=HOSTILE)

    page = Page(html)
    assert not page.having(tag="script")
    assert not [name for element in page.elements for name in element if name == "style" or name.startswith("on")]
    assert html.count("&lt;script&gt;") >= 3


def test_hostile_options_are_text_and_choices_are_rows_with_their_digit_and_an_optional_choice_can_be_taken_back():
    question = make_question("single_choice", options=[{"value": HOSTILE, "description": HOSTILE}, {"value": "b"}])
    page = Page(draw(question, value=HOSTILE))
    assert not page.having(tag="script")
    assert page.controls[0]["value"] == HOSTILE
    assert "checked" in page.controls[0]

    html = draw(make_question("single_choice"), value="bad")
    page = Page(html)
    assert [control["data-key"] for control in page.controls] == ["1", "2"]
    assert ["checked" in control for control in page.controls] == [False, True]
    assert page.controls[0]["aria-describedby"] == "q-tone-0-description"
    assert '<kbd aria-hidden="true">1</kbd>' in html
    assert page.having(tag="fieldset", role="radiogroup", **{"aria-required": "true"})

    page = Page(draw(make_question("single_choice", required=False)))
    assert page.controls[-1]["value"] == ""
    assert not [control for control in page.controls if "checked" in control]


def test_several_boxes_can_be_ticked_and_a_scale_names_its_ends_and_a_scale_with_named_points_is_drawn_as_rows():
    page = Page(draw(make_question("multiple_choice"), value=["good", "bad"]))
    assert {control["type"] for control in page.controls} == {"checkbox"}
    assert all("checked" in control for control in page.controls)

    html = draw(make_question("rating"), value=4)
    page = Page(html)
    assert [control["value"] for control in page.controls] == ["1", "2", "3", "4", "5"]
    assert [control["data-key"] for control in page.controls] == ["1", "2", "3", "4", "5"]
    assert ["checked" in control for control in page.controls].index(True) == 3
    assert '<span dir="auto">poor</span><span dir="auto">excellent</span>' in html

    html = draw(make_question("rating", scale={"min": 1, "max": 3, "labels": {"2": "so so"}}), value=2)
    page = Page(html)
    assert "2 (so so)" in html and "scale-points" not in html
    assert ["checked" in control for control in page.controls] == [False, True, False]


@pytest.mark.parametrize(
    ("scale", "keys"),
    [
        ({"min": 0, "max": 3}, ["0", "1", "2", "3"]),
        ({"min": 8, "max": 10}, ["8", "9", "0"]),
        ({"min": 0, "max": 10}, [*"0123456789", "⇧0"]),
        ({"min": -2, "max": 2}, ["1", "2", "3", "4", "5"]),
        ({"min": 0, "max": 1, "step": 0.5}, ["1", "2", "3"]),
    ],
)
def test_digits_of_a_scale_are_its_points_where_that_can_be(scale, keys):
    page = Page(draw(make_question("rating", scale=scale)))

    assert [control.get("data-key") for control in page.controls] == keys


def test_names_between_the_ends_of_a_longer_scale_stand_below_its_points_and_a_long_scale_is_typed():
    html = draw(make_question("rating", scale={"min": 0, "max": 10, "labels": {"0": "never", "5": "at times"}}))
    assert "scale-points" in html and "0 never · 5 at times" in html and "scale-anchors" not in html

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


def test_text_keeps_its_first_line_end_and_model_names_and_their_order_are_not_on_the_page():
    html = draw(make_question("text"), value="\nfirst\n</textarea><b>")
    assert ">\n\nfirst\n&lt;/textarea&gt;&lt;b&gt;</textarea>" in html
    assert Page(html).controls[0]["maxlength"] == "500"

    html = [draw(make_question("pairwise"), shown=EXAMPLE_ITEM, seed=seed) for seed in range(1, 9)]
    assert all(page.index("Answer 1 is much better") < page.index("Answer 2 is much better") for page in html)
    assert len({page.index('value="first_much"') for page in html}) == 2


@settings(max_examples=30)
@given(
    st.sampled_from(sorted(EXAMPLES)),
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text() | st.lists(st.none())),
)
def test_any_draft_can_be_drawn(label_type, value):
    html = draw(make_question(label_type), value=value)

    assert Page(html).controls


@pytest.mark.parametrize("label_type", EXAMPLES)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_what_a_widget_posts_is_the_value_that_it_drew(label_type, seed):
    question, post = make_question(label_type), Posted()
    page = Page(draw(question, EXAMPLES[label_type][1], shown=EXAMPLE_ITEM, seed=seed))

    for control in page.controls:
        if control.get("type") not in ("radio", "checkbox") or "checked" in control:
            post.setdefault(control["name"], []).append(control.get("value", ""))

    answers = schema.read_form([question], post)
    assert schema.validate_answers([question], answers, shown=EXAMPLE_ITEM) == {"tone": EXAMPLES[label_type][1]}


def test_reason_and_quotes_stand_beside_the_answer_and_a_preview_has_no_boxes_unless_it_asks_for_them():
    question = make_question("rating", reason="required", evidence="optional")
    quote = {"field": "output.1", "start": 4, "end": 8, "quote": HOSTILE}
    page = Page(draw(question, note={"justification": HOSTILE, "quotes": [quote]}))
    (reason,), (box,), (typed,) = (page.having(name=name) for name in ("r-tone", "e-tone", "e-tone.typed"))
    assert (reason["value"], reason["aria-required"]) == (HOSTILE, "true")
    assert json.loads(box["value"]) == quote and "checked" in box
    assert "open" in page.having(tag="details")[0] and not page.having(tag="script")
    assert all(page.having(tag="label", **{"for": field["id"]}) for field in (reason, box, typed))

    question = make_question("rating", evidence="optional")
    assert not Page(draw(question, prefix="own")).having(tag="textarea")
    assert Page(draw(question, prefix="own", note={})).having(name="own.r-tone")
    assert Page(draw(question, prefix="own", note={})).having(name="own.e-tone.typed")


@pytest.mark.parametrize(("settings", "drawn"), [({}, 1), ({"reason": "off"}, 0)])
def test_the_reason_is_folded_until_it_is_wanted(settings, drawn):
    page = Page(draw(make_question("rating", **settings)))

    assert len(page.having(tag="details")) == len(page.having(name="r-tone")) == drawn
    assert not [details for details in page.having(tag="details") if "open" in details]


def test_scripts_are_those_that_the_questions_need_and_two_forms_on_one_page_take_two_prefixes():
    assert scripts([make_question("rating")]) == []
    assert scripts([make_question("rating", evidence="required"), make_question("spans")]) == [
        "js/annotations/content/passages.js",
        "js/annotations/labels/selection.js",
    ]
    lines, turns = "js/annotations/labels/lines.js", "js/annotations/labels/turns.js"
    assert scripts([make_question("turns"), make_question("rubric_grid")]) == [lines, turns]

    first, second = Page(draw(make_question("rating"))), Page(draw(make_question("rating"), prefix="mine"))
    assert not {e.get("id") for e in first.elements if "id" in e} & {e.get("id") for e in second.elements}
    assert second.controls[0]["name"] == "mine-tone"
