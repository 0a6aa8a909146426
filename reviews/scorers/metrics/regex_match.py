"""Whether the output matches a regular expression."""

from dataclasses import dataclass

from annotations.labels.reading import refusal
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, patterns, reasons
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, not_scored, scored
from reviews.scorers.registry import OUTPUT, registry


@registry.register("regex")
class RegexMatch(AnswerMetric):
    """`pattern` is searched for, or else the expected output is one; the syntax is that of Python's `re`."""

    title = gettext_noop("Regular expression")
    description = gettext_noop("1 if the output matches the pattern, or the expected output as a pattern, else 0.")
    version = "1"
    needs = frozenset({OUTPUT})
    config = PASS_OR_FAIL
    pass_at = 1

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        pattern: str = ""
        match: str = parameters.choice("search", "whole")
        ignore_case: bool = False

    @classmethod
    def made(cls, tool=None):
        metric = super().made(tool)
        try:
            patterns.compiled(metric.parameters.pattern)
        except patterns.BadPattern as error:
            problem = _("is not a regular expression: %(problem)s. Valid: the syntax of Python's re.")
            raise refusal("pattern", problem % {"problem": str(error)}) from error
        return metric

    def score(self, item):
        chosen = self.parameters
        sought = (chosen.pattern,) if chosen.pattern else item.references
        if not sought:
            return not_scored(reasons.NO_REFERENCE())
        whole = chosen.match == "whole"
        try:
            found = any(
                patterns.matches(text, item.output, whole=whole, ignore_case=chosen.ignore_case) for text in sought
            )
        except patterns.BadPattern as error:
            return not_scored(reasons.BAD_PATTERN(problem=str(error)))
        except TimeoutError:
            return not_scored(reasons.TOO_SLOW(seconds=patterns.LONGEST_SECONDS))
        return scored(1) if found else scored(0, _("The output does not match the pattern."))
