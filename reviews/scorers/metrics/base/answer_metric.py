"""What every programmatic metric is: parameters, a scale, and a score of one answer or the reason why there is none."""

import dataclasses
import functools
import math
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from evalhub.lib.processes.bulkhead import Contained
from evalhub.lib.reasons import Reason
from evalhub.lib.translation import gettext as _
from reviews.engine.client.exchange import OK
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.scorers.metrics.base import parameters, reasons
from reviews.scorers.metrics.base.scored_answer import ScoredAnswer
from reviews.scorers.registry import OUTPUT, REFERENCE
from reviews.scorers.registry.scorer import Scorer

PASS_OR_FAIL = {"min": 0, "max": 1, "integer": True}
SHARE = {"min": 0, "max": 1}


class AnswerMetric(Scorer):
    """Subclasses name `title`, `description`, `version` and `needs`, the question that their values answer
    (`label_type`, `config`, `direction`, `pass_at`) and their `Parameters`, and implement `score`.

    The values of a Finding are the `value` and a `reason`, a text that may be empty. What is wrong with the answer is
    a low value; what makes the metric meaningless (no reference, a text too long or cut off) is no value, with the
    reason.
    """

    description = ""
    needs = frozenset({OUTPUT})
    label_type = "number"
    config: ClassVar[Mapping[str, Any]] = SHARE
    direction = "higher"
    pass_at: float | None = None
    longest_text = 100_000  # characters
    empty_is_zero = False  # an empty output, or nothing but empty references, is not put to `score`
    has_corpus_score = False  # whether the details of scores add up to one of all answers together
    Parameters = parameters.Parameters

    def __init__(self, chosen: Any = None):
        super().__init__()
        self.parameters = self.Parameters() if chosen is None else chosen

    @classmethod
    def made(cls, tool=None):
        """The metric with these parameters, a mapping; InvalidInput names what is wrong in them."""
        return cls(parameters.read(cls.Parameters, tool))

    @property
    def settings(self) -> dict[str, Any]:
        """All parameters with their values, defaults included, as plain JSON."""
        return dataclasses.asdict(self.parameters)

    def prepare(self, item, question):
        return None

    def score(self, item: ScoredAnswer) -> Finding:
        """`scored(value)` or `not_scored(reason)` of an answer whose texts are not too long and which has references
        where the metric needs one."""
        raise NotImplementedError

    def read(self, answer, item, question=None):
        if item.is_cut:
            return not_scored(reasons.CUT_BY_LENGTH())
        if REFERENCE in self.needs and not item.references:
            return not_scored(reasons.NO_REFERENCE())
        longest = max(map(len, (item.output, *item.references)))
        if longest > self.longest_text:
            return not_scored(reasons.TOO_LONG(n=longest, most=self.longest_text))
        if self.empty_is_zero and not item.output.strip():
            return scored(0, _("The output is empty."))
        if self.empty_is_zero and not any(map(str.strip, item.references)):
            return scored(0, _("The expected output is empty."))
        return self.score(item)

    def read_many(self, items: Iterable[ScoredAnswer]) -> list[Finding]:
        """The Findings of many answers, in order. An exception costs its own answer the score, and is logged."""
        return [self._read_safely(item) for item in items]

    def _read_safely(self, item):
        with Contained(f"The metric {self.title}") as work:
            found = self.read(None, item)
            value = found.values.get("value", 0.0)
            return found if math.isfinite(value) else not_scored(reasons.NOT_FINITE(value=repr(value)))
        return not_scored(reasons.METRIC_FAILED(kind=type(work.error).__name__))


@functools.lru_cache(maxsize=256)
def scored(value: float, reason: str = "") -> Finding:
    """The same Finding for the same score, which nobody changes: to make one takes as long as a short search."""
    return Finding(OK, {"value": float(value), "reason": reason})


def not_scored(reason: Reason) -> Finding:
    return Finding(UNREADABLE, {}, reason.code, reason)
