"""Fills in any JSON schema with a judgement of the material: values, reasons, quotes and confidence that agree."""

import re

from evalhub.demo.provider import phrases
from evalhub.demo.provider.judging.verdicts import Bench

_ROLES = (
    ("echo", r"case_ref"),
    ("justification", r"justification|rationale|reason(?:ing|s)?|explanation|analysis"),
    ("quotes", r"quotes?|evidence|citations?"),
    ("confidence", r"confidence|certainty"),
    ("abstained", r"abstain(?:ed|s)?"),
    ("value", r"value|score|rating|label|verdict|choice|grade"),
)
_PROPERTY = re.compile(rf"(?:(?P<stem>.+?)_)?(?P<word>{'|'.join(pattern for _, pattern in _ROLES)})")
_NAMES_QUESTION = re.compile(r"question|dimension|criteri(?:on|a)|aspect|metric|key|name|id")
_LONGEST_REFERENCE_CHAIN = 20


class Answering:
    """Answers a schema property by property; those with a common stem, or in one object, belong to one question."""

    def __init__(self, material, model, seed):
        self._bench = Bench(material, model, seed)
        self._material = material
        self._verdicts = {}
        self._definitions = {}

    def answer(self, schema):
        """A JSON value that fits `schema`."""
        self._definitions = schema.get("$defs") or schema.get("definitions") or {}
        return self._fill("answer", self._resolve(schema), "")

    def plain(self):
        """An answer in words, for a call without a schema."""
        verdict = self._bench.judge("plain", {"type": "number", "minimum": 0, "maximum": 1}, "overall quality")
        return phrases.justification(verdict, self._material, self._bench.rng("plain"))

    def _fill(self, name, schema, group):
        if "properties" in schema:
            return self._object(schema, group)
        if "properties" in schema.get("items", {}):
            return self._rows(schema["items"], group)
        return self._verdict(group or name, name, schema).value

    def _object(self, schema, group):
        """The properties in order; values are judged first, so that reasons given before them fit."""
        properties = {name: self._resolve(part) for name, part in schema["properties"].items()}
        for name, part in properties.items():
            stem, role = _role(name)
            if role == "value" and not _is_nested(part):
                self._verdict(_joined(group, stem), stem, part)
        return {name: self._property(name, part, group) for name, part in properties.items()}

    def _property(self, name, schema, group):
        stem, role = _role(name)
        key = _joined(group, stem)
        if _is_nested(schema):
            return self._fill(name, schema, _joined(group, name))
        if role == "echo":
            return schema.get("const", self._material.case_ref)
        if role in {None, "value"} or "const" in schema or "enum" in schema:
            return self._verdict(key if role == "value" else _joined(group, name), name, schema).value
        verdict = self._verdicts.get(key) or self._verdict(key, stem, {"type": "number", "minimum": 0, "maximum": 1})
        return self._beside(verdict, role, schema, self._bench.rng(key, role))

    def _beside(self, verdict, role, schema, rng):
        """What stands beside a value: its reason, its quotes, how sure it is, whether it was withheld."""
        if role == "abstained":
            return verdict.abstained
        if role == "confidence":
            return _confidence(verdict, schema, rng)
        if role == "quotes" and schema.get("type") == "array":
            return phrases.quotes(verdict, self._material, self._bench.personality, rng)
        if verdict.abstained:
            return "The material does not settle this."
        return phrases.justification(verdict, self._material, rng)

    def _rows(self, items, group):
        """One row per choice of the property that names the question, or a single row."""
        for name, part in items["properties"].items():
            keys = self._resolve(part).get("enum")
            if keys and _NAMES_QUESTION.fullmatch(name):
                return [{**self._object(items, _joined(group, str(key))), name: key} for key in keys]
        return [self._object(items, _joined(group, "1"))]

    def _verdict(self, key, name, schema):
        if key not in self._verdicts:
            self._verdicts[key] = self._bench.judge(key, schema, _about(f"{key} {name}", schema))
        return self._verdicts[key]

    def _resolve(self, schema):
        """The schema behind references (`#/$defs/X`, and `/$defs/X` as one client writes it) and unions."""
        for _ in range(_LONGEST_REFERENCE_CHAIN):
            parts = schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf")
            if "$ref" in schema:
                beside = {word: value for word, value in schema.items() if word != "$ref"}
                schema = {**self._definitions.get(schema["$ref"].rsplit("/", 1)[-1], {}), **beside}
            elif parts and all("const" in part for part in parts):
                return {"type": "string", "enum": [part["const"] for part in parts]}
            elif parts:
                schema = next((part for part in parts if part.get("type") != "null"), parts[0])
            else:
                break
        return {**schema, "items": self._resolve(schema["items"])} if "items" in schema else schema


def _role(name):
    """(stem, role) of a property's name: `q1_tone_value` is the value of `q1_tone`; (name, None) for other names."""
    found = _PROPERTY.fullmatch(name)
    if not found:
        return name, None
    role = next(role for role, pattern in _ROLES if re.fullmatch(pattern, found["word"]))
    return found["stem"] or "", role


def _is_nested(schema):
    return "properties" in schema or "properties" in schema.get("items", {})


def _joined(*parts):
    return ".".join(part for part in parts if part)


def _about(name, schema):
    """The words that tell what is asked, in lower case, without the list of values."""
    text = f"{name} {schema.get('description', '')}".replace("_", " ").replace(".", " ").lower()
    return text.partition(" value: ")[0]


def _confidence(verdict, schema, rng):
    """Higher the farther the quality lies from the middle, on a scale of 1 or of the schema's maximum."""
    sure = 0.55 + 0.7 * abs(verdict.quality - 0.5) + rng.gauss(0.0, 0.05)
    scaled = min(max(sure, 0.05), 0.98) * (schema.get("maximum") or 1)
    return round(scaled) if schema.get("type") == "integer" else round(scaled, 2)
