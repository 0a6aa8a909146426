"""Examples of bodies and answers in the OpenAPI document, made from the classes that describe them.

A class says in `example` what its schema cannot: {field: value}, for a few of its fields or all. The other fields of an
answer, and those that a body needs, get values from their type, format, bounds and name.
"""

from typing import Any

FORMATS = {
    "uuid": "0192f0c1-7f3a-7c11-9d2e-3b6a5e8f1c22",
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "email": "alice@example.org",
    "uri": "https://example.org/",
    "binary": "(the bytes of the file)",
}
TEXTS = {
    "name": "Support answers",
    "title": "Is the answer correct?",
    "description": "Answers of two assistants to questions of customers.",
    "instructions": "Compare the answer with the expected one.",
    "person": "alice@example.org",
    "key": "verdict",
    "question": "verdict",
    "question_key": "verdict",
    "model": "openai/gpt-4o-mini",
    "baseline_model": "openai/gpt-4o",
    "prompt": "Summarise the complaint in one sentence.",
    "prompt_version": "shipped",
    "task_type": "support",
    "language": "en",
    "annotator": "alice",
    "file_name": "answers.csv",
    "content_sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "schema_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}
MOST_DEEP = 12  # schemas inside of each other


class Examples:
    """Makes examples of the schemas of a document, `components` by name."""

    def __init__(self, components: dict[str, Any]) -> None:
        self.components = components
        self.made: dict[str, Any] = {}

    def of(self, schema: dict[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value that the schema allows, for a field of this name."""
        if "$ref" in schema:
            return self._of_component(schema["$ref"].rpartition("/")[2], depth)
        if "example" in schema and "properties" not in schema:
            return schema["example"]
        if "enum" in schema:
            return next(value for value in schema["enum"] if value not in ("", None))
        for word in ("allOf", "oneOf", "anyOf"):
            if word in schema:
                return self.of(schema[word][0], name, depth)
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self._of_object(schema, depth)
        if kind == "array":
            singular = name.removesuffix("s")
            return [self.of(schema["items"], singular, depth + 1)]
        if kind == "boolean":
            return False
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", 0), schema.get("maximum", 1)
            if kind == "integer":
                return max(low, min(1, high))
            return round((low + high) / 2, 2)
        return _text(schema, name) if kind == "string" else {}

    def _of_component(self, name: str, depth: int) -> Any:
        if name not in self.made:
            self.made[name] = None if depth > MOST_DEEP else self.of(self.components[name], name, depth + 1)
        return self.made[name]

    def _of_object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        given, fields = schema.get("example", {}), schema.get("properties", {})
        if not fields and isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
            return {"verdict": self.of(schema["additionalProperties"], "value", depth + 1)}
        if schema.get("additionalProperties") is False:  # a body: what it need not have is left out
            fields = {
                name: part for name, part in fields.items() if name in given or name in schema.get("required", ())
            }
        return {name: given[name] if name in given else self.of(part, name, depth + 1) for name, part in fields.items()}


def fill_in(document: dict[str, Any]) -> None:
    """Give every body and every answer of the document an example, and take those of classes out of the schemas."""
    examples = Examples(document["components"]["schemas"])
    for operations in document["paths"].values():
        for operation in operations.values():
            contents = [operation.get("requestBody", {}).get("content", {})]
            contents += [response.get("content", {}) for response in operation["responses"].values()]
            for kind, media in ((kind, media) for content in contents for kind, media in content.items()):
                if "example" not in media and "examples" not in media and _is_written(kind, media):
                    media["example"] = examples.of(media["schema"])
    for schema in document["components"]["schemas"].values():
        schema.pop("example", None)


def _is_written(kind: str, media: dict[str, Any]) -> bool:
    """Whether an example says anything: a file is known by its kind."""
    return media.get("schema", {}).get("format") != "binary"


def _text(schema: dict[str, Any], name: str) -> str:
    if "format" in schema:
        return FORMATS[schema["format"]]
    if name.endswith("_id"):
        return FORMATS["uuid"]
    text = TEXTS.get(name, name.replace("_", " ") or "text")
    return text[: schema.get("maxLength", len(text))]
