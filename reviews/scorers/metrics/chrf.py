"""chrF of one answer as sacrebleu computes it (Popović 2015)."""

import functools
from dataclasses import dataclass

from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters
from reviews.scorers.metrics.base.sacrebleu_metric import SacrebleuMetric
from reviews.scorers.registry import registry


@registry.register("chrf")
class Chrf(SacrebleuMetric):
    """`word_order` 2 makes it chrF++."""

    title = gettext_noop("chrF")
    description = gettext_noop("Shared runs of 1 to 6 characters, from 0 to 100: sacrebleu's chrF2 of one sentence.")

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        char_order: int = parameters.number(6, low=1, high=10, whole=True)
        word_order: int = parameters.number(0, low=0, high=4, whole=True)
        lowercase: bool = False

    @functools.cached_property
    def metric(self):
        from sacrebleu.metrics.chrf import CHRF

        chosen = self.parameters
        return CHRF(char_order=chosen.char_order, word_order=chosen.word_order, lowercase=chosen.lowercase)
