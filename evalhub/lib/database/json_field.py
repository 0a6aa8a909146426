"""The one door to JSON columns: what a column or its readers cannot hold is refused before the statement is sent."""

from collections.abc import Callable
from typing import Any

from django.db import models
from psycopg.types.json import Jsonb

from evalhub.lib import strict_json


class JSONField(models.JSONField):
    """Takes what `strict_json` can write and read back; its BadJson says what it met, `bulk_create` and all."""

    def deconstruct(self) -> Any:
        """Migrations know it as the column that it is."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.JSONField", args, kwargs

    def get_db_prep_value(self, value: Any, connection: Any, prepared: bool = False) -> Jsonb:
        value = value if prepared else self.get_prep_value(value)
        return document(value, default=self.encoder and self.encoder().default)


def document(value: object, *, default: Callable[[Any], object] | None = None) -> Jsonb:
    """A parameter of a statement that is a JSON document."""
    return Jsonb(strict_json.dumps(value, default=default), dumps=str)
