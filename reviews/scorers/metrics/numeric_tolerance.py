"""Whether a number in the output is the expected one."""

import math
import re
from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, reasons
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, not_scored, scored
from reviews.scorers.registry import OUTPUT, REFERENCE, registry

# A sign only where no word or number ends before it, as in 3-4; commas only between groups of three digits.
_NUMBER = re.compile(
    r"(?<![\w.])[-+\u2212]?(?:[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?"
)


@registry.register("numeric_tolerance")
class NumericTolerance(AnswerMetric):
    """Near is what `math.isclose` calls so: within `tolerance`, or within `relative_tolerance` of the expected one."""

    title = gettext_noop("Number within a tolerance")
    description = gettext_noop(
        "1 if the number in the output differs from the expected one by no more than allowed, else 0."
    )
    version = "1"
    needs = frozenset({OUTPUT, REFERENCE})
    config = PASS_OR_FAIL
    pass_at = 1

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        tolerance: float = parameters.number(0.0, low=0)
        relative_tolerance: float = parameters.number(1e-9, low=0, high=1)
        number: str = parameters.choice("last", "first", "any")

    def score(self, item):
        expected = [found[-1] for text in item.references if (found := numbers_in(text))]
        if not expected:
            return not_scored(reasons.NO_EXPECTED_NUMBER())
        numbers = numbers_in(item.output)
        if not numbers:
            return scored(0, _("The output has no number."))
        chosen = {"last": numbers[-1:], "first": numbers[:1], "any": numbers}[self.parameters.number]
        if any(self._is_near(number, wanted) for number in chosen for wanted in expected):
            return scored(1)
        words = {"met": _number_text(chosen[-1]), "expected": _number_text(expected[0])}
        return scored(0, _("The number is %(met)s, expected %(expected)s.") % words)

    def _is_near(self, number, wanted):
        allowed = max(self.parameters.tolerance, self.parameters.relative_tolerance * abs(wanted))
        return abs(number - wanted) <= allowed


def numbers_in(text: str) -> list[float]:
    """Every finite number in a text: 12, -0.5, 1,234.5, 6e-3."""
    found = (float(match.replace(",", "").replace("\u2212", "-")) for match in _NUMBER.findall(text))
    return [number for number in found if math.isfinite(number)]


def _number_text(number):
    return f"{number:.12g}"
