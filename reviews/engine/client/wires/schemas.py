"""JSON schemas of answers in the dialects that providers take."""

import copy
import functools

_BOUNDS = {
    "minimum": "minimum value: {}",
    "maximum": "maximum value: {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "minimum length: {}",
    "maxLength": "maximum length: {}",
    "minItems": "minimum number of items: {}",
    "pattern": "pattern: {}",
    "maxItems": "maximum number of items: {}",
}


@functools.lru_cache(maxsize=256)
def plain(answer):
    """The schema of a Pydantic class as Pydantic writes it. Shared: change copies only."""
    return answer.model_json_schema()


@functools.lru_cache(maxsize=256)
def strict(answer):
    """With every object closed and every field required, as OpenAI wants it; bounds are kept."""
    return _closed(copy.deepcopy(plain(answer)), all_required=True)


@functools.lru_cache(maxsize=256)
def described(answer):
    """Closed, without references, and with bounds as descriptions: Anthropic's grammar knows none of them."""
    return _described(_closed(inlined(answer), all_required=False))


def inlined(answer):
    """Without `$defs`: what a `$ref` names stands in its place. A class that holds itself is a ValueError."""
    schema = copy.deepcopy(plain(answer))
    return _inlined(schema, schema.pop("$defs", {}), ())


def is_open(schema):
    """Whether some object takes fields of any name, which closed grammars cannot say."""
    if isinstance(schema, list):
        return any(map(is_open, schema))
    if not isinstance(schema, dict):
        return False
    extra = schema.get("additionalProperties")
    return (extra not in (None, False)) or any(map(is_open, schema.values()))


def _closed(schema, *, all_required):
    if isinstance(schema, list):
        return [_closed(each, all_required=all_required) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for name, value in schema.items():
        if name in ("properties", "$defs"):
            found[name] = {key: _closed(each, all_required=all_required) for key, each in value.items()}
        elif name not in ("const", "enum", "default", "examples", "required"):
            found[name] = _closed(value, all_required=all_required)
        elif name != "default" or not all_required:
            found[name] = value
    if found.get("type") == "object" and "properties" in found:
        found["additionalProperties"] = False
        if all_required:
            found["required"] = list(found["properties"])
    return found


def _inlined(schema, parts, inside):
    if isinstance(schema, list):
        return [_inlined(each, parts, inside) for each in schema]
    if not isinstance(schema, dict):
        return schema
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    if not name:
        return {key: _inlined(value, parts, inside) for key, value in schema.items()}
    if name in inside:
        raise ValueError(f"The answer's class {name} holds itself, which no provider's schema can say.")
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    return _inlined(parts[name] | beside, parts, (*inside, name))


def _described(schema):
    if isinstance(schema, list):
        return [_described(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    notes = [words.format(schema[name]) for name, words in _BOUNDS.items() if _is_bound(schema, name)]
    found = {}
    for name, value in schema.items():
        if name == "properties":
            found[name] = {key: _described(each) for key, each in value.items()}
        elif not _is_bound(schema, name):
            found[name] = _described(value)
    if notes:
        found["description"] = " ".join(filter(None, [found.get("description"), f"Note: {', '.join(notes)}."]))
    return found


def _is_bound(schema, name):
    """A field of an answer may have the name of a bound: it stands in `properties`, with a schema as its value."""
    return name in _BOUNDS and isinstance(schema.get(name), int | float | str)
