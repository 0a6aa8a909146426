"""The charts of a result review and of its report, a file each, with their subjects."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["EstimateSubject", "ScoresSubject", "registry"]


@dataclass(frozen=True)
class EstimateSubject:
    """The scorer event of a job: the estimated effect, both ends of its interval and the cases behind it."""

    event: Mapping[str, Any]


@dataclass(frozen=True)
class ScoresSubject:
    """The Panel of a job and the Persons who answered the same form."""

    panel: Any
    people: list[Any]
