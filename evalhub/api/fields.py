"""Serializer parts shared by every API: unknown fields are an error, not ignored."""

import math
from datetime import UTC
from functools import cache
from types import BuiltinMethodType, MethodType

from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from rest_framework import serializers
from rest_framework.fields import SkipField, _UnvalidatedField, empty, get_error_detail

from evalhub.lib.errors import InvalidInput

MOST_NAMED = 20  # unknown fields in one answer


class KeyField(serializers.ChoiceField):
    """One of the keys that `keys()` gives when the body is read, such as those of a registry; a plain function."""

    def __init__(self, keys, **options):
        self.keys = keys
        super().__init__(choices=(), **options)

    @property
    def choices(self):
        return {key: key for key in self.keys()}

    @choices.setter
    def choices(self, ignored):
        """Nothing to keep: the keys are asked for each time."""

    def to_internal_value(self, data):
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", input=data)
        return data

    def to_representation(self, value):
        return value


class StrictSerializer(serializers.Serializer):
    """A body with declared fields only; `read(data)` returns the clean dict or raises InvalidInput."""

    example = {}  # of some fields or all, for the document

    @cached_property
    def names(self):
        return frozenset(self.fields)

    @cached_property
    def writable(self):
        """[(name, field, whether it has something to say when it is missing)]."""
        fields = list(self._writable_fields)
        return [(each.field_name, each, each.required or each.default is not empty) for each in fields]

    def run_validators(self, value):
        if self.validators:
            super().run_validators(value)

    def to_internal_value(self, data):
        """As the framework's, which asks every field that may be missing whether it is."""
        if not isinstance(data, dict):
            self.fail("invalid", datatype=type(data).__name__)
        values, errors = {}, {}
        for name, field, is_heard in self.writable:
            if name not in data and not is_heard:
                continue
            try:
                values[name] = field.run_validation(data.get(name, empty))
            except serializers.ValidationError as error:
                errors[name] = error.detail
            except ValidationError as error:
                errors[name] = get_error_detail(error)
            except SkipField:
                pass
        if errors:
            raise serializers.ValidationError(errors)
        return values

    @classmethod
    def read(cls, data, **kwargs):
        body = data if isinstance(data, dict) and not hasattr(data, "getlist") else data.dict()
        serializer = cls(**kwargs) if kwargs else _shared(cls)
        unknown = sorted(body.keys() - serializer.names)
        if unknown:
            valid, more = ", ".join(serializer.fields), len(unknown) - MOST_NAMED
            others = f" {more} more are unknown." if more > 0 else ""
            raise InvalidInput(
                f"Unknown field {unknown[0][:64]!r}. Valid fields: {valid}.{others}",
                code="unknown_field",
                details={"fields": dict.fromkeys((name[:64] for name in unknown[:MOST_NAMED]), "unknown")},
            )
        try:
            return serializer.run_validation(body)
        except serializers.ValidationError as error:
            fields = error.detail
            name = next(iter(fields))
            # Which values are valid, where the problem is that the value is none of them.
            field = serializer.fields.get(name)
            problems = fields[name]
            is_choice = isinstance(problems, list) and getattr(problems[0], "code", "") == "invalid_choice"
            valid = f" Valid: {', '.join(map(str, field.choices))}." if is_choice and hasattr(field, "choices") else ""
            raise InvalidInput(f"{name}: {_first(fields[name])}{valid}", details={"fields": fields}) from None


class StrictRow(serializers.Serializer):
    """An object inside of a body, or one of its list: declared fields only."""

    def to_internal_value(self, data):
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else []
        if unknown:
            valid = ", ".join(self.fields)
            raise serializers.ValidationError({unknown[0][:64]: [f"Unknown field. Valid fields: {valid}."]})
        return super().to_internal_value(data)


