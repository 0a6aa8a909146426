"""Results of Label Studio: offsets in either unit, values of every known type, and the ones that are passed over."""

import pytest

from annotations.exports.label_studio_answers import BadResult, answers_of
from annotations.exports.label_studio_results import object_names, results_of
from annotations.imports.formats import registry
from annotations.labels import schema
from tests.annotations.imports.formats.files import FORM, TEXTS, label_studio_tasks, result, span, utf16

SPECS = schema.parse(FORM)
NAMES = {spec.key: spec.key for spec in SPECS}
FIELDS = {"input.text": TEXTS[0]}


def read(*results):
    return answers_of(results, SPECS, names=NAMES, texts=FIELDS)


@pytest.mark.parametrize("count", [lambda text, offset: offset, utf16])
def test_a_quote_tells_the_unit_of_its_offsets(count):
    [found] = read(span(TEXTS[0], "Café Zoë", "PLACE", count=count))["places"]

    assert TEXTS[0][found["start"] : found["end"]] == found["quote"] == "Café Zoë"


def test_without_a_quote_offsets_are_code_points_and_what_is_written_is_read_again_and_others_are_passed_over():
    [found] = read(span(TEXTS[0], "Zoë", "PLACE", with_text=False))["places"]
    assert found == {
        "field": "input.text",
        "start": TEXTS[0].index("Zoë"),
        "end": TEXTS[0].index("Zoë") + 3,
        "quote": "Zoë",
        "label": "PLACE",
    }

    answers = {
        "tone": "kind",
        "topics": ["food"],
        "stars": 3,
        "words": 1.5,
        "comment": "a\nb",
        "places": [{"field": "input.text", "start": 9, "end": 14, "quote": TEXTS[0][9:14], "label": "TIME"}],
    }
    results = results_of(answers, SPECS, label="a", names=object_names(FIELDS))
    assert read(*results) == answers

    assert read({"type": "relation"}, result("mood", "choices", {"choices": ["x"]}), result("tone", "video", {})) == {}


@pytest.mark.parametrize(
    "bad",
    [
        result("places", "labels", {"start": 0, "end": 4, "text": "none", "labels": ["PLACE"]}),
        result("places", "labels", {"start": "0", "end": 4, "labels": ["PLACE"]}),
        result("places", "labels", {"start": 0, "end": 4_000, "labels": ["PLACE"]}),
        result("tone", "choices", {"choices": ["kind", "rude"]}),
    ],
)
def test_results_that_cannot_be_read_are_refused(bad):
    with pytest.raises(BadResult):
        read(bad)


def test_people_skips_and_predictions():
    task = label_studio_tasks()[1]
    form = registry["LABEL_STUDIO"]
    mapping = form.check({"item": "id", "item_by": "external_id", "questions": NAMES}, SPECS)

    found = form.entries(task, mapping, SPECS, prelabels=False)

    assert [(entry.item_id, entry.who.email) for entry in found.entries] == [("102", "alice@example.org")]
    assert [part["id"] for part in found.kept["cancelled"]] == [22]
