"""The form a model fills in: one flat Pydantic class per task, fit for every provider's structured output.

Flat but for answers of several parts, without unions or maps, reasons before value, limits repeated in words: what is
left out here (lengths, unique items) some providers refuse in a schema, so `problem_with` checks it when reading.
"""

import functools
import json
import re
from dataclasses import asdict, dataclass
from typing import Annotated, Literal

import jsonschema
from pydantic import BaseModel, ConfigDict, Field, create_model

from evalhub.lib.errors import InvalidInput
from reviews.scorers.judges.material import QuestionView

# A model writes the properties in this order: first what it found, then what it makes of it, and only then the value.
ORDER = ("quotes", "justification", "value", "confidence", "abstained")
_LONGEST_SLUG = 30
_SHOWN = 120


@dataclass(frozen=True)
class AnswerField:
    """A question and the stem of its five properties in the answer, for example `q1_tone`."""

    stem: str
    question: QuestionView

    @property
    def schema(self):
        return as_choices(self.question.json_schema)


def answer_fields(questions):
    """The fields in the order of the questions; stems are plain ASCII and unique."""
    return tuple(
        AnswerField(f"q{number}_{_slug(question.key)}".rstrip("_"), question)
        for number, question in enumerate(questions, start=1)
    )


def response_format(questions, order=ORDER) -> type[BaseModel]:
    """The class of a whole answer; InvalidInput if a question's values cannot be put in a schema.

    `order` is that of a question's five properties. The same class for the same questions in the same order: making
    one takes a millisecond.
    """
    return _class_of(json.dumps([asdict(question) for question in questions], sort_keys=True), tuple(order))


@functools.lru_cache(maxsize=128)
def _class_of(questions, order):
    properties = {"case_ref": (str, Field(description="The case reference, copied."))}
    for field in answer_fields([QuestionView(**each) for each in json.loads(questions)]):
        question = field.question
        about = " ".join(filter(None, (question.title, question.help, f"Value: {value_rule(field.schema)}.")))
        own = {
            "justification": (str, Field(description=f"One or two sentences before the value. {question.title}")),
            "quotes": (list[str], Field(description="Verbatim passages of the material; empty if none fits.")),
            "value": (_type_of(field.schema, question.key), Field(description=about)),
            "confidence": (Annotated[float, Field(ge=0, le=1)], Field(description="From 0 to 1.")),
            "abstained": (bool, Field(description="true if the material does not allow an answer.")),
        }
        properties |= {f"{field.stem}_{name}": own[name] for name in order}
    return create_model("CaseJudgement", __config__=ConfigDict(extra="forbid"), **properties)


def problem_with(schema, value):
    """What is wrong with `value`, as a text, or empty. Nothing is clamped, rounded or converted."""
    error = next(jsonschema.Draft202012Validator(_strict(schema)).iter_errors(value), None)
    if error is None:
        return ""
    shown = repr(value)
    return f"{shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'} is not valid: {value_rule(schema)}"


def value_rule(schema):
    """The valid values in words."""
    schema = as_choices(schema)
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(choice, ensure_ascii=False) for choice in schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        return f"a list of {_amount(schema)}different values, each {value_rule(schema.get('items', {}))}"
    if kind == "object":
        parts = schema.get("properties", {}).items()
        named = [f"{json.dumps(name, ensure_ascii=False)}: {value_rule(part)}" for name, part in parts]
        return f"an object with {'; '.join(named)}"
    if kind in {"integer", "number"}:
        return ("a whole number" if kind == "integer" else "a number") + _range(schema)
    if kind == "boolean":
        return "true or false"
    return f"a text of at most {schema['maxLength']} characters" if "maxLength" in schema else "a text"


def as_choices(schema):
    """The schema with `const` and a `oneOf` or `anyOf` of constants written as `enum`."""
    if "const" in schema:
        return {"type": "string", "enum": [schema["const"]]}
    for name in ("oneOf", "anyOf"):
        parts = schema.get(name)
        if parts and all("const" in part for part in parts):
            return {"type": "string", "enum": [part["const"] for part in parts]}
    if schema.get("type") == "array":
        return {**schema, "items": as_choices(schema.get("items", {"type": "string"}))}
    return dict(schema)


def _type_of(schema, key):
    choices = schema.get("enum")
    if choices and all(isinstance(choice, str) for choice in choices):
        return Literal[tuple(choices)]
    match schema.get("type"):
        case "integer":
            return Annotated[int, _bounds(schema)]
        case "number":
            return Annotated[float, _bounds(schema)]
        case "array":
            return list[_type_of(schema["items"], key)]
        case "string":
            return str
        case "boolean":
            return bool
        case "object" if schema.get("properties"):
            # A closed class for an object; its properties, whose names may be any text, go by their aliases
            parts = {
                f"part_{place}": (_type_of(part, key), Field(alias=name, description=part.get("description")))
                for place, (name, part) in enumerate(schema["properties"].items())
            }
            return create_model(f"Parts_{_slug(key)}", __config__=ConfigDict(extra="forbid"), **parts)
        case kind:
            raise InvalidInput(f"Question {key!r}: a machine cannot answer values of type {kind!r}.")


def _bounds(schema):
    choices = schema.get("enum")
    if choices:
        return Field(ge=min(choices), le=max(choices))
    return Field(ge=schema.get("minimum"), le=schema.get("maximum"))


def _strict(schema):
    """The schema as it is checked: a list of choices names each of them once."""
    schema = as_choices(schema)
    return {**schema, "uniqueItems": True} if schema.get("type") == "array" else schema


def _slug(key):
    return re.sub(r"[^a-z0-9]+", "_", key.lower()).strip("_")[:_LONGEST_SLUG]


def _amount(schema):
    low, high = schema.get("minItems"), schema.get("maxItems")
    if low and high:
        return f"{low} to {high} "
    if high:
        return f"at most {high} "
    return f"at least {low} " if low else ""


def _range(schema):
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f" from {low} to {high}"
    if low is not None:
        return f" of at least {low}"
    return f" of at most {high}" if high is not None else ""