class Answer(serializers.Serializer):
    """What the API answers with: the class that documents an answer also writes it, so that the two cannot part.

    Each field is read from the row under its name or its `source`; where a method `read_<field>(row)` stands in the
    class, it gives the value. A `source` may begin with the name of such a method, or with `context`, and goes on from
    there. An Answer as a field takes what the row holds there, `many=True` a list of them. A field that is
    `required=False` is left out where the row has nothing of its name, or its method returns `empty`.
    """

    example = {}  # of some fields or all, for the document

    @classmethod
    def of(cls, row, **context):
        """The answer about one row as plain data; what `context` names, the class's methods find in `self.context`."""
        writer = cls(context=context) if context else _shared(cls)
        return writer.to_representation(row)

    @classmethod
    def of_all(cls, rows, **context):
        """The answers about many rows, as a list."""
        writer = cls(context=context) if context else _shared(cls)
        return [writer.to_representation(row) for row in rows]

    @cached_property
    def readers(self):
        """[(name, what reads its value from a row, what writes the value)] of all fields that are answered."""
        own = [(field.field_name, field) for field in self._readable_fields]
        return [
            (name, getattr(self, f"read_{name}", None) or self._reader(field), _writer(field)) for name, field in own
        ]

    def _reader(self, field):
        """What reads a field's value: attributes or keys one after the other, and what a method gives."""
        names = field.source_attrs
        first = names[0] if names else ""
        begin = getattr(self, first) if first.startswith("read_") else None
        if first == "context" or begin:
            names = names[1:]

        def read(row):
            value = begin(row) if begin else self.context if first == "context" else row
            for name in names:
                if value is empty or value is None:
                    break
                value = value.get(name, empty) if isinstance(value, dict) else getattr(value, name, empty)
            if value is empty and field.required:
                if not field.allow_null:
                    words = f"has no {field.source} for the answer's {field.field_name}"
                    raise AttributeError(f"{type(row).__name__} {words}")
                return None
            return value() if isinstance(value, (MethodType, BuiltinMethodType)) else value

        return read

    def to_representation(self, row):
        answer = {}
        for name, read, write in self.readers:
            value = read(row)
            if value is not empty:
                answer[name] = None if value is None else write(value)
        return answer


class TextOrNull(serializers.CharField):
    """A text of an answer that is null where the row has an empty one."""

    def __init__(self, **options):
        super().__init__(allow_null=True, **options)

    def to_representation(self, value):
        return str(value) if value else None


class StrictText(serializers.CharField):
    """A JSON string; numbers and booleans are not turned into one."""

    def to_internal_value(self, data):
        if not isinstance(data, str):
            raise serializers.ValidationError(f"Must be a text, met {type(data).__name__}.")
        if self.max_length is not None and len(data) > self.max_length:  # the blanks around it count, as documented
            raise serializers.ValidationError(f"Ensure this field has no more than {self.max_length} characters.")
        return super().to_internal_value(data)


class DescribedText(StrictText):
    """A text of which the document says more than the field checks, because the action refuses others by its own code.

    `schema` is part of its JSON schema, or a plain function that gives it.
    """

    def __init__(self, schema, **options):
        self.schema = schema
        super().__init__(**options)


class StrictInteger(serializers.IntegerField):
    """A JSON integer; texts, booleans and fractions are refused."""

    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, int):
            raise serializers.ValidationError(f"Must be a whole number, met {data!r}.")
        return super().to_internal_value(data)


class StrictBoolean(serializers.BooleanField):
    """JSON true or false."""

    def to_internal_value(self, data):
        if not isinstance(data, bool):
            raise serializers.ValidationError(f"Must be true or false, met {data!r}.")
        return data


class StrictObject(serializers.JSONField):
    """A JSON object."""

    def to_internal_value(self, data):
        if not isinstance(data, dict):
            raise serializers.ValidationError(f"Must be an object, met {type(data).__name__}.")
        return data


class StrictNumber(serializers.FloatField):
    """A finite JSON number; texts and booleans are refused."""

    def to_internal_value(self, data):
        if isinstance(data, bool) or not isinstance(data, (int, float)):
            raise serializers.ValidationError(f"Must be a finite number, met {data!r}.")
        try:
            number = float(data)
        except OverflowError:  # a whole number beyond every float
            number = math.inf
        if not math.isfinite(number):
            raise serializers.ValidationError("Must be a finite number.")
        return number


def optional(kind, **options):
    """A field that may be null."""
    return kind(allow_null=True, **options)


def _moment(value):
    """A time as DRF writes it, where it is UTC already, as all are that come from the database."""
    return f"{value.isoformat()[:-6]}Z" if getattr(value, "tzinfo", None) is UTC else _TIME.to_representation(value)


_TIME = serializers.DateTimeField()
# These need no look at the field, and an answer is made of little else.
_WRITERS = {
    serializers.CharField.to_representation: str,
    serializers.DateTimeField.to_representation: _moment,
    serializers.ChoiceField.to_representation: lambda value: value,
    serializers.FloatField.to_representation: float,
    serializers.IntegerField.to_representation: int,
    serializers.JSONField.to_representation: lambda value: value,
    serializers.UUIDField.to_representation: str,
}


def _writer(field):
    """What turns a value that is not None into plain data."""
    if isinstance(getattr(field, "child", None), _UnvalidatedField):
        return lambda value: value
    return _WRITERS.get(type(field).to_representation, field.to_representation)


@cache
def _shared(serializer):
    """One instance for all bodies: its fields keep nothing of what they read, and to copy them all takes long."""
    return serializer()


def _first(errors):
    if isinstance(errors, dict):
        name = next(iter(errors))
        return f"{name}: {_first(errors[name])}"
    return _first(errors[0]) if isinstance(errors, list) else str(errors)
