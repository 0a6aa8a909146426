"""The form of an annotation task as JSON: reading it, writing it, and checking answers against it."""

import contextlib
import re
import uuid
from dataclasses import dataclass
from typing import Any

from annotations.labels import conditions
from annotations.labels.base import invalid_labels
from annotations.labels.justifications import check_notes as check_notes
from annotations.labels.justifications import read_notes as read_notes
from annotations.labels.reading import HELP_LENGTH, ObjectReader, listed, not_valid, refusal, under
from annotations.labels.reading import shown as printed
from annotations.labels.types import registry
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

MAX_QUESTIONS = 50
TITLE_LENGTH = 500
SHORT_FORM_KEY = "label"
BESIDE = ("off", "optional", "required")  # whether an answer has a box for the reason, and one for quotes
USUAL = {"show_if": None, "require_if": None, "reason": "optional", "evidence": "off"}
_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")
_MOST_NAMED = 20  # at most so many unknown fields are named in one answer


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
    show_if: dict | None = None  # conditions as `annotations.labels.conditions` reads them
    require_if: dict | None = None
    reason: str = "optional"
    evidence: str = "off"
    metric_id: str | None = None  # of the library, which the question copies


def parse(annotation_schema):
    """The QuestionSpecs of a schema, in order; InvalidInput names the path of the first mistake.

    Takes `{"fields": [{"key", "type", "title", "help", "required", "show_if", "require_if", "reason", "evidence",
    "metric", ...config}]}`, where "name" may stand for "key", or one such field without "fields": a form of one
    question with the key "label".
    """
    reader = ObjectReader(annotation_schema)
    if "fields" not in annotation_schema:
        if not reader.has("type"):
            raise refusal("", _('The schema has neither "fields" nor "type". Give one of them.'))
        return [_parse_field(reader.rest(), "", [], default_key=SHORT_FORM_KEY)]
    fields = reader.array("fields", minimum=1, maximum=MAX_QUESTIONS, of=_("fields"))
    reader.end()
    questions, seen = [], {}
    for position, field in enumerate(fields):
        path = f"fields[{position}]"
        question = _parse_field(field, path, questions)
        other = seen.setdefault(question.key.lower(), position)
        if other != position:
            problem = _("is %(met)s, as in %(place)s. Valid: a key of its own, capitals aside.")
            met = {"met": printed(question.key), "place": f"fields[{other}]", "n": other + 1}
            raise refusal(f"{path}.key", problem % met, _("Question %(n)s has the key %(met)s too. Change one.") % met)
        questions.append(question)
    return questions


def dump(questions):
    """The canonical schema: `dump(parse(x))` parses to the same questions again. What is as usual is left out."""
    return {
        "fields": [
            {
                "key": question.key,
                "type": question.label_type,
                "title": question.title,
                "help": question.help,
                "required": question.required,
                **{name: getattr(question, name) for name, usual in USUAL.items() if getattr(question, name) != usual},
                **({"metric": question.metric_id} if question.metric_id else {}),
                **question.config,
            }
            for question in questions
        ]
    }


def json_schema(questions):
    """JSON Schema of the answers to a whole form; what may stay open may be null or left out."""
    properties, always = {}, [question.key for question in questions if question.required and not question.show_if]
    for question in questions:
        answer = registry[question.label_type].json_schema(question.config)
        answer = answer if question.key in always else {"anyOf": [answer, {"type": "null"}]}
        properties[question.key] = {"title": question.title, **answer}
    return {
        "type": "object",
        "properties": properties,
        "required": always,
        "additionalProperties": False,
    }


def validate_answers(questions, labels, *, partial=False, shown=None):
    """The answers as they are stored: key to value in the order of the questions, unanswered ones left out.

    Answers to questions that are not asked are dropped; they count as unanswered for the questions after them.
    Strict: nothing is converted or clamped. InvalidInput holds every mistake, `details` {"fields": {key: text}}.
    With `partial` required questions may stay open, as in a draft or a correction of some of the answers.
    shown: the ItemContent, for label types whose values are checked against it; ValueError when it is missing then.
    """
    if not isinstance(labels, dict):
        raise InvalidInput(
            _("The labels are %(met)s. Valid: an object with the keys of the questions.") % {"met": printed(labels)},
            code="invalid_labels",
            details={"fields": {}},
        )
    answers, mistakes = {}, _unknown_fields(questions, labels)
    by_key = {question.key: question for question in questions}
    for question in questions:
        if not conditions.holds(question.show_if, answers, by_key):
            continue
        value = labels.get(question.key)
        try:
            if not registry[question.label_type].is_empty(question.config, value):
                answers[question.key] = _clean(question, value, shown)
            elif not partial and _is_required(question, answers, by_key):
                mistakes[question.key] = _("This question needs an answer.")
        except InvalidInput as error:
            mistakes[question.key] = error.message
    if mistakes:
        raise invalid_labels(mistakes)
    return answers


def visible(questions, labels):
    """The keys of the questions that are asked, given these answers; invalid ones count as unanswered."""
    return _visible_and_required(questions, labels)[0]


