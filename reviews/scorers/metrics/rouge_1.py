"""ROUGE-1: shared words."""

from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base.rouge import RougeN
from reviews.scorers.registry import registry


@registry.register("rouge_1")
class Rouge1(RougeN):
    title = gettext_noop("ROUGE-1")
    description = gettext_noop("Shared words, from 0 to 1: F1 of ROUGE-1 as rouge-score computes it.")
