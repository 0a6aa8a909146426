"""Forms as JSON: both shapes that are accepted, every mistake by its path, and strict answers."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotations.labels import schema
from annotations.labels.schema import QuestionSpec
from evalhub.lib.errors import InvalidInput

OPTIONS = [{"value": "good", "label": "Good", "description": "As asked."}, {"value": "bad"}]
FORM = {
    "fields": [
        {"key": "quality", "type": "single_choice", "options": OPTIONS},
        {"name": "issues", "type": "multiple_choice", "options": OPTIONS, "required": False},
        {"name": "score", "type": "rating", "scale": {"min": 1, "max": 5}, "title": "Score", "help": "Overall."},
        {"name": "minutes", "type": "number", "min": 0, "required": False},
        {"name": "feedback", "type": "text", "max_length": 100, "required": False},
    ]
}
ANSWERS = {"quality": "good", "issues": ["bad"], "score": 4, "minutes": 1.5, "feedback": "Fine."}


class Posted(dict):
    def getlist(self, key):
        return self.get(key, [])


def refused(annotation_schema):
    with pytest.raises(InvalidInput) as failure:
        schema.parse(annotation_schema)
    return failure.value


def refused_answers(labels, **options):
    with pytest.raises(InvalidInput) as failure:
        schema.validate_answers(schema.parse(FORM), labels, **options)
    return failure.value.details["fields"]


def outcome(function, *args, **options):
    """What a function returned and None, or None and the InvalidInput it raised; nothing else may be raised."""
    try:
        return function(*args, **options), None
    except InvalidInput as error:
        return None, error


def test_fields_become_questions_in_order_and_dump_is_canonical_and_survives_json_and_at_most_fifty_questions():
    questions = schema.parse(FORM)
    assert [question.key for question in questions] == ["quality", "issues", "score", "minutes", "feedback"]
    assert [question.position for question in questions] == [0, 1, 2, 3, 4]
    assert questions[2] == QuestionSpec(
        key="score",
        position=2,
        title="Score",
        help="Overall.",
        label_type="rating",
        config={"scale": {"min": 1, "max": 5, "step": 1, "labels": {}}},
        required=True,
    )
    assert questions[0].title == "quality"
    assert not questions[1].required

    questions = schema.parse(FORM)
    dumped = json.loads(json.dumps(schema.dump(questions)))
    assert schema.parse(dumped) == questions
    assert schema.dump(schema.parse(dumped)) == dumped
    assert dumped["fields"][0]["options"][0]["key"] == "1"

    fields = [{"key": f"q{n}", "type": "text"} for n in range(51)]
    assert len(schema.parse({"fields": fields[:50]})) == 50
    assert "fields: has 51 fields." in refused({"fields": fields}).message


@pytest.mark.parametrize(
    ("short", "label_type"),
    [
        ({"type": "classification", "options": OPTIONS}, "single_choice"),
        ({"type": "classification", "options": OPTIONS, "multiple": True}, "multiple_choice"),
        ({"type": "classification", "options": OPTIONS, "multiple": False}, "single_choice"),
        ({"type": "rating", "scale": {"min": 1, "max": 3, "labels": {"1": "poor"}}}, "rating"),
        ({"type": "text"}, "text"),
    ],
)
def test_a_schema_without_fields_is_one_required_question(short, label_type):
    (question,) = schema.parse(short)

    assert (question.key, question.label_type, question.required) == ("label", label_type, True)


@pytest.mark.parametrize(
    ("annotation_schema", "message"),
    [
        (None, "is null. Valid: an object."),
        ([], "is a list of 0. Valid: an object."),
        ({}, 'neither "fields" nor "type"'),
        ({"fields": []}, "fields: has 0 fields. Valid: 1 to 50 fields."),
        ({"fields": {}}, "fields: is an object."),
        ({"fields": ["text"]}, "fields[0]: is 'text'. Valid: an object."),
        ({"fields": [{"key": "a", "type": "text"}], "type": "text"}, "has an unknown key 'type'. Valid: fields."),
        ({"type": "drawing", "options": OPTIONS}, "type: is 'drawing'. Valid: likert, multiple_choice, number, "),
        ({"type": 3}, "type: is 3."),
        ({"type": "text", "options": OPTIONS}, "has an unknown key 'options'."),
        ({"type": "single_choice", "multiple": True, "options": OPTIONS}, "has an unknown key 'multiple'."),
        ({"fields": [{"type": "text"}]}, "fields[0].key: is missing."),
        ({"fields": [{"key": "a", "name": "b", "type": "text"}]}, 'fields[0].name: is given beside "key".'),
        ({"fields": [{"key": "two words", "type": "text"}]}, "fields[0].key: is 'two words'. Valid: a letter"),
        ({"fields": [{"key": "a" * 65, "type": "text"}]}, "fields[0].key: is 'a"),
        ({"fields": [{"key": "a\n", "type": "text"}]}, "fields[0].key: contains a control character."),
        ({"fields": [{"key": "a", "type": "text"}, {"name": "A", "type": "text"}]}, "fields[1].key: is 'A', as in fi"),
        ({"fields": [{"key": "a", "type": "text", "required": "no"}]}, "fields[0].required: is 'no'. Valid: true or"),
        ({"fields": [{"key": "a", "type": "text", "title": "x" * 501}]}, "fields[0].title: has 501 characters."),
        (
            {"fields": [FORM["fields"][0], {"key": "b", "type": "single_choice", "options": [{"value": 1}] * 2}]},
            "fields[1].options[0].value: is 1. Valid: a text",
        ),
        ({"fields": [{"key": "b", "type": "rating", "scale": {"min": 1}}]}, "fields[0].scale.max: is missing."),
        ({"type": "rating", "scale": {"min": 1, "max": 5, "steps": 2}}, "scale: has an unknown key 'steps'."),
    ],
)
def test_mistakes_are_named_with_their_path(annotation_schema, message):
    assert message in refused(annotation_schema).message


def test_answers_come_back_typed_and_in_the_order_of_the_questions_and_open_optional_questions_are_left_out():
    answers = schema.validate_answers(schema.parse(FORM), dict(reversed(ANSWERS.items())))
    assert list(answers.items()) == list(ANSWERS.items())

    labels = {"quality": "bad", "score": 1, "minutes": None, "issues": [], "feedback": " \n"}
    assert schema.validate_answers(schema.parse(FORM), labels) == {"quality": "bad", "score": 1}


def test_every_mistake_is_told_at_once():
    fields = refused_answers({"quality": "Good", "minutes": "3", "feedback": "x" * 101, "tone": 1})

    assert fields == {
        "tone": "No such question. Valid: quality, issues, score, minutes, feedback.",
        "quality": "The answer is 'Good'. Valid: one of good, bad.",
        "score": "This question needs an answer.",
        "minutes": "The answer is '3'. Valid: a number of at least 0.",
        "feedback": "The answer has 101 characters. Valid: a text of 1 to 100 characters.",
    }


def test_partial_answers_may_leave_questions_open_but_not_be_wrong_and_many_unknown_fields_stay_a_short_answer():
    assert schema.validate_answers(schema.parse(FORM), {"quality": None}, partial=True) == {}
    assert set(refused_answers({"score": 9}, partial=True)) == {"score"}

    fields = refused_answers({**ANSWERS, **{f"x{n}": n for n in range(10_000)}, "\ud800" * 900: 1})
    assert len(fields) == 20


@pytest.mark.parametrize("labels", [None, [], "good", 3, True])
def test_labels_are_an_object(labels):
    assert refused_answers(labels) == {}


def test_a_posted_form_gives_the_same_answers_as_the_api_and_a_draft_keeps_what_was_typed_wrongly():
    posted = Posted({
        "q-quality": ["good"], "q-issues": ["bad"], "q-score": ["4"], "q-minutes": ["1.5"], "q-feedback": ["Fine."],
    })  # fmt: skip
    questions = schema.parse(FORM)
    assert schema.validate_answers(questions, schema.read_form(questions, posted)) == ANSWERS

    posted = Posted({"q-minutes": ["ten"], "q-feedback": [""]})
    assert schema.read_form(schema.parse(FORM), posted) == {"minutes": "ten"}


def test_json_schema_of_the_form():
    described = schema.json_schema(schema.parse(FORM))

    assert described["required"] == ["quality", "score"]
    assert described["additionalProperties"] is False
    assert described["properties"]["quality"]["enum"] == ["good", "bad"]
    assert described["properties"]["minutes"]["anyOf"] == [{"type": "number", "minimum": 0}, {"type": "null"}]


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(alphabet=st.characters(codec=None))
WORDS = st.sampled_from(["good", "bad", "fields", "type", "key", "name", "options", "value", "scale", "min", "max"])
JSON = st.recursive(
    LEAVES | WORDS | st.sampled_from(["text", "rating", "classification", 10**1000, "\x00"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=5), inner, max_size=5),
    max_leaves=12,
)
KEYS = st.sampled_from([*ANSWERS, "tone"])


@settings(max_examples=40)
@given(JSON | st.dictionaries(KEYS, JSON), st.booleans())
def test_any_labels_are_valid_or_invalid_input(labels, partial):
    questions = schema.parse(FORM)

    answers, error = outcome(schema.validate_answers, questions, labels, partial=partial)

    if error is None:
        assert schema.validate_answers(questions, answers, partial=partial) == answers
        json.dumps(answers, allow_nan=False)
    else:
        assert len(error.message) < 5_000
        (error.message + json.dumps(error.details, ensure_ascii=False)).encode()


@settings(max_examples=40)
@given(JSON | st.fixed_dictionaries({"fields": st.lists(st.dictionaries(WORDS, JSON), max_size=3)}))
def test_any_schema_is_valid_or_invalid_input(annotation_schema):
    questions, error = outcome(schema.parse, annotation_schema)

    if error is None:
        assert schema.parse(schema.dump(questions)) == questions
    else:
        assert len(error.message) < 5_000
        (error.message + json.dumps(error.details, ensure_ascii=False)).encode()


@settings(max_examples=40)
@given(st.data())
def test_valid_answers_pass_unchanged(data):
    labels = data.draw(
        st.fixed_dictionaries(
            {"quality": st.sampled_from(["good", "bad"]), "score": st.integers(1, 5)},
            optional={
                "issues": st.lists(st.sampled_from(["good", "bad"]), unique=True, min_size=1).map(
                    lambda values: ["good", "bad"] if len(values) == 2 else values
                ),
                "minutes": st.floats(0, allow_infinity=False, allow_nan=False),
                "feedback": st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=100).filter(
                    lambda text: text.strip()
                ),
            },
        )
    )

    assert schema.validate_answers(schema.parse(FORM), labels) == labels
