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
    _patterns = ()

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        pattern: str = ""
        match: str = parameters.choice("search", "whole")
        ignore_case: bool = False

    @classmethod
    def made(cls, tool=None):
        metric = super().made(tool)
        try:
            metric._patterns = metric._compiled(metric.parameters.pattern)
        except patterns.BadPattern as error:
            problem = _("is not a regular expression: %(problem)s. Valid: the syntax of Python's re.")
            raise refusal("pattern", problem % {"problem": str(error)}) from error
        return metric

    def score(self, item):
        whole = self.parameters.match == "whole"
        try:
            sought = self._patterns or self._compiled(*item.references)
            for pattern in sought:
                if patterns.matches(pattern, item.output, whole=whole):
                    return scored(1)
        except patterns.BadPattern as error:
            return not_scored(reasons.BAD_PATTERN(problem=str(error)))
        except TimeoutError:
            return not_scored(reasons.TOO_SLOW(seconds=patterns.LONGEST_SECONDS))
        return scored(0, _("The output does not match the pattern.")) if sought else not_scored(reasons.NO_REFERENCE())

    def _compiled(self, *sought):
        """Of the patterns that are not empty."""
        return [patterns.compiled(text, ignore_case=self.parameters.ignore_case) for text in sought if text]
