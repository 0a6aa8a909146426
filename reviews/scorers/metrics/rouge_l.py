"""ROUGE-L: words shared in the same order."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base.rouge import Rouge, common_subsequence
from reviews.scorers.registry import registry


@registry.register("rouge_l")
class RougeL(Rouge):
    title = gettext_noop("ROUGE-L")
    description = gettext_noop("Words shared in the same order, from 0 to 1: F1 of ROUGE-L as rouge-score computes it.")

    def overlap(self, words, reference):
        return common_subsequence(words, reference), len(words), len(reference)
