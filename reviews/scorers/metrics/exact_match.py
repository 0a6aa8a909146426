"""Whether the output is the expected output, or one of the acceptable ones."""

import unicodedata
from dataclasses import dataclass

from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, texts
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, scored
from reviews.scorers.registry import OUTPUT, PAIR, REFERENCE, registry


@registry.register("exact_match")
class ExactMatch(AnswerMetric):
    """Of a pair of answers, the baseline's is the reference."""

    title = gettext_noop("Exact match")
    description = gettext_noop("1 if the output is the expected output or an acceptable answer, else 0.")
    version = "1"
    needs = frozenset({OUTPUT, REFERENCE, PAIR})
    config = PASS_OR_FAIL
    pass_at = 1
    longest_text = 10_000_000

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        ignore_whitespace: bool = True
        ignore_case: bool = False
        ignore_punctuation: bool = False
        ignore_articles: bool = False
        unicode_form: str = parameters.choice("as_is", "NFC", "NFKC")

    def score(self, item):
        output = self._normalized(item.output)
        if any(output == self._normalized(reference) for reference in item.references):
            return scored(1)
        return scored(0, _("The contents differ."))

    def _normalized(self, text):
        chosen = self.parameters
        if chosen.unicode_form != "as_is":
            text = unicodedata.normalize(chosen.unicode_form, text)
        if chosen.ignore_case:
            text = text.casefold()
        if chosen.ignore_punctuation:
            text = texts.without_punctuation(text)
        if chosen.ignore_articles:
            text = texts.without_articles(text)
        return texts.single_spaced(text) if chosen.ignore_whitespace else text
