"""Model instances from a hand-written SELECT over several tables, for the few reads that every request waits for.

The ORM builds its SQL anew at each call, which costs several times what Postgres needs to answer a read by key.
"""

from functools import cache, cached_property
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.db.models.base import ModelState

from evalhub.lib.database import prepared


class Joined:
    """`statement` holds `{columns}`; `models` names the model behind each table alias, in the order of a row.

        CALLER = Joined("SELECT {columns} FROM accounts_apikey k JOIN … WHERE k.key_hash = %s", k=ApiKey, u=User)
        key, user = CALLER.first(digest)

    `values` names the columns that stand before those of the models; a row then begins with a dict of them.
    `deferred` names columns, such as "u.password", that are read once somebody asks for them, as by `QuerySet.defer`.
    """

    def __init__(self, statement, *, values=(), deferred=(), **models):
        self._statement = statement
        self._values = values
        self._deferred = deferred
        self._models = models

    def first(self, *values: Any) -> tuple | None:
        """The instances of the first row, None instead of each that a LEFT JOIN did not find; None without a row."""
        rows = self.rows(*values)
        return rows[0] if rows else None

    def rows(self, *values: Any) -> list[tuple]:
        """A tuple of instances per row; one statement. Its parameters are given in order, or as one dict by name."""
        with prepared.cursor() as cursor:
            cursor.execute(self._sql, values[0] if values and isinstance(values[0], dict) else values)
            readers = [_Values(self._values), *self._parts] if self._values else self._parts
            return [tuple(reader.read(row) for reader in readers) for row in cursor.fetchall()]

    @cached_property
    def _parts(self):
        parts, start = [], len(self._values)
        for alias, model in self._models.items():
            fields = [field for field in model._meta.concrete_fields if f"{alias}.{field.column}" not in self._deferred]
            parts.append(_Part(model, fields, start))
            start = parts[-1].end
        return parts

    @cached_property
    def _sql(self):
        columns = [
            f'{alias}."{field.column}"'
            for alias, part in zip(self._models, self._parts, strict=True)
            for field in part.fields
        ]
        return self._statement.format(columns=", ".join(columns))


def link(instance: Model, **others: Model) -> None:
    """What `instance.name = other` does where the instance holds the other's id already."""
    instance._state.fields_cache.update(others)


def unsaved(model: Any, **values: Any) -> Any:
    """What `model(**values)` makes, of columns alone and without its constructor, which takes longest."""
    fixed, made = _defaults(model)
    instance = model.__new__(model)
    instance.__dict__.update(fixed, **{name: make() for name, make in made.items() if name not in values}, **values)
    instance._state = ModelState()
    return instance


@cache
def _defaults(model):
    """({attribute: value}, {attribute: what makes the value}) of a new row."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    made = {name: field.default for name, field in fields.items() if field.has_default() and callable(field.default)}
    return {name: field.get_default() for name, field in fields.items() if name not in made}, made


class _Values:
    """The columns before those of the models."""

    def __init__(self, names):
        self._names = names

    def read(self, row):
        return dict(zip(self._names, row, strict=False))


class _Part:
    """The columns of one model within a row."""

    def __init__(self, model, fields, start):
        self.fields = fields
        self.end = start + len(self.fields)
        self._model = model
        self._start = start
        self._names = [field.attname for field in self.fields]
        self._key = self._names.index(model._meta.pk.attname)
        self._converters = [
            (place, field.from_db_value) for place, field in enumerate(self.fields) if hasattr(field, "from_db_value")
        ]

    def read(self, row):
        values = list(row[self._start : self.end])
        if values[self._key] is None:
            return None
        for place, convert in self._converters:
            values[place] = convert(values[place], None, connection)
        return self._stored(values)

    def _stored(self, values):
        """What `Model.from_db` gives, without the model's constructor: nobody listens to it, and it takes longest."""
        instance = self._model.__new__(self._model)
        instance.__dict__.update(zip(self._names, values, strict=True))
        instance._state = state = ModelState()
        state.adding, state.db = False, DEFAULT_DB_ALIAS
        return instance
