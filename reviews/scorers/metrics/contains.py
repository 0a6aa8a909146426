"""Whether the output holds a text."""

from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, reasons, texts
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, not_scored, scored
from reviews.scorers.registry import OUTPUT, registry


@registry.register("contains")
class Contains(AnswerMetric):
    """`text` is looked for, or else the expected output and those that are acceptable."""

    title = gettext_noop("Contains")
    description = gettext_noop(
        "1 if the output contains the expected output, an acceptable answer or a given text, else 0."
    )
    version = "1"
    needs = frozenset({OUTPUT})
    config = PASS_OR_FAIL
    pass_at = 1

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        text: str = ""
        match: str = parameters.choice("any", "all")
        ignore_case: bool = False
        ignore_whitespace: bool = True

    def score(self, item):
        sought = (self.parameters.text,) if self.parameters.text else item.references
        if not sought:
            return not_scored(reasons.NO_REFERENCE())
        output = self._normalized(item.output)
        missing = [text for text in sought if self._normalized(text) not in output]
        if not missing or (self.parameters.match == "any" and len(missing) < len(sought)):
            return scored(1)
        return scored(0, _("The output does not contain %(text)s.") % {"text": repr(missing[0][:80])})

    def _normalized(self, text):
        text = text.casefold() if self.parameters.ignore_case else text
        return texts.single_spaced(text) if self.parameters.ignore_whitespace else text
