"""JSON Schemas that others wrote: nothing is fetched for them, and every check ends after a time."""

import contextvars
import functools
import time
from collections.abc import Callable

from reviews.scorers.metrics.base import patterns
from reviews.scorers.metrics.base.json_values import canonical

LONGEST_SECONDS = 1.0
LONGEST_PROBLEM = 300  # characters
_deadline: contextvars.ContextVar[float] = contextvars.ContextVar("deadline of a schema", default=0.0)


class BadSchema(ValueError):
    """The text says what is wrong in the schema."""


def checker(schema: object) -> Callable[[object], str]:
    """A function that says what is wrong in a value, "" where it fits the schema.

    BadSchema for what is no schema, and when a reference leads out of it; the function raises that too, and
    TimeoutError when a check takes longer than LONGEST_SECONDS or has no end.
    """
    import jsonschema
    import referencing

    if not isinstance(schema, dict):
        raise BadSchema("it is not an object")
    draft = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        draft.check_schema(schema)
    except (jsonschema.SchemaError, RecursionError) as error:
        raise BadSchema(_problem(error)) from error
    validator = _timed(draft)(schema, registry=referencing.Registry())  # this one knows nothing and fetches nothing

    def problem(value):
        _deadline.set(time.monotonic() + LONGEST_SECONDS)
        try:
            error = next(validator.iter_errors(value), None)
        except RecursionError as endless:
            raise TimeoutError from endless
        except referencing.exceptions.Unresolvable as unknown:
            raise BadSchema(f"it refers to {str(unknown.ref)[:100]!r}, which is not in it") from unknown
        return "" if error is None else f"{error.json_path}: {_problem(error)}"

    return problem


def _problem(error):
    text = getattr(error, "message", str(error))
    return text if len(text) <= LONGEST_PROBLEM else f"{text[:LONGEST_PROBLEM]}..."


@functools.cache
def _timed(draft):
    """A draft's validator whose keywords look at the clock, with searches and comparisons that end."""
    import jsonschema

    own = {"pattern": _pattern, "patternProperties": _pattern_properties, "uniqueItems": _unique_items}
    keywords = {name: _checked(own.get(name, check)) for name, check in draft.VALIDATORS.items()}
    return jsonschema.validators.extend(draft, keywords)


def _checked(check):
    def timed(validator, value, instance, schema):
        if time.monotonic() > _deadline.get():
            raise TimeoutError
        return check(validator, value, instance, schema) or ()

    return timed


def _pattern(validator, pattern, instance, schema):
    from jsonschema import ValidationError

    if validator.is_type(instance, "string") and not _matches(pattern, instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _pattern_properties(validator, found, instance, schema):
    if not validator.is_type(instance, "object"):
        return
    for pattern, below in found.items():
        for name, value in instance.items():
            if _matches(pattern, name):
                yield from validator.descend(value, below, path=name, schema_path=pattern)


def _unique_items(validator, is_required, instance, schema):
    from jsonschema import ValidationError

    if is_required and validator.is_type(instance, "array"):
        seen = {canonical(each) for each in instance}
        if len(seen) < len(instance):
            yield ValidationError("The array has an item twice")


def _matches(pattern, text):
    try:
        return patterns.matches(patterns.compiled(pattern), text)
    except patterns.BadPattern as error:
        raise BadSchema(str(error)) from error
