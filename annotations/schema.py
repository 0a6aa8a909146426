"""The form of an annotation task as JSON: reading it, writing it, and checking answers against it."""

import re
from dataclasses import dataclass

from annotations.labels import registry
from annotations.labels.reading import HELP_LENGTH, ObjectReader, listed, refusal, shown, under
from evalhub.lib.errors import InvalidInput

MAX_QUESTIONS = 50
TITLE_LENGTH = 500
SHORT_FORM_KEY = "label"
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_TOLD = 20  # at most so many unknown fields are named in one answer


@dataclass(frozen=True)
class QuestionSpec:
    """A question as data; the model `Question` has the same attributes and may stand in for it."""

    key: str
    position: int  # from 0
    title: str
    help: str
    label_type: str
    config: dict
    required: bool


def parse(annotation_schema):
    """The QuestionSpecs of a schema, in order; InvalidInput names the path of the first mistake.

    Takes `{"fields": [{"key", "type", "title", "help", "required", ...config}]}`, where "name" may stand for
    "key", or one such field without "fields": a form of one question with the key "label".
    """
    reader = ObjectReader(annotation_schema)
    if "fields" not in annotation_schema:
        if not reader.has("type"):
            raise refusal("", 'The schema has neither "fields" nor "type". Give one of them.')
        return [_parse_field(reader.rest(), "", 0, default_key=SHORT_FORM_KEY)]
    fields = reader.array("fields", minimum=1, maximum=MAX_QUESTIONS, of="fields")
    reader.end()
    questions, seen = [], {}
    for position, field in enumerate(fields):
        path = f"fields[{position}]"
        question = _parse_field(field, path, position)
        other = seen.setdefault(question.key.lower(), position)
        if other != position:
            raise refusal(
                f"{path}.key",
                f"is {shown(question.key)}, as in fields[{other}]. Valid: a key of its own, capitals aside.",
            )
        questions.append(question)
    return questions


def dump(questions):
    """The canonical schema: `dump(parse(x))` parses to the same questions again."""
    return {
        "fields": [
            {
                "key": question.key,
                "type": question.label_type,
                "title": question.title,
                "help": question.help,
                "required": question.required,
                **question.config,
            }
            for question in questions
        ]
    }


def json_schema(questions):
    """JSON Schema of the answers to a whole form; an optional question may be null or left out."""
    properties = {}
    for question in questions:
        answer = registry[question.label_type].json_schema(question.config)
        answer = answer if question.required else {"anyOf": [answer, {"type": "null"}]}
        properties[question.key] = {"title": question.title, **answer}
    return {
        "type": "object",
        "properties": properties,
        "required": [question.key for question in questions if question.required],
        "additionalProperties": False,
    }


def validate_answers(questions, labels, *, partial=False):
    """The answers as they are stored: key to value in the order of the questions, unanswered ones left out.

    Strict: nothing is converted or clamped. InvalidInput holds every mistake, `details` {"fields": {key: text}}.
    With `partial` required questions may stay open, as in a draft or a correction of some of the answers.
    """
    if not isinstance(labels, dict):
        raise InvalidInput(
            f"The labels are {shown(labels)}. Valid: an object with the keys of the questions.",
            code="invalid_labels",
            details={"fields": {}},
        )
    answers, mistakes = {}, _unknown_fields(questions, labels)
    for question in questions:
        label_type, value = registry[question.label_type], labels.get(question.key)
        try:
            if not label_type.is_empty(question.config, value):
                answers[question.key] = label_type.clean(question.config, value)
            elif question.required and not partial:
                mistakes[question.key] = "This question needs an answer."
        except InvalidInput as error:
            mistakes[question.key] = error.message
    if mistakes:
        raise _invalid_labels(mistakes)
    return answers


def read_form(questions, post, *, prefix="q"):
    """The answers in a posted form, not yet checked: key to value, unanswered questions left out.

    `post` has `getlist`, as a QueryDict has. What was typed wrongly is kept as text, for drafts and for
    `validate_answers` to refuse.
    """
    answers = {}
    for question in questions:
        value = registry[question.label_type].from_form(question.config, post.getlist(f"{prefix}-{question.key}"))
        if value is not None:
            answers[question.key] = value
    return answers


def _parse_field(data, path, position, default_key=None):
    reader = ObjectReader(data, path)
    key = _read_key(reader, default_key)
    label_type = _read_type(reader)
    title = reader.text("title", "", maximum=TITLE_LENGTH) or key
    help_text = reader.text("help", "", maximum=HELP_LENGTH, lines=True)
    required = reader.flag("required", True)
    with under(path):
        config = label_type.clean_config(reader.rest())
    return QuestionSpec(
        key=key,
        position=position,
        title=title,
        help=help_text,
        label_type=label_type.key,
        config=config,
        required=required,
    )


def _read_key(reader, default):
    if reader.has("key") and reader.has("name"):
        raise reader.refuse("name", 'is given beside "key". Valid: one of the two.')
    name = "name" if reader.has("name") else "key"
    key = reader.text(name, default) if default else reader.text(name)
    if not _KEY.fullmatch(key):
        raise reader.refuse(
            name, f"is {shown(key)}. Valid: a letter, then up to 63 letters, digits, underscores or hyphens."
        )
    return key


def _read_type(reader):
    """The label type by its key or an alias; "classification" with "multiple" true is multiple choice."""
    name = reader.text("type")
    if name == "classification" and reader.flag("multiple", False):
        return registry["multiple_choice"]
    aliases = {alias: label_type for label_type in registry.values() for alias in label_type.aliases}
    if name not in aliases and name not in registry:
        raise reader.refuse("type", f"is {shown(name)}. Valid: {listed([*registry, *aliases])}.")
    return aliases.get(name) or registry[name]


def _unknown_fields(questions, labels):
    known = {question.key for question in questions}
    valid = listed(question.key for question in questions)
    unknown = [key for key in labels if key not in known]
    return {_printable(key): f"No such question. Valid: {valid}." for key in unknown[:_TOLD]}


def _invalid_labels(mistakes):
    first = [f"{key}: {text}" for key, text in list(mistakes.items())[:3]]
    more = f" And {len(mistakes) - 3} more." if len(mistakes) > 3 else ""
    return InvalidInput(" ".join(first) + more, code="invalid_labels", details={"fields": mistakes})


def _printable(key):
    text = str(key)
    return text if text.isprintable() and len(text) <= 64 else shown(text)
