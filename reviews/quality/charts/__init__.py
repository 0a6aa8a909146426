"""The charts of gradings, of calibrations and of models, a file each, with their subjects."""

from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["CalibrationSubject", "GradingSubject", "QualitySubject", "registry"]


@dataclass(frozen=True)
class GradingSubject:
    """The ModelResults of one grading by one grader; the baseline's `quality` is None."""

    models: list[Any]


@dataclass(frozen=True)
class CalibrationSubject:
    """The MeasureLines of one calibration of a judge."""

    judge: str
    has_passed: bool
    lines: list[Any]


@dataclass(frozen=True)
class QualitySubject:
    """The ModelLines of a kind of task, the model that the router chooses, or "", and the quality floor, or None."""

    models: list[Any]
    chosen: str = ""
    floor: float | None = None