def required(questions, labels):
    """The keys of the questions that are asked and need an answer, given these answers."""
    return _visible_and_required(questions, labels)[1]


def read_form(questions, post, *, prefix="q"):
    """The answers in a posted form, not yet checked: key to value, unanswered questions left out.

    `post` has `getlist` and keys, as a QueryDict has. What was typed wrongly is kept as text, for drafts and for
    `validate_answers` to refuse.
    """
    answers = {}
    for question in questions:
        value = registry[question.label_type].read(question.config, post, f"{prefix}-{question.key}")
        if value is not None:
            answers[question.key] = value
    return answers


def _clean(question, value, item):
    label_type = registry[question.label_type]
    if label_type.needs_item and item is None:
        raise ValueError(f"Answers to question {question.key!r} are checked against the item; `shown` is missing.")
    return label_type.clean_beside(question.config, value, item)


def _visible_and_required(questions, labels):
    """(keys that are asked, keys that are asked and need an answer); raw labels, as in a draft, will do."""
    answers, asked, needed = {}, set(), set()
    by_key = {question.key: question for question in questions}
    looked_at = set().union(*(conditions.named(part) for each in questions for part in (each.show_if, each.require_if)))
    for question in questions:
        if not conditions.holds(question.show_if, answers, by_key):
            continue
        asked.add(question.key)
        if _is_required(question, answers, by_key):
            needed.add(question.key)
        if question.key in looked_at:
            label_type = registry[question.label_type]
            if not label_type.is_empty(question.config, labels.get(question.key)):
                with contextlib.suppress(InvalidInput):
                    answers[question.key] = label_type.clean(question.config, labels.get(question.key))
    return asked, needed


def _is_required(question, answers, by_key):
    by_condition = question.require_if is not None and conditions.holds(question.require_if, answers, by_key)
    return question.required or by_condition


def _parse_field(data, path, before, default_key=None):
    reader = ObjectReader(data, path)
    key = _read_key(reader, default_key)
    label_type = _read_type(reader)
    title = reader.text("title", "", maximum=TITLE_LENGTH) or key
    help_text = reader.text("help", "", maximum=HELP_LENGTH, lines=True)
    asked = _read_conditions(reader, {question.key: question for question in before})
    beside = {name: _read_beside(reader, name) for name in ("reason", "evidence")}
    metric_id = _read_metric(reader)
    with under(path):
        config = label_type.clean_config(reader.rest())
    return QuestionSpec(
        key=key,
        position=len(before),
        title=title,
        help=help_text,
        label_type=label_type.key,
        config=config,
        **asked,
        **beside,
        metric_id=metric_id,
    )


def _read_conditions(reader, earlier) -> dict[str, Any]:
    """`required`, `show_if` and `require_if`; a question with a condition for being required is not always so."""
    given = {name: reader.mapping(name) for name in ("show_if", "require_if") if reader.has(name)}
    read = {name: conditions.parse(data, reader.at(name), earlier) for name, data in given.items()}
    required = reader.flag("required", "require_if" not in given)
    if required and "require_if" in given:
        problem = _('is given for a question that is always required. Give "required": false.')
        raise reader.refuse("require_if", problem)
    return {"required": required, **{name: read.get(name) for name in ("show_if", "require_if")}}


def _read_beside(reader, name) -> Any:
    value = reader.text(name, USUAL[name])
    if value not in BESIDE:
        raise not_valid(reader.at(name), value, listed(BESIDE))
    return value


def _read_metric(reader):
    """The id as it is written everywhere; whether there is such a metric, the library knows."""
    text = reader.text("metric", "")
    try:
        return str(uuid.UUID(text)) if text else None
    except ValueError:
        raise not_valid(reader.at("metric"), text, _("the id of a metric of the library")) from None


def _read_key(reader, default):
    if reader.has("key") and reader.has("name"):
        raise reader.refuse("name", _('is given beside "key". Valid: one of the two.'))
    name = "name" if reader.has("name") else "key"
    key = reader.text(name, default) if default else reader.text(name)
    if not _KEY.fullmatch(key):
        valid = _("a letter, then up to 63 letters, digits, underscores or hyphens")
        raise not_valid(reader.at(name), key, valid)
    return key


def _read_type(reader):
    """The label type by its key or an alias, which may mean another one beside `"multiple": true`."""
    name = reader.text("type")
    of_several = next((each for each in registry.values() if name in each.aliases_when_multiple), None)
    if of_several is not None and reader.flag("multiple", False):
        return of_several
    aliases = {alias: label_type for label_type in registry.values() for alias in label_type.aliases}
    if name not in aliases and name not in registry:
        raise not_valid(reader.at("type"), name, listed([*registry, *aliases]))
    return aliases.get(name) or registry[name]


def _unknown_fields(questions, labels):
    known = {question.key for question in questions}
    unknown = [key for key in labels if key not in known]
    if not unknown:
        return {}
    valid = listed(question.key for question in questions)
    notice = _("No such question. Valid: %(valid)s.") % {"valid": valid}
    return {_printable(key): notice for key in unknown[:_MOST_NAMED]}


def _printable(key):
    text = str(key)
    return text if text.isprintable() and len(text) <= 64 else printed(text)
