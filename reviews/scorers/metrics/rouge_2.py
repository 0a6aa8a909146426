"""ROUGE-2: shared pairs of words."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base.rouge import RougeN
from reviews.scorers.registry import registry


@registry.register("rouge_2")
class Rouge2(RougeN):
    title = gettext_noop("ROUGE-2")
    description = gettext_noop("Shared pairs of words, from 0 to 1: F1 of ROUGE-2 as rouge-score computes it.")
    n = 2
