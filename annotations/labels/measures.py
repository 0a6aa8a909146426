"""What a question's label type declares about measuring and comparing it."""

from dataclasses import dataclass

from annotations.labels.disputes import registry as disputes
from annotations.labels.types import registry as label_types

COUNTED_IN_SQL = 40  # declared values up to which patterns are counted by Postgres
SETS = "sets"


@dataclass(frozen=True)
class Measured:
    """The level, and the values a label may take (None when open)."""

    level: str
    domain: tuple | None

    @property
    def is_counted(self):
        return self.domain is not None and len(self.domain) <= COUNTED_IN_SQL and self.level != SETS


def measured(question):
    """The Measured of a question, None for types on which agreement is not defined."""
    label_type = label_types[question.label_type]
    level = label_type.level(question.config)
    return Measured(level=level, domain=label_type.domain(question.config)) if level else None


def is_compared(question):
    """Whether answers can be told to differ: as a whole where they are measured, else part by part."""
    return measured(question) is not None or question.label_type in disputes
