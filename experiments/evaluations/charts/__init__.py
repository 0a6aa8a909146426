"""The charts of an evaluation's page, a file each, with their subject."""

from dataclasses import dataclass
from typing import Any

from evalhub.lib.charts import registry

__all__ = ["EvaluationSubject", "registry"]


@dataclass(frozen=True)
class EvaluationSubject:
    """`question` is the metric that slices are shown of, `overall` its ScoreSummary of all outputs or None, `slices`
    those of its slices, `days` those of its days. `latencies` are milliseconds of the outputs where they are known."""

    question: Any
    overall: Any
    slices: tuple
    latencies: tuple
    days: tuple = ()
    results_href: str = ""
