"""A column that holds a Reason, as text: the code and its parameters as JSON, or nothing."""

from typing import Any

from django.db import models

from evalhub.lib import reasons
from evalhub.lib.reasons import Reason


class ReasonField(models.TextField):
    """Reads as a Reason or None; takes a Reason, or None or "" for none. Sentences are refused: they have a code."""

    def __init__(self, **options: Any):
        super().__init__(**{"blank": True, "default": None} | options)

    def deconstruct(self) -> Any:
        """Migrations know it as the column that it is, so they change the text itself."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs | {"default": ""}

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Reason | None:
        return self.to_python(value)

    def to_python(self, value: Any) -> Reason | None:
        return reasons.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str:
        if isinstance(value, Reason) or not value:
            return reasons.dumps(value)
        raise TypeError(f"Store a Reason, not {value!r}: define a code, or give a text from outside to reasons.TEXT.")

    def value_to_string(self, obj: models.Model) -> str:
        return reasons.dumps(self.value_from_object(obj))
